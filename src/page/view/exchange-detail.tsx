import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { toCurl } from '../../exchange/curl.js'
import type { Body, Exchange, Header } from '../../exchange/exchange.js'
import { type JsonLine, prettyJson } from '../../report/diff/pretty-json.js'
import type { ShapeExcerpt } from '../data/find-shape-excerpt.js'
import { makeVisible } from '../data/make-visible.js'
import { type SentenceKey, useWording } from '../data/wording.js'
import { CopyButton } from '../parts/copy-button.js'
import { ScrollArea } from '../parts/elements.js'

/** The level of the headings, one below those around the detail. */
type HeadingTag = 'h3' | 'h4'

/** The lines of a body that are marked, counted from 0. */
type Marked = ReadonlySet<number> | undefined

interface ExchangeDetailProps {
  readonly exchange: Exchange
  readonly heading: HeadingTag
  /** The place to mark in one of the bodies. */
  readonly place?: ShapeExcerpt | null
}

/** Request and response side by side, with times, and the request as a cURL command. */
export function ExchangeDetail({ exchange, heading: Heading, place }: ExchangeDetailProps) {
  const { say, ms, when } = useWording()
  const { request, response, failure } = exchange
  return (
    <div class="exchange-detail">
      <Half
        heading={Heading}
        title="exchange/request"
        firstLine={`${request.method} ${request.url}`}
        headers={request.headers}
      >
        <BodyView body={request.body} marked={place?.part === 'request' ? place.marked : undefined} />
      </Half>
      {response ? (
        <Half
          heading={Heading}
          title="exchange/answer"
          firstLine={`HTTP ${response.status}`}
          headers={response.headers}
        >
          <BodyView body={response.body} marked={place?.part === 'response' ? place.marked : undefined} />
          {failure ? <FailureNote {...failure} /> : null}
        </Half>
      ) : (
        <div class="half">
          <Heading class="half-title">{say('exchange/answer')}</Heading>
          {failure ? <FailureNote {...failure} /> : <p>{say('exchange/no-answer')}</p>}
        </div>
      )}
      {exchange.staged ? (
        <p class="aside">{say('exchange/staged', { event: makeVisible(exchange.staged) })}</p>
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

interface HalfProps {
  readonly heading: HeadingTag
  readonly title: SentenceKey
  readonly firstLine: string
  readonly headers: readonly Header[]
  readonly children: ComponentChildren
}

function Half({ heading: Heading, title, firstLine, headers, children }: HalfProps) {
  const { say } = useWording()
  return (
    <div class="half">
      <Heading class="half-title">{say(title)}</Heading>
      <p class="first-line mono">{makeVisible(firstLine)}</p>
      <dl class="headers mono">
        {headers.map(([name, value]) => (
          <div>
            <dt>{makeVisible(name)}</dt>
            <dd>{makeVisible(value)}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}

function FailureNote({ kind, message }: { kind: string; message: string }) {
  const { say } = useWording()
  return (
    <p class="failure">
      <strong>✗ {say(`failure/${kind}` as SentenceKey)}</strong>{' '}
      <span class="mono">{makeVisible(message)}</span>
    </p>
  )
}

/** A body: JSON with indentation, anything else as it is. */
function BodyView({ body, marked }: { body: Body | null; marked: Marked }) {
  const { say, count } = useWording()
  if (body === null) return <p class="aside">{say('body/none')}</p>
  const flaw =
    body.flaw === null ? null : (
      <p class="aside">{say(`body/${body.flaw}` as SentenceKey, { size: body.sizeBytes })}</p>
    )
  if (body.text === null || body.text === '') return flaw ?? <p class="aside">{say('body/empty')}</p>
  return (
    <>
      {flaw}
      <BodyText text={body.text} marked={marked} />
      <p class="aside unit">{say('body/size', { size: count(body.sizeBytes) })}</p>
    </>
  )
}

const FIRST_LINES = 60
/** At least so many lines are shown from the first marked line on. */
const LINES_FROM_MARK = 10

/** The first lines of a body, and a button that shows the others. */
function BodyText({ text, marked }: { text: string; marked: Marked }) {
  const { say } = useWording()
  const [isWhole, setWhole] = useState(false)
  const lines = useMemo((): readonly (JsonLine | string)[] => prettyJson(text) ?? wrapLines(text), [text])
  // marked lines are in ascending order; text that is not JSON has none
  const [firstMark = 0] = marked ?? []
  const limit = isWhole ? lines.length : Math.max(FIRST_LINES, firstMark + LINES_FROM_MARK)
  const shown = lines.slice(0, limit)
  return (
    <>
      <ScrollArea kind="body" label={say('body/label')}>
        <pre>
          {shown.map((line, index) => {
            if (typeof line === 'string') return `${makeVisible(line)}\n`
            const row = <JsonRow line={line} />
            return marked?.has(index) ? <mark>{row}</mark> : row
          })}
        </pre>
      </ScrollArea>
      {lines.length > shown.length ? (
        <button type="button" class="small" onClick={() => setWhole(true)}>
          {say('body/more', { lines: lines.length - shown.length })}
        </button>
      ) : null}
    </>
  )
}

/** Lines of at most 2,000 characters, so that one endless line does not stop the browser. */
function wrapLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/).flatMap((line) => line.match(/[\s\S]{1,2000}/g) ?? [''])
}

function JsonRow({ line }: { line: JsonLine }) {
  return (
    <>
      {'  '.repeat(line.depth)}
      {line.tokens.map(({ kind, text }) => (
        <span class={`t-${kind}`}>{makeVisible(text)}</span>
      ))}
      {'\n'}
    </>
  )
}
