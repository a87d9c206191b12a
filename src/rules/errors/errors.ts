import { credentialsOf, headerValue } from '../../exchange/exchange.js'
import { isObject, type Json, valueIn } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { needsRecord } from '../conventions.js'
import { kindOf } from '../envelope/envelope.js'
import { digestOf } from '../fingerprint.js'
import { filtersOf, onlyValue } from '../lists/list-of.js'
import { type Memory, RecentMap } from '../memory.js'
import { observer } from '../observer.js'
import { showNames } from '../records/equal-enough.js'
import { declaresJson, type Fields, isAtOtherHost, type SeenExchange } from '../seen.js'
import { lacksRequired } from '../shapes/knowledge.js'
import { outcomeOf } from '../trace.js'

/**
 * An invalid request is refused with 400. A request is known to be invalid if our own run made it so on purpose, or if its
 * query has a value that the route's table in the specification excludes. If that table lists no 400, only a 5xx is an error,
 * and the rest is a warning. `situations/custom-field` judges the situation of a custom field.
 */
export const invalidRequest = observer('errors/invalid-request', () => (seen, note) => {
  const { route, status, intent } = seen
  if (!route || route.id === 'campos-customizados/set-situation' || route.family === 'homologacao') return
  if (status === null || seen.isAccessRefused) return
  // the tables list a 400 for writes and for lists with filters; another read is judged only if its own table lists one
  const lists400 = route.errors.includes(400)
  if (!lists400 && route.method === 'GET' && filtersOf(route.query).length === 0) return
  const wrong = wrongParameter(seen)
  // a 5xx to a request of another client is left to `envelope/status`
  if (intent !== 'invalid' && (wrong === null || status >= 500)) return
  note.tested()
  const values = { status, parameter: wrong }
  const severity = lists400 || status >= 500 ? {} : ({ severity: 'warning' } as const)
  if (seen.isSuccess) note.breach(wrong === null ? 'accepted' : 'accepted-query', { values, ...severity })
  else if (isAboutContent(seen, status) && status !== 400 && !hasImpossibleIdentifier(seen, status))
    note.breach('other-status', { values, ...severity })
})

/** Whether a refusal is surely about invalid content. Requests of other clients may be refused for other reasons. */
export function isAboutContent({ intent }: SeenExchange, status: number): boolean {
  return intent === 'invalid' || status === 422
}

/** Whether a request without a body was refused with 404 because of an identifier such as `abc`. No record has it, so 404 is right. */
function hasImpossibleIdentifier({ route, params, exchange }: SeenExchange, status: number): boolean {
  if (status !== 404 || exchange.request.body !== null) return false
  const [id = ''] = Object.values(params)
  return route?.path.includes('{') === true && !/^\d+$/.test(id)
}

/** The name of the first filter with a value that the table excludes. The parameters of paging are not defined closely enough. */
function wrongParameter({ route, query }: SeenExchange): string | null {
  for (const [name, { type, values }] of filtersOf(route?.query ?? {})) {
    const value = onlyValue(query, name) ?? ''
    if (value === '' || type === 'string') continue
    const isWhole = /^-?\d+$/.test(value)
    if (!isWhole || values?.includes(Number(value)) === false) return name
  }
  return null
}

/**
 * A request for a record that does not exist, or was deleted, is refused with 404. `records/deleted` reports a deleted
 * record that can still be read. This rule reports one that can still be changed or deleted again. If a read has shown it
 * after its deletion, only that read is reported.
 */
export const unknownRecord = observer('errors/unknown-record', (memory) => {
  /** Operations on a record that were accepted, with their body. That body cannot be the reason for a later 400. */
  const acceptedBodies = new RecentMap<true>(200)
  /** Routes that accepted a token. Each token has its own scopes, so its label is a part of the key. */
  const permitted = new RecentMap<true>(2_000)
  return (seen, note) => {
    const { route, status } = seen
    if (!route || !needsRecord(route)) return
    const permission = `${route.id} ${credentialsOf(seen.exchange)}`
    if (!isForUnknown(seen, route, memory)) {
      if (seen.isSuccess) permitted.set(permission, true)
      if (seen.isSuccess && mayCheckBodyFirst(route)) acceptedBodies.set(operationKey(seen, route), true)
      return
    }
    // `request/query` reports a query without a required parameter, and a 400 to it is right
    if (status === null || lacksRequired(seen)) return
    const { response, staged } = seen.exchange
    const mentionsScope = /insufficient_scope/i.test(response?.body?.text ?? '')
    // if the token may use the route, a 403 that mentions no scope is about the record
    const isAboutRecord = status === 403 && !staged && !mentionsScope && permitted.has(permission)
    if (seen.isAccessRefused && !isAboutRecord) return
    // the read after the deletion was reported, and it makes every later success plausible
    if (memory.wasReadAfterDelete(seen.recordKey)) return
    note.tested()
    const mayBeAboutBody =
      status === 400 && mayCheckBodyFirst(route) && !acceptedBodies.has(operationKey(seen, route))
    if (seen.isSuccess) note.breach('accepted', { values: { status } })
    else if (status !== 404 && !mayBeAboutBody) note.breach('other-status', { values: { status } })
  }
})

const LONG_BODY_CHARS = 10_000

/** A key for an operation on a record with a body. Many keys are kept, so a long body is replaced by its digest. */
function operationKey(seen: SeenExchange, route: Route): string {
  const body = seen.exchange.request.body?.text ?? ''
  return `${route.id} ${seen.recordKey} ${body.length > LONG_BODY_CHARS ? digestOf([body]) : body}`
}

/** Whether a request surely addresses no existing record: our own run meant it so, or this traffic deleted the record. */
function isForUnknown(seen: SeenExchange, route: Route, memory: Memory): boolean {
  const wasDeleted = memory.wasDeleted(seen.recordKey)
  // `records/deleted` judges reads of deleted records
  if (route.method === 'GET') return seen.intent === 'unknown-record' && !wasDeleted
  // if two requests overlap, the service may process either first
  const isAfter = seen.exchange.sentAtMs >= memory.deletedAtMs(seen.recordKey)
  return seen.intent === 'unknown-record' || (wasDeleted && seen.intent !== 'invalid' && isAfter)
}

/** Whether the service may check the body before the record, and so refuse with 400. A POST that is not tabulated may have a body. */
function mayCheckBodyFirst(route: Route): boolean {
  return route.body || (!route.tabulated && route.method === 'POST')
}

/**
 * All responses with 400 and 404 have a JSON body of the same shape. The specification does not show its fields, and some
 * may be optional. So two bodies have the same shape if they share a field and no shared field changes its kind. Paths that
 * the specification names without methods are left out, because the service may not have the operation.
 */
export const shape = observer('errors/shape', () => {
  /** The first error body of the stream, with which all others are compared. */
  let first: { readonly body: Json; readonly exchange: string } | null = null
  return (seen, note) => {
    if (!seen.route || seen.route.namedOnly || (seen.status !== 400 && seen.status !== 404)) return
    if (!seen.isBodySeen || isAtOtherHost(seen.exchange, seen.context.profile)) return
    // the response to a refused token or at a limit has another form, which the specification does not show
    const outcome = outcomeOf(seen.exchange, seen.context.profile)
    if (seen.route.family === 'homologacao' && outcome !== 'error') return
    note.tested()
    const values = { status: seen.status }
    const body = valueIn(seen.responseJson)
    if (!seen.exchange.response?.body?.sizeBytes) note.breach('empty', { values })
    else if (typeof body !== 'object' || body === null)
      note.breach('not-json', { values: { ...values, seen: body === undefined ? 'no-json' : kindOf(body) } })
    else if (!declaresJson(seen.exchange))
      note.breach('not-declared', {
        values: { ...values, declared: headerValue(seen.exchange.response?.headers ?? [], 'content-type') },
      })
    else {
      first ??= { body, exchange: seen.exchange.id }
      const evidence = { first: first.exchange, before: namesOf(first.body), now: namesOf(body) }
      if (!isSameShape(first.body, body)) note.breach('other-shape', { values: { ...values, ...evidence } })
    }
  }
})

function namesOf(body: Json): string {
  return isObject(body) ? showNames(Object.keys(body)) : '[…]'
}

/** Two bodies `{"error": {…}}` are compared by their inner fields, because the single outer field is the same anyway. */
function isSameShape(a: Json, b: Json): boolean {
  if (!isObject(a) || !isObject(b)) return Array.isArray(a) === Array.isArray(b)
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  const [only = ''] = names
  const [innerA, innerB] = [a[only], b[only]]
  const areWrapped = names.size === 1 && isObject(innerA) && isObject(innerB)
  return areWrapped ? haveSameFields(innerA, innerB) : haveSameFields(a, b)
}

function haveSameFields(a: Fields, b: Fields): boolean {
  const [names, others] = [Object.keys(a), Object.keys(b)]
  if (names.length === 0 && others.length === 0) return true
  const shared = names.filter((name) => Object.hasOwn(b, name))
  return shared.length > 0 && shared.every((name) => isSameKind(a[name], b[name]))
}

function isSameKind(a: Json | undefined, b: Json | undefined): boolean {
  return a === null || b === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b))
}
