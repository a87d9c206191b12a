import { parseExactJson } from '../../exchange/exact-json.js'
import type { Exchange, Header } from '../../exchange/exchange.js'
import { jsonText } from '../../exchange/json.js'
import { type CorrectRequest, isTransportHeader } from './correct-request.js'
import { prettyJson, type Token, textOf } from './pretty-json.js'

/** A row of two requests side by side. A side is null if that request does not have the line. */
export interface ComparedLine {
  /** `line`: method and address. `time`: a line that the page adds below a compared request. */
  readonly part: 'line' | 'header' | 'body' | 'time'
  readonly mark: 'same' | 'changed' | 'missing' | 'extra'
  readonly actual: string | null
  readonly correct: string | null
}

/** Compares a request with the correct one, line by line. Headers that the transport adds are left out. */
export function compareRequests(exchange: Exchange, correct: CorrectRequest): ComparedLine[] {
  const { request } = exchange
  return [
    compareLine('line', `${request.method} ${request.url}`, `${correct.method} ${correct.url}`),
    ...compareHeaders(request.headers, correct),
    ...compareBodies(request.body?.text ?? null, correct.body),
  ]
}

/** The lines that differ in the part of the request that a finding is about, or everything that differs if that part does not. */
export function linesAbout({ code }: { readonly code: string }, lines: readonly ComparedLine[]) {
  const part = partsByCode.find(([about]) => about.test(code))?.[1] ?? 'line'
  // A request that came at the wrong time, or in the wrong order, may differ as well; that is not its mistake.
  if (part === 'time') return []
  const changed = lines.filter(({ mark }) => mark !== 'same')
  const relevant = changed.filter((line) => line.part === part)
  return relevant.length > 0 ? relevant : changed
}

/** The part of a request that a finding is about, by the finding's code: the first row that matches, else method and address. */
const partsByCode: readonly (readonly [about: RegExp, part: ComparedLine['part']])[] = [
  [/spacing|total-time|homologation\/order/, 'time'],
  // The codes of the next two rows may name the hash or the token as well.
  [/:in-address$/, 'line'],
  [/post-data|put-change|situation|:in-body$/, 'body'],
  [/hash|token|bearer/, 'header'],
]

/** The line as it was sent, and as it should have been sent. */
export function diffTexts({ actual, correct }: Pick<ComparedLine, 'actual' | 'correct'>) {
  return [
    ...(actual === null ? [] : [{ sign: '-' as const, text: actual }]),
    ...(correct === null ? [] : [{ sign: '+' as const, text: correct }]),
  ]
}

export function differs(lines: readonly ComparedLine[]): boolean {
  return lines.some(({ mark }) => mark !== 'same')
}

/** The line or body of one of the two requests; null if it has none. */
type Side = string | null

function compareLine(part: ComparedLine['part'], actual: Side, correct: Side): ComparedLine {
  if (actual === null) return { part, mark: 'missing', actual, correct }
  if (correct === null) return { part, mark: 'extra', actual, correct }
  return { part, mark: actual === correct ? 'same' : 'changed', actual, correct }
}

function compareHeaders(sent: readonly Header[], correct: CorrectRequest): ComparedLine[] {
  const missing = [...correct.headers]
  const shown = sent.filter(
    ([name]) => !isTransportHeader(name) && !correct.unknownHeaders.includes(name.toLowerCase()),
  )
  const rows = shown.map(([name, value]) => {
    const index = missing.findIndex(([other]) => other.toLowerCase() === name.toLowerCase())
    const [correctHeader] = index < 0 ? [] : missing.splice(index, 1)
    return compareLine('header', `${name}: ${value}`, correctHeader ? `${name}: ${correctHeader[1]}` : null)
  })
  return [...rows, ...missing.map(([name, value]) => compareLine('header', null, `${name}: ${value}`))]
}

function compareBodies(actual: Side, correct: Side): ComparedLine[] {
  const left = bodyLines(actual)
  const right = bodyLines(correct)
  return align(left, right).map(([a, b]) =>
    a && b && a.key === b.key
      ? { part: 'body', mark: 'same', actual: a.text, correct: b.text }
      : compareLine('body', a?.text ?? null, b?.text ?? null),
  )
}

interface BodyLine {
  readonly text: string
  /** Equal for lines with the same meaning. Indentation, a comma at the end, escapes and the spelling of numbers are ignored. */
  readonly key: string
  /** Name of the member, by which a changed line finds its counterpart; null in arrays and for brackets. */
  readonly name: string | null
}

function bodyLines(text: string | null): BodyLine[] {
  if (text === null || text === '') return []
  const lines = prettyJson(text)
  if (!lines) return text.split('\n').map((line) => ({ text: line, key: line, name: null }))
  return lines.map((line) => {
    const tokens = line.tokens.at(-1)?.text === ',' ? line.tokens.slice(0, -1) : line.tokens
    const [first] = tokens
    const name = first?.kind === 'key' ? meaningOf(first) : null
    return { text: textOf(line), key: tokens.map(meaningOf).join(''), name }
  })
}

/**
 * The meaning of a literal regardless of escapes in a text or zeros in a number. A number that a double would round
 * is compared as text.
 */
function meaningOf({ kind, text }: Token): string {
  if (kind !== 'text' && kind !== 'key' && kind !== 'number') return text
  const read = parseExactJson(text)
  return read.ok ? jsonText(read.value) : text
}

/** Longer bodies are compared line by line, because the time of the alignment grows with the square of the lines. */
const MOST_LINES = 1000

type LinePair = [BodyLine | null, BodyLine | null]

/** Aligns the lines of two bodies by a longest common subsequence, in which equal lines count 2 and lines of the same member count 1. */
function align(left: readonly BodyLine[], right: readonly BodyLine[]): LinePair[] {
  if (left.length > MOST_LINES || right.length > MOST_LINES)
    return Array.from({ length: Math.max(left.length, right.length) }, (_, i) => [
      left[i] ?? null,
      right[i] ?? null,
    ])
  const scores = scoreTable(left, right)
  const pairs: LinePair[] = []
  let i = 0
  let j = 0
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i] ?? null, right[j] ?? null]
    const score = scores[i]?.[j] ?? 0
    const likeness = a && b ? likenessOf(a, b) : 0
    if (likeness > 0 && score === likeness + (scores[i + 1]?.[j + 1] ?? 0)) {
      pairs.push([a, b])
      i++
      j++
    } else if (a && (!b || score === (scores[i + 1]?.[j] ?? 0))) {
      pairs.push([a, null])
      i++
    } else {
      pairs.push([null, b])
      j++
    }
  }
  return pairs
}

/** `scores[i][j]`: the highest sum of likenesses that `left` from line `i` on and `right` from line `j` on can reach. */
function scoreTable(left: readonly BodyLine[], right: readonly BodyLine[]): number[][] {
  const scores = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0))
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const [a, b, row] = [left[i], right[j], scores[i]]
      if (!a || !b || !row) continue
      const likeness = likenessOf(a, b)
      const paired = likeness > 0 ? likeness + (scores[i + 1]?.[j + 1] ?? 0) : 0
      row[j] = Math.max(paired, scores[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return scores
}

function likenessOf(a: BodyLine, b: BodyLine): 0 | 1 | 2 {
  if (a.key === b.key) return 2
  return a.name !== null && a.name === b.name ? 1 : 0
}
