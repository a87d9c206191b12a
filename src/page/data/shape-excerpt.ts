import type { Exchange } from '../../exchange/exchange.js'
import type { ComparedLine } from '../../report/diff/compare-requests.js'
import { type JsonLine, prettyJson, textOf } from '../../report/diff/pretty-json.js'
import type { ReportFinding } from '../../report/report.js'

/**
 * The first place at which a body or query differs from its shape, with the lines around it: as it came, and as it
 * should be.
 */
export interface ShapeExcerpt {
  readonly of: 'response' | 'request' | 'query'
  readonly lines: readonly ComparedLine[]
  /** Number of the first place's line in the body as it is laid out, from 1. */
  readonly line: number
  /** Every line of the body, counted from 0, where it differs so. */
  readonly marked: ReadonlySet<number>
}

const AROUND = 3

/**
 * The excerpt for a finding of `data/shape`, `request/body` or `request/query`; null if there is nothing to show.
 * `expected` is the expected value in the reader's language.
 */
export function shapeExcerpt(
  { code, values: { path, seen } }: ReportFinding,
  { request, response }: Exchange,
  expected: string,
): ShapeExcerpt | null {
  if (typeof path !== 'string') return null
  const [broken, deviation = ''] = code.split(':')
  const wanted: Wanted = { path, expected, seen: String(seen ?? ''), deviation }
  if (broken === 'data/shape') return bodyExcerpt('response', response?.body?.text, wanted)
  if (broken === 'request/body') return bodyExcerpt('request', request.body?.text, wanted)
  return broken === 'request/query' ? queryExcerpt(request.url, wanted) : null
}

interface Wanted {
  readonly path: string
  readonly expected: string
  /** As a finding tells it: `text "12"`. */
  readonly seen: string
  /** `missing`, `type`, `value` or `unknown`. */
  readonly deviation: string
}

function bodyExcerpt(
  of: 'response' | 'request',
  text: string | null | undefined,
  wanted: Wanted,
): ShapeExcerpt | null {
  const lines = text ? prettyJson(text) : null
  if (!lines) return null
  const marked = placesIn(lines, wanted)
  const [first] = marked
  if (first === undefined) return null
  const from = Math.max(0, first - AROUND)
  const around = lines.slice(from, first + AROUND + 1)
  const compared = around.flatMap((line, at) =>
    from + at === first ? placeOf(line, wanted) : [sameLine(textOf(line))],
  )
  return { of, lines: compared, line: first + 1, marked: new Set(marked) }
}

/** A missing field is shown at the object that lacks it. */
function placeOf(line: JsonLine, { path, expected, deviation }: Wanted): ComparedLine[] {
  const actual = textOf(line)
  if (deviation === 'unknown') return [{ part: 'body', mark: 'extra', actual, correct: null }]
  if (deviation !== 'missing') {
    const [name] = line.tokens
    const key = name?.kind === 'key' ? `${name.text}: ` : ''
    return [{ part: 'body', mark: 'changed', actual, correct: `${'  '.repeat(line.depth)}${key}${expected}` }]
  }
  const correct = `${'  '.repeat(line.depth + 1)}${JSON.stringify(nameOf(path))}: ${expected}`
  return [sameLine(actual), { part: 'body', mark: 'missing', actual: null, correct }]
}

function sameLine(text: string): ComparedLine {
  return { part: 'body', mark: 'same', actual: text, correct: text }
}

function placesIn(lines: readonly JsonLine[], wanted: Wanted): number[] {
  const { path, deviation } = wanted
  const at = [...lines.keys()]
  if (deviation === 'missing') {
    const parent = parentOf(path)
    return at.filter((index) => lines[index]?.path === parent && lacks(lines, index, path))
  }
  const named = at.filter((index) => lines[index]?.path === path)
  const alike = named.filter((index) => isSeen(lines[index], wanted))
  return alike.length > 0 ? alike : named
}

function lacks(lines: readonly JsonLine[], parent: number, path: string): boolean {
  const depth = lines[parent]?.depth ?? 0
  for (let at = parent + 1; (lines[at]?.depth ?? 0) > depth; at++) if (lines[at]?.path === path) return false
  return lines[parent]?.tokens.some(({ kind, text }) => kind === 'mark' && text === '{') ?? false
}

/** Whether the line's value is of the kind that was seen, and, where a value was wrong, that value. */
function isSeen(line: JsonLine | undefined, { seen, deviation }: Wanted): boolean {
  const value = line?.tokens.find(({ kind, text }) => kind !== 'key' && text !== ': ')
  if (!value) return false
  const [kind = '', ...rest] = seen.split(' ')
  if (deviation === 'value' && !seen.includes('…') && rest.length > 0) return value.text === rest.join(' ')
  return kindOf(value.text) === (kind === 'integer' ? 'number' : kind)
}

function kindOf(literal: string): string {
  const first = literal[0] ?? ''
  if (first === '"') return 'text'
  if (first === '{') return 'object'
  if (first === '[') return 'array'
  return literal === 'null' ? 'null' : literal === 'true' || literal === 'false' ? 'boolean' : 'number'
}

const lastName = /(?:\.([\w$]+)|\[("(?:[^"\\]|\\.)*")\])$/

function parentOf(path: string): string {
  return path.replace(lastName, '')
}

function nameOf(path: string): string {
  const [, plain, quoted] = lastName.exec(path) ?? []
  return quoted === undefined ? (plain ?? path) : (JSON.parse(quoted) as string)
}

function queryExcerpt(url: string, { path, expected, deviation }: Wanted): ShapeExcerpt | null {
  if (!URL.canParse(url)) return null
  const [name = ''] = path.slice(1).split(/[.[]/)
  const isIt = (sent: string) => sent.replace(/\[.*$/, '') === name
  const sent = [...new URL(url).searchParams]
  const lines = sent.map(([key, value]): ComparedLine => {
    const actual = `${key}=${value}`
    if (!isIt(key)) return { ...sameLine(actual), part: 'line' }
    return deviation === 'unknown'
      ? { part: 'line', mark: 'extra', actual, correct: null }
      : { part: 'line', mark: 'changed', actual, correct: `${key}=${expected}` }
  })
  if (!sent.some(([key]) => isIt(key)))
    lines.push({ part: 'line', mark: 'missing', actual: null, correct: `${name}=${expected}` })
  const line = lines.findIndex(({ mark }) => mark !== 'same')
  return { of: 'query', lines, line: line + 1, marked: new Set() }
}
