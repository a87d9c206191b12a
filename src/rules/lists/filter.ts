import { type Json, property } from '../../exchange/json.js'
import type { Values } from '../finding.js'
import { isRounded } from '../identifier.js'
import { Doubts, RecentMap } from '../memory.js'
import { type ExchangeReference, type ObserverNote, observer } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import { lacksRequired } from '../shapes/knowledge.js'
import { filtersOf, idsOf, isComparable, listKey, type Moment, onlyValue, paging } from './list-of.js'

type FilterNote = ObserverNote<'lists/filter'>

/** A list that was requested with a filter. */
interface Filtered {
  readonly name: string
  readonly value: string
  readonly records: readonly Fields[]
}

/** The list for the last value of a filter. */
interface Narrowed extends Moment {
  readonly value: string
  readonly ids: ReadonlySet<string>
}

/** For a list that was requested without a filter, the identifier of one record for each value of that filter. */
interface Unfiltered extends Moment {
  readonly records: ReadonlyMap<string, string>
}

/** The filter and its value with which a list contained a record. */
interface Found extends Moment {
  readonly name: string
  readonly value: string
  /** The values that the filter knows; undefined if it accepts any. */
  readonly values: readonly number[] | undefined
}

/** A breach that a write of another client would explain. `isShownBy` tells whether the repeated list still proves the breach. */
interface Doubt {
  readonly suffix: 'lost' | 'other-when-read'
  readonly values: Values
  readonly isShownBy: (list: SeenExchange) => boolean
}

/** Filters for which a record has only one value, so two values must not give the same list. */
const exclusive = new Set(['situacao', 'idLoja', 'idCategoriaProduto'])

/**
 * The filters in the table of routes are accepted and narrow the list. The specification does not show which field a filter
 * compares. So a breach is proven by a record with another value under the filter's name, in the list or in a single read;
 * by two values that give the same records; or by an empty list for a value that the unfiltered list shows.
 */
export const filter = observer('lists/filter', (memory) => {
  const narrowed = new RecentMap<Narrowed>(200)
  const unfiltered = new RecentMap<Unfiltered>(200)
  const found = new RecentMap<readonly Found[]>(1000)
  const doubts = new Doubts<Doubt & ExchangeReference>()
  return (seen, note) => {
    const { route, listedRecords: records, exchange } = seen
    if (route?.method !== 'GET') return
    const settled = doubts.takeSettledBy(seen)
    if (settled?.isShownBy(seen)) note.breach(settled.suffix, { values: settled.values, exchange: settled })
    const moment = { sentAtMs: exchange.sentAtMs, writes: memory.countWrites(seen) }
    const doubt = (breach: Doubt | null) => {
      if (breach && !doubts.add(seen, { ...breach, ...seen.reference }))
        note.breach(breach.suffix, { values: breach.values })
    }
    for (const earlier of found.get(seen.key) ?? [])
      if (isComparable(earlier, moment)) doubt(findOtherWhenRead(seen, earlier))
    learnUnfiltered(seen, moment, unfiltered)
    const filters = filtersIn(seen)
    if (filters.length === 0) return
    const names = filters.map(([name]) => name)
    const isRefused = seen.status === 400 && seen.intent === 'success' && !seen.isAccessRefused
    if (isRefused && !lacksRequired(seen))
      note.breach('refused', { values: { filter: namesSent(seen, names) } })
    if (!records) return
    note.tested()
    for (const [name, value] of filters) {
      const filtered = { name, value, records }
      if (records.length === 0) doubt(findLost(seen, filtered, moment, unfiltered))
      if (reportOtherValue(seen, filtered, note) || !exclusive.has(name)) continue
      const key = `${name} ${listKey(seen, [name])}`
      const now = { ...moment, value, ids: new Set(idsOf(records)) }
      const before = narrowed.get(key)
      narrowed.set(key, now)
      if (!before) continue
      const values = { filter: name, value, other: before.value, count: countShared(before, now) }
      if (values.count > 0) note.breach('same-for-two', { values })
    }
    learnFound(seen, filters, moment, found)
    const hidden = names.filter((name) => isHidden(records, name))
    if (hidden.length > 0)
      note.breach('not-shown', { values: { filter: namesSent(seen, hidden) }, severity: 'info' })
  }
})

/** Whether the effect of a filter cannot be seen: no record has a field for it, and two values may give the same list. */
function isHidden(records: readonly Fields[], name: string): boolean {
  const isShown = records.some((record) => fieldOf(record, name) !== undefined)
  return records.length > 0 && !exclusive.has(name) && !isShown
}

/** The filters of a request. Empty and wrong values are left out, because a service may ignore or refuse them. */
function filtersIn({ route, query }: SeenExchange): [name: string, value: string][] {
  return filtersOf(route?.query ?? {}).flatMap(([name, parameter]): [string, string][] => {
    const { type, values, documentedAs = name } = parameter
    const value = onlyValue(query, name) ?? onlyValue(query, documentedAs) ?? ''
    const isValid = type === 'string' || (/^\d+$/.test(value) && (!values || values.includes(Number(value))))
    return value !== '' && isValid ? [[name, value]] : []
  })
}

/** The names of filters as they were sent: those of the table, or those of the public document. */
function namesSent({ route, query }: SeenExchange, names: readonly string[]): string {
  const nameSent = (name: string) => (query.has(name) ? name : (route?.query[name]?.documentedAs ?? name))
  return names.map(nameSent).join(', ')
}

/** Reports a record in the list with another value than the filter's. Returns whether there is one. */
function reportOtherValue({ route }: SeenExchange, filtered: Filtered, note: FilterNote): boolean {
  const { name, value, records } = filtered
  const all = records.map((record) => shownValue(record, name, route?.query[name]?.values))
  const shown = all.find((other) => other !== null && other !== value)
  if (shown) note.breach('other-value', { values: { filter: name, value, shown } })
  return Boolean(shown)
}

/** A single read whose record has another value than the filter with which a list contained it. */
function findOtherWhenRead({ key, data }: SeenExchange, { name, value, values }: Found): Doubt | null {
  const shown = shownValue(data, name, values)
  if (shown === null || shown === value) return null
  const id = key.slice(key.lastIndexOf('/') + 1)
  return {
    suffix: 'other-when-read',
    values: { filter: name, value, shown, id },
    isShownBy: ({ listedRecords }) => idsOf(listedRecords ?? []).includes(id),
  }
}

/**
 * The value of a record for a filter: for `idLoja`, its field `idLoja` or `loja.id`. null if it cannot be compared: texts,
 * because their spelling is not specified, and values that the filter does not know, which `situations/listing` judges.
 */
function shownValue(
  record: Json | undefined,
  name: string,
  values: readonly number[] | undefined,
): string | null {
  const value = fieldOf(record, name)
  if (name.startsWith('tipo') || name === 'idLojaQuery') return null
  if (values && !values.includes(Number(value))) return null
  const isWhole = typeof value === 'number' ? !isRounded(value) : /^\d+$/.test(String(value))
  return isWhole ? String(value) : null
}

/** The field of a record for a filter: for `idLoja`, `idLoja` or `loja.id`; for `idLojaQuery`, also `loja.id`. */
function fieldOf(record: Json | undefined, name: string): Json | undefined {
  const nested = /^id([A-Z])(.*?)(Query)?$/.exec(name)
  const inner = nested && property(property(record, `${nested[1]?.toLowerCase()}${nested[2]}`), 'id')
  return property(record, name) ?? inner ?? undefined
}

/** Remembers the values that a list shows without a filter. Without `situacao`, a default applies, so that filter is left out. */
function learnUnfiltered(seen: SeenExchange, moment: Moment, unfiltered: RecentMap<Unfiltered>): void {
  const { listedRecords, route, query } = seen
  for (const name of exclusive) {
    const parameter = route?.query[name]
    if (!listedRecords || listedRecords.length === 0 || !parameter || query.has(name) || name === 'situacao')
      continue
    const key = `${name} ${listKey(seen, [name, ...paging])}`
    const before = unfiltered.get(key)
    const earlier = before && isComparable(before, moment) ? before : { ...moment, records: [] }
    const records = new Map(earlier.records)
    for (const record of listedRecords) {
      const value = shownValue(record, name, parameter.values)
      const [id] = idsOf([record])
      if (value !== null && id !== undefined) records.set(value, id)
    }
    unfiltered.set(key, { ...earlier, records })
  }
}

/** Remembers for each record of a list the newest value of each filter with which a list contained it. */
function learnFound(
  { route, key, listedRecords }: SeenExchange,
  filters: readonly (readonly [string, string])[],
  moment: Moment,
  found: RecentMap<readonly Found[]>,
): void {
  const newest = filters.map(([name, value]) => {
    return { ...moment, name, value, values: route?.query[name]?.values }
  })
  for (const id of idsOf(listedRecords ?? [])) {
    const earlier = found.get(`${key}/${id}`) ?? []
    const others = earlier.filter(({ name }) => !filters.some(([newer]) => newer === name))
    found.set(`${key}/${id}`, [...others, ...newest])
  }
}

/** A record that the unfiltered list shows with the filter's value, while the first page of the filtered list is empty. */
function findLost(
  seen: SeenExchange,
  { name, value }: Filtered,
  moment: Moment,
  unfiltered: RecentMap<Unfiltered>,
): Doubt | null {
  const pagina = onlyValue(seen.query, 'pagina')
  const known = unfiltered.get(`${name} ${listKey(seen, [name, ...paging])}`)
  const id = known && isComparable(known, moment) ? known.records.get(value) : undefined
  if (id === undefined || (pagina !== null && pagina !== '1')) return null
  const values = seen.route?.query[name]?.values
  return {
    suffix: 'lost',
    values: { filter: name, value, id },
    isShownBy: ({ listedRecords }) =>
      listedRecords?.some((record) => shownValue(record, name, values) === value) === true,
  }
}

/** The number of records that the lists for two values share; 0 if it is not more than half of the shorter list. */
function countShared(before: Narrowed, now: Narrowed): number {
  if (before.value === now.value || !isComparable(before, now)) return 0
  const shared = [...now.ids].filter((id) => before.ids.has(id)).length
  return shared * 2 > Math.min(now.ids.size, before.ids.size) ? shared : 0
}
