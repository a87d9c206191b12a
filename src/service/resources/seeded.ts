import { type Sample, type SampleObject, sampleOf } from '../../specification/samples/index.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import { between, createRandom } from '../random.js'
import { withDerivedFields } from './derived-fields.js'
import type { Model } from './model.js'
import { StoredRecord } from './record.js'
import { targetOf } from './references.js'

/** The records that everybody finds; shared, since a record is replaced and never changed. Made when they are asked for. */
export interface Seeded {
  readonly count: number
  record(index: number): StoredRecord
  idAt(index: number): number | string
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

  /** Picks a record of a collection for another record to refer to. */
  function idIn(collection: string, index: number): Sample | undefined {
    const model = models.get(collection)
    if (!model || count === 0) return undefined
    const { count: all, idAt } = seededOf(model)
    return idAt(index % all)
  }

  return seededOf
}

type IdIn = (collection: string, index: number) => Sample | undefined

function createSeeded(model: Model, seed: string, count: number, idIn: IdIn): Seeded {
  const records: StoredRecord[] = []
  const idAt = identifiers(model, seed)
  const first = Number(idAt(0))

  function made(index: number): StoredRecord {
    const id = idAt(index)
    const full = {
      ...draw(model, `${seed}${model.collection}/${index}`, index, idIn),
      id,
      [model.idField]: id,
    }
    const atMs = -(count - index) * HOUR_MS
    return new StoredRecord(model, full, atMs, atMs)
  }

  return {
    count,
    idAt,
    record(index) {
      records[index] ??= made(index)
      return records[index]
    },
    indexOf(id) {
      if (model.idForm !== 'integer')
        return Array.from({ length: count }, (_, i) => String(idAt(i))).indexOf(id)
      const index = (Number(id) - first) / STEP
      return Number.isInteger(index) && index >= 0 && index < count ? index : -1
    },
    nextId: (number) => idAt(count + number),
  }
}

/** The fields of a record but its identifier. Code and number are its own; references lead to records that exist. */
function draw(model: Model, seed: string, index: number, idIn: IdIn): SampleObject {
  const { collection: about, family, asked } = model
  const random = createRandom(seed)

  function valueAt(path: readonly string[]): Sample | undefined {
    if (path.at(-1) === 'borderos') return [idIn('/borderos', index) ?? 0]
    const choices = path.length === 1 ? asked[path[0] ?? ''] : undefined
    if (choices) return choices[Math.floor(random() * choices.length)]
    const collection = path.at(-1) === 'id' ? targetOf(path.at(-2) ?? '', family) : null
    return collection === null ? undefined : idIn(collection, index + path.length)
  }

  const sample = (schema: Model['full']) =>
    (schema ? sampleOf(schema, random, { valueAt, about }) : {}) as SampleObject
  const specified = Object.entries(model.specified).map(([name, schema]) => [
    name,
    sampleOf(schema, random, { valueAt, about }),
  ])
  const fields = { ...Object.fromEntries(specified), ...sample(model.listed), ...sample(model.full) }
  const whole = withDerivedFields(fields, fieldsOf(model.full))
  const number = FIRST_NUMBER + index
  return {
    ...whole,
    ...(typeof whole.codigo === 'string' && { codigo: `${whole.codigo}-${index + 1}` }),
    ...(typeof whole.numero === 'string' && { numero: String(number) }),
    ...(typeof whole.numero === 'number' && { numero: number }),
  }
}

const HOUR_MS = 3_600_000
const FIRST_NUMBER = 1000
const STEP = 113
/** Stores have shorter identifiers. */
const FIRST_STORE = 203_456_781

/** A structure and its variations bear the identifier of the product that they belong to. */
const namesakes: Readonly<Record<string, string>> = {
  '/produtos/estruturas': '/produtos',
  '/produtos/variacoes': '/produtos',
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Eleven digits, growing; a ULID where the resource's kind has those. */
function identifiers({ collection, idForm }: Model, seed: string): (index: number) => number | string {
  const random = createRandom(`${seed}/${namesakes[collection] ?? collection}`)
  const base = collection === '/canais-venda' ? FIRST_STORE : between(random, 15_000_000_000, 18_999_999_999)
  if (idForm === 'integer') return (index) => base + index * STEP
  const tail = Array.from({ length: 12 }, () => crockford[between(random, 0, 31)]).join('')
  return (index) => `01JX${String(index).padStart(10, '0')}${tail}`
}
