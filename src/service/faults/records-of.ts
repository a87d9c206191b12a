import type { HttpResponse } from '../response.js'
import { withChanged } from './changes.js'
import type { Moment } from './fault.js'

export type ListedRecord = Record<string, unknown>

/** The records of a list's response, changed. */
export function withRecords(
  response: HttpResponse,
  change: (records: readonly ListedRecord[]) => unknown,
): HttpResponse {
  return withChanged(response, (value) =>
    Array.isArray(value.data) ? { ...value, data: change(value.data as ListedRecord[]) } : value,
  )
}

export function toRecords(
  change: (records: readonly ListedRecord[]) => unknown,
): (response: HttpResponse) => HttpResponse {
  return (response) => withRecords(response, change)
}

/** Adds one record beyond the limit if the page is full. Each has its own identifier. */
export function lengthened(records: readonly ListedRecord[], limit: number): readonly ListedRecord[] {
  const last = records.at(-1)
  return !last || records.length < limit ? records : [...records, { ...last, id: `${last.id}9` }]
}

/** Every text and number of the record, as if it had never been changed. */
export function withOldTexts(record: ListedRecord): ListedRecord {
  const entries = Object.entries(record).map(([name, value]) => {
    if (name === 'id' || name === 'situacao') return [name, value]
    if (typeof value === 'string') return [name, 'valor antigo']
    return [name, typeof value === 'number' ? value + 1 : value]
  })
  return Object.fromEntries(entries)
}

/** Addresses that are remembered at a time. */
const MOST_REMEMBERED = 1000

/** Keeps values of earlier responses by application and name, for one fault. */
export function remembered<T>() {
  const kept = new Map<string, T>()
  const keyOf = ({ seed, session }: Moment, name: string) => `${seed}/${session} ${name}`
  return {
    get: (moment: Moment, name: string) => kept.get(keyOf(moment, name)),
    set(moment: Moment, name: string, value: T) {
      kept.set(keyOf(moment, name), value)
      if (kept.size > MOST_REMEMBERED) kept.delete(kept.keys().next().value ?? '')
    },
  }
}
