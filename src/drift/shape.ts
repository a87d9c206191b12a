import { isObject, type Json } from '../exchange/json.js'
import { keysOf } from '../specification/plain-object.js'

/** Coarse forms of text. They inform; no form is a contract. */
const forms = {
  masked: /\[[a-z_]+#\d+\]/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/,
  digits: /^\d+$/,
  decimal: /^-?\d+[.,]\d+$/,
  uuid: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  ulid: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  url: /^https?:\/\/\S+$/i,
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
} as const

export type Format = keyof typeof forms | 'empty' | 'text'

export const formats: readonly Format[] = [...keysOf(forms), 'empty', 'text']

/** `masked`: holds a label such as `[cpf#1]`, so the value itself was never seen. */
export function formatOf(text: string): Format {
  if (text === '') return 'empty'
  if (text.length > 2048) return 'text'
  return keysOf(forms).find((name) => forms[name].test(text)) ?? 'text'
}

/**
 * The common shape of many values at one place: kinds with their counts, and fields with how often each was present.
 * A shape keeps no values except short codes (see `code-like.ts`). The order of the values makes no difference,
 * except that no new fields are added beyond {@link MAX_NODES}.
 */
export interface Shape {
  count: number
  kinds: Map<Kind, number>
  /** Arrays without items: they say nothing about what an item is, and some services response `[]` for an empty object. */
  emptyArrays: number
  formats: Map<Format, number>
  /** Codes seen, with counts; null once a value was no code or there were too many. */
  values: Map<string | number, number> | null
  /** By key; null once there were too many, and all keys count as identifiers. */
  fields: Map<string, Shape> | null
  /** The shape of values under keys that are identifiers. */
  keyed: Shape | null
  items: Shape | null
}

export const kinds = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const
export type Kind = (typeof kinds)[number]

/** Deepest place that is learned; below it only kinds are known. */
export const MAX_DEPTH = 24
/** Most keys of one object that are kept apart. */
export const MAX_FIELDS = 200
/** Most codes of one field that are remembered. */
const MAX_VALUES = 12
/** Most places of one body's shape. */
export const MAX_NODES = 20_000

/** How many more places a shape may take in; shared by all that learn into one shape. */
export interface Budget {
  left: number
}

export function emptyShape(): Shape {
  return {
    count: 0,
    kinds: new Map(),
    emptyArrays: 0,
    formats: new Map(),
    values: new Map(),
    fields: new Map(),
    keyed: null,
    items: null,
  }
}

interface Spot {
  readonly budget: Budget
  /** The field that holds it, which decides whether codes are remembered. */
  readonly name: string
  readonly depth: number
}

export function learn(shape: Shape, value: Json, budget: Budget = { left: MAX_NODES }): void {
  learnAt(shape, value, { budget, name: '', depth: 0 })
}

function learnAt(shape: Shape, value: Json, spot: Spot): void {
  const { name, depth } = spot
  const kind = kindOf(value)
  shape.count++
  bump(shape.kinds, kind, 1)
  if (typeof value === 'string') bump(shape.formats, formatOf(value), 1)
  learnCode(shape, value, name)
  if (depth >= MAX_DEPTH) return
  if (Array.isArray(value)) learnItems(shape, value, spot)
  else if (isObject(value)) learnFields(shape, value, spot)
}

export function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as 'boolean' | 'string' | 'object'
}

function learnCode(shape: Shape, value: Json, name: string): void {
  if (shape.values === null || value === '' || (typeof value !== 'string' && typeof value !== 'number'))
    return
  if (isCodeLike(value, isCodeField(name))) bump(shape.values, value, 1)
  else shape.values = null
  if (shape.values && shape.values.size > MAX_VALUES) shape.values = null
}

function learnItems(shape: Shape, items: readonly Json[], spot: Spot): void {
  if (items.length === 0) {
    shape.emptyArrays++
    return
  }
  shape.items ??= place(spot.budget)
  if (!shape.items) return
  const within = { ...spot, depth: spot.depth + 1 }
  for (const item of items) learnAt(shape.items, item, within)
}

function learnFields(shape: Shape, value: { readonly [key: string]: Json }, { budget, depth }: Spot): void {
  for (const key of Object.keys(value)) {
    const child = childOf(shape, key, budget)
    if (child) learnAt(child, value[key] as Json, { budget, name: key, depth: depth + 1 })
  }
  collapseWide(shape)
}

function childOf(shape: Shape, key: string, budget: Budget): Shape | null {
  if (shape.fields === null || isIdentifierKey(key)) {
    shape.keyed ??= place(budget)
    return shape.keyed
  }
  const known = shape.fields.get(key) ?? place(budget)
  if (known) shape.fields.set(key, known)
  return known
}

function place(budget: Budget): Shape | null {
  if (budget.left <= 0) return null
  budget.left--
  return emptyShape()
}

/** An object with too many keys is a map: its keys are data. */
function collapseWide(shape: Shape): void {
  if (shape.fields && shape.fields.size > MAX_FIELDS) collapse(shape, shape.fields)
}

function collapse(shape: Shape, fields: Map<string, Shape>): void {
  shape.keyed ??= emptyShape()
  for (const child of fields.values()) absorb(shape.keyed, child)
  shape.fields = null
}

function absorb(into: Shape, from: Shape): void {
  into.count += from.count
  into.emptyArrays += from.emptyArrays
  for (const [kind, count] of from.kinds) bump(into.kinds, kind, count)
  for (const [format, count] of from.formats) bump(into.formats, format, count)
  if (into.values) for (const [value, count] of from.values ?? []) bump(into.values, value, count)
  if (!from.values || (into.values && into.values.size > MAX_VALUES)) into.values = null
  for (const part of ['keyed', 'items'] as const) {
    if (!from[part]) continue
    into[part] ??= emptyShape()
    absorb(into[part], from[part])
  }
  if (into.fields && !from.fields) collapse(into, into.fields)
  for (const [key, child] of from.fields ?? []) {
    const target = (into.fields ? into.fields.get(key) : into.keyed) ?? emptyShape()
    if (into.fields) into.fields.set(key, target)
    else into.keyed = target
    absorb(target, child)
  }
  collapseWide(into)
}

function bump<K>(counts: Map<K, number>, key: K, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/**
 * Which values may be remembered. A baseline lies in a repository, so no value that could be anybody's data may enter it:
 * only short codes, and only in fields that are named for a code, since `MARIA` is as short as `ATIVO`.
 */

const codeFields =
  /^(situacao|status|tipo|formato|condicao|finalidade|modalidade|modelo|origem|categoria|classe|nivel|operacao|padrao|ambiente|regime|codigoRegimeTributario|type|kind|state)([A-Z_].*)?$|(Situacao|Status|Tipo|Formato|_type|_status)$/

const idKeys = [
  /^\d+$/,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  /^(?=.*\d)[0-9a-f]{12,}$/i,
  /^\d{4}-\d{2}(-\d{2})?/,
  /@|\[[a-z_]+#\d+\]|\d{5,}/,
]

/** Longest key that is taken for the name of a field. */
const MAX_KEY_LENGTH = 64

/** Whether a field's name says that it holds a code: `situacao`, `tipoPessoa`. */
export function isCodeField(name: string): boolean {
  return codeFields.test(name)
}

/** Whether a value is short enough to be a code. Outside code fields one or two capitals, such as `S` or `PS`, at most. */
export function isCodeLike(value: string | number, inCodeField: boolean): boolean {
  if (typeof value === 'number') return inCodeField && Number.isInteger(value) && Math.abs(value) < 1000
  return inCodeField ? /^(?!.*\d{5})[A-Za-z0-9][A-Za-z0-9_.-]{0,23}$/.test(value) : /^[A-Z]{1,2}$/.test(value)
}

/** True if a key is data, such as an identifier, a date or an address. Such keys are treated as one. */
export function isIdentifierKey(key: string): boolean {
  return key.length > MAX_KEY_LENGTH || idKeys.some((form) => form.test(key))
}
