import type { Document, LineCounter } from 'yaml'
import { readYaml, YamlError, type YamlText } from '../yaml.js'
import { InputError, type Position } from './input-error.js'

/** A value read from YAML or JSON, with the means to say where each of its parts stands. */
export interface ReadDocument {
  readonly value: unknown
  readonly file: string
  /** Where the part under these keys stands, or the nearest part that holds it. Reads the text again if it must. */
  locate(path: readonly (string | number)[]): Promise<Position | null>
}

export interface ReadOptions {
  /** Takes every scalar for text: a fingerprint of digits alone is no number. */
  readonly textsOnly?: boolean
}

/**
 * Reads JSON or YAML. JSON, by far the faster, is tried first where the text looks like it. No alias bomb, no custom tag.
 * @throws {InputError} `syntax`, with line and column.
 */
export async function readYamlOrJson(
  text: string,
  file: string,
  options: ReadOptions = {},
): Promise<ReadDocument> {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  const parsed = /^\s*[{[]/.test(plain) ? parseJsonText(plain) : undefined
  if (parsed !== undefined) return { value: parsed, file, locate: (path) => locateAnew(plain, file, path) }
  const yaml = await parseYaml(plain, file, options)
  const { document, lines } = yaml
  const flaw = document.errors[0]
  if (flaw) {
    const position = jsonPosition(plain) ?? positionOf(lines, flaw.pos[0])
    throw new InputError('syntax', file, position, { detail: firstLine(flaw.message) })
  }
  return { value: toPlain(yaml, file), file, locate: async (path) => locateIn(document, lines, path) }
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where JSON breaks, as far as the engine says; YAML, being more liberal, notices later. */
function jsonPosition(text: string): Position | null {
  if (!/^\s*[{[]/.test(text)) return null
  try {
    JSON.parse(text)
  } catch (error) {
    const offset = /position (\d+)/.exec((error as Error).message)?.[1]
    if (offset === undefined) return null
    const above = text.slice(0, Number(offset)).split('\n')
    return { line: above.length, column: (above.at(-1)?.length ?? 0) + 1 }
  }
  return null
}

async function parseYaml(
  text: string,
  file: string,
  { textsOnly = false }: ReadOptions = {},
): Promise<YamlText> {
  try {
    return await readYaml(text, textsOnly ? 'failsafe' : 'core')
  } catch (error) {
    throw inputError(error, file)
  }
}

function toPlain({ toPlain: plain }: YamlText, file: string): unknown {
  try {
    return plain()
  } catch (error) {
    throw inputError(error, file)
  }
}

function inputError(error: unknown, file: string): unknown {
  if (!(error instanceof YamlError)) return error
  const { line, column, message } = error
  return new InputError('syntax', file, line === null ? null : { line, column: column ?? 1 }, {
    detail: message,
  })
}

async function locateAnew(
  text: string,
  file: string,
  path: readonly (string | number)[],
): Promise<Position | null> {
  const { document, lines } = await parseYaml(text, file)
  return locateIn(document, lines, path)
}

function locateIn(
  document: Document,
  lines: LineCounter,
  path: readonly (string | number)[],
): Position | null {
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

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}
