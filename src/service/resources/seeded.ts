import {
  fillReferences,
  type Resource,
  resourceAt,
  type Sample,
  type SampleObject,
} from '../../specification/samples/index.js'
import { between, createRandom } from '../random.js'
import { type StoredRecord, storedRecord } from './record.js'

/** The records that everybody finds; shared, since a record is replaced and never changed. */
export interface Seeded {
  readonly records: readonly StoredRecord[]
  /** An identifier that no record has; `number` counts from 0. */
  nextId(number: number): number | string
}

/** Makes the records of each collection when they are first asked for. The same seed gives the same records. */
export function createSeeds(seed: string, count: number | null): (resource: Resource) => Seeded {
  const made = new Map<string, Seeded>()
  const ids = (resource: Resource) => identifiers(resource, seed, count ?? resource.count)
  return (resource) => {
    const known = made.get(resource.collection)
    if (known) return known
    const own = ids(resource)
    const records = own.map((id, i) => storedRecord(resource, id, fieldsOf(resource, i, ids)))
    const seeded = { records, nextId: (number: number) => identifier(resource, seed, own.length + number) }
    made.set(resource.collection, seeded)
    return seeded
  }
}

function fieldsOf(
  resource: Resource,
  index: number,
  idsOf: (resource: Resource) => (number | string)[],
): SampleObject {
  const picked = Object.entries(resource.fields).map(([name, values]): [string, Sample] => [
    name,
    values[index % values.length] ?? values[0],
  ])
  const filled = fillReferences(Object.fromEntries(picked), (collection) => {
    const target = resourceAt(collection)
    if (!target || (target === resource && index % 3 === 0)) return null
    const ids = idsOf(target)
    return ids[index % ids.length] ?? null
  })
  return filled as SampleObject
}

function identifiers(resource: Resource, seed: string, count: number): (number | string)[] {
  return Array.from({ length: count }, (_, i) => identifier(resource, seed, i))
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Eleven digits, growing; text where the resource's kind has textual identifiers. */
function identifier({ collection, idForm }: Resource, seed: string, index: number): number | string {
  const random = createRandom(`${seed}/${collection}`)
  const base = between(random, 15_000_000_000, 18_999_999_999)
  if (idForm === 'text') return `MLB${(base % 9_000_000) + index * 17}`
  if (idForm === 'integer') return base + index * 113
  const tail = Array.from({ length: 12 }, () => crockford[between(random, 0, 31)]).join('')
  return `01JX${String(index).padStart(10, '0')}${tail}`
}
