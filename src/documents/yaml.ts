import type { Document, LineCounter } from 'yaml'
import { messageOf } from '../node/thrown.js'

/**
 * YAML of strangers in bounded time: a document may name its parts and refer to them, and a few hundred bytes of that can stand for more
 * than any memory, or for themselves. What a person writes names dozens.
 */

/** A text that is no YAML, or too much of it. `line` counts from 1; null where nobody can tell. */
export class YamlError extends Error {
  override readonly name = 'YamlError'

  constructor(
    readonly line: number | null,
    readonly column: number | null,
    readonly code: 'size' | 'alias' | 'anchors' | 'aliases' | 'circle' | 'other',
    detail: string,
  ) {
    super(detail)
  }
}

export interface YamlText {
  readonly document: Document
  readonly lines: LineCounter
  /** The values, references resolved. @throws YamlError */
  toPlain(): unknown
}

const MOST_CHARS = 64 * 1024 * 1024
const MOST_ANCHORS = 5_000
const MOST_ALIASES = 1_000

/** Reads a YAML text; what its syntax breaks stands in `document.errors`. `failsafe` leaves every value a text. @throws YamlError */
export async function readYaml(text: string, schema: 'core' | 'failsafe' = 'core'): Promise<YamlText> {
  const yaml = await import('yaml')
  const { LineCounter, Lexer, parseDocument, isAlias, isCollection, isNode, isPair } = yaml
  if (text.length > MOST_CHARS) throw new YamlError(null, null, 'size', `more than ${MOST_CHARS} characters`)
  refuseTooManyNames(text, new Lexer())
  const lines = new LineCounter()
  // Its own search for a key that stands twice takes time that grows with the square of the keys.
  const own = { prettyErrors: false, logLevel: 'error', uniqueKeys: false } as const
  const document = attempt(() => parseDocument(text, { ...own, lineCounter: lines, schema }))
  if (document.errors.length === 0) findDoubledKeys(document, yaml)

  const named = new Set<string>()
  /** Refuses a name that refers to nothing, or to what it stands in. */
  const refuseAstray = (node: unknown, above: ReadonlySet<string>): void => {
    if (isNode(node) && 'anchor' in node && node.anchor !== undefined) named.add(node.anchor)
    if (isPair(node)) {
      refuseAstray(node.key, above)
      refuseAstray(node.value, above)
    } else if (isAlias(node)) {
      const { line, col } = lines.linePos(node.range?.[0] ?? 0)
      if (!named.has(node.source))
        throw new YamlError(line, col, 'alias', `'*${node.source}' refers to nothing`)
      if (!above.has(node.source)) return
      throw new YamlError(line, col, 'circle', `'*${node.source}' refers to what it stands in`)
    } else if (isCollection(node)) {
      const within = node.anchor === undefined ? above : new Set([...above, node.anchor])
      for (const item of node.items) refuseAstray(item, within)
    }
  }

  return {
    document,
    lines,
    toPlain() {
      if (text.includes('*')) attempt(() => refuseAstray(document.contents, new Set()))
      return attempt(() => document.toJS({ maxAliasCount: MOST_ALIASES }))
    },
  }
}

/** Adds an error for each key that its map has already. */
function findDoubledKeys(
  document: Document,
  { isScalar, visit, YAMLParseError }: typeof import('yaml'),
): void {
  visit(document, {
    Map(_key, { items }) {
      const names = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const [start = 0, end = start + 1] = key.range ?? []
        const message = 'Map keys must be unique'
        if (names.has(key.value))
          document.errors.push(new YAMLParseError([start, end], 'DUPLICATE_KEY', message))
        names.add(key.value)
      }
    },
  })
}

function attempt<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (error instanceof YamlError) throw error
    throw new YamlError(null, null, 'other', messageOf(error).split('\n')[0] ?? '')
  }
}

/** Each of these stands before a scalar's own text in the lexer's tokens. */
const SCALAR_FOLLOWS = '\u001f'

function refuseTooManyNames(text: string, lexer: { lex(source: string): Iterable<string> }): void {
  if (!/[&*]/.test(text)) return
  let anchors = 0
  let aliases = 0
  let line = 1
  let previous = ''
  for (const token of lexer.lex(text)) {
    const isName = previous !== SCALAR_FOLLOWS
    if (isName && token.startsWith('&')) anchors++
    if (isName && token.startsWith('*')) aliases++
    if (anchors > MOST_ANCHORS)
      throw new YamlError(line, null, 'anchors', `more than ${MOST_ANCHORS} anchors ('&…')`)
    if (aliases > MOST_ALIASES)
      throw new YamlError(line, null, 'aliases', `more than ${MOST_ALIASES} aliases ('*…')`)
    for (let at = token.indexOf('\n'); at >= 0; at = token.indexOf('\n', at + 1)) line++
    previous = token
  }
}
