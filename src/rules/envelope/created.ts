import { headerValue } from '../../exchange/exchange.js'
import {
  isObject,
  type Json,
  type JsonFlaw,
  MAX_JSON_DEPTH,
  openAtEnd,
  valueIn,
} from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { documentedOf, isCreate, isStep2, isUpdate } from '../conventions.js'
import { createdIn, identifierField, identifierIn, isRounded, isSameIdentifier } from '../identifier.js'
import { type ObserverNote, observer } from '../observer.js'
import { show } from '../records/equal-enough.js'
import { declaresJson, isEnvelope, type SeenExchange } from '../seen.js'
import { kindOf } from './data.js'

type CreatedNote = ObserverNote<'envelope/created'>

/**
 * A create, and an update that responds with a body, brings in `data` the identifier of that very record. The identifier that
 * step 2 creates is `homologation/product-id`; of that response remains here that it came without its envelope.
 */
export const created = observer('envelope/created', () => (seen, note) => {
  const { route } = seen
  const body =
    route && !seen.isNamedOnly && (isCreate(route) || isUpdate(route)) ? bodyOf(seen, route) : undefined
  if (!route || body === undefined || seen.isWronglyAccepted) return
  note.tested()
  if (seen.data === undefined) examineBare(seen, body, note)
  else if (!isStep2(route)) examineIdentifier(seen, route, note)
})

/** The whole body of the response; null where a create's is missing; undefined where that is another rule's affair. */
function bodyOf(seen: SeenExchange, route: Route): Json | undefined {
  const { exchange, status, isBodySeen, json } = seen
  if ((status !== 200 && status !== 201) || !isBodySeen || exchange.response?.body?.flaw) return undefined
  const known = documentedOf(route, seen.context.profile)
  if (known && known.data !== 'created') return undefined
  // the table says where an identifier is due: of a create, and of some updates
  if (json === null) return route.success.data === 'created' ? null : undefined
  return valueIn(json)
}

function examineBare(seen: SeenExchange, body: Json, note: CreatedNote): void {
  if (seen.route && isStep2(seen.route) && identifierIn(body) === null) return
  const shown = isObject(body) ? Object.keys(body).slice(0, 8).join(', ') : kindOf(body)
  note.breach('no-data', { values: { shown } })
}

/** The clause names no form, so the one record of a list is as good; a table's `{data: identifier}` is what it says. */
function examineIdentifier(seen: SeenExchange, route: Route, note: CreatedNote): void {
  const id = route.success.status === null ? createdIn({ data: seen.data ?? null }) : identifierIn(seen.data)
  if (id !== null) return isUpdate(route) ? examineSame(seen, id, note) : undefined
  const shown = identifierField(seen.data)
  if (isEnvelope(seen.data)) return note.breach('twice')
  if (isRounded(shown)) note.breach('rounded', { severity: 'info' })
  else if (shown === undefined) note.breach('no-identifier', { values: { kind: kindOf(seen.data) } })
  else note.breach('not-an-identifier', { values: { shown: show(shown) } })
}

function examineSame({ params }: SeenExchange, shown: string, note: CreatedNote): void {
  const asked = Object.values(params)[0]
  if (asked === undefined || asked.startsWith('[') || shown.startsWith('[')) return
  if (!isSameIdentifier(shown, asked))
    note.breach('other-record', { values: { asked, shown: shown.slice(0, 60) } })
}

/** 204 carries no body, and announces none, by its length or in chunks. RFC 9110 §8.6, RFC 9112 §6.1 */
export const noContent = observer('envelope/no-content', () => (seen, note) => {
  if (seen.status !== 204 || !seen.route) return
  note.tested()
  const { response } = seen.exchange
  const announced = Number(headerValue(response?.headers ?? [], 'content-length') ?? 0) || 0
  const sizeBytes = Math.max(response?.body?.sizeBytes ?? 0, announced)
  if (sizeBytes > 0) note.breach('body', { values: { sizeBytes } })
  else if (headerValue(response?.headers ?? [], 'transfer-encoding') !== null) note.breach('chunked')
})

/** The body of a success is JSON and declared as JSON; a byte order mark before it, which JSON forbids, is a warning. RFC 8259 §8.1 */
export const json = observer('envelope/json', () => (seen, note) => {
  const body = seen.exchange.response?.body
  if (!seen.route || !seen.isSuccess || seen.status === 204 || !seen.isBodySeen || !body) return
  if (body.sizeBytes === 0) return
  note.tested()
  if (body.flaw === 'not-utf8') note.breach('not-utf8')
  else if (seen.json && !seen.json.ok)
    note.breach('not-json', { values: { detail: whyNoJson(seen.json.flaw, body.text ?? '') } })
  else if (body.text?.startsWith('\uFEFF')) note.breach('byte-order-mark', { severity: 'warning' })
  else if (!declaresJson(seen.exchange)) {
    const declared = headerValue(seen.exchange.response?.headers ?? [], 'content-type')
    note.breach('not-declared', { values: { declared } })
  }
})

/** Each engine words its parser's message differently, and every engine must judge a recording the same. */
function whyNoJson(flaw: JsonFlaw, text: string): string {
  if (flaw === 'empty') return 'blank'
  if (flaw === 'too-deep') return `too-deep ${MAX_JSON_DEPTH}`
  const line = text.replaceAll('`', "'").replace(/\s+/g, ' ').trim()
  return /^[[{]/.test(line) && openAtEnd(text) > 0
    ? `breaks-off \`${line.slice(-SHOWN_CHARS)}\``
    : `begins \`${line.slice(0, SHOWN_CHARS)}\``
}

const SHOWN_CHARS = 40
