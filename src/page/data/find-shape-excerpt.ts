import type { Exchange } from '../../exchange/exchange.js'
import type { ComparedLine } from '../../report/diff/compare-requests.js'
import { type JsonLine, prettyJson, textOf } from '../../report/diff/pretty-json.js'
import type { ReportFinding } from '../../report/report.js'

/** The first place at which a body or query differs from its shape, with the lines around it: as it is, and as it should be. */
export interface ShapeExcerpt {
  readonly part: 'response' | 'request' | 'query'
  readonly lines: readonly ComparedLine[]
  /** Line number of that place in the body as the page shows it, from 1. */
  readonly line: number
  /** All lines of the body with the same difference, counted from 0; of a query none. */
  readonly marked: ReadonlySet<number>
}

const LINES_AROUND = 3

/**
 * Finds the excerpt for a finding of `data/shape`, `request/body` or `request/query`; null if there is nothing to show.
 * `expected` is the expected value in the reader's language.
 */
export function findShapeExcerpt(
  { code, values: { path, seen } }: ReportFinding,
  { request, response }: Exchange,
  expected: string,
): ShapeExcerpt | null {
  if (typeof path !== 'string') return null
  const [requirement, kind = ''] = code.split(':')
  if (kind === 'doubled') return null // which of the values is right is not specified
  const deviation: Deviation = { path, expected, seen: String(seen ?? ''), kind }
  if (requirement === 'data/shape') return bodyExcerpt('response', response?.body?.text, deviation)
  if (requirement === 'request/body') return bodyExcerpt('request', request.body?.text, deviation)
  return requirement === 'request/query' ? queryExcerpt(request.url, deviation) : null
}

/** How a value differs from its shape. */
interface Deviation {
  /** In a body `$.data.itens[].valor`, in a query `?tipos[]`. */
  readonly path: string
  readonly expected: string
  /** The kind of the value, or kind and value: `text "12"`. */
  readonly seen: string
  /** `missing`, `type`, `value` or `unknown`. */
  readonly kind: string
}

function bodyExcerpt(
  part: 'response' | 'request',
  text: string | null | undefined,
  deviation: Deviation,
): ShapeExcerpt | null {
  const lines = text ? prettyJson(text) : null
  if (!lines) return null
  const marked = findLines(lines, deviation)
  const [first] = marked
  if (first === undefined) return null
  const start = Math.max(0, first - LINES_AROUND)
  const shown = lines.slice(start, first + LINES_AROUND + 1)
  const compared = shown.flatMap((line, index) =>
    start + index === first ? compareLine(line, deviation) : [sameLine(textOf(line))],
  )
  return { part, lines: compared, line: first + 1, marked: new Set(marked) }
}

/** The line as it is and as it should be. A missing field is shown below the line of the object that lacks it. */
function compareLine(line: JsonLine, { path, expected, kind }: Deviation): ComparedLine[] {
  const actual = textOf(line)
  if (kind === 'unknown') return [{ part: 'body', mark: 'extra', actual, correct: null }]
  if (kind !== 'missing') {
    const [token] = line.tokens
    const key = token?.kind === 'key' ? `${token.text}: ` : ''
    return [{ part: 'body', mark: 'changed', actual, correct: `${'  '.repeat(line.depth)}${key}${expected}` }]
  }
  const correct = `${'  '.repeat(line.depth + 1)}${JSON.stringify(nameOf(path))}: ${expected}`
  return [sameLine(actual), { part: 'body', mark: 'missing', actual: null, correct }]
}

function sameLine(text: string): ComparedLine {
  return { part: 'body', mark: 'same', actual: text, correct: text }
}

/** The indexes of all lines with this deviation. */
function findLines(lines: readonly JsonLine[], deviation: Deviation): number[] {
  const { path, kind } = deviation
  const indexes = [...lines.keys()]
  if (kind === 'missing') {
    const parent = path.replace(lastName, '')
    return indexes.filter((index) => lines[index]?.path === parent && lacksField(lines, index, path))
  }
  const withPath = indexes.filter((index) => lines[index]?.path === path)
  const withValue = withPath.filter((index) => hasSeenValue(lines[index], deviation))
  return withValue.length > 0 ? withValue : withPath
}

/** True if the line at the index `parent` begins an object that has no field with this path. */
function lacksField(lines: readonly JsonLine[], parent: number, path: string): boolean {
  const depth = lines[parent]?.depth ?? 0
  for (let index = parent + 1; (lines[index]?.depth ?? 0) > depth; index++)
    if (lines[index]?.path === path) return false
  return lines[parent]?.tokens.some(({ kind, text }) => kind === 'mark' && text === '{') ?? false
}

/** True if the line's value has the kind that the finding names, or equals the value that it names as wrong. */
function hasSeenValue(line: JsonLine | undefined, { seen, kind }: Deviation): boolean {
  const value = line?.tokens.find((token) => token.kind !== 'key' && token.text !== ': ')
  if (!value) return false
  const [seenKind = '', ...words] = seen.split(' ')
  const isCut = seen.includes('…') // findings shorten long values, of which only the kind can be compared
  if (kind === 'value' && !isCut && words.length > 0) return value.text === words.join(' ')
  // findings tell integers from other numbers, which `kindOf` does not
  return kindOf(value.text) === (seenKind === 'integer' ? 'number' : seenKind)
}

/** The kind of a JSON value, in the words of findings, by how the value begins. */
function kindOf(json: string): string {
  if (json.startsWith('"')) return 'text'
  if (json.startsWith('{')) return 'object'
  if (json.startsWith('[')) return 'array'
  if (json === 'null') return 'null'
  return json === 'true' || json === 'false' ? 'boolean' : 'number'
}

/** Matches the last name of a path: `.valor` or `["a b"]`. */
const lastName = /(?:\.([\w$]+)|\[("(?:[^"\\]|\\.)*")\])$/

function nameOf(path: string): string {
  const [, plain, quoted] = lastName.exec(path) ?? []
  return quoted === undefined ? (plain ?? path) : (JSON.parse(quoted) as string)
}

function queryExcerpt(url: string, { path, expected, kind }: Deviation): ShapeExcerpt | null {
  if (!URL.canParse(url)) return null
  const name = path.slice(1)
  const lines = [...new URL(url).searchParams].map(([key, value]): ComparedLine => {
    const actual = `${key}=${value}`
    // `tipos[0]` is a value of the parameter `tipos[]`
    if (key.replace(/\[\d*\]$/, '[]') !== name) return { ...sameLine(actual), part: 'line' }
    return kind === 'unknown'
      ? { part: 'line', mark: 'extra', actual, correct: null }
      : { part: 'line', mark: 'changed', actual, correct: `${key}=${expected}` }
  })
  if (lines.every(({ mark }) => mark === 'same'))
    lines.push({ part: 'line', mark: 'missing', actual: null, correct: `${name}=${expected}` })
  const line = lines.findIndex(({ mark }) => mark !== 'same')
  return { part: 'query', lines, line: line + 1, marked: new Set() }
}
