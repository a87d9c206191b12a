import type { ComponentChildren } from 'preact'
import { toCurl } from '../../exchange/curl.js'
import type { Exchange, Header } from '../../exchange/exchange.js'
import type { ShapeExcerpt } from '../data/shape-excerpt.js'
import { visible } from '../data/visible.js'
import { type Sentence, useSpeech } from '../live/speech.js'
import { CopyButton } from '../parts/copy-button.js'
import { BodyView } from './body-view.js'

/** The level of the headings, so that they follow those around. */
type Heading = 'h3' | 'h4'

interface ExchangeDetailProps {
  readonly exchange: Exchange
  readonly heading: Heading
  /** The place to mark in one of the bodies. */
  readonly place?: ShapeExcerpt | null
}

/** Request and response side by side, with times, and the command that repeats the request. */
export function ExchangeDetail({ exchange, heading, place }: ExchangeDetailProps) {
  const { say, ms, when } = useSpeech()
  const { request, response, failure } = exchange
  return (
    <div class="exchange-detail">
      <Half
        heading={heading}
        title="exchange/request"
        first={`${request.method} ${request.url}`}
        headers={request.headers}
      >
        <BodyView body={request.body} marked={place?.of === 'request' ? place.marked : undefined} />
      </Half>
      {response ? (
        <Half
          heading={heading}
          title="exchange/answer"
          first={`HTTP ${response.status}`}
          headers={response.headers}
        >
          <BodyView body={response.body} marked={place?.of === 'response' ? place.marked : undefined} />
          {failure ? <FailureNote {...failure} /> : null}
        </Half>
      ) : (
        <div class="half">
          <Title heading={heading} text={say('exchange/answer')} />
          {failure ? <FailureNote {...failure} /> : <p>{say('exchange/no-answer')}</p>}
        </div>
      )}
      {exchange.staged ? (
        <p class="aside">{say('exchange/staged', { event: visible(exchange.staged) })}</p>
      ) : null}
      <p class="exchange-foot">
        <span class="unit">
          {say('exchange/times', {
            id: exchange.id,
            started: when(exchange.startedAt),
            sent: ms(exchange.sentAtMs),
            took: exchange.respondedAtMs === null ? null : ms(exchange.respondedAtMs - exchange.sentAtMs),
          })}
        </span>
        <CopyButton text={() => toCurl(exchange)} label="copy/curl" shortcut="curl" />
      </p>
    </div>
  )
}

function Half(props: {
  heading: Heading
  title: Sentence
  first: string
  headers: readonly Header[]
  children: ComponentChildren
}) {
  const { say } = useSpeech()
  return (
    <div class="half">
      <Title heading={props.heading} text={say(props.title)} />
      <p class="first-line mono">{visible(props.first)}</p>
      <dl class="headers mono">
        {props.headers.map(([name, value]) => (
          <div>
            <dt>{visible(name)}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ))}
      </dl>
      {props.children}
    </div>
  )
}

function Title({ heading: Level, text }: { heading: Heading; text: string }) {
  return <Level class="half-title">{text}</Level>
}

function FailureNote({ kind, message }: { kind: string; message: string }) {
  const { say } = useSpeech()
  return (
    <p class="failure">
      <strong>✗ {say(`failure/${kind}` as Sentence)}</strong> <span class="mono">{visible(message)}</span>
    </p>
  )
}
