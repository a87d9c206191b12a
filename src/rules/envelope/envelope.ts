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
import { isLabel, show, showNames } from '../records/equal-enough.js'
import { declaresJson, type Fields, isEnvelope, mustNotWrap, type SeenExchange } from '../seen.js'
import { severityBy } from '../shapes/knowledge.js'

/**
 * The body of a successful read is an envelope: an object with the single property `data`, which is an object or an array as
 * the route says. `lists/array` judges `data` of a list, `envelope/created` the response to a create, and
 * `homologation/product-data` the content of step 1.
 */
export const data = observer('envelope/data', () => (seen, note) => {
  const { route } = seen
  if (!route || !expectsEnvelope(seen, route)) return
  note.tested()
  const body = valueIn(seen.responseJson)
  if (route.family === 'homologacao') {
    // the rules of the run judge what else is wrong with the response to a step
    if (isObject(body) && Object.hasOwn(body, 'data')) examineExtras(body, note)
    return
  }
  if (!isObject(body)) return note.breach('no-object', { values: { kind: kindOf(body) } })
  const content = property(body, 'data')
  if (mustNotWrap(seen) && isEnvelope(content)) return note.breach('twice', severityOfTwice(seen, route))
  // the public document shows this response without an envelope
  if (documentedFacts(route, seen.context.profile)?.bare) return
  if (content === undefined || isBareRecord(body, route))
    return note.breach('missing', { values: { fields: showNames(Object.keys(body)) } })
  examineExtras(body, note)
  examineKind(seen, route, content, note)
})

/** Whether a record arrived without its envelope and has a date named `data`. */
function isBareRecord(body: Fields, route: Route): boolean {
  return returnsOneRecord(route) && typeof body.data === 'string' && Object.hasOwn(body, 'id')
}

type DataNote = ObserverNote<'envelope/data'>

/**
 * Whether the body must be an envelope. `envelope/status` judges failures, and `envelope/json` a body that is not JSON. A body
 * that is missing (null) is judged here.
 */
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
  if (route.tabulated || returnsOneRecord(route)) return {}
  return documentedFacts(route, seen.context.profile) ? severityBy('document', seen) : { severity: 'info' }
}

/** Reports properties beside `data`. */
function examineExtras(body: Fields, note: DataNote): void {
  const extra = Object.keys(body).filter((name) => name !== 'data')
  if (extra.length > 0) note.breach('extra', { values: { fields: showNames(extra) } })
}

/** `data` is an object. It may be an array, unless the route responds with one record and the public document shows no array. */
function examineKind(seen: SeenExchange, route: Route, content: Json, note: DataNote): void {
  // `lists/array` judges a list. A path that the specification names without its methods may be no list
  const isList = route.success.data === 'array' && !seen.isNamedOnly
  if (isList || isObject(content)) return
  const isOneRecord = returnsOneRecord(route)
  const mayBeArray = !isOneRecord || documentedFacts(route, seen.context.profile)?.data === 'array'
  if (mayBeArray && Array.isArray(content)) return
  note.breach(isOneRecord ? 'kind' : 'neither', { values: { kind: kindOf(content) } })
}

/** Paths that have a PUT or a DELETE. */
const changeable: ReadonlySet<string> = new Set(
  allRoutes('document').flatMap(({ method, path }) => (method === 'PUT' || method === 'DELETE' ? path : [])),
)

/** Whether a route responds with one record: as the table says, or because the same path can be updated or deleted. */
export function returnsOneRecord({ path, tabulated, success }: Route): boolean {
  return tabulated ? success.data === 'object' : path.endsWith('}') && changeable.has(path)
}

/** The kind of a value, as findings name it: `null`, `array`, `string`; `nothing` if it is absent. */
export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/**
 * The response to a create has the identifier of the created record in `data`, and the response to an update, if it has a
 * body, the identifier of the updated record. `homologation/product-id` judges the response to step 2; this rule reports only
 * that its identifier is not in `data`.
 */
export const created = observer('envelope/created', () => (seen, note) => {
  const { route } = seen
  if (!route || !(isCreate(route) || isUpdate(route))) return
  // of a path that the specification names without its methods, the response to a write is not known
  if (seen.isNamedOnly || seen.isWronglyAccepted) return
  if (!expectsIdentifier(seen, route)) return
  note.tested()
  if (seen.data === undefined) {
    const body = valueIn(seen.responseJson) ?? null
    if (isStep2(route) && identifierIn(body) === null) return
    const shown = isObject(body) ? showNames(Object.keys(body)) : kindOf(body)
    note.breach('no-data', { values: { shown } })
  } else if (!isStep2(route)) examineIdentifier(seen, route, note)
})

/** Whether the response must have an identifier. `envelope/json` judges a body that is not JSON. */
function expectsIdentifier(seen: SeenExchange, route: Route): boolean {
  const { exchange, status, isBodySeen, responseJson } = seen
  if ((status !== 200 && status !== 201) || !isBodySeen || exchange.response?.body?.flaw) return false
  const documented = documentedFacts(route, seen.context.profile)
  // the public document shows a response without the identifier
  if (documented && documented.data !== 'created') return false
  // without a body, only creates and some updates lack an identifier that the table demands
  return responseJson === null ? route.success.data === 'created' : responseJson.ok
}

/** If the specification shows no success status for a route, it shows no form of `data` either: `[{id: 7}]` is as good as `{id: 7}`. */
function examineIdentifier(seen: SeenExchange, route: Route, note: ObserverNote<'envelope/created'>): void {
  const id = route.success.status === null ? createdIn({ data: seen.data ?? null }) : identifierIn(seen.data)
  if (id !== null) {
    const { requestedId } = seen.pathIdentifier
    const isMasked = isLabel(requestedId) || isLabel(id)
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
  const headers = response?.headers ?? []
  // a header that holds no number announces nothing
  const announcedBytes = Number(headerValue(headers, 'content-length')) || 0
  const sizeBytes = Math.max(response?.body?.sizeBytes ?? 0, announcedBytes)
  if (sizeBytes > 0) note.breach('body', { values: { sizeBytes } })
  else if (headerValue(headers, 'transfer-encoding') !== null) note.breach('chunked')
})

/** The body of a success is JSON and declared as JSON. A byte order mark, which JSON forbids, is a warning. RFC 8259 §8.1 */
export const json = observer('envelope/json', () => (seen, note) => {
  const body = seen.exchange.response?.body
  if (!seen.route || !seen.isSuccess || seen.status === 204 || !seen.isBodySeen || !body) return
  // `envelope/data` and `envelope/created` report a body that is missing
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

/**
 * Describes why a text is not JSON by its end if it breaks off (``breaks-off `…"nome":` ``), else by its beginning
 * (``begins `<html>` ``). The parser's message would differ between JavaScript engines.
 */
function describeFlaw(flaw: JsonFlaw, text: string): string {
  if (flaw === 'empty') return 'blank'
  if (flaw === 'too-deep') return `too-deep ${MAX_JSON_DEPTH}`
  const line = text.replaceAll('`', "'").replace(/\s+/g, ' ').trim()
  return /^[[{]/.test(line) && openAtEnd(text) > 0
    ? `breaks-off \`${line.slice(-SHOWN_CHARS)}\``
    : `begins \`${line.slice(0, SHOWN_CHARS)}\``
}

const SHOWN_CHARS = 40
