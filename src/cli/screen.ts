import { stripVTControlCharacters } from 'node:util'
import { withoutCommands } from '../exchange/plain-text.js'
import { lengthOf } from '../report/look.js'
import type { Io } from './io.js'

/**
 * The terminal of a command. Files and pipes get whole lines and no status line. Nothing that is printed can command
 * a CI runner, except through `annotate`.
 */
export interface Screen extends Io {
  /** Says something in whole lines, as wide as the terminal is. */
  readonly say: (text: string) => void
  /** Shows lines below everything that is printed, in place of those before. */
  readonly foot: (lines: readonly string[]) => void
  /** Prints a line that a CI runner reads as a command. */
  readonly annotate: (line: string) => void
}

/** Prints above the status line, including output of the user's program. */
export function screenOf(given: Io): Screen {
  const harmless = (write: Io['out']) => (text: string) => write(withoutCommands(text))
  const io = { ...given, out: harmless(given.out), err: harmless(given.err) }
  const annotate = (line: string) => given.err(`${line}\n`)
  if (!io.errIsTty) return { ...io, annotate, say: io.err, foot: () => undefined }
  let asked = ''
  let below: readonly string[] = []
  /** True while a printed line has no end yet. It must be neither erased nor continued. */
  let isOpen = false
  const wipe = () =>
    isOpen ? '' : below.map((_, i) => (i === 0 ? '\r\u001b[2K' : '\u001b[1A\u001b[2K')).join('')
  const shown = () => (isOpen ? '' : below.join('\n'))
  const above = (write: Io['out']) => (text: string) => {
    if (text === '') return
    const wiped = wipe()
    isOpen = !text.endsWith('\n')
    if (write === io.err) return io.err(wiped + text + shown())
    io.err(wiped)
    write(text)
    io.err(shown())
  }
  const err = above(io.err)
  return {
    ...io,
    annotate,
    err,
    ...(io.outIsTty && { out: above(io.out) }),
    say: (text) => err(fold(text, io.width)),
    foot(lines) {
      if (lines.join('\n') === asked) return
      asked = lines.join('\n')
      const wiped = wipe()
      below = lines.map((line) => cut(line, io.width - 1))
      io.err(wiped + shown())
    },
  }
}

/** Cuts a text to one line of the terminal; colours go with what they are too long for. */
function cut(text: string, width: number): string {
  const bare = stripVTControlCharacters(text)
  return bare.length <= width ? text : `${bare.slice(0, width - 1)}…`
}

/** A first column that is wider than this part of the line is not kept free beneath. */
const COLUMN_SHARE = 3

/**
 * Text for a terminal of so many columns: long lines are broken at blanks, and what is carried over is set in. A word that is
 * longer stays whole, so that an address can be opened and a path be copied.
 */
export function fold(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => broken(line, width))
    .join('\n')
}

function broken(line: string, width: number): string {
  const inset = ' '.repeat(insetOf(line, width))
  const lines: string[] = []
  let current = ''
  for (const [piece] of line.matchAll(/ *[^ ]+/g)) {
    const isBegun = current.trim() !== ''
    if (isBegun && lengthOf(current) + lengthOf(piece) > width) {
      lines.push(current)
      current = inset + piece.trimStart()
    } else current += piece
  }
  return [...lines, current].join('\n')
}

/** Beneath the second column of what is set in columns, else two in from where the line begins. */
function insetOf(line: string, width: number): number {
  const [column = ''] = /^ *\S+(?: \S+)* {2,}/.exec(line) ?? []
  const [indent = ''] = /^ */.exec(line) ?? []
  return column !== '' && lengthOf(column) * COLUMN_SHARE <= width ? lengthOf(column) : indent.length + 2
}
