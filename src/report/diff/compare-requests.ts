import { parseExactJson } from '../../exchange/exact-json.js'
import type { Exchange, Header } from '../../exchange/exchange.js'
import { jsonText } from '../../exchange/json.js'
import { type CorrectRequest, isTransportHeader } from './correct-request.js'
import { prettyJson, type Token, textOf } from './pretty-json.js'

/** A row of two requests side by side; a side is null if it has no such line. */
export interface ComparedLine {
  readonly part: 'line' | 'header' | 'body' | 'time'
  readonly mark: 'same' | 'changed' | 'missing' | 'extra'
  readonly actual: string | null
  readonly correct: string | null
}

/** Compares a request with the correct one, line by line. Headers that the transport adds are left out. */
export function compareRequests(exchange: Exchange, correct: CorrectRequest): ComparedLine[] {
  const { request } = exchange
  return [
    line('line', `${request.method} ${request.url}`, `${correct.method} ${correct.url}`),
    ...compareHeaders(request.headers, correct),
    ...compareBodies(request.body?.text ?? null, correct.body),
  ]
}

/**
 * The lines that differ in the part of the request that the requirement is about, or everything that differs if that part
 * does not. A request that came at the wrong time may differ elsewhere as well; that is not its mistake.
 */
export function linesAbout(
  { requirement }: { readonly requirement: string },
  lines: readonly ComparedLine[],
): readonly ComparedLine[] {
  const changed = lines.filter(({ mark }) => mark !== 'same')
  const wanted = parts.find(([about]) => about.test(requirement))?.[1] ?? 'line'
  const told = changed.filter(({ part }) => part === wanted)
  return told.length > 0 || wanted === 'time' ? told : changed
}

const parts: readonly (readonly [about: RegExp, part: ComparedLine['part']])[] = [
  [/spacing|total-time/, 'time'],
  [/post-data|put-change|situation/, 'body'],
  [/hash|token|bearer/, 'header'],
]

/** The line as it was, and as it should be. */
export function diffTexts({
  actual,
  correct,
}: ComparedLine): { readonly sign: '-' | '+'; readonly text: string }[] {
  return [
    ...(actual === null ? [] : [{ sign: '-' as const, text: actual }]),
    ...(correct === null ? [] : [{ sign: '+' as const, text: correct }]),
  ]
}

export function differs(lines: readonly ComparedLine[]): boolean {
  return lines.some((each) => each.mark !== 'same')
}

function line(part: ComparedLine['part'], actual: string | null, correct: string | null): ComparedLine {
  if (actual === null) return { part, mark: 'missing', actual, correct }
  if (correct === null) return { part, mark: 'extra', actual, correct }
  return { part, mark: actual === correct ? 'same' : 'changed', actual, correct }
}

function compareHeaders(sent: readonly Header[], correct: CorrectRequest): ComparedLine[] {
  const open = [...correct.headers]
  const shown = sent.filter(
    ([name]) => !isTransportHeader(name) && !correct.unknownHeaders.includes(name.toLowerCase()),
  )
  const rows = shown.map(([name, value]) => {
    const at = open.findIndex(([other]) => other.toLowerCase() === name.toLowerCase())
    const [twin] = at < 0 ? [] : open.splice(at, 1)
    return line('header', `${name}: ${value}`, twin ? `${name}: ${twin[1]}` : null)
  })
  return [...rows, ...open.map(([name, value]) => line('header', null, `${name}: ${value}`))]
}

function compareBodies(actual: string | null, correct: string | null): ComparedLine[] {
  const left = bodyLines(actual)
  const right = bodyLines(correct)
  return align(left, right).map(([a, b]) =>
    a && b && a.key === b.key
      ? { part: 'body', mark: 'same', actual: a.text, correct: b.text }
      : line('body', a?.text ?? null, b?.text ?? null),
  )
}

interface BodyLine {
  readonly text: string
  /** Equal for lines that say the same: indentation, a comma at the end, escapes and the spelling of a number are nothing. */
  readonly key: string
  /** The member's name, by which a changed line finds its twin. */
  readonly name: string | null
}

function bodyLines(text: string | null): BodyLine[] {
  if (text === null || text === '') return []
  const lines = prettyJson(text)
  if (!lines) return text.split('\n').map((each) => ({ text: each, key: each, name: null }))
  return lines.map((line) => {
    const said = line.tokens.at(-1)?.text === ',' ? line.tokens.slice(0, -1) : line.tokens
    const [first] = said
    const name = first?.kind === 'key' ? meaning(first) : null
    return { text: textOf(line), key: said.map(meaning).join(''), name }
  })
}

/**
 * The meaning of a literal regardless of escapes in a text or zeros in a number. A number that a double would round
 * is compared as text.
 */
function meaning({ kind, text }: Token): string {
  if (kind !== 'text' && kind !== 'key' && kind !== 'number') return text
  const read = parseExactJson(text)
  return read.ok ? jsonText(read.value) : text
}

const MOST_LINES = 1000

/** Pairs the lines of two bodies: equal ones, then those of the same name, in order. */
function align(left: readonly BodyLine[], right: readonly BodyLine[]): [BodyLine | null, BodyLine | null][] {
  if (left.length > MOST_LINES || right.length > MOST_LINES)
    return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [
      left[at] ?? null,
      right[at] ?? null,
    ])
  const worth = worthTable(left, right)
  const rows: [BodyLine | null, BodyLine | null][] = []
  let i = 0
  let j = 0
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i] ?? null, right[j] ?? null]
    const here = worth[i]?.[j] ?? 0
    if (a && b && likeness(a, b) > 0 && here === likeness(a, b) + (worth[i + 1]?.[j + 1] ?? 0)) {
      rows.push([a, b])
      i++
      j++
    } else if (a && (!b || here === (worth[i + 1]?.[j] ?? 0))) {
      rows.push([a, null])
      i++
    } else {
      rows.push([null, b])
      j++
    }
  }
  return rows
}

/** Greatest sum of likenesses from each pair of positions on. */
function worthTable(left: readonly BodyLine[], right: readonly BodyLine[]): number[][] {
  const table = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0))
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const [a, b] = [left[i], right[j]]
      const alike = a && b ? likeness(a, b) : 0
      const paired = alike > 0 ? alike + (table[i + 1]?.[j + 1] ?? 0) : 0
      const row = table[i]
      if (row) row[j] = Math.max(paired, table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return table
}

function likeness(a: BodyLine, b: BodyLine): number {
  if (a.key === b.key) return 2
  return a.name !== null && a.name === b.name ? 1 : 0
}
