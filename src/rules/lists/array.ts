import { isObject } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { documentedOf } from '../conventions.js'
import { isRecord, kindOf } from '../envelope/data.js'
import { identifierField, isIdentifier, isRounded } from '../identifier.js'
import { byTable, type ObservedOptions, observer } from '../observer.js'
import { show } from '../records/equal-enough.js'
import type { SeenExchange } from '../seen.js'
import { listsRecords, severityBy } from '../shapes/knowledge.js'
import { isCollection, wholeIn } from './list-of.js'

/**
 * A list's `data` is an array of objects. GET /anuncios: an array, or an object whose one array of objects holds the records; the
 * report says where an object came.
 */
export const array = observer('lists/array', () => {
  /** The routes that have responded with an array, so that an object is no other reading of theirs. */
  const asArray = new Set<string>()
  return (seen, note) => {
    const { route, data } = seen
    if (!route || data === undefined || !seen.isBodySeen || seen.isWronglyAccepted) return
    const mayWrap = route.id === 'anuncios/list'
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
})

/** If only the shape of a path shows the route, the document may still show that the route is a list. */
function byKnowledge(seen: SeenExchange, route: Route): Pick<ObservedOptions, 'severity'> {
  // for the sellers the document itself shows one object with pagination: a slip, but a service may follow it
  const isSellers = route.id === 'vendedores/list'
  const isDocumented = documentedOf(route, seen.context.profile)?.data === 'array' && !isSellers
  return isDocumented && !route.tabulated ? severityBy('document', seen) : byTable(seen)
}

/** Whether it is a list: by the table, or because a route known only by its shape responds with an array. */
function isListed({ isNamedOnly }: SeenExchange, route: Route, isArray: boolean): boolean {
  if (route.success.data === 'array' && !isNamedOnly) return true
  return isArray && route.method === 'GET' && !route.tabulated && !isRecord(route)
}

/** Every record of a list has its identifier. Items for which the document shows none are not records. */
export const identifier = observer('lists/identifier', () => (seen, note) => {
  const records = seen.listed
  if (!records || records.length === 0) return
  if (listsRecords(seen) === false) return
  note.tested()
  const shownIn = records.map(identifierField)
  const index = shownIn.findIndex((shown) => !isIdentifier(shown) && !isRounded(shown))
  const rounded = shownIn.findIndex(isRounded)
  if (rounded >= 0) note.breach('rounded', { values: { index: rounded }, severity: 'info' })
  if (index < 0) return
  const shown = shownIn[index]
  note.breach('missing', { values: { index, shown: shown === undefined ? null : show(shown) } })
})

/** No page is longer than `limite`. */
export const limit = observer('lists/limit', () => (seen, note) => {
  const limite = wholeIn(seen.query, 'limite')
  if (!limite || !seen.listed || !seen.route) return
  note.tested()
  const count = seen.listed.length
  if (count <= limite) return
  const severity = isCollection(seen.route) ? {} : ({ severity: 'info' } as const)
  note.breach('longer', { values: { limite, count }, ...severity })
})
