import type { Document, LineCounter } from 'yaml'
import { messageOf } from '../node/thrown.js'

/**
 * The text is too large (`size`), an alias in it is wrong (`alias`, `circle`), or the library failed (`other`). `position` counts
 * from 1; null if it is not known.
 */
export class YamlError extends Error {
  override readonly name = 'YamlError'

  constructor(
    readonly position: { readonly line: number; readonly column: number } | null,
    readonly code: 'size' | 'alias' | 'circle' | 'other',
    detail: string,
  ) {
    super(detail)
  }
}

/** A parsed YAML text. */
export interface YamlText {
  readonly document: Document
  readonly lines: LineCounter
  /** Returns the values, with aliases resolved. @throws YamlError */
  toPlain(): unknown
}

const MAX_CHARS = 64 * 1024 * 1024
/** A few hundred bytes of nested aliases can stand for gigabytes. */
const MAX_ALIASES = 1_000

/**
 * Parses a YAML text. Syntax errors are in `document.errors`.
 *
 * @param schema `failsafe` keeps every value as text
 * @throws YamlError
 */
export async function readYaml(text: string, schema: 'core' | 'failsafe' = 'core'): Promise<YamlText> {
  const { LineCounter, parseDocument, isAlias, isCollection, isNode, isPair } = await import('yaml')
  if (text.length > MAX_CHARS) throw new YamlError(null, 'size', `more than ${MAX_CHARS} characters`)
  const lines = new LineCounter()
  // without `prettyErrors`, an error has only its offset; we find the place ourselves. `logLevel` silences warnings
  const options = { prettyErrors: false, logLevel: 'error' } as const
  const document = wrapErrors(() => parseDocument(text, { ...options, lineCounter: lines, schema }))

  const anchors = new Set<string>()
  /** Refuses an alias (`*name`) without an anchor (`&name`) before it, and one inside of the part that it refers to. */
  const checkAliases = (node: unknown, above: ReadonlySet<string>): void => {
    if (isNode(node) && 'anchor' in node && node.anchor !== undefined) anchors.add(node.anchor)
    if (isPair(node)) {
      checkAliases(node.key, above)
      checkAliases(node.value, above)
    } else if (isAlias(node)) {
      const { line, col: column } = lines.linePos(node.range?.[0] ?? 0)
      const refuse = (code: 'alias' | 'circle', why: string) => {
        throw new YamlError({ line, column }, code, `'*${node.source}' refers to ${why}`)
      }
      if (!anchors.has(node.source)) refuse('alias', 'nothing')
      if (above.has(node.source)) refuse('circle', 'a part that contains it')
    } else if (isCollection(node)) {
      const within = node.anchor === undefined ? above : new Set([...above, node.anchor])
      for (const item of node.items) checkAliases(item, within)
    }
  }

  return {
    document,
    lines,
    toPlain() {
      // without an asterisk there is no alias, and the walk through all nodes is saved
      if (text.includes('*')) wrapErrors(() => checkAliases(document.contents, new Set()))
      return wrapErrors(() => document.toJS({ maxAliasCount: MAX_ALIASES }))
    },
  }
}

/** Converts errors of the library to a YamlError. */
function wrapErrors<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (error instanceof YamlError) throw error
    // the library throws a ReferenceError for more than MAX_ALIASES, and its stack overflows if the text is nested too deep
    const code = error instanceof ReferenceError ? 'alias' : 'other'
    throw new YamlError(null, code, messageOf(error).split('\n')[0] ?? '')
  }
}
