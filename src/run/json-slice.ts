import { type Json, parseJson } from '../exchange/json.js'

/**
 * A JSON value with the exact text in which it arrived. Sent back, `32.560`, `1e2` and integers beyond 2^53 are
 * unchanged; parsing and serialising would alter them.
 */
export interface JsonSlice {
  readonly text: string
  readonly value: Json
}

/** Returns the whole text as a slice, or null if it is not JSON. */
export function jsonSlice(text: string): JsonSlice | null {
  const parsed = parseJson(text)
  return parsed.ok ? { text: text.trim(), value: parsed.value } : null
}

/**
 * Returns the value of an object's own property, in its own text; null if it is missing. The last of duplicate names
 * counts.
 */
export function sliceOf(object: JsonSlice, name: string): JsonSlice | null {
  const member = [...partsOf(object.text)].findLast((part) => part.name === name)
  return member === undefined ? null : jsonSlice(object.text.slice(member.from, member.to))
}

/** Returns the `data` of a response's body; null if there is none. */
export function dataSlice(text: string | null): JsonSlice | null {
  const body = text === null ? null : jsonSlice(text)
  return body === null ? null : sliceOf(body, 'data')
}

/** Returns the object's text with one property replaced, or added at the end. Everything else stays byte for byte. */
export function replaceProperty({ text }: JsonSlice, name: string, value: Json): string {
  const members = [...partsOf(text)]
  const member = members.findLast((part) => part.name === name)
  const written = JSON.stringify(value)
  if (member !== undefined) return text.slice(0, member.from) + written + text.slice(member.to)
  const end = text.lastIndexOf('}')
  const comma = members.length > 0 ? ',' : ''
  return `${text.slice(0, end).trimEnd()}${comma}${JSON.stringify(name)}:${written}${text.slice(end)}`
}

/** Returns the first elements of an array, at most `most`, each in its own text; empty if the value is not an array. */
export function elementsOf({ text }: JsonSlice, most: number): JsonSlice[] {
  const elements: JsonSlice[] = []
  if (!text.startsWith('[')) return elements
  for (const { from, to } of partsOf(text)) {
    // stops early, because a list may have thousands of elements
    const element = elements.length < most ? jsonSlice(text.slice(from, to)) : null
    if (element === null) break
    elements.push(element)
  }
  return elements
}

/** The position of a value in the text of an object or an array. Elements of an array have no name. */
interface Part {
  readonly name: string | null
  readonly from: number
  readonly to: number
}

/** Matches a whole text with its quotes, a sign such as `{`, or a number or word: the tokens of JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Yields the parts of an object or an array, whose text must be valid JSON: `{"a":1,"b":[2]}` has a part `a` around `1`
 * and a part `b` around `[2]`. Any other value has no parts.
 */
function* partsOf(text: string): Generator<Part, void> {
  let depth = 0
  let name: string | null = null
  /** The position of the part's first token; null until that has come. */
  let from: number | null = null
  let to = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '}' || token === ']') depth--
    const isBetweenParts = depth === 0 || (depth === 1 && token === ',')
    if (isBetweenParts) {
      if (from !== null) yield { name, from, to }
      name = null
      from = null
    } else if (depth === 1 && token === ':') {
      // the part so far was the name; the value begins behind the colon
      name = from === null ? null : (JSON.parse(text.slice(from, to)) as string)
      from = null
    } else {
      from ??= index
      to = index + token.length
    }
    if (token === '{' || token === '[') depth++
  }
}
