import type { z } from 'zod'
import { type Sample, type SampleObject, sampleOf } from '../../specification/samples/index.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import { between, createRandom, pick } from '../random.js'
import { withDerivedFields } from './derived-fields.js'
import type { Model } from './model.js'
import { StoredRecord } from './record.js'
import { referredCollection } from './references.js'

/**
 * The records with which a collection begins. All applications share them; a changed record is a new object in the
 * application's store. Each is created when it is first needed, because there may be 100,000.
 */
export interface SeededRecords {
  readonly count: number
  record(index: number): StoredRecord
  idAt(index: number): number | string
  /** Returns the index of the record with this identifier; -1 if there is none. */
  indexOf(id: string): number
  /** Returns an identifier for a new record; `number` counts the new records from 0. */
  nextId(number: number): number | string
}

/** Picks the identifier of a record of a collection, for another record to refer to. */
type PickId = (collection: string, index: number) => Sample | undefined

/** Returns a function that gives the seeded records of a collection. The same seed gives the same records. */
export function createSeeds(
  models: ReadonlyMap<string, Model>,
  seed: string,
  count: number,
): (model: Model) => SeededRecords {
  const known = new Map<string, SeededRecords>()

  function seededOf(model: Model): SeededRecords {
    const seeded = known.get(model.collection) ?? createSeeded(model, seed, countOf(model), pickId)
    known.set(model.collection, seeded)
    return seeded
  }

  function countOf({ collection }: Model): number {
    // the account belongs to one company
    if (collection === '/empresas') return 1
    // bodies must refer to stores, which no route of the specification lists, so there are always some
    return collection === '/canais-venda' ? Math.max(2, count) : count
  }

  function pickId(collection: string, index: number): Sample | undefined {
    const model = models.get(collection)
    if (!model || count === 0) return undefined
    const seeded = seededOf(model)
    return seeded.idAt(index % seeded.count)
  }

  return seededOf
}

function createSeeded(model: Model, seed: string, count: number, pickId: PickId): SeededRecords {
  const records: StoredRecord[] = []
  const idAt = identifiers(model, seed)
  const first = Number(idAt(0))

  function createRecord(index: number): StoredRecord {
    const fields = sampleFields(model, `${seed}${model.collection}/${index}`, index, pickId)
    // the records were created an hour apart, before the service's start at 0
    const atMs = -(count - index) * HOUR_MS
    return new StoredRecord(model, idAt(index), fields, { createdAtMs: atMs, changedAtMs: atMs })
  }

  return {
    count,
    idAt,
    record(index) {
      records[index] ??= createRecord(index)
      return records[index]
    },
    indexOf(id) {
      if (model.idForm !== 'integer')
        return Array.from({ length: count }, (_, i) => String(idAt(i))).indexOf(id)
      const index = (Number(id) - first) / ID_STEP
      return Number.isInteger(index) && index >= 0 && index < count ? index : -1
    },
    nextId: (number) => idAt(count + number),
  }
}

/** Makes the fields of a record except its identifier. Code and number differ in each record; references exist. */
function sampleFields(model: Model, seed: string, index: number, pickId: PickId): SampleObject {
  const { collection, family, choices } = model
  const random = createRandom(seed)

  /** Returns the value at a path within the record, such as `['contato', 'id']`; undefined: any value will do. */
  function valueAt(path: readonly string[]): Sample | undefined {
    const [first = ''] = path
    const name = path.at(-1)
    // an account lists the identifiers of its borderôs; 0 if the service has none
    if (name === 'borderos') return [pickId('/borderos', index) ?? 0]
    const listed = path.length === 1 ? choices[first] : undefined
    if (listed) return listed[Math.floor(random() * listed.length)]
    const target = name === 'id' ? referredCollection(path.at(-2) ?? '', family) : null
    // with the length of the path, two references of a record differ
    return target === null ? undefined : pickId(target, index + path.length)
  }

  const sample = (schema: z.ZodType) => sampleOf(schema, random, { valueAt, about: collection })
  const sampleRecord = (schema: Model['full']) => (schema ? sample(schema) : {}) as SampleObject
  const specified = Object.entries(model.specified).map(([name, schema]) => [name, sample(schema)])
  // fields of the single read (`full`) win over those of the list, and these over the specified ones
  const sampled = {
    ...Object.fromEntries(specified),
    ...sampleRecord(model.listed),
    ...sampleRecord(model.full),
  }
  const fields = withDerivedFields(sampled, fieldsOf(model.full))
  const number = FIRST_NUMBER + index
  return {
    ...fields,
    ...(typeof fields.codigo === 'string' && { codigo: `${fields.codigo}-${index + 1}` }),
    ...(typeof fields.numero === 'string' && { numero: String(number) }),
    ...(typeof fields.numero === 'number' && { numero: number }),
  }
}

const HOUR_MS = 3_600_000
/** The `numero` of the first record of a collection. */
export const FIRST_NUMBER = 1000
/** The difference between one identifier and the next. */
const ID_STEP = 113
/** Stores (`/canais-venda`) have shorter identifiers, of nine digits. */
const FIRST_STORE = 203_456_781

/**
 * Collections whose records have the same identifiers as the products that they belong to. Identifiers follow from the
 * seed and the name of the collection.
 */
const sharesIdsWith: Readonly<Record<string, string>> = {
  '/produtos/estruturas': '/produtos',
  '/produtos/variacoes': '/produtos',
}

/** The digits of a ULID. */
const crockford = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'] as [string, ...string[]]

/** Returns a function from index to identifier: eleven digits, or a ULID that begins like one of 2025. Both grow with the index. */
function identifiers({ collection, idForm }: Model, seed: string): (index: number) => number | string {
  const random = createRandom(`${seed}/${sharesIdsWith[collection] ?? collection}`)
  const base = collection === '/canais-venda' ? FIRST_STORE : between(random, 15_000_000_000, 18_999_999_999)
  if (idForm === 'integer') return (index) => base + index * ID_STEP
  const tail = Array.from({ length: 12 }, () => pick(random, crockford)).join('')
  return (index) => `01JX${String(index).padStart(10, '0')}${tail}`
}
