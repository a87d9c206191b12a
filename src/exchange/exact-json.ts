import { type Json, LongNumber, type ParsedJson, parseJson } from './json.js'

/**
 * Reads JSON as {@link parseJson} does, except that a number which a double would round stays what it was: identifiers and
 * decimals beyond 2^53 are a {@link LongNumber}. A service may well keep them; many a client does not.
 */
export function parseExactJson(text: string): ParsedJson {
  const parsed = parseJson(text)
  if (!parsed.ok || !mayBeLong.test(text)) return parsed
  return { ok: true, value: new Reader(text).value() }
}

/** Sixteen digits or an exponent: what is shorter fits into a double. */
const mayBeLong = /\d[\d.]{15}|\d[eE][+-]?\d/

const numberAt = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const blanksAt = /[ \t\r\n]*/y

/** Reads a text that is known to be JSON. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1
  }

  value(): Json {
    this.#skipBlanks()
    const first = this.#text[this.#at]
    if (first === '{') return this.#object()
    if (first === '[') return this.#array()
    if (first === '"') return this.#string()
    const literal = literals.find(([word]) => this.#text.startsWith(word, this.#at))
    if (!literal) return this.#number()
    this.#at += literal[0].length
    return literal[1]
  }

  #object(): Json {
    const entries: [string, Json][] = []
    while (this.#goOn('}')) {
      const name = this.#string()
      this.#skipBlanks()
      this.#at++
      entries.push([name, this.value()])
    }
    return Object.fromEntries(entries)
  }

  #array(): Json {
    const items: Json[] = []
    while (this.#goOn(']')) items.push(this.value())
    return items
  }

  /** Past the opening bracket or a comma, to the next item; false past the end. */
  #goOn(end: '}' | ']'): boolean {
    this.#skipBlanks()
    if (this.#text[this.#at] === end) {
      this.#at++
      return false
    }
    this.#at++
    this.#skipBlanks()
    if (this.#text[this.#at] !== end) return true
    this.#at++
    return false
  }

  #string(): string {
    const from = this.#at
    let to = from + 1
    while (this.#text[to] !== '"') to += this.#text[to] === '\\' ? 2 : 1
    this.#at = to + 1
    return JSON.parse(this.#text.slice(from, this.#at)) as string
  }

  #number(): number | LongNumber {
    numberAt.lastIndex = this.#at
    const text = numberAt.exec(this.#text)?.[0] ?? '0'
    this.#at += text.length
    const value = Number(text)
    return new LongNumber(text).isSameAs(new LongNumber(String(value))) ? value : new LongNumber(text)
  }

  #skipBlanks(): void {
    blanksAt.lastIndex = this.#at
    this.#at += blanksAt.exec(this.#text)?.[0].length ?? 0
  }
}

const literals: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]
