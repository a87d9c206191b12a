import picocolors from 'picocolors'
import { plainText } from '../exchange/plain-text.js'
import type { RunVerdict, Severity, StepVerdict } from '../rules/finding.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'

/** The sentences in the reader's language. */
export interface Words {
  readonly catalogue: Catalogue
  readonly lang: Lang
}

/** The sentences, and the terminal that shows them. */
export interface Look extends Words {
  /** Columns; narrower than 40 is treated as 40. */
  readonly width: number
  readonly colour: boolean
}

type Colour = 'red' | 'green' | 'yellow' | 'dim' | 'bold' | 'cyan'

const SIGNS = {
  pass: '✓',
  fail: '✗',
  incomplete: '!',
  'not-reached': '–',
  'not-applicable': '–',
  error: '✗',
  warning: '!',
  info: '–',
} as const satisfies Record<RunVerdict | StepVerdict | Severity, string>

/** The sign of a verdict or severity, so that colour is never the only hint. */
export function signOf(verdict: keyof typeof SIGNS): string {
  return SIGNS[verdict]
}

/** `✗ failed` */
export function verdictText(verdict: RunVerdict, { catalogue: { ui } }: Words): string {
  return `${signOf(verdict)} ${ui[`report.verdict.${verdict}`]}`
}

export const VERDICT_COLOURS = { pass: 'green', fail: 'red', incomplete: 'yellow' } as const

/** The text in a colour if the terminal has colours. No meaning rests on the colour alone. */
export function paint(text: string, colour: Colour, { colour: enabled }: Look): string {
  return enabled ? picocolors.createColors(true)[colour](text) : text
}

export function widthOf({ width }: Look): number {
  return Math.max(40, width)
}

/** Number of characters on the screen; `length` counts some of them twice. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/**
 * Breaks a text into lines of at most `width` characters, at spaces; longer words are cut. Control characters that could
 * command the terminal become visible.
 */
export function wrap(text: string, width: number): string[] {
  return plainText(text)
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const joined = current === '' ? word : `${current} ${word}`
    if (lengthOf(joined) <= width) current = joined
    else if (lengthOf(word) <= width) {
      lines.push(current)
      current = word
    } else {
      const parts = pieces(word, current, width)
      current = parts.pop() ?? '' // the next word may follow on this line
      lines.push(...parts)
    }
  }
  return [...lines, current]
}

/** A long word begins a new line if fewer characters of it than this would fit on the current one. */
const LEAST_PIECE = 8

/** Cuts a word that is longer than a line. It begins after `current`, the text of the current line, if there is room. */
function pieces(word: string, current: string, width: number): string[] {
  const room = width - lengthOf(current) - 1
  const chars = [...word]
  const parts: string[] = []
  if (current !== '')
    parts.push(room < LEAST_PIECE ? current : `${current} ${chars.splice(0, room).join('')}`)
  for (let i = 0; i < chars.length; i += width) parts.push(chars.slice(i, i + width).join(''))
  return parts
}

/** The lines of a text within the terminal's width, each after `blanks` blanks. */
export function indented(text: string, blanks: number, look: Look): string[] {
  return wrap(text, widthOf(look) - blanks).map((line) => ' '.repeat(blanks) + line)
}

/**
 * Lines with a label, or a sign, before the first: `  fix:  …`. The others are aligned with the first.
 *
 * @param column width of the label with the blanks after it
 * @param style colours the label
 */
export function labelled(
  label: string,
  lines: readonly string[],
  column: number,
  style: (label: string) => string = (text) => text,
): string[] {
  return lines.map((line, i) => {
    const shown = i === 0 ? label : ''
    return `  ${style(shown)}${' '.repeat(Math.max(0, column - lengthOf(shown)))}${line}`.trimEnd()
  })
}

/** Rows of a label and its texts, with all labels in one column. Rows without a text are left out. */
export function labelledRows(
  all: readonly (readonly [label: string, texts: readonly string[]])[],
  look: Look,
): string[] {
  const rows = all.filter(([, texts]) => texts.length > 0)
  const column = Math.max(0, ...rows.map(([label]) => lengthOf(label))) + 2
  return rows.flatMap(([label, texts]) => {
    const lines = texts.flatMap((text) => wrap(text, widthOf(look) - column - 2))
    return labelled(label, lines, column, (shown) => paint(shown, 'dim', look))
  })
}

/** `… and 3 more`; no line if nothing was left out. */
export function moreLines(count: number, { catalogue, lang }: Words): string[] {
  return count > 0 ? [fill(catalogue.ui['report.more'], { count }, lang)] : []
}
