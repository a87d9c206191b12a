/** The deepest nesting that is read. Deeper bodies would break the recursive readers of JSON. */
export const MAX_JSON_DEPTH = 256

/** A value of JSON. It holds a {@link LongNumber} only if exact numbers were requested. */
export type Json =
  | null
  | boolean
  | number
  | string
  | LongNumber
  | readonly Json[]
  | { readonly [key: string]: Json }

/** A number that a double would round, in its own text. */
export class LongNumber {
  readonly text: string
  readonly #canonical: string

  constructor(text: string) {
    this.text = text
    this.#canonical = canonical(text)
  }

  /** Whether it is the same number, however it is spelt. */
  isSameAs(other: LongNumber): boolean {
    return this.#canonical === other.#canonical
  }

  toString(): string {
    return this.text
  }

  /** Marked, for {@link jsonText} to take its quotes off. */
  toJSON(): string {
    return `\u0000${this.text}\u0000`
  }
}

/** Digits without zeros at their ends, and an exponent: `12.50` and `125e-1` are both `125e-1`. */
function canonical(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const bare = digits.replace(/0+$/, '')
  if (bare === '') return text === '' || whole === '' ? text : '0'
  return `${sign}${bare}e${Number(exponent) - fraction.length + digits.length - bare.length}`
}

/** A value as JSON, long numbers in their own text. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.replace(/"\\u0000([^"\\]*)\\u0000"/g, '$1')
}

export type JsonFlaw = 'empty' | 'broken' | 'too-deep'

export type ParsedJson =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly flaw: JsonFlaw }

/** The value that was read; undefined if there is none or it could not be read. */
export function valueIn(parsed: ParsedJson | null): Json | undefined {
  return parsed?.ok ? parsed.value : undefined
}

/** Reads JSON without ever throwing. Nesting beyond {@link MAX_JSON_DEPTH} is refused before it is parsed. */
export function parseJson(text: string): ParsedJson {
  if (isBlank(text)) return { ok: false, flaw: 'empty' }
  const mayBeDeep = text.length > MAX_JSON_DEPTH && opensMoreThan(text, MAX_JSON_DEPTH)
  if (mayBeDeep && openAtEnd(text, MAX_JSON_DEPTH) > MAX_JSON_DEPTH) return { ok: false, flaw: 'too-deep' }
  try {
    return { ok: true, value: JSON.parse(withoutMark(text)) as Json }
  } catch {
    return { ok: false, flaw: 'broken' }
  }
}

/** Nearly every text begins with what is plainly no blank. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x7f) && text.trim() === ''
}

/** The object's own property; undefined if the value is no object or lacks it. */
export function property(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber)
  )
}

/** Equal as JSON values: key order is nothing, types are everything (`32.56` is not `"32.56"`). */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || !a || !b) return false
  if (a instanceof LongNumber || b instanceof LongNumber) {
    return a instanceof LongNumber && b instanceof LongNumber && a.isSameAs(b)
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => equalJson(item, b[i]))
    )
  }
  const left = a as { readonly [key: string]: Json }
  const right = b as { readonly [key: string]: Json }
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equalJson(left[key], right[key]))
  )
}

/** Removes the byte order mark, which is not part of the text. RFC 8259 §8.1 */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Counts the brackets, and a string as one of them, that are open at the end of a text. Stops beyond `limit`. */
export function openAtEnd(text: string, limit = Number.POSITIVE_INFINITY): number {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === 0x5c) i++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limit) return depth
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return inString ? depth + 1 : depth
}

/** Whether a text has so many brackets, within strings or without, that it could nest that deep. */
function opensMoreThan(text: string, limit: number): boolean {
  let count = 0
  for (const bracket of '{[')
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++count > limit) return true
  return false
}
