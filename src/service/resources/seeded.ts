import { type Sample, type SampleObject, sampleOf } from '../../specification/samples/index.js'
import { between, createRandom } from '../random.js'
import { settled } from './made.js'
import type { Model } from './model.js'
import { Stored, type StoredRecord } from './record.js'
import { targetOf } from './references.js'

/** The records that everybody finds; shared, since a record is replaced and never changed. Made when they are asked for. */
export interface Seeded {
  readonly count: number
  record(index: number): StoredRecord
  /** Position of an identifier; -1 where no seeded record has it. */
  indexOf(id: string): number
  /** An identifier that no record has; `number` counts from 0. */
  nextId(number: number): number | string
}

/** The records of each collection; the same seed gives the same ones. */
export function createSeeds(
  models: ReadonlyMap<string, Model>,
  seed: string,
  count: number,
): (model: Model) => Seeded {
  const made = new Map<string, Seeded>()

  function seededOf(model: Model): Seeded {
    const known = made.get(model.collection)
    if (known) return known
    const fresh = createSeeded(model, seed, countOf(model), idIn)
    made.set(model.collection, fresh)
    return fresh
  }

  /** There are always stores, for bodies name them and no route of the specification lists them, and one company. */
  function countOf({ collection }: Model): number {
    if (collection === '/empresas') return 1
    return collection === '/canais-venda' ? Math.max(2, count) : count
  }

  /** Some record of a collection, for a record that points there. */
  function idIn(collection: string, index: number): Sample | undefined {
    const model = models.get(collection)
    return model && count > 0 ? identifier(model, seed, index % count) : undefined
  }

  return seededOf
}

function createSeeded(
  model: Model,
  seed: string,
  count: number,
  idIn: (collection: string, index: number) => Sample | undefined,
): Seeded {
  const records: StoredRecord[] = []
  const first = Number(identifier(model, seed, 0))

  function make(index: number): StoredRecord {
    const random = createRandom(`${seed}${model.collection}/${index}`)
    const valueAt = (path: readonly string[]) => pointer(path, model.family, index, idIn)
    const sample = (schema: Model['full']) =>
      (schema ? sampleOf(schema, random, { valueAt }) : {}) as SampleObject
    const specified = Object.entries(model.specified).map(([name, schema]) => [
      name,
      sampleOf(schema, random, { valueAt }),
    ])
    const fields = { ...sample(model.listed), ...sample(model.full), ...Object.fromEntries(specified) }
    const atMs = -(count - index) * HOUR_MS
    const id = identifier(model, seed, index)
    return new Stored(model, { ...settled(fields), id, [model.idField]: id }, atMs, atMs)
  }

  return {
    count,
    record(index) {
      records[index] ??= make(index)
      return records[index]
    },
    indexOf(id) {
      if (model.idForm !== 'integer')
        return Array.from({ length: count }, (_, i) => String(identifier(model, seed, i))).indexOf(id)
      const index = (Number(id) - first) / STEP
      return Number.isInteger(index) && index >= 0 && index < count ? index : -1
    },
    nextId: (number) => identifier(model, seed, count + number),
  }
}

const HOUR_MS = 3_600_000
const STEP = 113
/** Stores have shorter identifiers. */
const FIRST_STORE = 203_456_781

/** `contato.id` and the like point at a record that there is. */
function pointer(
  path: readonly string[],
  family: string,
  index: number,
  idIn: (collection: string, index: number) => Sample | undefined,
): Sample | undefined {
  if (path.at(-1) === 'borderos') return [idIn('/borderos', index) ?? 0]
  if (path.at(-1) !== 'id') return undefined
  const collection = targetOf(path.at(-2) ?? '', family)
  return collection ? idIn(collection, index + path.length) : undefined
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Eleven digits, growing; a ULID where the resource's kind has those. */
function identifier({ collection, idForm }: Model, seed: string, index: number): number | string {
  const random = createRandom(`${seed}/${collection}`)
  const base = between(random, 15_000_000_000, 18_999_999_999)
  if (collection === '/canais-venda') return FIRST_STORE + index * STEP
  if (idForm === 'integer') return base + index * STEP
  const tail = Array.from({ length: 12 }, () => crockford[between(random, 0, 31)]).join('')
  return `01JX${String(index).padStart(10, '0')}${tail}`
}
