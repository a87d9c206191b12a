import type { SampleObject } from '../../specification/samples/index.js'
import type { Model } from './model.js'
import { StoredRecord } from './record.js'
import type { Seeded } from './seeded.js'

/** Records that one application may add to one resource before its oldest are forgotten. */
const MOST_RECORDS = 20_000

/** The records of one resource that one application has. */
export interface RecordStore {
  readonly model: Model
  readonly size: number
  /** In the order of their making, so many of the first left out; those are not even made. */
  all(leftOut?: number): Iterable<StoredRecord>
  find(id: string): StoredRecord | undefined
  /** Keeps a new record; it gets an identifier. */
  add(fields: SampleObject, nowMs: number): StoredRecord
  replace(record: StoredRecord, fields: SampleObject, nowMs: number): StoredRecord
  remove(id: string): boolean
}

export function createStore(model: Model, seeded: Seeded): RecordStore {
  /** Seeded records that were replaced, or removed (null), by their position. */
  const changed = new Map<number, StoredRecord | null>()
  const added = new Map<string, StoredRecord>()
  let numbers = 0
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
    *all(leftOut = 0) {
      let left = leftOut
      for (let i = 0; i < seeded.count; i++) {
        if (changed.get(i) === null || left-- > 0) continue
        yield seededAt(i) as StoredRecord
      }
      for (const record of added.values()) if (left-- <= 0) yield record
    },
    find(id) {
      const own = added.get(id)
      if (own) return own
      const index = seeded.indexOf(id)
      return index < 0 ? undefined : (seededAt(index) ?? undefined)
    },
    add(fields, nowMs) {
      const id = seeded.nextId(numbers++)
      const record = new StoredRecord(model, { ...fields, id, [model.idField]: id }, nowMs, nowMs)
      added.set(record.id, record)
      if (added.size > MOST_RECORDS) added.delete(added.keys().next().value ?? '')
      return record
    },
    replace({ full, id, createdAtMs }, fields, nowMs) {
      const own = full.id as number | string
      const record = new StoredRecord(model, { ...fields, id: own, [model.idField]: own }, createdAtMs, nowMs)
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
