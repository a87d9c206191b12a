import { type JsonFlaw, MAX_JSON_DEPTH, openAtEnd } from '../../exchange/json.js'
import { onSuccess } from '../concerns.js'
import { type Concern, observer } from '../observer.js'
import { declaresJson } from '../seen.js'

const onContent: Concern = (occasion) => onSuccess(occasion) && occasion.status !== 204

/** The body of a success is JSON and declared as JSON; a byte order mark before it, which JSON forbids, is a warning. RFC 8259 §8.1 */
export const json = observer('envelope/json', onContent, () => (seen, note) => {
  const body = seen.exchange.answer?.body
  if (!seen.route || !seen.isSuccess || seen.status === 204 || !seen.isBodySeen || !body) return
  if (body.sizeBytes === 0) return
  note.tested()
  if (body.flaw === 'not-utf8') note.breach('not-utf8')
  else if (seen.json && !seen.json.ok)
    note.breach('not-json', { values: { detail: whyNoJson(seen.json.flaw, body.text ?? '') } })
  else if (body.text?.startsWith('\uFEFF')) note.breach('byte-order-mark', { severity: 'warning' })
  else if (!declaresJson(seen.exchange))
    note.breach('not-declared', { values: { declared: declaredType(seen) } })
})

function declaredType({
  exchange,
}: {
  exchange: { answer: { headers: readonly (readonly [string, string])[] } | null }
}) {
  return exchange.answer?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
}

/**
 * The parser's own message cannot serve as evidence, because each engine words it differently and in English, and a
 * recording must be judged the same by every engine.
 */
function whyNoJson(flaw: JsonFlaw, text: string): string {
  if (flaw === 'empty') return 'blank'
  if (flaw === 'too-deep') return `too-deep ${MAX_JSON_DEPTH}`
  const line = text.replaceAll('`', "'").replace(/\s+/g, ' ').trim()
  return /^[[{]/.test(line) && openAtEnd(text) > 0
    ? `breaks-off \`${line.slice(-SHOWN_CHARS)}\``
    : `begins \`${line.slice(0, SHOWN_CHARS)}\``
}

const SHOWN_CHARS = 40
