import type { Resource, SampleObject } from '../../specification/samples/index.js'
import { type StoredRecord, storedRecord } from './record.js'
import type { Seeded } from './seeded.js'

/** Records that one application may add to one resource before its oldest are forgotten. */
const MOST_RECORDS = 20_000

/** One application's records of one resource. */
export interface Shelf {
  readonly resource: Resource
  /** In the order of their making. */
  all(): readonly StoredRecord[]
  find(id: string): StoredRecord | undefined
  add(fields: SampleObject): StoredRecord
  replace(record: StoredRecord, fields: SampleObject): void
  remove(id: string): boolean
}

export function createShelf(resource: Resource, seeded: Seeded): Shelf {
  const records = new Map(seeded.records.map((record) => [record.id, record]))
  let listed: readonly StoredRecord[] | null = seeded.records
  let added = 0

  return {
    resource,
    all() {
      listed ??= [...records.values()]
      return listed
    },
    find: (id) => records.get(id),
    add(fields) {
      const record = storedRecord(resource, seeded.nextId(added++), fields)
      records.set(record.id, record)
      if (records.size > seeded.records.length + MOST_RECORDS)
        records.delete(records.keys().next().value ?? '')
      listed = null
      return record
    },
    replace({ full, id }, fields) {
      records.set(id, storedRecord(resource, full.id as number | string, fields))
      listed = null
    },
    remove(id) {
      listed = null
      return records.delete(id)
    },
  }
}
