import { isObject, type Json } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { documentedFacts } from '../conventions.js'
import { isRecord, kindOf } from '../envelope/envelope.js'
import { identifierField, isIdentifier, isRounded } from '../identifier.js'
import { Recent } from '../memory.js'
import { type ObservedOptions, observer } from '../observer.js'
import { show } from '../records/equal-enough.js'
import type { Fields, SeenExchange } from '../seen.js'
import { documentedFields, listsRecords, severityBy } from '../shapes/knowledge.js'
import { isCollection, wholeIn } from './list-of.js'

/** A list's `data` is an array of objects; that of GET /anuncios may be an object with one such array. */
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
  if (route.tabulated) return {}
  // for the sellers the document itself shows one object with pagination: a slip, but a service may follow it
  const isSellers = route.id === 'vendedores/list'
  const isDocumented = documentedFacts(route, seen.context.profile)?.data === 'array' && !isSellers
  return isDocumented ? severityBy('document', seen) : { severity: 'info' }
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

interface Page {
  readonly records: readonly Fields[]
  /** Writes seen before: a later one may have changed the record. */
  readonly writes: number
  readonly exchange: string
  /** The fields that the document shows for the list's records. */
  readonly documented: readonly string[] | null
}

/** Pages of one list, and records of a page, whose fields are counted. */
const PAGES_KEPT = 4
const RECORDS_KEPT = 100

/** Single reads whose table gives the same record as the table of the list, so they have nothing more to show. */
const tabulatedAlike = new Set(['categorias-lojas/read', 'categorias-produtos/read'])

/** A list's record is a summary: the single read shows more fields. A marketplace's category is left out. */
export const summary = observer('lists/summary', (memory) => {
  const lists = new Recent<readonly Page[]>(40)
  return (seen, note) => {
    const { route, data, key, listed } = seen
    if (listed && listed.length > 0) {
      const page = {
        records: listed.slice(0, RECORDS_KEPT),
        writes: memory.countWrites(seen),
        exchange: seen.exchange.id,
        documented: documentedFields(seen),
      }
      lists.set(key, [...(lists.get(key) ?? []), page].slice(-PAGES_KEPT))
    }
    if (route?.method !== 'GET' || route.success.data !== 'object' || !isObject(data)) return
    if (lists.isEmpty || route.id === 'anuncios/read-category') return
    // an empty record is the affair of records/same-identifier
    if (Object.keys(data).length === 0) return
    const end = key.lastIndexOf('/')
    const pages = (lists.get(key.slice(0, end)) ?? []).filter(
      ({ writes }) => writes === memory.countWrites(seen),
    )
    const page = pages.findLast(({ records }) => find(records, key.slice(end + 1)))
    const record = page && find(page.records, key.slice(end + 1))
    if (!record) return
    note.tested()
    const fields = Object.keys(data).length
    const before = Object.keys(record).length
    // a missing identifier is reported by records/same-identifier
    const isLacking = !isIdentifier(identifierField(data))
    const values = { fields, listed: before, list: page.exchange }
    if (fields < before - Number(isLacking)) note.breach('fewer', { values })
    // what this traffic created may be so bare that no summary is shorter
    else if (!isLacking && !isAlike(seen, page) && !memory.wasCreated(key) && !showsMore(data, record))
      note.breach('as-full', { values })
  }
})

/** True if the tables, or the document, give the same record for the list and the single read. */
function isAlike(seen: SeenExchange, { documented }: Page): boolean {
  if (seen.route && tabulatedAlike.has(seen.route.id)) return true
  const single = documentedFields(seen)
  return single !== null && documented !== null && single.every((name) => documented.includes(name))
}

function find(records: readonly Fields[], id: string): Fields | undefined {
  return records.find((record) => String(identifierField(record)) === id)
}

/** True if a field at any depth appears in the single read only. */
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
