import { parse } from 'lossless-json'
import { type Json, LongNumber, type ParsedJson, parseJson, withoutByteOrderMark } from './json.js'

/** Reads JSON like {@link parseJson}, but a number that JavaScript would round becomes a {@link LongNumber}: `{"id":12345678901234567890}`. */
export function parseExactJson(text: string): ParsedJson {
  const parsed = parseJson(text) // faster than `parse`, and refuses texts that nest too deep
  if (!parsed.ok || !LONG_NUMBER.test(text)) return parsed
  const value = parse(withoutByteOrderMark(text), null, {
    parseNumber,
    onDuplicateKey: ({ newValue }) => newValue,
  })
  return { ok: true, value: value as Json }
}

/** Sixteen digits, or an exponent. Shorter numbers are never rounded. */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE][+-]?\d/

function parseNumber(text: string): number | LongNumber {
  const value = Number(text)
  return new LongNumber(text).isSameAs(new LongNumber(String(value))) ? value : new LongNumber(text)
}

/** A string, with the colon after it if it is a name; or a bracket. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g

/** Finds the first name that an object has twice, `at` its second offset, in valid JSON. Parsers disagree about which one counts. RFC 8259 §4 */
export function findRepeatedKey(text: string): { readonly name: string; readonly at: number } | null {
  /** The names of each open object; null for an open list. */
  const open: (Set<string> | null)[] = []
  for (const { 0: token, 1: written = '', 2: colon, index } of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (colon !== undefined) {
      const name: string = JSON.parse(written) // `"\u0061"` and `"a"` are the same name
      const names = open.at(-1)
      if (names?.has(name)) return { name, at: index }
      names?.add(name)
    }
  }
  return null
}
