import { isObject, type Json } from '../exchange/json.js'

/** A record's identifier: a whole number above zero, or a text that is not blank, `.` or `..`, which change the meaning of a path. */
export function isIdentifier(value: Json | undefined): value is string | number {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0
  return typeof value === 'string' && !blankOrDots.test(value)
}

/** Whether a whole number lost digits when it was parsed. From 1e21 on, JSON writes it with an exponent, and it is no identifier. */
export function isRounded(value: Json | undefined): value is number {
  return typeof value === 'number' && value > Number.MAX_SAFE_INTEGER && value < 1e21
}

const blankOrDots = /^\s*\.{0,2}\s*$/

/**
 * Returns an identifier as a segment of a path; null if it contains anything but letters, digits, `-` and `_`.
 * Percent-encoding would not make `../../produtos` safe, because a proxy that decodes it early reads another address.
 */
export function segmentOf(id: string): string | null {
  return /^[\w-]+$/.test(id) ? id : null
}

/** Whether two identifiers name the same record: `007` and 7 do. */
export function isSameIdentifier(a: string | number, b: string | number): boolean {
  return withoutZeros(String(a)) === withoutZeros(String(b))
}

function withoutZeros(text: string): string {
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
}

/** The identifier in `data`: its `id`, else a field such as `idProduto`, else `data` itself; null if there is none. */
export function identifierIn(data: Json | undefined): string | null {
  const value = isIdentifier(data) ? data : identifierField(data)
  return isIdentifier(value) ? String(value) : null
}

/** The value of `id` or of a field such as `idProduto`, of any type; undefined if there is no such field. */
export function identifierField(data: Json | undefined): Json | undefined {
  if (!isObject(data)) return undefined
  const name = identifierName(data)
  return name === undefined ? undefined : data[name]
}

/** `id`, else the first name such as `idProduto` that is not in `others`, the names known to refer to other records. */
export function identifierName(
  record: { readonly [name: string]: Json },
  others: readonly string[] = [],
): string | undefined {
  if (Object.hasOwn(record, 'id')) return 'id'
  return Object.keys(record).find(
    (name) => /^id[A-Z]/.test(name) && !refersToOtherRecord.test(name) && !others.includes(name),
  )
}

/** Matches `idCategoriaPai`, `idHerdado`, `idOrigem`, which refer to the parent or origin of a record. */
const refersToOtherRecord = /(?:Pai|Herdado|Origem)$/

/** The identifier in the response to a create: `{data: {id: 7}}`, `{data: 7}`, `{data: [{id: 7}]}` or `{id: 7}`. */
export function createdIn(response: Json | undefined): string | null {
  if (!isObject(response)) return null
  const data = Object.hasOwn(response, 'data') ? response.data : response
  if (Array.isArray(data)) return data.length === 1 ? identifierIn(data[0] as Json) : null
  return identifierIn(data)
}

/**
 * The records in `data` of a list: `data` itself if it is an array, else the only array of objects in it; null if it has
 * none or several, so that nobody knows which are the records. An empty array does not count next to a filled one.
 */
export function recordsListed(data: Json | undefined): readonly Json[] | null {
  if (isArray(data)) return data
  if (!isObject(data)) return null
  const arrays = Object.values(data)
    .filter(isArray)
    .filter((items) => items.every(isObject))
  const filled = arrays.filter(({ length }) => length > 0)
  const [only, second] = filled.length > 0 ? filled : arrays
  return only !== undefined && second === undefined ? only : null
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** Texts that programs send for an empty variable, such as `undefined`: a part of case-insensitive regular expressions. */
export const EMPTY_VARIABLE_TEXTS = String.raw`undefined|null|nil|none|nan|\[object \w+\]`

const emptyVariable = new RegExp(`^(?:${EMPTY_VARIABLE_TEXTS})?$`, 'i')

/** Whether this is what a program sends for an empty variable. */
export function isEmptyVariable(sent: unknown): boolean {
  return emptyVariable.test(String(sent ?? ''))
}
