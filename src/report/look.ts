import picocolors from 'picocolors'
import { plainText } from '../exchange/plain-text.js'
import type { Catalogue, Lang } from '../words/catalogue.js'

/** How lines look on the terminal at hand. */
export interface Look {
  readonly catalogue: Catalogue
  readonly lang: Lang
  /** Columns; narrower than 40 is treated as 40. */
  readonly width: number
  readonly colour: boolean
}

type Colour = 'red' | 'green' | 'yellow' | 'dim' | 'bold' | 'cyan'

/** The text in a colour, where the terminal has them. What it says, it says without. */
export function paint(text: string, colour: Colour, { colour: enabled }: Look): string {
  return enabled ? picocolors.createColors(true)[colour](text) : text
}

export function widthOf({ width }: Look): number {
  return Math.max(40, width)
}

/** Characters on the screen. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/**
 * Breaks a text into lines of at most `width` characters, at spaces where there are any; longer words are cut. What commands a
 * terminal becomes visible.
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
      const cut = pieces(word, current, width)
      lines.push(...cut.slice(0, -1))
      current = cut.at(-1) ?? ''
    }
  }
  return [...lines, current]
}

/** Fewer characters of a long word than this are not worth the end of a line. */
const LEAST_PIECE = 8

/** Cuts a word that is too long for any line. It begins after `current` if there is room. */
function pieces(word: string, current: string, width: number): string[] {
  const room = width - lengthOf(current) - 1
  const chars = [...word]
  const parts =
    current === '' ? [] : [room < LEAST_PIECE ? current : `${current} ${chars.splice(0, room).join('')}`]
  for (let i = 0; i < chars.length; i += width) parts.push(chars.slice(i, i + width).join(''))
  return parts
}

/** The text's lines within the terminal's width, each after `by` blanks. */
export function indented(text: string, by: number, look: Look): string[] {
  return wrap(text, widthOf(look) - by).map((line) => ' '.repeat(by) + line)
}

/** A label and its text, the text's lines beneath one another. */
export function labelled(label: string, lines: readonly string[], column: number): string[] {
  return lines.map((line, i) => `  ${(i === 0 ? label : '').padEnd(column)}${line}`.trimEnd())
}
