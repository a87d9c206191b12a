import {
  isSampleObject,
  type Sample,
  type SampleObject,
  sampleOf,
} from '../../specification/samples/index.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import { between, createRandom } from '../random.js'
import type { Model } from './model.js'
import { Stored, type StoredRecord } from './record.js'
import { targetOf } from './references.js'
import { settled } from './settled.js'

/** The records that everybody finds; shared, since a record is replaced and never changed. Made when they are asked for. */
export interface Seeded {
  readonly count: number
  record(index: number): StoredRecord
  /** The same for a look in passing: it is not kept, and its fields can be asked for, not listed. */
  passing(index: number): StoredRecord
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

/**
 * The first records are drawn field by field. Later ones are copies with their own identifier, code, number,
 * references and items, so ten thousand take the time of a hundred and share their common parts.
 */
const MOULDS = 31

interface Mould {
  readonly fields: SampleObject
  /** Fields whose values differ for each record: its code, its number, its references. */
  readonly own: Readonly<Record<string, (index: number) => Sample>>
  /** The fields of a record that is known only by its position; each is made when it is read. */
  readonly glimpse: object
}

/** Pointers by the fields that lead to them. */
interface Branch {
  readonly [name: string]: Branch | Pointer
}

interface Pointer {
  /** null: an identifier of the record's own, of an item in a list of it. */
  readonly collection: string | null
  readonly depth: number
}

type Pointers = { [name: string]: Pointers | Pointer }

type IdIn = (collection: string, index: number) => Sample | undefined

function createSeeded(model: Model, seed: string, count: number, idIn: IdIn): Seeded {
  const records: StoredRecord[] = []
  const moulds: Mould[] = []
  const idAt = identifiers(model, seed)
  const first = Number(idAt(0))

  function mouldAt(index: number): Mould {
    moulds[index] ??= mouldOf(model, createRandom(`${seed}${model.collection}/${index}`), index, idIn)
    return moulds[index]
  }

  function whole(index: number): SampleObject {
    const { fields, own } = mouldAt(index % MOULDS)
    const id = idAt(index)
    const made: Record<string, Sample> = { ...fields, id, [model.idField]: id }
    for (const name in own) made[name] = own[name]?.(index) ?? null
    return made
  }

  /** Its fields can be asked for, not listed. */
  function glimpsed(index: number): SampleObject {
    const id = idAt(index)
    return Object.assign(Object.create(mouldAt(index % MOULDS).glimpse), {
      id,
      [model.idField]: id,
      [AT]: index,
    })
  }

  function stored(index: number, full: SampleObject): StoredRecord {
    const atMs = -(count - index) * HOUR_MS
    return new Stored(model, full, atMs, atMs)
  }

  return {
    count,
    idAt,
    record(index) {
      records[index] ??= stored(index, whole(index))
      return records[index]
    },
    passing: (index) => records[index] ?? stored(index, glimpsed(index)),
    indexOf(id) {
      if (model.idForm !== 'integer')
        return Array.from({ length: count }, (_, i) => String(idAt(i))).indexOf(id)
      const index = (Number(id) - first) / STEP
      return Number.isInteger(index) && index >= 0 && index < count ? index : -1
    },
    nextId: (number) => idAt(count + number),
  }
}

function mouldOf(model: Model, random: () => number, index: number, idIn: IdIn): Mould {
  const { collection: about, family, asked } = model
  const pointers: Pointers = {}

  function valueAt(path: readonly string[]): Sample | undefined {
    if (path.at(-1) === 'borderos') return [idIn('/borderos', index) ?? 0]
    const choices = path.length === 1 ? asked[path[0] ?? ''] : undefined
    if (choices) return choices[Math.floor(random() * choices.length)]
    const collection = path.at(-1) === 'id' ? targetOf(path.at(-2) ?? '', family) : null
    if (collection === null) return undefined
    plant(pointers, path, collection)
    return idIn(collection, index + path.length)
  }

  const sample = (schema: Model['full']) =>
    (schema ? sampleOf(schema, random, { valueAt, about }) : {}) as SampleObject
  const specified = Object.entries(model.specified).map(([name, schema]) => [
    name,
    sampleOf(schema, random, { valueAt, about }),
  ])
  const fields = { ...Object.fromEntries(specified), ...sample(model.listed), ...sample(model.full) }
  const whole = settled(fields, fieldsOf(model.full))
  plantItems(pointers, whole, [])
  return castable(whole, pointers, index, idIn)
}

/** Items of a list whose identifier refers to no other record belong to this record alone. */
function plantItems(pointers: Pointers, value: Sample, path: readonly string[]): void {
  const isList = Array.isArray(value)
  for (const part of isList ? value : [value]) {
    if (!isSampleObject(part)) continue
    if (isList && typeof part.id === 'number') plant(pointers, [...path, 'id'], null)
    for (const name in part) plantItems(pointers, part[name] ?? null, [...path, name])
  }
}

function plant(pointers: Pointers, path: readonly string[], collection: string | null): void {
  let branch = pointers
  for (const name of path.slice(0, -1)) {
    branch[name] ??= {}
    branch = branch[name] as Pointers
  }
  branch[path.at(-1) ?? ''] ??= { collection, depth: path.length }
}

/** The drawn record keeps its values; its copies get their own. */
function castable(fields: SampleObject, pointers: Branch, first: number, idIn: IdIn): Mould {
  const { codigo, numero } = fields
  const own: Record<string, (index: number) => Sample> = {}
  if (typeof codigo === 'string') own.codigo = (index) => `${codigo}-${index + 1}`
  if (typeof numero === 'string') own.numero = (index) => String(FIRST_NUMBER + index)
  if (typeof numero === 'number') own.numero = (index) => FIRST_NUMBER + index
  for (const name in pointers) {
    const [drawn = null, branch] = [fields[name], pointers[name] as Branch]
    own[name] = (index) =>
      index === first
        ? drawn
        : pointed(drawn, branch, ({ collection, depth }, id) =>
            collection === null ? Number(id) + (index - first) * STEP : idIn(collection, index + depth),
          )
  }
  const glimpse = Object.create(fields) as object
  for (const [name, make] of Object.entries(own))
    Object.defineProperty(glimpse, name, {
      get(this: { readonly [AT]: number }) {
        return make(this[AT])
      },
    })
  return { fields, own, glimpse }
}

const AT = Symbol('position')

/** The value with its pointers led elsewhere, in a list in each of its parts; what holds none is shared. */
function pointed(
  value: Sample,
  branch: Branch | Pointer,
  idOf: (pointer: Pointer, value: Sample) => Sample | undefined,
): Sample {
  if (typeof branch.depth === 'number') return idOf(branch as Pointer, value) ?? value
  if (Array.isArray(value)) return value.map((item) => pointed(item, branch, idOf))
  if (!isSampleObject(value)) return value
  const own: Record<string, Sample> = { ...value }
  for (const name in branch)
    if (value[name] !== undefined) own[name] = pointed(value[name], (branch as Branch)[name] as Branch, idOf)
  return own
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
