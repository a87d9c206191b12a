import type { Answer } from '../../answer.js'
import { withChanged } from '../spoilt.js'

export type ListedRecord = Record<string, unknown>

/** The records of a list's answer, changed. */
export function withRecords(answer: Answer, change: (records: readonly ListedRecord[]) => unknown): Answer {
  return withChanged(answer, (value) =>
    Array.isArray(value.data) ? { ...value, data: change(value.data as ListedRecord[]) } : value,
  )
}

/** One record more than the limit, each with an identifier of its own, where the page is full. */
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
