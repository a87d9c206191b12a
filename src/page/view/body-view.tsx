import { useMemo, useState } from 'preact/hooks'
import type { Body } from '../../exchange/exchange.js'
import { type JsonLine, prettyJson } from '../../report/diff/pretty-json.js'
import { visible } from '../data/visible.js'
import { type Sentence, useSpeech } from '../live/speech.js'
import { ScrollArea } from '../parts/elements.js'

const FIRST_LINES = 60

/** Lines of a body, counted from 0. */
type Marked = ReadonlySet<number>

/** A body: JSON laid out, anything else as it came; long ones from their beginning. */
export function BodyView({ body, marked }: { body: Body | null; marked?: Marked | undefined }) {
  const { say, count } = useSpeech()
  if (body === null) return <p class="aside">{say('body/none')}</p>
  const flaw =
    body.flaw === null ? null : (
      <p class="aside">{say(`body/${body.flaw}` as Sentence, { size: body.sizeBytes })}</p>
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

function BodyText({ text, marked }: { text: string; marked?: Marked | undefined }) {
  const { say } = useSpeech()
  const [isWhole, setWhole] = useState(false)
  const lines = useMemo(() => linesOf(text), [text])
  const shown = isWhole ? lines : lines.slice(0, Math.max(FIRST_LINES, ([...(marked ?? [])][0] ?? 0) + 10))
  return (
    <>
      <ScrollArea kind="body" label={say('body/label')}>
        <pre>
          {shown.map((line, at) => {
            if (typeof line === 'string') return `${visible(line)}\n`
            const row = <JsonRow line={line} />
            return marked?.has(at) ? <mark>{row}</mark> : row
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

function linesOf(text: string): readonly (JsonLine | string)[] {
  return prettyJson(text) ?? wrap(text)
}

/** Lines of at most 2,000 characters, so that one endless line does not stop the browser. */
function wrap(text: string): string[] {
  return text.split(/\r\n|\n|\r/).flatMap((line) => line.match(/[\s\S]{1,2000}/g) ?? [''])
}

function JsonRow({ line }: { line: JsonLine }) {
  return (
    <>
      {'  '.repeat(line.depth)}
      {line.tokens.map(({ kind, text }) => (
        <span class={`t-${kind}`}>{visible(text)}</span>
      ))}
      {'\n'}
    </>
  )
}
