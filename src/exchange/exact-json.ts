import { parse } from 'lossless-json'
import { type Json, LongNumber, type ParsedJson, parseJson, withoutMark } from './json.js'

/**
 * Reads JSON as {@link parseJson} does, except that a number which a double would round stays what it was: identifiers and
 * decimals beyond 2^53 are a {@link LongNumber}. A service may well keep them; many a client does not.
 */
export function parseExactJson(text: string): ParsedJson {
  const parsed = parseJson(text)
  if (!parsed.ok || !mayBeLong.test(text)) return parsed
  const value = parse(withoutMark(text), null, { parseNumber, onDuplicateKey: ({ newValue }) => newValue })
  return { ok: true, value: value as Json }
}

/** Sixteen digits or an exponent: what is shorter fits into a double. */
const mayBeLong = /\d[\d.]{15}|\d[eE][+-]?\d/

function parseNumber(text: string): number | LongNumber {
  const value = Number(text)
  return new LongNumber(text).isSameAs(new LongNumber(String(value))) ? value : new LongNumber(text)
}

export interface DoubledKey {
  readonly name: string
  /** The offset of its second occurrence. */
  readonly at: number
}

const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g

/** The first name that an object of valid JSON has twice, or null. Of the two, one reader takes the first and another the last. RFC 8259 §4 */
export function doubledKey(text: string): DoubledKey | null {
  /** Names of the objects that are open; null: a list. */
  const open: (Set<string> | null)[] = []
  for (const { 0: sign, 1: written = '', 2: colon, index: at } of text.matchAll(TOKEN)) {
    if (sign === '{') open.push(new Set())
    else if (sign === '[') open.push(null)
    else if (sign === '}' || sign === ']') open.pop()
    else if (colon !== undefined) {
      const name: string = JSON.parse(written)
      const names = open.at(-1)
      if (names?.has(name)) return { name, at }
      names?.add(name)
    }
  }
  return null
}
