import { parseJson } from '../../exchange/json.js'

/** Formats JSON for display without changing how its values are written. `JSON.parse` would lose `32.50` and long identifiers. */

export type TokenKind = 'key' | 'text' | 'number' | 'literal' | 'mark'

export interface Token {
  readonly kind: TokenKind
  /** As written in the body: `32.50` stays `32.50`, and an identifier beyond 2^53 keeps its digits. */
  readonly text: string
}

export interface JsonLine {
  /** Levels of nesting. */
  readonly depth: number
  readonly tokens: readonly Token[]
  /** Path of the value that begins on this line, without positions in arrays: `$.data[].id`. Empty for a closing bracket. */
  readonly path: string
}

interface PlacedToken extends Token {
  /** Position in the text. */
  readonly start: number
}

/** Splits a body into lines, one for each member, with every value as it was written; null if the text is not JSON. */
export function prettyJson(text: string): readonly JsonLine[] | null {
  if (!parseJson(text).ok) return null
  const lines: { readonly depth: number; readonly tokens: Token[]; readonly path: string }[] = []
  /** The objects and lists in which the token is. */
  const containers: { readonly path: string; readonly isList: boolean }[] = []
  let memberPath = '$'
  let previous = ',' // so that the first token begins a line
  for (const { kind, text: written } of tokenise(text)) {
    const container = containers.at(-1)
    if (kind === 'key') memberPath = pathOfMember(container?.path ?? '$', written)
    const valuePath = container?.isList ? `${container.path}[]` : memberPath
    const path = kind !== 'mark' || opens(written) ? valuePath : ''
    if (closes(written)) containers.pop()
    const isEmpty = opens(previous) && closes(written) // `{}` and `[]` stay on one line
    if (!isEmpty && (previous === ',' || opens(previous) || closes(written)))
      lines.push({ depth: containers.length, tokens: [], path })
    lines.at(-1)?.tokens.push({ kind, text: written === ':' ? ': ' : written })
    if (opens(written)) containers.push({ path, isList: written === '[' })
    previous = written
  }
  return lines
}

/** A line as text, indented by its depth. */
export function textOf({ depth, tokens }: JsonLine): string {
  return '  '.repeat(depth) + tokens.map(({ text }) => text).join('')
}

/** The members of an object by name, each as written in the text; null if the text is not a JSON object. */
export function parseMembers(text: string): ReadonlyMap<string, string> | null {
  if (!parseJson(text).ok) return null
  const tokens = tokenise(text)
  if (tokens[0]?.text !== '{') return null
  const found = new Map<string, string>()
  let depth = 0
  let name = ''
  let valueStart = 0 // before the first colon
  for (const { kind, text: written, start } of tokens) {
    if (closes(written)) depth--
    const endsMember = (depth === 1 && written === ',') || (depth === 0 && closes(written))
    if (depth === 1 && kind === 'key') name = JSON.parse(written)
    if (depth === 1 && written === ':') valueStart = start + 1
    if (endsMember && valueStart > 0) found.set(name, text.slice(valueStart, start).trim())
    if (opens(written)) depth++
  }
  return found
}

/** A string, a number, a literal, or a mark of punctuation. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g

/** Splits text that is known to be JSON. */
function tokenise(text: string): PlacedToken[] {
  const tokens: PlacedToken[] = []
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match
    if (token === ':') {
      // The text before a colon is a key.
      const key = tokens.pop()
      if (key) tokens.push({ ...key, kind: 'key' })
    }
    tokens.push({ kind: kindOf(token), text: token, start: match.index })
  }
  return tokens
}

function kindOf(token: string): TokenKind {
  const first = token[0] ?? ''
  if (first === '"') return 'text'
  if (first === '-' || (first >= '0' && first <= '9')) return 'number'
  return /^[tfn]/.test(first) ? 'literal' : 'mark'
}

/** `$.data.id`, or `$.data["a b"]` for a name that is no word. */
function pathOfMember(path: string, literal: string): string {
  const name = JSON.parse(literal) as string
  return /^[\w$]+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}

function opens(written: string): boolean {
  return written === '{' || written === '['
}

function closes(written: string): boolean {
  return written === '}' || written === ']'
}
