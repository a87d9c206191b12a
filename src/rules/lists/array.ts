import { isObject } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { documentedOf } from '../conventions.js'
import { isRecord, kindOf } from '../envelope/data.js'
import {
  byTable,
  type Concern,
  type ObservedOptions,
  type ObserverNote,
  type Occasion,
  observer,
} from '../observer.js'
import { isWronglyAccepted, type SeenExchange } from '../seen.js'
import { severityBy } from '../shapes/knowledge.js'

const onList: Concern = (occasion) => {
  const { route, isSuccess } = occasion
  return route !== null && isSuccess && (isListings(route) || isListed(occasion, route, true))
}

/**
 * A list's `data` is an array of objects. GET /anuncios: an array, or an object whose one array of objects holds the records; the
 * report says where an object came.
 */
export const array = observer('lists/array', onList, () => {
  const asArray = new Set<string>()
  return (seen, note) => examine(seen, note, asArray)
})

/** `asArray`: the routes that have responded with an array, so that an object is no other reading of theirs. */
function examine(seen: SeenExchange, note: ObserverNote<'lists/array'>, asArray: Set<string>): void {
  const { route, data } = seen
  if (!route || data === undefined || !seen.isBodySeen || isWronglyAccepted(seen)) return
  const mayWrap = isListings(route)
  if (!mayWrap && !isListed(seen, route, Array.isArray(data))) return
  note.tested()
  if (Array.isArray(data)) asArray.add(route.id)
  if (mayWrap && isObject(data))
    note.breach(seen.listed ? 'listing-object' : 'listing-without-array', {
      values: { fields: Object.keys(data).slice(0, 8).join(', ') },
      severity: 'info',
    })
  else if (!Array.isArray(data)) {
    // an undocumented operation may respond with an object; no operation responds with anything that is neither an
    // array nor an object
    if (!mayWrap)
      note.breach('no-array', {
        values: { kind: kindOf(data) },
        ...(isObject(data) && !asArray.has(route.id) ? byKnowledge(seen, route) : {}),
      })
  } else {
    const index = data.findIndex((item) => !isObject(item))
    if (index >= 0) note.breach('no-objects', { values: { index, kind: kindOf(data[index]) } })
  }
}

/** If only the shape of a path shows the route, the document may still show that the route is a list. */
function byKnowledge(seen: SeenExchange, route: Route): Pick<ObservedOptions, 'severity'> {
  const isDocumented = documentedOf(route, seen.context.profile)?.data === 'array' && !isSellers(route)
  return isDocumented && !route.tabulated ? severityBy('document', seen) : byTable(seen)
}

/** The document itself shows one object with pagination for these lists. It is a slip, but a service may follow it. */
function isSellers({ id }: Route): boolean {
  return id === 'vendedores/list'
}

function isListings({ id }: Route): boolean {
  return id === 'anuncios/list'
}

/**
 * True if the table shows a list. If only the shape or the name of the route is known, an array in the response shows
 * that it is a list, which is judged like any other.
 */
function isListed({ isNamedOnly }: Occasion, route: Route, isArray: boolean): boolean {
  if (route.success.data === 'array' && !isNamedOnly) return true
  return isArray && route.method === 'GET' && !route.tabulated && !isRecord(route)
}
