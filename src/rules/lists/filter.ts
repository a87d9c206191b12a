import { type Json, property } from '../../exchange/json.js'
import type { QueryParameter } from '../../specification/route.js'
import type { Values } from '../finding.js'
import { isRounded } from '../identifier.js'
import { Doubts, RecentMap } from '../memory.js'
import { type ExchangeReference, observer } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import { lacksRequired } from '../shapes/knowledge.js'
import { filtersOf, idsOf, isComparable, listKey, type Moment, onlyValue, paging } from './list-of.js'

/** A filter of a request. */
interface SentFilter {
  readonly name: string
  readonly value: string
  readonly parameter: QueryParameter
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

/** A filter with which a list contained a record. */
type Found = SentFilter & Moment

/**
 * A breach that a write of another client would explain. Our own run then repeats the list that the exchange contradicts, and
 * `isShownBy` tells whether that list still proves the breach.
 */
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
  /** By filter and list, without the filter's value. */
  const narrowed = new RecentMap<Narrowed>(200)
  /** By filter and list, whose pages share one entry. */
  const unfiltered = new RecentMap<Unfiltered>(200)
  /** By record: `/anuncios/7`. */
  const found = new RecentMap<readonly Found[]>(1000)
  const doubts = new Doubts<Doubt & ExchangeReference>()
  return (seen, note) => {
    const { route, listedRecords: records, exchange } = seen
    if (route?.method !== 'GET') return
    const settled = doubts.takeSettledBy(seen)
    if (settled?.isShownBy(seen)) note.breach(settled.suffix, { values: settled.values, exchange: settled })
    const moment = { sentAtMs: exchange.sentAtMs, writes: memory.countWrites(seen) }
    const report = (doubt: Doubt | null) => {
      if (doubt && !doubts.add(seen, { ...doubt, ...seen.reference }))
        note.breach(doubt.suffix, { values: doubt.values })
    }
    for (const earlier of found.get(seen.key) ?? [])
      if (isComparable(earlier, moment)) report(findOtherWhenRead(seen, earlier))
    learnUnfiltered(seen, moment, unfiltered)
    const filters = filtersIn(seen)
    if (filters.length === 0) return
    const isRefused = seen.status === 400 && seen.intent === 'success' && !seen.isAccessRefused
    if (isRefused && !lacksRequired(seen))
      note.breach('refused', { values: { filter: namesSent(seen, filters) } })
    if (!records) return
    note.tested()
    for (const sent of filters) {
      const { name, value } = sent
      if (records.length === 0) report(findLost(seen, sent, moment, unfiltered))
      const shown = findOtherValue(records, sent)
      // a filter that is ignored in this list is not compared with other values as well
      if (shown !== undefined) note.breach('other-value', { values: { filter: name, value, shown } })
      if (shown !== undefined || !exclusive.has(name)) continue
      const key = `${name} ${listKey(seen, [name])}`
      const now = { ...moment, value, ids: new Set(idsOf(records)) }
      const before = narrowed.get(key)
      narrowed.set(key, now)
      if (!before) continue
      const values = { filter: name, value, other: before.value, count: countShared(before, now) }
      if (values.count > 0) note.breach('same-for-two', { values })
    }
    learnFound(seen, filters, moment, found)
    const hidden = filters.filter(({ name }) => isHidden(records, name))
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
function filtersIn({ route, query }: SeenExchange): SentFilter[] {
  return filtersOf(route?.query ?? {}).flatMap(([name, parameter]) => {
    const { type, values, documentedAs = name } = parameter
    const value = onlyValue(query, name) ?? onlyValue(query, documentedAs) ?? ''
    const isValid = type === 'string' || (/^\d+$/.test(value) && (!values || values.includes(Number(value))))
    return value !== '' && isValid ? [{ name, value, parameter }] : []
  })
}

/** The names of filters as they were sent: those of the table, or those of the public document. */
function namesSent({ query }: SeenExchange, filters: readonly SentFilter[]): string {
  const names = filters.map(({ name, parameter }) =>
    query.has(name) ? name : (parameter.documentedAs ?? name),
  )
  return names.join(', ')
}

/** The value of a record in the list that has another value than the filter's; undefined if none has. */
function findOtherValue(records: readonly Fields[], sent: SentFilter): string | undefined {
  const shown = records.flatMap((record) => shownValue(record, sent) ?? [])
  return shown.find((other) => other !== sent.value)
}

/** A single read whose record has another value than the filter with which a list contained it. */
function findOtherWhenRead({ key, data }: SeenExchange, sent: Found): Doubt | null {
  const { name, value } = sent
  const shown = shownValue(data, sent)
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
  { name, parameter: { type, values } }: Pick<SentFilter, 'name' | 'parameter'>,
): string | null {
  const value = fieldOf(record, name)
  if (type === 'string' || (values && !values.includes(Number(value)))) return null
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
  if (!listedRecords || listedRecords.length === 0) return
  for (const name of exclusive) {
    const parameter = route?.query[name]
    if (!parameter || query.has(name) || name === 'situacao') continue
    const key = `${name} ${listKey(seen, [name, ...paging])}`
    const before = unfiltered.get(key)
    const earlier = before && isComparable(before, moment) ? before : { ...moment, records: [] }
    const records = new Map(earlier.records)
    for (const record of listedRecords) {
      const value = shownValue(record, { name, parameter })
      const [id] = idsOf([record])
      if (value !== null && id !== undefined) records.set(value, id)
    }
    unfiltered.set(key, { ...earlier, records })
  }
}

/** Remembers for each record of a list the newest value of each filter with which a list contained it. */
function learnFound(
  { key, listedRecords }: SeenExchange,
  filters: readonly SentFilter[],
  moment: Moment,
  found: RecentMap<readonly Found[]>,
): void {
  const newest = filters.map((filter) => ({ ...moment, ...filter }))
  for (const id of idsOf(listedRecords ?? [])) {
    const earlier = found.get(`${key}/${id}`) ?? []
    const others = earlier.filter(({ name }) => !filters.some((newer) => newer.name === name))
    found.set(`${key}/${id}`, [...others, ...newest])
  }
}

/** A record that the unfiltered list shows with the filter's value, while the first page of the filtered list is empty. */
function findLost(
  seen: SeenExchange,
  sent: SentFilter,
  moment: Moment,
  unfiltered: RecentMap<Unfiltered>,
): Doubt | null {
  const { name, value } = sent
  const pagina = onlyValue(seen.query, 'pagina')
  const known = unfiltered.get(`${name} ${listKey(seen, [name, ...paging])}`)
  const id = known && isComparable(known, moment) ? known.records.get(value) : undefined
  if (id === undefined || (pagina !== null && pagina !== '1')) return null
  return {
    suffix: 'lost',
    values: { filter: name, value, id },
    isShownBy: ({ listedRecords }) =>
      listedRecords?.some((record) => shownValue(record, sent) === value) === true,
  }
}

/**
 * The number of records that the lists for two values share; 0 if it is not more than half of the shorter list, because another
 * client may have changed some records in between.
 */
function countShared(before: Narrowed, now: Narrowed): number {
  if (before.value === now.value || !isComparable(before, now)) return 0
  const shared = [...now.ids].filter((id) => before.ids.has(id)).length
  return shared * 2 > Math.min(now.ids.size, before.ids.size) ? shared : 0
}
