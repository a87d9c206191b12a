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
  return parseJson(text).ok ? layOut(tokenise(text)) : null
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
  let name: string | null = null
  let start = -1
  for (const token of tokens) {
    if (isOpening(token)) depth++
    if (isClosing(token)) depth--
    const isMark = token.kind === 'mark'
    if (depth === 1 && token.kind === 'key') {
      name = JSON.parse(token.text) as string
      start = -1
    } else if (name !== null && start < 0 && !(isMark && token.text === ':')) start = token.start
    else if (name !== null && start >= 0 && (depth === 0 || (depth === 1 && isMark && token.text === ','))) {
      found.set(name, text.slice(start, token.start).trim())
      name = null
    }
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

function layOut(tokens: readonly PlacedToken[]): JsonLine[] {
  const lines: { depth: number; tokens: Token[]; path: string }[] = [{ depth: 0, tokens: [], path: '' }]
  const place = createPlace()
  let depth = 0
  const push = (token: Token, path: string) => {
    const line = lines.at(-1)
    if (line && line.tokens.length === 0) line.path = path
    line?.tokens.push(token)
  }
  const breakLine = () => lines.push({ depth, tokens: [], path: '' })
  for (const [index, { kind, text }] of tokens.entries()) {
    const token = { kind, text }
    const isEmpty = isOpening(token) && isClosing(tokens[index + 1])
    const path = place.after(token)
    if (isClosing(token) && !isOpening(tokens[index - 1])) {
      depth--
      breakLine()
    } else if (isClosing(token)) depth--
    push(token.text === ':' && kind === 'mark' ? { kind, text: ': ' } : token, path)
    if (isOpening(token)) depth++
    if ((isOpening(token) && !isEmpty) || (kind === 'mark' && text === ',')) breakLine()
  }
  return lines
}

/** Tracks the path of the current token in the body. */
function createPlace() {
  const above: { readonly path: string; readonly isArray: boolean }[] = []
  let member = '$'

  function ofValue(): string {
    const around = above.at(-1)
    return around?.isArray ? `${around.path}[]` : member
  }

  return {
    /** The path of the value that begins with the token, a member's name included; empty for a mark. */
    after(token: Token): string {
      if (token.kind === 'key') {
        member = memberOf(above.at(-1)?.path ?? '$', token.text)
        return member
      }
      if (isClosing(token)) above.pop()
      if (token.kind === 'mark' && !isOpening(token)) return ''
      const path = ofValue()
      if (isOpening(token)) above.push({ path, isArray: token.text === '[' })
      return path
    },
  }
}

function memberOf(path: string, literal: string): string {
  const name = JSON.parse(literal) as string
  return /^[\w$]+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}

function isOpening(token: Token | undefined): boolean {
  return token?.kind === 'mark' && (token.text === '{' || token.text === '[')
}

function isClosing(token: Token | undefined): boolean {
  return token?.kind === 'mark' && (token.text === '}' || token.text === ']')
}
