import type { Document, LineCounter } from 'yaml'
import { messageOf } from '../node/thrown.js'

/** A text that is not YAML, or is too large. `line` counts from 1 and is null if it is unknown. */
export class YamlError extends Error {
  override readonly name = 'YamlError'

  constructor(
    readonly line: number | null,
    readonly column: number | null,
    readonly code: 'size' | 'alias' | 'circle' | 'other',
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
/** A few hundred bytes of aliases within one another can stand for more than any memory. */
const MOST_ALIASES = 1_000

/** Reads a YAML text. Errors of syntax are in `document.errors`. `failsafe` keeps every value as text. @throws YamlError */
export async function readYaml(text: string, schema: 'core' | 'failsafe' = 'core'): Promise<YamlText> {
  const yaml = await import('yaml')
  const { LineCounter, parseDocument, isAlias, isCollection, isNode, isPair } = yaml
  if (text.length > MOST_CHARS) throw new YamlError(null, null, 'size', `more than ${MOST_CHARS} characters`)
  const lines = new LineCounter()
  // The library's own search for duplicate keys takes time that grows with the square of the keys.
  const own = { prettyErrors: false, logLevel: 'error', uniqueKeys: false } as const
  const document = wrapErrors(() => parseDocument(text, { ...own, lineCounter: lines, schema }))
  if (document.errors.length === 0) reportDuplicateKeys(document, yaml)

  const named = new Set<string>()
  /** Refuses an alias without an anchor, and an alias inside the part that it refers to. */
  const refuseAlias = (node: unknown, above: ReadonlySet<string>): void => {
    if (isNode(node) && 'anchor' in node && node.anchor !== undefined) named.add(node.anchor)
    if (isPair(node)) {
      refuseAlias(node.key, above)
      refuseAlias(node.value, above)
    } else if (isAlias(node)) {
      const { line, col } = lines.linePos(node.range?.[0] ?? 0)
      if (!named.has(node.source))
        throw new YamlError(line, col, 'alias', `'*${node.source}' refers to nothing`)
      if (!above.has(node.source)) return
      throw new YamlError(line, col, 'circle', `'*${node.source}' refers to what it stands in`)
    } else if (isCollection(node)) {
      const within = node.anchor === undefined ? above : new Set([...above, node.anchor])
      for (const item of node.items) refuseAlias(item, within)
    }
  }

  return {
    document,
    lines,
    toPlain() {
      if (text.includes('*')) wrapErrors(() => refuseAlias(document.contents, new Set()))
      return wrapErrors(() => document.toJS({ maxAliasCount: MOST_ALIASES }))
    },
  }
}

/** Adds an error for each key that its map has already. */
function reportDuplicateKeys(
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

function wrapErrors<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (error instanceof YamlError) throw error
    const code = error instanceof ReferenceError ? 'alias' : 'other'
    throw new YamlError(null, null, code, messageOf(error).split('\n')[0] ?? '')
  }
}
