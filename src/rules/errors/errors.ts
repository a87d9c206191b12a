import { credentialsOf, headerValue } from '../../exchange/exchange.js'
import { isObject, type Json } from '../../exchange/json.js'
import type { QueryParameter, Route } from '../../specification/route.js'
import { addressesRecord } from '../conventions.js'
import { kindOf } from '../envelope/envelope.js'
import { digestOf } from '../fingerprint.js'
import { onlyValue } from '../lists/list-of.js'
import { type Memory, Recent } from '../memory.js'
import { observer } from '../observer.js'
import { declaresJson, isAtOtherHost, type SeenExchange } from '../seen.js'
import { lacksRequired } from '../shapes/knowledge.js'
import { outcomeOf } from '../trace.js'

/**
 * An invalid request gives 400: one that our own run made invalid on purpose, or whose query breaks the table for all to
 * see. A must where 400 is tabulated; 5xx is an error everywhere. The custom field's situation is `situations/custom-field`.
 */
export const invalidRequest = observer('errors/invalid-request', () => (seen, note) => {
  const { route, status, intent } = seen
  if (!route || route.id === 'campos-customizados/set-situation' || route.family === 'homologacao') return
  if (status === null || seen.isAccessRefused) return
  // the table lists a 400 for creates, updates, deletes, actions, and lists that have filters
  if (!route.errors.includes(400) && route.method === 'GET' && filtersOf(route.query).length === 0) return
  const wrong = wrongParameter(seen)
  if (intent !== 'invalid' && wrong === null) return
  if (intent !== 'invalid' && status >= 500) return
  note.tested()
  const values = { status, parameter: wrong }
  const severity = route.errors.includes(400) || status >= 500 ? {} : ({ severity: 'warning' } as const)
  if (seen.isSuccess) note.breach(wrong === null ? 'accepted' : 'accepted-query', { values, ...severity })
  else if (saysInvalid(seen, status) && status !== 400 && !isMalformed(seen, status))
    note.breach('other-status', { values, ...severity })
})

/** Whether the refusal certainly concerns invalid content. Requests of others may be refused for other reasons. */
export function saysInvalid({ intent }: SeenExchange, status: number): boolean {
  return intent === 'invalid' || status === 422
}

/** An identifier that no record can have belongs to no record, so 404 is right for it too. */
function isMalformed({ route, params, exchange }: SeenExchange, status: number): boolean {
  const [id = ''] = Object.values(params)
  return (
    status === 404 &&
    route?.path.includes('{') === true &&
    exchange.request.body === null &&
    !/^\d+$/.test(id)
  )
}

function filtersOf(query: Route['query']): [string, QueryParameter][] {
  return Object.entries(query).filter(([name]) => name !== 'pagina' && name !== 'limite')
}

/** The first parameter whose value the table excludes. Those of paging are not defined closely enough. */
function wrongParameter({ route, query }: SeenExchange): string | null {
  for (const [name, parameter] of filtersOf(route?.query ?? {})) {
    const { type, values } = parameter
    const value = onlyValue(query, name) ?? ''
    const isWhole = /^-?\d+$/.test(value) && (!values || values.includes(Number(value)))
    if (value !== '' && type !== 'string' && !isWhole) return name
  }
  return null
}

const LONG_BODY_CHARS = 10_000

/**
 * An identifier that does not exist, or no longer does, gives 404 on operations that address a record.
 * `records/deleted` reports a deleted record that can still be read. This rule reports one that can still be changed
 * or deleted again, unless a read showed that it still exists, because then that is the fault.
 */
export const unknownRecord = observer('errors/unknown-record', (memory) => {
  const accepted = new Recent<true>(200)
  /** Routes by the token that they were asked with: accounts have scopes of their own. */
  const opened = new Recent<true>(2_000)
  return (seen, note) => {
    const { route, status } = seen
    if (!route || !addressesRecord(route)) return
    if (!isForUnknown(seen, route, memory)) {
      if (seen.isSuccess) opened.set(`${route.id} ${credentialsOf(seen.exchange)}`, true)
      if (seen.isSuccess && isExaminedFirst(route)) accepted.set(askedOf(seen, route), true)
      return
    }
    if (status === null || lacksRequired(seen)) return
    // a route that was open to the token is not closed by its scope: a 403 that names none is about the record
    const { response, staged } = seen.exchange
    const isHidden = status === 403 && !staged && !/insufficient_scope/i.test(response?.body?.text ?? '')
    const isOpen = opened.has(`${route.id} ${credentialsOf(seen.exchange)}`)
    if (seen.isAccessRefused && !(isOpen && isHidden)) return
    if (memory.wasReadAfterDelete(seen.recordKey)) return
    note.tested()
    const mayComeFirst = status === 400 && isExaminedFirst(route) && !accepted.has(askedOf(seen, route))
    if (seen.isSuccess) note.breach('accepted', { values: { status } })
    else if (status !== 404 && !mayComeFirst) note.breach('other-status', { values: { status } })
  }
})

/** A key for the operation that was requested on a record. Many are kept, so a long body becomes its digest. */
function askedOf(seen: SeenExchange, route: Route): string {
  const body = seen.exchange.request.body?.text ?? ''
  return `${route.id} ${seen.recordKey} ${body.length > LONG_BODY_CHARS ? digestOf([body]) : body}`
}

/** Known to be so: by what our own run meant, or since this traffic deleted it. */
function isForUnknown(seen: SeenExchange, route: Route, memory: Memory): boolean {
  const wasDeleted = memory.wasDeleted(seen.recordKey)
  if (route.method === 'GET') return seen.intent === 'unknown-record' && !wasDeleted
  // of two requests under way together, either may come first
  const isAfter = seen.exchange.sentAtMs >= memory.deletedAtMs(seen.recordKey)
  return seen.intent === 'unknown-record' || (wasDeleted && seen.intent !== 'invalid' && isAfter)
}

/** Whether 400 may come before 404. It may not for a request that was accepted while the record existed. */
function isExaminedFirst(route: Route): boolean {
  return route.body || (!route.tabulated && route.method === 'POST')
}

/**
 * 400 and 404 carry a JSON body of one shared shape. The specification does not show its fields, and some may come
 * and go; two bodies have the same shape if they share a field and no shared field changes its kind. A path that is
 * merely named may not have such an operation, so a response there proves nothing about the others.
 */
export const shape = observer('errors/shape', () => {
  let first: { readonly body: Json; readonly exchange: string } | null = null
  return (seen, note) => {
    if (!seen.route || seen.route.namedOnly || (seen.status !== 400 && seen.status !== 404)) return
    if (!seen.isBodySeen || isAtOtherHost(seen.exchange, seen.context.profile)) return
    // a response that refuses the token or reports the limit has its own form, which the specification does not show
    const outcome = outcomeOf(seen.exchange, seen.context.profile)
    if (seen.route.family === 'homologacao' && outcome !== 'error') return
    note.tested()
    const values = { status: seen.status }
    if (!seen.exchange.response?.body?.sizeBytes) note.breach('empty', { values })
    else if (
      !seen.responseJson?.ok ||
      typeof seen.responseJson.value !== 'object' ||
      seen.responseJson.value === null
    )
      note.breach('not-json', {
        values: { ...values, seen: seen.responseJson?.ok ? kindOf(seen.responseJson.value) : 'no-json' },
      })
    else if (!declaresJson(seen.exchange))
      note.breach('not-declared', {
        values: { ...values, declared: headerValue(seen.exchange.response?.headers ?? [], 'content-type') },
      })
    else {
      const body = seen.responseJson.value
      first ??= { body, exchange: seen.exchange.id }
      const evidence = { first: first.exchange, before: namesOf(first.body), now: namesOf(body) }
      if (!isSameShape(first.body, body)) note.breach('other-shape', { values: { ...values, ...evidence } })
    }
  }
})

function namesOf(body: Json): string {
  return isObject(body) ? Object.keys(body).slice(0, 8).join(', ') : '[…]'
}

/** If both bodies have the form `{"error": {…}}`, the inner fields are compared. */
function isSameShape(a: Json, b: Json): boolean {
  const [within, other] = [unwrapped(a), unwrapped(b)]
  return within && other ? haveSameFields(within, other) : haveSameFields(a, b)
}

/** The fields of the single object that a body contains; null if the body has another form. */
function unwrapped(body: Json): Json | null {
  const [[name, value] = [], ...more] = isObject(body) ? Object.entries(body) : []
  if (more.length > 0 || !isObject(value)) return null
  return Object.fromEntries(Object.entries(value).map(([inner, item]) => [`${name}.${inner}`, item]))
}

function haveSameFields(a: Json, b: Json): boolean {
  if (!isObject(a) || !isObject(b)) return Array.isArray(a) === Array.isArray(b)
  const [names, others] = [Object.keys(a), Object.keys(b)]
  if (names.length === 0 && others.length === 0) return true
  const shared = names.filter((name) => Object.hasOwn(b, name))
  return shared.length > 0 && shared.every((name) => isSameKind(a[name], b[name]))
}

function isSameKind(a: Json | undefined, b: Json | undefined): boolean {
  return a === null || b === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b))
}
