import { headerValue } from '../../exchange/exchange.js'
import {
  isObject,
  type Json,
  type JsonFlaw,
  MAX_JSON_DEPTH,
  openAtEnd,
  property,
  valueIn,
} from '../../exchange/json.js'
import { allRoutes } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import { documentedFacts, isCreate, isStep2, isUpdate, needsRecord } from '../conventions.js'
import { createdIn, identifierField, identifierIn, isRounded, isSameIdentifier } from '../identifier.js'
import { type ObservedOptions, type ObserverNote, observer } from '../observer.js'
import { show } from '../records/equal-enough.js'
import { declaresJson, isEnvelope, mustNotWrap, type SeenExchange } from '../seen.js'
import { severityBy } from '../shapes/knowledge.js'

/**
 * The body of a successful read is an object with the single property `data`, which is an object or an array as the route
 * says. `lists/array` judges `data` of a list, `envelope/created` the response to a create, and
 * `homologation/product-data` the content of step 1.
 */
export const data = observer('envelope/data', () => (seen, note) => {
  if (!seen.route || !expectsEnvelope(seen, seen.route)) return
  note.tested()
  const value = valueIn(seen.responseJson)
  if (seen.route.family === 'homologacao') {
    if (isObject(value) && Object.hasOwn(value, 'data')) examineExtras(value, note)
  } else if (!isObject(value)) note.breach('no-object', { values: { kind: kindOf(value) } })
  else if (mustNotWrap(seen) && isEnvelope(property(value, 'data')))
    note.breach('twice', severityOfTwice(seen, seen.route))
  else if (documentedFacts(seen.route, seen.context.profile)?.bare) return
  else if (!Object.hasOwn(value, 'data') || isBareRecord(value, seen.route))
    note.breach('missing', { values: { fields: Object.keys(value).slice(0, 8).join(', ') } })
  else {
    examineExtras(value, note)
    examineKind(seen, seen.route, property(value, 'data'), note)
  }
})

/** Whether a record arrived without its envelope and has a date named `data`. */
function isBareRecord(value: { readonly [key: string]: Json }, route: Route): boolean {
  return isRecord(route) && typeof value.data === 'string' && Object.hasOwn(value, 'id')
}

type DataNote = ObserverNote<'envelope/data'>

/** Bodies that are not JSON are judged by `envelope/json`, and failures by `envelope/status`. */
function expectsEnvelope(seen: SeenExchange, route: Route): boolean {
  const { exchange, status, isBodySeen, responseJson, intent } = seen
  // `errors/unknown-record` reports that the request succeeded at all
  if (intent === 'unknown-record' && needsRecord(route)) return false
  if ((route.method !== 'GET' && !isStep2(route)) || (status !== 200 && status !== 201)) return false
  if (!isBodySeen || exchange.response?.body?.flaw) return false
  return responseJson === null || responseJson.ok
}

/** A second envelope is only information if no table or document shows the response, and it is no single record. */
function severityOfTwice(seen: SeenExchange, route: Route): Pick<ObservedOptions, 'severity'> {
  if (route.tabulated || isRecord(route)) return {}
  return documentedFacts(route, seen.context.profile) ? severityBy('document', seen) : { severity: 'info' }
}

/** Reports properties beside `data`. */
function examineExtras(value: { readonly [key: string]: Json }, note: DataNote): void {
  const extra = Object.keys(value).filter((name) => name !== 'data')
  if (extra.length > 0) note.breach('extra', { values: { fields: extra.slice(0, 8).join(', ') } })
}

/** `data` is an object, or an array if the route allows it. `lists/array` judges `data` of a list. */
function examineKind(seen: SeenExchange, route: Route, value: Json | undefined, note: DataNote): void {
  if (isObject(value) || (route.success.data === 'array' && !seen.isNamedOnly)) return
  const values = { kind: kindOf(value) }
  if (!Array.isArray(value)) note.breach(isRecord(route) ? 'kind' : 'neither', { values })
  else if (isRecord(route) && documentedFacts(route, seen.context.profile)?.data !== 'array')
    note.breach('kind', { values })
}

/** Paths that have a PUT or a DELETE. */
const changeable: ReadonlySet<string> = new Set(
  allRoutes('document').flatMap(({ method, path }) => (method === 'PUT' || method === 'DELETE' ? path : [])),
)

/** Whether a route responds with one record: as the table says, or because the same path can be updated or deleted. */
export function isRecord({ path, tabulated, success }: Route): boolean {
  return tabulated ? success.data === 'object' : path.endsWith('}') && changeable.has(path)
}

export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/**
 * The response to a create has the identifier of the created record in `data`, and the response to an update, if it has a
 * body, the identifier of the updated record. For step 2 this rule judges only that `data` is present, and
 * `homologation/product-id` judges the identifier.
 */
export const created = observer('envelope/created', () => (seen, note) => {
  const { route } = seen
  if (!route || seen.isNamedOnly || seen.isWronglyAccepted || !(isCreate(route) || isUpdate(route))) return
  const body = bodyOf(seen, route)
  if (body === undefined) return
  note.tested()
  if (seen.data === undefined) {
    if (isStep2(route) && identifierIn(body) === null) return
    const shown = isObject(body) ? Object.keys(body).slice(0, 8).join(', ') : kindOf(body)
    note.breach('no-data', { values: { shown } })
  } else if (!isStep2(route)) examineIdentifier(seen, route, note)
})

/** The whole body of the response; null if the identifier is required and there is no body; undefined if nothing is to be judged. */
function bodyOf(seen: SeenExchange, route: Route): Json | undefined {
  const { exchange, status, isBodySeen, responseJson } = seen
  if ((status !== 200 && status !== 201) || !isBodySeen || exchange.response?.body?.flaw) return undefined
  const known = documentedFacts(route, seen.context.profile)
  if (known && known.data !== 'created') return undefined
  // the table demands an identifier for creates and for some updates
  if (responseJson === null) return route.success.data === 'created' ? null : undefined
  return valueIn(responseJson)
}

/** For routes outside the table no form of `data` is specified, so `[{id: 7}]` is as good as `{id: 7}`. */
function examineIdentifier(seen: SeenExchange, route: Route, note: ObserverNote<'envelope/created'>): void {
  const id = route.success.status === null ? createdIn({ data: seen.data ?? null }) : identifierIn(seen.data)
  if (id !== null) {
    const { requestedId } = seen.pathIdentifier
    const isMasked = requestedId.startsWith('[') || id.startsWith('[')
    if (isUpdate(route) && requestedId !== '' && !isMasked && !isSameIdentifier(id, requestedId))
      note.breach('other-record', { values: { asked: requestedId, shown: id.slice(0, 60) } })
    return
  }
  const shown = identifierField(seen.data)
  if (isEnvelope(seen.data)) return note.breach('twice')
  if (isRounded(shown)) note.breach('rounded', { severity: 'info' })
  else if (shown === undefined) note.breach('no-identifier', { values: { kind: kindOf(seen.data) } })
  else note.breach('not-an-identifier', { values: { shown: show(shown) } })
}

/** A 204 has no body, and no header that announces one. RFC 9110 §8.6, RFC 9112 §6.1 */
export const noContent = observer('envelope/no-content', () => (seen, note) => {
  if (seen.status !== 204 || !seen.route) return
  note.tested()
  const { response } = seen.exchange
  const announced = Number(headerValue(response?.headers ?? [], 'content-length') ?? 0) || 0
  const sizeBytes = Math.max(response?.body?.sizeBytes ?? 0, announced)
  if (sizeBytes > 0) note.breach('body', { values: { sizeBytes } })
  else if (headerValue(response?.headers ?? [], 'transfer-encoding') !== null) note.breach('chunked')
})

/** The body of a success is JSON and declared as JSON. A byte order mark, which JSON forbids, is a warning. RFC 8259 §8.1 */
export const json = observer('envelope/json', () => (seen, note) => {
  const body = seen.exchange.response?.body
  if (!seen.route || !seen.isSuccess || seen.status === 204 || !seen.isBodySeen || !body) return
  if (body.sizeBytes === 0) return
  note.tested()
  if (body.flaw === 'not-utf8') note.breach('not-utf8')
  else if (seen.responseJson && !seen.responseJson.ok)
    note.breach('not-json', { values: { detail: describeFlaw(seen.responseJson.flaw, body.text ?? '') } })
  else if (body.text?.startsWith('\uFEFF')) note.breach('byte-order-mark', { severity: 'warning' })
  else if (!declaresJson(seen.exchange)) {
    const declared = headerValue(seen.exchange.response?.headers ?? [], 'content-type')
    note.breach('not-declared', { values: { declared } })
  }
})

/** Describes why a text is not JSON: ``breaks-off `…"nome":` ``. The parser's message would differ between JavaScript engines. */
function describeFlaw(flaw: JsonFlaw, text: string): string {
  if (flaw === 'empty') return 'blank'
  if (flaw === 'too-deep') return `too-deep ${MAX_JSON_DEPTH}`
  const line = text.replaceAll('`', "'").replace(/\s+/g, ' ').trim()
  return /^[[{]/.test(line) && openAtEnd(text) > 0
    ? `breaks-off \`${line.slice(-SHOWN_CHARS)}\``
    : `begins \`${line.slice(0, SHOWN_CHARS)}\``
}

const SHOWN_CHARS = 40
