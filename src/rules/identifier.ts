import { isObject, type Json } from '../exchange/json.js'

/** A record's identifier: a whole number above zero, or a text that is not empty, nor one that every address takes for a step (`..`). */
export function isIdentifier(value: Json | undefined): value is string | number {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0
  return typeof value === 'string' && !blankOrDots.test(value)
}

/** Whether a whole number was rounded when it was read. From 1e21 on, which JSON writes with an exponent, it is none. */
export function isRounded(value: Json | undefined): value is number {
  return typeof value === 'number' && value > Number.MAX_SAFE_INTEGER && value < 1e21
}

const blankOrDots = /^\s*\.{0,2}\s*$/

/**
 * An identifier as one segment of a path; null where it is anything but letters, digits, `-` and `_`. Percent-encoding would not make
 * `../../produtos` safe: a service or a proxy that decodes early, or twice, reads another address.
 */
export function segmentOf(id: string): string | null {
  return /^[\w-]+$/.test(id) ? id : null
}

export function isNamed(id: string | number, asked: string): boolean {
  return isSameIdentifier(String(id), asked)
}

/** Whether two identifiers, as text, are the same record's: zeros before a number say nothing. */
export function isSameIdentifier(one: string, other: string): boolean {
  return one === other || withoutZeros(one) === withoutZeros(other)
}

function withoutZeros(text: string): string {
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
}

/** The identifier that `data` shows: its `id`, else a field named like one, else `data` itself; null for none. */
export function identifierIn(data: Json | undefined): string | null {
  if (isIdentifier(data)) return String(data)
  const value = identifierField(data)
  return isIdentifier(value) ? String(value) : null
}

/** The value of the identifier field, of any type; undefined if there is no such field. */
export function identifierField(data: Json | undefined): Json | undefined {
  if (!isObject(data)) return undefined
  const name = identifierName(data)
  return name === undefined ? undefined : data[name]
}

/** `id`, else the first name like one, those excepted that are known to be something else. */
export function identifierName(
  record: { readonly [name: string]: Json },
  others: readonly string[] = [],
): string | undefined {
  if (Object.hasOwn(record, 'id')) return 'id'
  return Object.keys(record).find(
    (name) => /^id[A-Z]/.test(name) && !refersToOtherRecord.test(name) && !others.includes(name),
  )
}

/** `idCategoriaPai`, `idHerdado`, `idOrigem`: what a record comes of. */
const refersToOtherRecord = /(?:Pai|Herdado|Origem)$/

/** The identifier that the response to a create shows, also in the only record of `data` or without an envelope. */
export function createdIn(response: Json | undefined): string | null {
  const data = isObject(response) && Object.hasOwn(response, 'data') ? response.data : response
  if (data === response && !isObject(response)) return null
  if (Array.isArray(data)) return data.length === 1 ? identifierIn(data[0] as Json) : null
  return identifierIn(data)
}

/** The records of a list's `data`: an array, or the only array of objects in an object; null if there is none. */
export function recordsListed(data: Json | undefined): readonly Json[] | null {
  if (isArray(data)) return data
  const arrays = (isObject(data) ? Object.values(data) : [])
    .filter(isArray)
    .filter((items) => items.every(isObject))
  const full = arrays.filter(({ length }) => length > 0)
  const [only, ...others] = full.length > 0 ? full : arrays
  return only !== undefined && others.length === 0 ? only : null
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** Strings that programs write if a variable is empty, as one alternative of a case-insensitive expression. */
export const EMPTY_VARIABLE_TEXTS = String.raw`undefined|null|nil|none|nan|\[object \w+\]`

const nothing = new RegExp(`^(?:${EMPTY_VARIABLE_TEXTS})?$`, 'i')

/** Whether a program that held no value would send this. */
export function isEmptyVariable(sent: unknown): boolean {
  return nothing.test(String(sent ?? ''))
}
