import type { Document, LineCounter, YAMLError } from 'yaml'
import { doubledKey } from '../exchange/exact-json.js'
import { messageOf } from '../node/thrown.js'
import { SettingsError, type Unsaid } from '../words/errors.js'
import { readYaml, YamlError } from './yaml.js'

/** A place in a text, both from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** `openapi.yaml:12:3`, as editors and terminals link it. */
export function placeText(file: string, position: Position | null): string {
  return position ? `${file}:${position.line}:${position.column}` : file
}

/** A file of the user's that cannot be read as what it should be: which, where, and how. */
export class FileFlaw extends SettingsError {
  constructor(
    readonly code: string,
    readonly file: string,
    readonly position: Position | null,
    { key, values }: Unsaid,
  ) {
    super(key, { ...values, place: placeText(file, position) })
  }
}

function syntaxFlaw(file: string, position: Position | null, detail: Unsaid): FileFlaw {
  return new FileFlaw('syntax', file, position, { key: 'yaml.syntax', values: { detail } })
}

/** A value read from YAML or JSON, with the means to say where each of its parts stands. */
export interface ReadDocument {
  readonly value: unknown
  readonly file: string
  /** Where the part under these keys stands, or the nearest part that holds it. Of JSON, reads the text again. */
  locate(path: Path): Promise<Position | null>
}

type Path = readonly (string | number)[]

export interface ReadOptions {
  /** Takes every scalar for text: a fingerprint of digits alone is no number. */
  readonly textsOnly?: boolean
}

/**
 * Reads JSON or YAML. JSON, by far the faster, is tried first where the text looks like it. No alias bomb, no custom tag.
 * @throws {FileFlaw} with line and column.
 */
export async function readYamlOrJson(
  text: string,
  file: string,
  options: ReadOptions = {},
): Promise<ReadDocument> {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  // half of the bytes of UTF-16, and of no text as it is read here
  if (plain.includes('\0')) throw syntaxFlaw(file, null, { key: 'yaml.encoding', values: {} })
  const parsed = /^\s*[{[]/.test(plain) ? parseJsonText(plain) : undefined
  if (parsed !== undefined) {
    // JSON would silently keep the last, YAML refuses it
    const twice = doubledKey(plain)
    if (twice !== null) throw syntaxFlaw(file, positionAt(plain, twice.at), { key: 'yaml.twice', values: {} })
    return { value: parsed, file, locate: (path) => locateInJson(plain, path) }
  }
  const { document, lines, toPlain } = await orFlaw(file, () =>
    readYaml(plain, options.textsOnly ? 'failsafe' : 'core'),
  )
  if (document.errors.length > 0) {
    const position = jsonPosition(plain, file) ?? positionOf(lines, await offsetOf(document))
    throw syntaxFlaw(file, position, detailOf(document.errors[0]))
  }
  const value = await orFlaw(file, toPlain)
  return { value, file, locate: async (path) => locateIn(document, lines, path) }
}

/** A larger JSON file is not parsed a second time, for a position. */
const MOST_LOCATED_CHARS = 4_000_000

/** JSON is YAML, whose parser keeps positions. */
async function locateInJson(text: string, path: Path): Promise<Position | null> {
  if (text.length > MOST_LOCATED_CHARS) return null
  const yaml = await readYaml(text, 'failsafe').catch(() => null)
  return yaml && locateIn(yaml.document, yaml.lines, path)
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where a JSON file breaks, as far as the engine says; YAML, being more liberal, notices later. */
function jsonPosition(text: string, file: string): Position | null {
  if (!/\.json$/i.test(file) && !/^\s*\{\s*"/.test(text)) return null
  try {
    JSON.parse(text)
  } catch (error) {
    const offset = /position (\d+)/.exec(messageOf(error))?.[1]
    if (offset !== undefined) return positionAt(text, Number(offset))
  }
  return null
}

function positionAt(text: string, offset: number): Position {
  const above = text.slice(0, offset).split('\n')
  return { line: above.length, column: (above.at(-1)?.length ?? 0) + 1 }
}

/** Reports what the reader of YAML refuses as a flaw of the file. */
async function orFlaw<T>(file: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const { code, column, line } = error
    const position = line === null ? null : { line, column: column ?? 1 }
    throw syntaxFlaw(file, position, { key: `yaml.${code}`, values: {} })
  }
}

/** Where the user has to look: what is not closed is mended where it was opened, not where the text ended. */
async function offsetOf(document: Document): Promise<number> {
  const first = document.errors[0]
  if (!first) return 0
  const folded = document.errors.find(({ code }) => code === 'MULTILINE_IMPLICIT_KEY')
  if (folded) return folded.pos[1]
  if (isOutOfStep(first)) return first.pos[1]
  if (first.code !== 'MISSING_CHAR' && !/^Flow /.test(first.message)) return first.pos[0]
  const { visit } = await import('yaml')
  let opened = first.pos[0]
  visit(document, {
    Node(_key, node) {
      const [begin = opened, , end = opened] = node.range ?? []
      const isOpen = /^[["'{]/.test(sourceOf(node)) && begin < first.pos[0] && end >= first.pos[0] - 1
      if (isOpen) opened = begin
    },
  })
  return opened
}

/** A line of a list that stands between two depths: the parser misses a hyphen, the writer a blank. */
function isOutOfStep({ code, message }: Pick<YAMLError, 'code' | 'message'>): boolean {
  return code === 'MISSING_CHAR' && message.startsWith('Sequence item without - indicator')
}

/** What a node begins with in the text. */
function sourceOf(node: object): string {
  const { type, flow } = node as { readonly type?: string; readonly flow?: boolean }
  if (type === 'QUOTE_DOUBLE') return '"'
  if (type === 'QUOTE_SINGLE') return "'"
  return flow === true ? '[' : ''
}

const told = {
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
} as const satisfies Partial<Record<YAMLError['code'], string>>

function detailOf(flaw: YAMLError | undefined): Unsaid {
  if (flaw && isOutOfStep(flaw)) return { key: 'yaml.indent', values: {} }
  const key = (told as Readonly<Record<string, (typeof told)[keyof typeof told]>>)[flaw?.code ?? '']
  return { key: key ?? 'yaml.other', values: {} }
}

function locateIn(document: Document, lines: LineCounter, path: Path): Position | null {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as
      | { range?: [number, number, number] }
      | undefined
    if (node?.range) return positionOf(lines, node.range[0])
  }
  return null
}

function positionOf(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}
