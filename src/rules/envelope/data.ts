import { isObject, type Json, property, valueIn } from '../../exchange/json.js'
import { allRoutes } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import { addressesRecord, documentedOf, isStep2 } from '../conventions.js'
import { type ObservedOptions, type ObserverNote, observer } from '../observer.js'
import { isEnvelope, mustNotWrap, type SeenExchange } from '../seen.js'
import { severityBy } from '../shapes/knowledge.js'

/**
 * The body of a successful read is one object with one property `data`, of the operation's kind, on every route. That the
 * `data` of a list is an array is `lists/array`; what a create responses, `envelope/created`; what step 1 must hold,
 * `homologation/product-data`.
 */
export const data = observer('envelope/data', () => (seen, note) => {
  if (!seen.route || !expectsEnvelope(seen, seen.route)) return
  note.tested()
  const value = valueIn(seen.json)
  if (seen.route.family === 'homologacao') {
    if (isObject(value) && Object.hasOwn(value, 'data')) examineExtras(value, note)
  } else if (!isObject(value)) note.breach('no-object', { values: { kind: kindOf(value) } })
  else if (mustNotWrap(seen) && isEnvelope(property(value, 'data')))
    note.breach('twice', byKnowledge(seen, seen.route))
  else if (documentedOf(seen.route, seen.context.profile)?.bare) return
  else if (!Object.hasOwn(value, 'data') || isBareRecord(value, seen.route))
    note.breach('missing', { values: { fields: Object.keys(value).slice(0, 8).join(', ') } })
  else {
    examineExtras(value, note)
    examineKind(seen, seen.route, property(value, 'data'), note)
  }
})

/** A record without its envelope may have a date named `data`. That is one fault of the envelope, not two. */
function isBareRecord(value: { readonly [key: string]: Json }, route: Route): boolean {
  return isRecord(route) && typeof value.data === 'string' && Object.hasOwn(value, 'id')
}

type DataNote = ObserverNote<'envelope/data'>

/** A body that is not JSON is reported by `envelope/json`, an unsuccessful status by `envelope/status`. */
function expectsEnvelope(seen: SeenExchange, route: Route): boolean {
  const { exchange, status, isBodySeen, json, meant } = seen
  // that it succeeded at all is errors/unknown-record
  if (meant === 'unknown-record' && addressesRecord(route)) return false
  if ((route.method !== 'GET' && !isStep2(route)) || (status !== 200 && status !== 201)) return false
  if (!isBodySeen || exchange.response?.body?.flaw) return false
  return json === null || json.ok
}

/** A route given only by its shape may respond with anything but a bare record, unless the document shows more. */
function byKnowledge(seen: SeenExchange, route: Route): Pick<ObservedOptions, 'severity'> {
  if (route.tabulated || isRecord(route)) return {}
  return documentedOf(route, seen.context.profile) ? severityBy('document', seen) : { severity: 'info' }
}

/** "One property `data`": of a create's body the rest is not shown, of a read's it is nothing. */
function examineExtras(value: { readonly [key: string]: Json }, note: DataNote): void {
  const extra = Object.keys(value).filter((name) => name !== 'data')
  if (extra.length > 0) note.breach('extra', { values: { fields: extra.slice(0, 8).join(', ') } })
}

/** An object or an array, depending on the operation; a list's is `lists/array`. */
function examineKind(seen: SeenExchange, route: Route, value: Json | undefined, note: DataNote): void {
  if (isObject(value) || (route.success.data === 'array' && !seen.isNamedOnly)) return
  const values = { kind: kindOf(value) }
  if (!Array.isArray(value)) note.breach(isRecord(route) ? 'kind' : 'neither', { values })
  else if (isRecord(route) && documentedOf(route, seen.context.profile)?.data !== 'array')
    note.breach('kind', { values })
}

/** Whether the response is one record: by the table, else because the same path can be updated or deleted. */
export function isRecord(route: Route): boolean {
  const known = records.get(route)
  if (known !== undefined) return known
  const { path, tabulated, success } = route
  const changes = (other: Route) =>
    other.path === path && (other.method === 'PUT' || other.method === 'DELETE')
  const isSo = tabulated
    ? success.data === 'object'
    : path.endsWith('}') && allRoutes('document').some(changes)
  records.set(route, isSo)
  return isSo
}

const records = new Map<Route, boolean>()

export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
