/**
 * The common shape of many JSON values at one place. Learning `{ id: 1 }` and `{ id: 2, nome: 'x' }` gives an object that
 * was seen twice, with an integer `id` in 2 of 2 and a text `nome` in 1 of 2. A shape does not keep values, except short
 * codes such as `A` or `PENDENTE`, because a baseline is committed to a repository.
 */
import { isObject, type Json } from '../exchange/json.js'
import { keysOf } from '../specification/plain-object.js'

/** Forms of text, with an example. The first that matches counts. */
const formatPatterns = {
  // a label that replaced a secret, `[cpf#1]`, so the value itself is unknown
  masked: /\[[a-z_]+#\d+\]/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  // `2026-05-04 10:15`, `2026-05-04T10:15:00.250Z`
  datetime: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/,
  digits: /^\d+$/,
  decimal: /^-?\d+[.,]\d+$/,
  uuid: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  ulid: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  url: /^https?:\/\/\S+$/i,
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
} as const

export type Format = keyof typeof formatPatterns | 'empty' | 'text'

export const formats: readonly Format[] = [...keysOf(formatPatterns), 'empty', 'text']

/** Longer texts have no format, because no form above is so long. */
const MAX_FORMAT_LENGTH = 2048

export function textFormat(text: string): Format {
  if (text === '') return 'empty'
  if (text.length > MAX_FORMAT_LENGTH) return 'text'
  return keysOf(formatPatterns).find((name) => formatPatterns[name].test(text)) ?? 'text'
}

/** The result of learning. The order of the values matters only after {@link MAX_FIELDS} different keys at one place. */
export interface Shape {
  /** How many values were seen. */
  count: number
  kinds: Map<Kind, number>
  /** Arrays without items. They say nothing about items, and some services respond `[]` for an empty object. */
  emptyArrays: number
  formats: Map<Format, number>
  /** The codes seen, with counts; null if a text or number was no code, or if there were more than {@link MAX_VALUES}. */
  values: Map<string | number, number> | null
  /** The fields of objects, by key. */
  fields: Map<string, Shape>
  /** True if an object had more than {@link MAX_FIELDS} keys. Then further keys count as identifiers. */
  isMap: boolean
  /** The common shape of all values whose keys are identifiers: 7 and 8 in `{ "15013": 7, "15014": 8 }`. */
  keyed: Shape | null
  /** The common shape of the array's items. */
  items: Shape | null
}

export const kinds = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const
export type Kind = (typeof kinds)[number]

/** At this depth only the kind of a value is learned, not what is in it. No documented response is nested as deep. */
export const MAX_DEPTH = 24
/** An object with more different keys is a map: its keys are data, not the names of fields. */
export const MAX_FIELDS = 200
/** A baseline lists fewer values than this, so no more are kept. */
const MAX_VALUES = 12

export function emptyShape(): Shape {
  return {
    count: 0,
    kinds: new Map(),
    emptyArrays: 0,
    formats: new Map(),
    values: new Map(),
    fields: new Map(),
    isMap: false,
    keyed: null,
    items: null,
  }
}

export function learnValue(shape: Shape, value: Json): void {
  learnNested(shape, value, '', 0)
}

/** `name`: the key under which the value is, also for items of an array under that key; empty for the whole body. */
function learnNested(shape: Shape, value: Json, name: string, depth: number): void {
  shape.count++
  increase(shape.kinds, kindOf(value))
  if (typeof value === 'string') increase(shape.formats, textFormat(value))
  learnCode(shape, value, name)
  if (depth >= MAX_DEPTH) return
  if (Array.isArray(value)) learnItems(shape, value, name, depth)
  else if (isObject(value)) learnFields(shape, value, depth)
}

export function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as 'boolean' | 'string' | 'object'
}

function learnCode(shape: Shape, value: Json, name: string): void {
  const isScalar = typeof value === 'string' || typeof value === 'number'
  if (shape.values === null || value === '' || !isScalar) return
  if (isCodeLike(value, isCodeField(name))) increase(shape.values, value)
  else shape.values = null
  if (shape.values && shape.values.size > MAX_VALUES) shape.values = null
}

function learnItems(shape: Shape, items: readonly Json[], name: string, depth: number): void {
  if (items.length === 0) {
    shape.emptyArrays++
    return
  }
  shape.items ??= emptyShape()
  for (const item of items) learnNested(shape.items, item, name, depth + 1)
}

function learnFields(shape: Shape, value: { readonly [key: string]: Json }, depth: number): void {
  const entries = Object.entries(value)
  if (entries.length > MAX_FIELDS) shape.isMap = true
  for (const [key, child] of entries) learnNested(childShape(shape, key), child, key, depth + 1)
}

/** Returns the shape of the values under a key, and adds it if it is new. */
function childShape(shape: Shape, key: string): Shape {
  const known = shape.fields.get(key)
  if (known) return known
  if (shape.isMap || isIdentifierKey(key) || shape.fields.size >= MAX_FIELDS) {
    shape.keyed ??= emptyShape()
    return shape.keyed
  }
  const added = emptyShape()
  shape.fields.set(key, added)
  return added
}

function increase<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Names of fields that have codes: `situacao`, `tipoPessoa`, `origemProduto`, `formaSituacao`, `order_status`. */
const codeFields =
  /^(situacao|status|tipo|formato|condicao|finalidade|modalidade|modelo|origem|categoria|classe|nivel|operacao|padrao|ambiente|regime|codigoRegimeTributario|type|kind|state)([A-Z_].*)?$|(Situacao|Status|Tipo|Formato|_type|_status)$/

/** Keys that are data: numbers, ULIDs, UUIDs, hexadecimal numbers, dates, addresses, masked values and long numbers. */
const identifierKeys = [
  /^\d+$/,
  formatPatterns.ulid,
  formatPatterns.uuid,
  /^(?=.*\d)[0-9a-f]{12,}$/i,
  /^\d{4}-\d{2}(-\d{2})?/,
  formatPatterns.masked,
  /@|\d{5,}/,
]

/** A longer key is data, because names of fields are short. */
const MAX_KEY_LENGTH = 64

export function isCodeField(name: string): boolean {
  return codeFields.test(name)
}

/**
 * Whether a value is short enough to be a code. In a field that is not for codes, only one or two capitals count, such as `S`
 * or `PS`, because the name `MARIA` is as short as the code `ATIVO`.
 */
export function isCodeLike(value: string | number, inCodeField: boolean): boolean {
  if (typeof value === 'number') return inCodeField && Number.isInteger(value) && Math.abs(value) < 1000
  // up to 24 letters and digits, with at most 4 digits in a row: `NAO_APROVADO`, `2.1`
  return inCodeField ? /^(?!.*\d{5})[A-Za-z0-9][A-Za-z0-9_.-]{0,23}$/.test(value) : /^[A-Z]{1,2}$/.test(value)
}

/** Whether a key is data, such as an identifier. All such keys of an object are treated as one. */
export function isIdentifierKey(key: string): boolean {
  return key.length > MAX_KEY_LENGTH || identifierKeys.some((pattern) => pattern.test(key))
}
