/** Reads and compares JSON values. Every body of an exchange is read here. */

/** The deepest nesting that is read. Deeper values would overflow the stack of recursive functions. */
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

/** A number that JavaScript would round, as its text: `12345678901234567890`. Services keep it, and many clients send it back rounded. */
export class LongNumber {
  readonly #canonical: string

  constructor(readonly text: string) {
    this.#canonical = canonical(text)
  }

  /** Whether it is the same number in another spelling: `1e2` and `100`. */
  isSameAs(other: LongNumber): boolean {
    return this.#canonical === other.#canonical
  }

  toString(): string {
    return this.text
  }

  /** Puts NUL characters around the digits, by which {@link jsonText} finds them and removes the quotes. */
  toJSON(): string {
    return `\u0000${this.text}\u0000`
  }
}

/** Brings a number into one spelling: `12.50` and `125e-1` both become `125e-1`. A text that is no number stays. */
function canonical(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const bare = digits.replace(/0+$/, '')
  if (bare === '') return whole === '' ? text : '0'
  return `${sign}${bare}e${Number(exponent) - fraction.length + digits.length - bare.length}`
}

/** Writes a value as JSON. Long numbers keep all their digits. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.replace(/"\\u0000([\d.eE+-]+)\\u0000"/g, '$1')
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
  if (text.trim() === '') return { ok: false, flaw: 'empty' }
  if (isTooDeep(text)) return { ok: false, flaw: 'too-deep' }
  try {
    return { ok: true, value: JSON.parse(withoutByteOrderMark(text)) as Json }
  } catch {
    return { ok: false, flaw: 'broken' }
  }
}

/** Returns a property of an object; undefined if the value is no object or has no such property of its own. */
export function property(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber)
  )
}

/** Whether two JSON values are equal. The order of keys does not matter, the type does: `32.56` is not `"32.56"`. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (a instanceof LongNumber) return b instanceof LongNumber && a.isSameAs(b)
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equalJson(item, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  )
}

/** Removes the byte order mark, which is not part of the text. RFC 8259 §8.1 */
export function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPENING_BRACE, OPENING_BRACKET, CLOSING_BRACE, CLOSING_BRACKET] = [0x7b, 0x5b, 0x7d, 0x5d]

/** Counts the brackets that are open at the end of a JSON text, as in one that was cut, and an open string as one more. Stops beyond `limit`. */
export function openAtEnd(text: string, limit = Number.POSITIVE_INFINITY): number {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === BACKSLASH) i++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      if (++depth > limit) return depth
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth--
  }
  return inString ? depth + 1 : depth
}

/** Whether the text nests too deep. Counting all brackets first is fast, and enough for nearly every text. */
function isTooDeep(text: string): boolean {
  let brackets = 0
  for (const bracket of '{[') {
    for (let index = text.indexOf(bracket); index >= 0; index = text.indexOf(bracket, index + 1)) {
      brackets++
      if (brackets > MAX_JSON_DEPTH) return openAtEnd(text, MAX_JSON_DEPTH) > MAX_JSON_DEPTH
    }
  }
  return false
}
