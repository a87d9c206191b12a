import type { Document, LineCounter, YAMLError } from 'yaml'
import { findRepeatedKey } from '../exchange/exact-json.js'
import { messageOf } from '../node/thrown.js'
import { type MessageReference, SettingsError, type UiKey } from '../words/errors.js'
import { readYaml, YamlError } from './yaml.js'

/** Reads JSON and YAML files of the user, and finds the line and the column of each part for error messages. */

/** A place in a text. Both numbers count from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Writes a place as editors and terminals link it: `openapi.yaml:12:3`. */
export function placeText(file: string, position: Position | null): string {
  return position ? `${file}:${position.line}:${position.column}` : file
}

/** The error of a file that cannot be used, with the place and the reason. `key` and `values` are the message. */
export class FileFlaw extends SettingsError {
  constructor(
    readonly code: string,
    readonly file: string,
    readonly position: Position | null,
    { key, values }: MessageReference,
  ) {
    super(key, { ...values, place: placeText(file, position) })
  }
}

function syntaxFlaw(file: string, position: Position | null, detail: MessageReference): FileFlaw {
  return new FileFlaw('syntax', file, position, { key: 'yaml.syntax', values: { detail } })
}

/** A value that was read from YAML or JSON. */
export interface ReadDocument {
  readonly value: unknown
  readonly file: string
  /** Finds the place of the value under these keys, or of the nearest value around it. For JSON the text is parsed again. */
  locate(path: Path): Promise<Position | null>
}

type Path = readonly (string | number)[]

/**
 * Reads a JSON or YAML text. A text that looks like JSON is parsed as JSON first, which is much faster, but not for `textsOnly`.
 *
 * @param options `textsOnly` reads every value as text, so that a fingerprint of digits does not become a number
 * @throws FileFlaw with line and column
 */
export async function readYamlOrJson(
  text: string,
  file: string,
  options: { readonly textsOnly?: boolean } = {},
): Promise<ReadDocument> {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  // half of the bytes of a UTF-16 text are zero
  if (plain.includes('\0')) throw syntaxFlaw(file, null, { key: 'yaml.encoding', values: {} })
  const looksLikeJson = /^\s*[{[]/.test(plain)
  const parsed = looksLikeJson && !options.textsOnly ? parseJsonText(plain) : undefined
  if (parsed !== undefined) {
    // JSON.parse keeps the last value of a repeated key without a warning
    const repeated = findRepeatedKey(plain)
    if (repeated !== null)
      throw syntaxFlaw(file, positionAt(plain, repeated.at), { key: 'yaml.twice', values: {} })
    return { value: parsed, file, locate: (path) => locateInJson(plain, path) }
  }
  const { document, lines, toPlain } = await rethrowAsFlaw(file, () =>
    readYaml(plain, options.textsOnly ? 'failsafe' : 'core'),
  )
  const [error] = document.errors
  if (error) {
    const position = jsonPosition(plain, file) ?? positionOf(lines, await findErrorOffset(document, error))
    throw syntaxFlaw(file, position, { key: flawKey(error), values: {} })
  }
  const value = await rethrowAsFlaw(file, toPlain)
  return { value, file, locate: async (path) => locateIn(document, lines, path) }
}

/** Larger JSON files get no positions, because parsing them again takes too long. */
const MAX_LOCATED_CHARS = 8_000_000

/** Parses the JSON again as YAML, because that parser knows positions. */
async function locateInJson(text: string, path: Path): Promise<Position | null> {
  if (text.length > MAX_LOCATED_CHARS) return null
  const yaml = await readYaml(text, 'failsafe').catch(() => null)
  return yaml && locateIn(yaml.document, yaml.lines, path)
}

/** Returns the value of a JSON text; undefined if it is none, such as YAML that begins with a bracket. */
function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the place of a syntax error in a JSON file, if JSON.parse names it. The YAML parser would notice it later. */
function jsonPosition(text: string, file: string): Position | null {
  const isMeantAsJson = /\.json$/i.test(file) || /^\s*\{\s*"/.test(text)
  if (!isMeantAsJson) return null
  try {
    JSON.parse(text)
  } catch (error) {
    const offset = /position (\d+)/.exec(messageOf(error))?.[1]
    if (offset !== undefined) return positionAt(text, Number(offset))
  }
  return null
}

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

/** Turns a `YamlError` of `read` into an error with our message and the place in the file. */
async function rethrowAsFlaw<T>(file: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw syntaxFlaw(file, error.position, { key: `yaml.${error.code}`, values: {} })
  }
}

/** Returns the offset that the user has to fix. For a string or a list that is not closed, that is its beginning. */
async function findErrorOffset(document: Document, first: YAMLError): Promise<number> {
  // without a quotation mark or a colon, several lines look like one key, and the mistake is at their end
  const linesAsKey = document.errors.find(({ code }) => code === 'MULTILINE_IMPLICIT_KEY')
  if (linesAsKey) return linesAsKey.pos[1]
  if (isMisindentedItem(first)) return first.pos[1]
  // `Missing closing "quote`, `Flow map must end with a }`; other errors are where the library reports them
  if (first.code !== 'MISSING_CHAR' && !/^Flow /.test(first.message)) return first.pos[0]
  // the innermost string or list that begins before the error and reaches up to it
  const { visit } = await import('yaml')
  const [errorAt] = first.pos
  let openedAt = errorAt
  visit(document, {
    Node(_key, node) {
      // where it begins, where its value ends, and where the blanks and comments after it end
      const [beginsAt, , endsAt] = node.range ?? [errorAt, errorAt, errorAt]
      // the style of a string (`QUOTE_DOUBLE`), or that a map or list has brackets
      const { type = '', flow = false } = node as { readonly type?: string; readonly flow?: boolean }
      const hasEndMark = type.startsWith('QUOTE_') || flow
      if (hasEndMark && beginsAt < errorAt && endsAt >= errorAt) openedAt = beginsAt
    },
  })
  return openedAt
}

/** Whether an item of a list is indented by a space too few, so that it belongs to no level. */
function isMisindentedItem({ code, message }: YAMLError): boolean {
  return code === 'MISSING_CHAR' && message.startsWith('Sequence item without - indicator')
}

/** Our messages for the error codes of the YAML library. */
const flawKeys: Readonly<Partial<Record<YAMLError['code'], UiKey>>> = {
  BAD_ALIAS: 'yaml.alias',
  BAD_DQ_ESCAPE: 'yaml.escape',
  BAD_INDENT: 'yaml.indent',
  BAD_SCALAR_START: 'yaml.start',
  BLOCK_AS_IMPLICIT_KEY: 'yaml.indent',
  DUPLICATE_KEY: 'yaml.twice',
  MISSING_CHAR: 'yaml.open',
  MULTILINE_IMPLICIT_KEY: 'yaml.indent',
  MULTIPLE_DOCS: 'yaml.several',
  TAB_AS_INDENT: 'yaml.tab',
}

function flawKey(error: YAMLError): UiKey {
  return isMisindentedItem(error) ? 'yaml.indent' : (flawKeys[error.code] ?? 'yaml.other')
}

/** Looks for the value under the whole path, then under ever shorter ones. */
function locateIn(document: Document, lines: LineCounter, path: Path): Position | null {
  for (let length = path.length; length >= 0; length--) {
    // with `true` it returns the node, not its value
    const node = document.getIn(path.slice(0, length), true) as
      | { range?: [number, number, number] }
      | undefined
    if (node?.range) return positionOf(lines, node.range[0])
  }
  return null
}

function positionOf(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  // the library gives 0 for an empty text
  return { line: Math.max(1, line), column: Math.max(1, col) }
}
