import { type Json, property } from '../../exchange/json.js'
import type { Values } from '../finding.js'
import { isRounded } from '../identifier.js'
import { Doubts, Recent } from '../memory.js'
import { type ExchangeReference, type ObserverNote, observer } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import { lacksRequired } from '../shapes/knowledge.js'
import { idsOf, isComparable, listKey, type Moment, onlyValue } from './list-of.js'

type FilterNote = ObserverNote<'lists/filter'>

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

/** Records of an unfiltered list: one record for each value of a filter. */
interface Unfiltered extends Moment {
  readonly records: ReadonlyMap<string, string>
}

/** The value of a filter for which a list held a record. */
interface Found extends Moment {
  readonly name: string
  readonly value: string
  readonly values: readonly number[] | undefined
}

/** A breach that somebody else's write would explain, and whether the contradicted list still contradicts it. */
interface Doubt {
  readonly suffix: 'lost' | 'other-when-read'
  readonly values: Values
  readonly isShownBy: (list: SeenExchange) => boolean
}

/** Filters of which a record can match only one value, so two values must not give the same list. */
const exclusive = new Set(['situacao', 'idLoja', 'idCategoriaProduto'])

/**
 * Tabulated filters are accepted, and narrow the list. No field is shown, so the proof lies in what can be seen: a record that shows
 * another value under the filter's own name, in the list or when it is read; two values that give the same records; or none for a
 * value that the list itself shows.
 */
export const filter = observer('lists/filter', (memory) => {
  const narrowed = new Recent<Narrowed>(200)
  const unfiltered = new Recent<Unfiltered>(200)
  const found = new Recent<readonly Found[]>(1000)
  const doubts = new Doubts<Doubt & ExchangeReference>()
  return (seen, note) => {
    const { route, listed: records, exchange } = seen
    if (route?.method !== 'GET') return
    const settled = doubts.takeSettledBy(seen)
    if (settled?.isShownBy(seen)) note.breach(settled.suffix, { values: settled.values, exchange: settled })
    const moment = { sentAtMs: exchange.sentAtMs, writes: memory.countWrites(seen) }
    const doubt = (it: Doubt | null) => {
      if (it && !doubts.add(seen, { ...it, ...seen.reference })) note.breach(it.suffix, { values: it.values })
    }
    for (const it of found.get(seen.key) ?? []) if (isComparable(it, moment)) doubt(otherWhenRead(seen, it))
    learnUnfiltered(seen, moment, unfiltered)
    const filters = filtersIn(seen)
    if (filters.length === 0) return
    const names = filters.map(([name]) => name)
    const isRefused = seen.status === 400 && seen.intent === 'success' && !seen.isAccessRefused
    if (isRefused && !lacksRequired(seen)) note.breach('refused', { values: { filter: named(seen, names) } })
    if (!records) return
    note.tested()
    for (const [name, value] of filters) {
      const filtered = { name, value, records }
      doubt(records.length > 0 ? null : lostOf(seen, filtered, moment, unfiltered))
      if (showsOther(seen, filtered, note) || !exclusive.has(name)) continue
      const key = `${name} ${listKey(seen, [name])}`
      const now = { ...moment, value, ids: new Set(idsOf(records)) }
      const before = narrowed.get(key)
      narrowed.set(key, now)
      const count = before ? repeatedFrom(before, now) : 0
      if (before && count > 0)
        note.breach('same-for-two', { values: { filter: name, value, other: before.value, count } })
    }
    learnFound(seen, filters, moment, found)
    const hidden = names.filter((name) => isHidden(records, name))
    if (hidden.length > 0)
      note.breach('not-shown', { values: { filter: named(seen, hidden) }, severity: 'info' })
  }
})

/** A filter whose effect no record shows, and that no other value can betray either. */
function isHidden(records: readonly Fields[], name: string): boolean {
  const isShown = records.some((record) => fieldOf(record, name) !== undefined)
  return records.length > 0 && !exclusive.has(name) && !isShown
}

const paging = ['pagina', 'limite']

function filtersIn({ route, query }: SeenExchange): [name: string, value: string][] {
  return Object.entries(route?.query ?? {}).flatMap(([name, parameter]): [string, string][] => {
    const { type, values, documentedAs = name } = parameter
    const value = !paging.includes(name) ? (onlyValue(query, name) ?? onlyValue(query, documentedAs)) : null
    if (value === null || value === undefined || value === '') return []
    const isValid = type === 'string' || (/^\d+$/.test(value) && (!values || values.includes(Number(value))))
    return isValid ? [[name, value]] : []
  })
}

/** Filters by their names in the table, or in the document where they were sent under those. */
function named({ route, query }: SeenExchange, names: readonly string[]): string {
  const sent = names.map((name) => {
    const { documentedAs } = route?.query[name] ?? {}
    return documentedAs !== undefined && !query.has(name) ? documentedAs : name
  })
  return sent.join(', ')
}

function showsOther({ route }: SeenExchange, { name, value, records }: Filtered, note: FilterNote): boolean {
  const all = records.map((record) => shownValue(record, name, route?.query[name]?.values))
  const shown = all.find((it) => it !== null && it !== value)
  if (shown) note.breach('other-value', { values: { filter: name, value, shown } })
  return Boolean(shown)
}

/** A record that shows another value when it is read than the one for which a list held it. */
function otherWhenRead({ key, data }: SeenExchange, { name, value, values }: Found): Doubt | null {
  const shown = shownValue(data, name, values)
  if (shown === null || shown === value) return null
  const id = key.slice(key.lastIndexOf('/') + 1)
  return {
    suffix: 'other-when-read',
    values: { filter: name, value, shown, id },
    isShownBy: ({ listed }) => idsOf(listed ?? []).includes(id),
  }
}

/**
 * `situacao`, or for `idLoja`: `idLoja`, `loja.id`. Text filters are not compared, their spelling is not shown; nor is a situation that
 * the filter does not know, which is `situations/listing`.
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

/** The record's value for a filter, under the filter's name or as the identifier of the object that it names. */
function fieldOf(record: Json | undefined, name: string): Json | undefined {
  const nested = /^id([A-Z])(.*?)(Query)?$/.exec(name)
  const inner = nested && property(property(record, `${nested[1]?.toLowerCase()}${nested[2]}`), 'id')
  return property(record, name) ?? inner ?? undefined
}

/** By filter, what the list shows of it where it was not asked for. Not asked for, `situacao` is a filter all the same. */
function learnUnfiltered(seen: SeenExchange, moment: Moment, unfiltered: Recent<Unfiltered>): void {
  const { listed, route, query } = seen
  for (const name of exclusive) {
    const parameter = route?.query[name]
    if (!listed || listed.length === 0 || !parameter || query.has(name) || name === 'situacao') continue
    const key = `${name} ${listKey(seen, [name, ...paging])}`
    const before = unfiltered.get(key)
    const earlier = before && isComparable(before, moment) ? before : { ...moment, records: [] }
    const records = new Map(earlier.records)
    for (const record of listed) {
      const value = shownValue(record, name, parameter.values)
      const [id] = idsOf([record])
      if (value !== null && id !== undefined) records.set(value, id)
    }
    unfiltered.set(key, { ...earlier, records })
  }
}

function learnFound(
  { route, key, listed }: SeenExchange,
  filters: readonly (readonly [string, string])[],
  moment: Moment,
  found: Recent<readonly Found[]>,
): void {
  const newest = filters.map(([name, value]) => {
    return { ...moment, name, value, values: route?.query[name]?.values }
  })
  for (const id of idsOf(listed ?? [])) {
    const others = (found.get(`${key}/${id}`) ?? []).filter(
      ({ name }) => !newest.some((it) => it.name === name),
    )
    found.set(`${key}/${id}`, [...others, ...newest])
  }
}

/** A record that the list shows with this very value, while the first page of the filtered list shows none. */
function lostOf(
  seen: SeenExchange,
  { name, value }: Filtered,
  moment: Moment,
  unfiltered: Recent<Unfiltered>,
): Doubt | null {
  const pagina = onlyValue(seen.query, 'pagina')
  const known = unfiltered.get(`${name} ${listKey(seen, [name, ...paging])}`)
  const id = known && isComparable(known, moment) ? known.records.get(value) : undefined
  if (id === undefined || (pagina !== null && pagina !== '1')) return null
  const values = seen.route?.query[name]?.values
  return {
    suffix: 'lost',
    values: { filter: name, value, id },
    isShownBy: ({ listed }) => listed?.some((record) => shownValue(record, name, values) === value) === true,
  }
}

/** How many records two values of a filter share, if those are more than half of either. */
function repeatedFrom(before: Narrowed, now: Narrowed): number {
  if (before.value === now.value || !isComparable(before, now)) return 0
  const shared = [...now.ids].filter((id) => before.ids.has(id)).length
  return shared * 2 > Math.min(now.ids.size, before.ids.size) ? shared : 0
}
