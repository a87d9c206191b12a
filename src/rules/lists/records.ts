import { isObject, type Json } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { documentedFacts } from '../conventions.js'
import { kindOf, returnsOneRecord } from '../envelope/envelope.js'
import { identifierField, isIdentifier, isRounded } from '../identifier.js'
import { RecentMap } from '../memory.js'
import { type ObservedOptions, observer } from '../observer.js'
import { show, showNames } from '../records/equal-enough.js'
import { isSingleRead } from '../records/single-read.js'
import type { Fields, SeenExchange } from '../seen.js'
import { documentedFieldNames, listsRecords, severityBy } from '../shapes/knowledge.js'
import { isCollection, wholeIn } from './list-of.js'

/** `data` of a list is an array of objects. For GET /anuncios it may be an object with one such array. */
export const array = observer('lists/array', () => {
  /** Routes that responded with an array at least once. An object from them is surely wrong. */
  const asArray = new Set<string>()
  return (seen, note) => {
    const { route, data } = seen
    if (!route || data === undefined || !seen.isBodySeen || seen.isWronglyAccepted) return
    const mayWrap = route.id === 'anuncios/list'
    if (!mayWrap && !isListed(seen, route, Array.isArray(data))) return
    note.tested()
    if (Array.isArray(data)) {
      asArray.add(route.id)
      const index = data.findIndex((item) => !isObject(item))
      if (index >= 0) note.breach('no-objects', { values: { index, kind: kindOf(data[index]) } })
      return
    }
    if (mayWrap) {
      // `envelope/data` reports a text or a number
      if (!isObject(data)) return
      const values = { fields: showNames(Object.keys(data)) }
      const suffix = seen.listedRecords ? 'listing-object' : 'listing-without-array'
      return note.breach(suffix, { values, severity: 'info' })
    }
    // an undocumented operation may respond with an object, but never with a text or a number
    const mayBeObject = isObject(data) && !asArray.has(route.id)
    const severity = mayBeObject ? severityOfObject(seen, route) : {}
    note.breach('no-array', { values: { kind: kindOf(data) }, ...severity })
  }
})

/** The severity of an object in place of the array. For a route outside the table, the public document may show that it is a list. */
function severityOfObject(seen: SeenExchange, route: Route): Pick<ObservedOptions, 'severity'> {
  if (route.tabulated) return {}
  // the document shows the sellers as an object with pagination, by mistake, and a service may follow it
  const isSellers = route.id === 'vendedores/list'
  const isDocumented = documentedFacts(route, seen.context.profile)?.data === 'array' && !isSellers
  return isDocumented ? severityBy('document', seen) : { severity: 'info' }
}

/**
 * Whether a response is a list: by the table, or because a route outside the table responds with an array. A path that the
 * specification names without its methods (`isNamedOnly`) may respond with something else.
 */
function isListed({ isNamedOnly }: SeenExchange, route: Route, isArray: boolean): boolean {
  if (route.success.data === 'array' && !isNamedOnly) return true
  return isArray && route.method === 'GET' && !route.tabulated && !returnsOneRecord(route)
}

/** Every record of a list has an identifier. Items without one in the public document are not records. */
export const identifier = observer('lists/identifier', () => (seen, note) => {
  const records = seen.listedRecords
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
  if (!limite || !seen.listedRecords || !seen.route) return
  note.tested()
  const count = seen.listedRecords.length
  if (count <= limite) return
  const severity = isCollection(seen.route) ? {} : ({ severity: 'info' } as const)
  note.breach('longer', { values: { limite, count }, ...severity })
})

/** The records that one response of a list showed. */
interface Listed {
  readonly records: readonly Fields[]
  /** The number of writes seen before. A later write may have changed the record. */
  readonly writes: number
  readonly exchange: string
  /** The fields that the document shows for the list's records. */
  readonly documented: readonly string[] | null
}

/** How many pages of a list, and records of a page, are remembered. */
const PAGES_KEPT = 4
const RECORDS_KEPT = 100

/** Single reads that show the same fields as the list, by the table of routes. */
const tabulatedAlike = new Set(['categorias-lojas/read', 'categorias-produtos/read'])

/** The records of a list are summaries: the single read shows more fields. */
export const summary = observer('lists/summary', (memory) => {
  /** By list, its newest pages that had records. */
  const lists = new RecentMap<readonly Listed[]>(40)
  return (seen, note) => {
    const { data, key, listedRecords } = seen
    if (listedRecords && listedRecords.length > 0) {
      const page = {
        records: listedRecords.slice(0, RECORDS_KEPT),
        writes: memory.countWrites(seen),
        exchange: seen.exchange.id,
        documented: documentedFieldNames(seen),
      }
      lists.set(key, [...(lists.get(key) ?? []), page].slice(-PAGES_KEPT))
    }
    if (!isSingleRead(seen) || !isObject(data)) return
    // `records/same-identifier` reports an empty record
    if (Object.keys(data).length === 0) return
    const slash = key.lastIndexOf('/')
    const id = key.slice(slash + 1)
    const pages = lists.get(key.slice(0, slash)) ?? []
    const writes = memory.countWrites(seen)
    const page = pages.findLast((earlier) => earlier.writes === writes && findById(earlier.records, id))
    const record = page && findById(page.records, id)
    if (!record) return
    note.tested()
    const [fields, listed] = [Object.keys(data).length, Object.keys(record).length]
    const values = { fields, listed, list: page.exchange }
    const lacksIdentifier = !isIdentifier(identifierField(data))
    // `records/same-identifier` reports a missing identifier, so the field counts as shown
    if (fields + Number(lacksIdentifier) < listed) return note.breach('fewer', { values })
    // a record created in this traffic may have so few fields that the summary shows all of them
    if (lacksIdentifier || memory.wasCreated(key) || isAlike(seen, page)) return
    if (!showsMore(data, record)) note.breach('as-full', { values })
  }
})

/** Whether the table or the public document shows the same fields for the list and the single read. */
function isAlike(seen: SeenExchange, { documented }: Listed): boolean {
  if (seen.route && tabulatedAlike.has(seen.route.id)) return true
  const single = documentedFieldNames(seen)
  return single !== null && documented !== null && single.every((name) => documented.includes(name))
}

function findById(records: readonly Fields[], id: string): Fields | undefined {
  return records.find((record) => String(identifierField(record)) === id)
}

/** Whether a field at any depth appears in the single read only. */
function showsMore(single: Json, listed: Json): boolean {
  if (Array.isArray(single)) {
    const items = Array.isArray(listed) ? listed : []
    return single.length > items.length || single.some((item, i) => showsMore(item, items[i] ?? null))
  }
  if (!isObject(single)) return false
  if (!isObject(listed)) return true
  return Object.entries(single).some(
    ([name, value]) => !Object.hasOwn(listed, name) || showsMore(value, listed[name] ?? null),
  )
}
