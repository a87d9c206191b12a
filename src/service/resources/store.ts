import type { SampleObject } from '../../specification/samples/index.js'
import type { Model } from './model.js'
import { StoredRecord } from './record.js'
import { FIRST_NUMBER, type SeededRecords } from './seeded.js'

/** Records that one application may add to one collection before its oldest are forgotten. */
const MOST_RECORDS = 20_000

/** The records of one collection, as one application sees them. */
export interface RecordStore {
  readonly model: Model
  readonly size: number
  /** The `numero` of the next record that is added; larger than all before. */
  readonly nextNumber: number
  /** Returns records in the order of their creation: at most `limit`, after the first `from`. Default: all. */
  all(from?: number, limit?: number): StoredRecord[]
  find(id: string): StoredRecord | undefined
  /** Adds a record and gives it an identifier. */
  add(fields: SampleObject, nowMs: number): StoredRecord
  replace(record: StoredRecord, fields: SampleObject, nowMs: number): StoredRecord
  /** Returns false if there is no such record. */
  remove(id: string): boolean
}

/** Creates a store that begins with the seeded records. These are shared by all applications; only changes are kept here. */
export function createStore(model: Model, seeded: SeededRecords): RecordStore {
  /** Seeded records that were replaced, or removed (null), by their index. */
  const changed = new Map<number, StoredRecord | null>()
  const added = new Map<string, StoredRecord>()
  let addedSoFar = 0
  let removed = 0

  function seededAt(index: number): StoredRecord | null {
    const own = changed.get(index)
    return own === undefined ? seeded.record(index) : own
  }

  return {
    model,
    get size() {
      return seeded.count - removed + added.size
    },
    get nextNumber() {
      return FIRST_NUMBER + seeded.count + addedSoFar
    },
    all(from = 0, limit = Infinity) {
      const records: StoredRecord[] = []
      let position = 0
      for (let index = 0; index < seeded.count && records.length < limit; index++) {
        if (changed.get(index) === null) continue
        if (position++ >= from) records.push(seededAt(index) as StoredRecord)
      }
      for (const record of added.values()) {
        if (records.length >= limit) break
        if (position++ >= from) records.push(record)
      }
      return records
    },
    find(id) {
      const own = added.get(id)
      if (own) return own
      const index = seeded.indexOf(id)
      return index < 0 ? undefined : (seededAt(index) ?? undefined)
    },
    add(fields, nowMs) {
      const times = { createdAtMs: nowMs, changedAtMs: nowMs }
      const record = new StoredRecord(model, seeded.nextId(addedSoFar++), fields, times)
      added.set(record.id, record)
      if (added.size > MOST_RECORDS) added.delete(added.keys().next().value ?? '')
      return record
    },
    replace({ full, id, createdAtMs }, fields, nowMs) {
      const times = { createdAtMs, changedAtMs: nowMs }
      const record = new StoredRecord(model, full.id as number | string, fields, times)
      if (added.has(id)) added.set(id, record)
      else changed.set(seeded.indexOf(id), record)
      return record
    },
    remove(id) {
      if (added.delete(id)) return true
      const index = seeded.indexOf(id)
      if (index < 0 || changed.get(index) === null) return false
      changed.set(index, null)
      removed++
      return true
    },
  }
}
