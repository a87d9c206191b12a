import type { Sample, SampleObject } from '../../specification/samples/index.js'
import { digest } from '../random.js'
import type { ServedCollection } from './served.js'

/** Records of one collection of a user's document, as one application finds them. */
export interface Records {
  all(): readonly SampleObject[]
  find(id: string): SampleObject | undefined
  /** What is left out is as in an example. */
  add(fields: SampleObject): SampleObject
  /** The record with these fields and its own identifier; what is left out is as in an example. */
  change(id: string, fields: SampleObject): SampleObject
  remove(id: string): void
}

const MOST_RECORDS = 20_000
const FIRST_ID = 1001

export function createRecords({ idField, recordAt }: ServedCollection, seed: string, count: number): Records {
  const records = new Map<string, SampleObject>()
  let number = 0

  /** The identifier of an example is kept; others are of the form that it has. */
  function identified(fields: SampleObject, wanted: Sample | undefined): SampleObject {
    const isFree = wanted !== undefined && wanted !== null && wanted !== '' && !records.has(String(wanted))
    const id = isFree ? wanted : freshId(recordAt(0)[idField])
    return { ...fields, [idField]: id }
  }

  function freshId(like: Sample | undefined): number | string {
    for (;;) {
      const next = FIRST_ID + number++
      const isUuid = typeof like === 'string' && /^[0-9a-f]{8}-/i.test(like)
      const id = isUuid ? uuid(digest(`${seed}/${next}`, 32)) : typeof like === 'string' ? String(next) : next
      if (!records.has(String(id))) return id
    }
  }

  function keep(record: SampleObject): SampleObject {
    records.set(String(record[idField]), record)
    if (records.size > MOST_RECORDS) records.delete(records.keys().next().value ?? '')
    return record
  }

  for (let i = 0; i < count; i++) {
    const fields = recordAt(i)
    keep(identified(fields, fields[idField]))
  }

  return {
    all: () => [...records.values()],
    find: (id) => records.get(id),
    add: (fields) => keep(identified({ ...recordAt(0), ...fields }, undefined)),
    change: (id, fields) => keep({ ...recordAt(0), ...fields, [idField]: records.get(id)?.[idField] ?? id }),
    remove: (id) => records.delete(id),
  }
}

function uuid(hex: string): string {
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ]
  return parts.join('-')
}
