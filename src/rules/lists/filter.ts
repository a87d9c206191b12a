import { type Json, property } from '../../exchange/json.js'
import type { Memory } from '../memory.js'
import type { Concern } from '../observer.js'
import { type ObserverNote, observer } from '../observer.js'
import { createRecent, type Recent } from '../recent.js'
import type { Listed, SeenExchange } from '../seen.js'
import { lacksRequired } from '../shapes/lacks-required.js'
import { COMPARABLE_MS, idsOf, listKey, onlyValue } from './list-of.js'

type FilterNote = ObserverNote<'lists/filter'>

interface Narrowed {
  readonly value: string
  readonly ids: ReadonlySet<string>
  readonly sentAtMs: number
  readonly writes: number
}

/** Filters of which a record can match one value alone: two values must not give the same list. */
const exclusive = new Set(['situacao', 'idLoja', 'idCategoriaProduto'])

/** What a list shows where nobody filtered it: a record for each value of a filter. */
interface Shown {
  readonly records: ReadonlyMap<string, string>
  readonly sentAtMs: number
  readonly writes: number
}

const onFiltered: Concern = ({ route }) => route?.method === 'GET' && Object.keys(route.query).some(isFilter)

/**
 * Tabulated filters are accepted, and narrow the list. No field is shown, so the proof lies in what can be seen: a record
 * that shows another value under the filter's own name, two values that give the same records, or none for a value that the list
 * itself shows.
 */
export const filter = observer('lists/filter', onFiltered, (memory) => {
  const lists = createRecent<Narrowed>(200)
  const whole = createRecent<Shown>(200)
  return (seen, note) => {
    if (seen.route?.method !== 'GET') return
    learnShown(seen, whole, memory)
    const filters = filtersIn(seen)
    if (filters.length === 0) return
    if (seen.status === 400 && seen.meant === 'success' && !seen.isTurnedAway && !lacksRequired(seen)) {
      note.breach('refused', { values: { filter: filters.map(([name]) => sentName(seen, name)).join(', ') } })
    }
    const records = seen.listed
    if (!records) return
    note.tested()
    for (const [name, value] of filters) {
      const filtered = { name, value, records }
      const lost = records.length === 0 ? lostOf(seen, filtered, whole, memory) : undefined
      if (lost !== undefined) note.breach('lost', { values: { filter: name, value, id: lost } })
      if (!showsOther(seen, filtered, note)) compareValues(seen, filtered, { lists, memory, note })
    }
    const hidden = filters.map(([name]) => name).filter((name) => isHidden(records, name))
    const filter = hidden.map((name) => sentName(seen, name)).join(', ')
    if (hidden.length > 0) note.breach('not-shown', { values: { filter }, severity: 'info' })
  }
})

/** A filter whose effect no record shows, and that no other value can betray either. */
function isHidden(records: readonly Listed[], name: string): boolean {
  return (
    records.length > 0 &&
    !exclusive.has(name) &&
    records.every((record) => fieldOf(record, name) === undefined)
  )
}

const paging = ['pagina', 'limite']

/** Every parameter of a list but those of paging. */
function isFilter(name: string): boolean {
  return !paging.includes(name)
}

function filtersIn({ route, query }: SeenExchange): [name: string, value: string][] {
  return Object.entries(route?.query ?? {}).flatMap(([name, parameter]): [string, string][] => {
    const { type, values, documentedAs = name } = parameter
    const value = isFilter(name) ? (onlyValue(query, name) ?? onlyValue(query, documentedAs)) : null
    if (value === null || value === undefined || value === '') return []
    const isValid = type === 'string' || (/^\d+$/.test(value) && (!values || values.includes(Number(value))))
    return isValid ? [[name, value]] : []
  })
}

/** The table's name of a filter, or the document's where it was sent under that. */
function sentName({ route, query }: SeenExchange, name: string): string {
  const { documentedAs } = route?.query[name] ?? {}
  return documentedAs !== undefined && !query.has(name) ? documentedAs : name
}

function showsOther({ route }: SeenExchange, { name, value, records }: Filtered, note: FilterNote): boolean {
  const known = route?.query[name]?.values
  const shown = records
    .map((record) => shownValue(record, name, known))
    .find((it) => it !== null && it !== value)
  if (shown === undefined || shown === null) return false
  note.breach('other-value', { values: { filter: name, value, shown } })
  return true
}

/**
 * `situacao`, or for `idLoja`: `idLoja`, `loja.id`. Text filters are not compared, their spelling is not shown; nor is a situation that
 * the filter does not know, which is `situations/listing`.
 */
function shownValue(record: Listed, name: string, values: readonly number[] | undefined): string | null {
  const value = fieldOf(record, name)
  if (name.startsWith('tipo') || name === 'idLojaQuery') return null
  if (values && !values.includes(Number(value))) return null
  return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
    ? String(value)
    : null
}

/** What a record shows of a filter, under its name or as the identifier of the object that it names. */
function fieldOf(record: Listed, name: string): Json | undefined {
  const nested = /^id([A-Z])(.*?)(Query)?$/.exec(name)
  const inner = nested && property(property(record, `${nested[1]?.toLowerCase()}${nested[2]}`), 'id')
  return property(record, name) ?? inner ?? undefined
}

/** By filter, what the list shows of it where it was not asked for. Not asked for, `situacao` is a filter all the same. */
function learnShown(seen: SeenExchange, whole: Recent<Shown>, memory: Memory): void {
  const { listed, route, query, exchange } = seen
  for (const name of exclusive) {
    const parameter = route?.query[name]
    if (!listed || listed.length === 0 || !parameter || query.has(name) || name === 'situacao') continue
    const key = `${name} ${listKey(seen, [name, ...paging])}`
    const before = whole.get(key)
    const isSame = before !== undefined && isComparable(before, seen, memory)
    const records = new Map(isSame ? before.records : [])
    for (const record of listed) {
      const value = shownValue(record, name, parameter.values)
      const [id] = idsOf([record])
      if (value !== null && id !== undefined) records.set(value, id)
    }
    const { sentAtMs } = isSame ? before : exchange
    whole.set(key, { records, sentAtMs, writes: memory.writes(seen) })
  }
}

/** Whether nobody is seen to have changed the list since, and it is not long ago. */
function isComparable(
  before: { readonly sentAtMs: number; readonly writes: number },
  seen: SeenExchange,
  memory: Memory,
): boolean {
  return before.writes === memory.writes(seen) && seen.exchange.sentAtMs - before.sentAtMs <= COMPARABLE_MS
}

/** The record that the list shows with this very value, which the first page of the filtered list lacks. */
function lostOf(
  seen: SeenExchange,
  { name, value }: Filtered,
  whole: Recent<Shown>,
  memory: Memory,
): string | undefined {
  const pagina = onlyValue(seen.query, 'pagina')
  if (pagina !== null && pagina !== '1') return undefined
  const known = whole.get(`${name} ${listKey(seen, [name, ...paging])}`)
  return known && isComparable(known, seen, memory) ? known.records.get(value) : undefined
}

interface Comparison {
  readonly lists: Recent<Narrowed>
  readonly memory: Memory
  readonly note: FilterNote
}

/** What came of one filter. */
interface Filtered {
  readonly name: string
  readonly value: string
  readonly records: readonly Listed[]
}

function compareValues(
  seen: SeenExchange,
  { name, value, records }: Filtered,
  { lists, memory, note }: Comparison,
): void {
  if (!exclusive.has(name)) return
  const key = `${name} ${listKey(seen, [name])}`
  const before = lists.get(key)
  const { sentAtMs } = seen.exchange
  const now = { value, ids: new Set(idsOf(records)), sentAtMs, writes: memory.writes(seen) }
  lists.set(key, now)
  if (!before || before.value === value || !isComparable(before, seen, memory)) return
  const shared = [...now.ids].filter((id) => before.ids.has(id)).length
  if (shared * 2 > Math.min(now.ids.size, before.ids.size)) {
    note.breach('same-for-two', { values: { filter: name, value, other: before.value, count: shared } })
  }
}
