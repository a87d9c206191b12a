import { parseJson } from '../../exchange/json.js'

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
  /** Path of the value that begins here, without positions in arrays: `$.data[].id`. Empty if no value begins here. */
  readonly path: string
}

interface PlacedToken extends Token {
  readonly start: number
}

/** Formats the body with one member a line, every literal as it was sent; null if the text is not JSON. */
export function prettyJson(text: string): readonly JsonLine[] | null {
  if (!parseJson(text).ok) return null
  const lines: { readonly depth: number; readonly tokens: Token[]; readonly path: string }[] = []
  /** Objects and lists around the token. */
  const open: { readonly path: string; readonly isList: boolean }[] = []
  let member = '$'
  let before = ','
  for (const { kind, text: written } of tokenise(text)) {
    const around = open.at(-1)
    if (kind === 'key') member = memberOf(around?.path ?? '$', written)
    const isValue = kind !== 'mark' || opens(written)
    const path = !isValue ? '' : around?.isList ? `${around.path}[]` : member
    if (closes(written)) open.pop()
    // an empty object or list stays on one line
    if (before === ',' || opens(before) !== closes(written))
      lines.push({ depth: open.length, tokens: [], path })
    lines.at(-1)?.tokens.push({ kind, text: written === ':' ? ': ' : written })
    if (opens(written)) open.push({ path, isList: written === '[' })
    before = written
  }
  return lines
}

/** A line as it is printed. */
export function textOf({ depth, tokens }: JsonLine): string {
  return '  '.repeat(depth) + tokens.map(({ text }) => text).join('')
}

/** The members of an object by name, each as written in the text; null if the text is not a JSON object. */
export function members(text: string): ReadonlyMap<string, string> | null {
  if (!parseJson(text).ok) return null
  const tokens = tokenise(text)
  if (tokens[0]?.text !== '{') return null
  const found = new Map<string, string>()
  let depth = 0
  let name = ''
  let from = 0
  for (const { kind, text: written, start } of tokens) {
    if (closes(written)) depth--
    if (depth === 1 && kind === 'key') name = JSON.parse(written)
    else if (depth === 1 && written === ':') from = start + 1
    else if ((depth === 1 && written === ',') || (depth === 0 && from > 0))
      found.set(name, text.slice(from, start).trim())
    if (opens(written)) depth++
  }
  return found
}

const lexeme = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g

/** Splits text that is known to be JSON. */
function tokenise(text: string): PlacedToken[] {
  const tokens: PlacedToken[] = []
  for (const match of text.matchAll(lexeme)) {
    const [token] = match
    if (token === ':') {
      const name = tokens.pop()
      if (name) tokens.push({ ...name, kind: 'key' })
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

function memberOf(path: string, literal: string): string {
  const name = JSON.parse(literal) as string
  return /^[\w$]+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}

function opens(written: string): boolean {
  return written === '{' || written === '['
}

function closes(written: string): boolean {
  return written === '}' || written === ']'
}
