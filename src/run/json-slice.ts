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
  const member = membersOf(object.text).findLast((one) => one.name === name)
  if (member === undefined) return null
  return jsonSlice(object.text.slice(member.from, member.to))
}

/** The object's text with one property replaced, or added at its end; all else byte for byte. */
export function replaceProperty(object: JsonSlice, name: string, value: Json): string {
  const members = membersOf(object.text)
  const member = members.findLast((one) => one.name === name)
  const written = JSON.stringify(value)
  if (member !== undefined) return object.text.slice(0, member.from) + written + object.text.slice(member.to)
  const end = object.text.lastIndexOf('}')
  const before = object.text.slice(0, end).trimEnd()
  return `${before}${members.length > 0 ? ',' : ''}${JSON.stringify(name)}:${written}${object.text.slice(end)}`
}

/** Returns the first elements of an array, each in its own text; empty if the value is not an array. */
export function elementsOf(array: JsonSlice, most: number): JsonSlice[] {
  const elements: JsonSlice[] = []
  const { text } = array
  if (text[0] !== '[') return elements
  let at = skipBlanks(text, 1)
  while (elements.length < most && text[at] !== ']') {
    const to = endOfValue(text, at)
    const element = jsonSlice(text.slice(at, to))
    if (element !== null) elements.push(element)
    at = skipBlanks(text, to)
    if (text[at] === ',') at = skipBlanks(text, at + 1)
  }
  return elements
}

interface Member {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Returns the members of an object's text, which must be valid JSON; empty if the value is not an object. */
function membersOf(text: string): Member[] {
  const members: Member[] = []
  if (text[0] !== '{') return members
  let at = skipBlanks(text, 1)
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at)
    const name = JSON.parse(text.slice(at, nameEnd)) as string
    const from = skipBlanks(text, skipBlanks(text, nameEnd) + 1)
    const to = endOfValue(text, from)
    members.push({ name, from, to })
    at = skipBlanks(text, skipBlanks(text, to) + 1)
  }
  return members
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at++
  return at
}

function endOfString(text: string, from: number): number {
  let at = from + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function endOfValue(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return endOfString(text, from)
  if (first !== '{' && first !== '[') return from + (/^[^,}\]\s]*/.exec(text.slice(from))?.[0].length ?? 0)
  let depth = 0
  let at = from
  do {
    if (text[at] === '"') at = endOfString(text, at) - 1
    else if (text[at] === '{' || text[at] === '[') depth++
    else if (text[at] === '}' || text[at] === ']') depth--
    at++
  } while (depth > 0)
  return at
}
