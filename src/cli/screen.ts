import { stripVTControlCharacters } from 'node:util'
import { withoutRunnerCommands } from '../exchange/plain-text.js'
import { lengthOf } from '../report/look.js'
import type { Io } from './io.js'

/**
 * Output of a command. On a terminal, status lines stay below everything that is printed, including the output of the
 * user's program. Files and pipes get no status lines. Nothing that is printed can command a CI runner (`::error::…`),
 * except through `annotate`.
 */
export interface Screen extends Io {
  /** Prints text on standard error. A terminal gets it folded to its width. */
  readonly print: (text: string) => void
  /** Replaces the status lines; an empty list removes them. */
  readonly showStatus: (lines: readonly string[]) => void
  /** Prints a line that a CI runner reads as a command. */
  readonly annotate: (line: string) => void
}

const ERASE_LINE = '\r\u001b[2K'
const ERASE_LINE_ABOVE = '\u001b[1A\u001b[2K'

export function createScreen(rawIo: Io): Screen {
  const filtered = (write: Io['out']) => (text: string) => write(withoutRunnerCommands(text))
  const io = { ...rawIo, out: filtered(rawIo.out), err: filtered(rawIo.err) }
  const annotate = (line: string) => rawIo.err(`${line}\n`)
  if (!io.errIsTty) return { ...io, annotate, print: io.err, showStatus: () => undefined }
  let status: readonly string[] = []
  /** True while the last printed line is incomplete. The status lines are hidden during that time. */
  let isLineOpen = false
  const statusText = () => (isLineOpen ? '' : status.join('\n'))
  const erasure = () =>
    isLineOpen ? '' : status.map((_, i) => (i === 0 ? ERASE_LINE : ERASE_LINE_ABOVE)).join('')
  const aboveStatus = (write: Io['out']) => (text: string) => {
    if (text === '') return
    io.err(erasure())
    isLineOpen = !text.endsWith('\n')
    write(text)
    io.err(statusText())
  }
  const err = aboveStatus(io.err)
  return {
    ...io,
    annotate,
    err,
    out: io.outIsTty ? aboveStatus(io.out) : io.out,
    print: (text) => err(fold(text, io.width)),
    showStatus(lines) {
      const next = lines.map((line) => cut(line, io.width - 1))
      if (next.join('\n') === status.join('\n')) return
      const erased = erasure()
      status = next
      io.err(erased + statusText())
    },
  }
}

/** Cuts a text to one line of the terminal. A text that is too long loses its colours, because a cut must not fall into their codes. */
function cut(text: string, width: number): string {
  const bare = stripVTControlCharacters(text)
  return bare.length <= width ? text : `${bare.slice(0, width - 1)}…`
}

/** Breaks lines at blanks to fit `width` columns, and indents what follows. A longer word, such as an address, stays whole to be copied. */
export function fold(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => foldLine(line, width))
    .join('\n')
}

/** Folds a text for standard output, if that is a terminal. */
export function foldFor({ outIsTty, width }: Pick<Io, 'outIsTty' | 'width'>, text: string): string {
  return outIsTty ? fold(text, width) : text
}

function foldLine(line: string, width: number): string {
  const indent = ' '.repeat(indentOf(line, width))
  const lines: string[] = []
  let current = ''
  for (const [word] of line.matchAll(/ *[^ ]+/g)) {
    if (current === '' || lengthOf(current) + lengthOf(word) <= width) current += word
    else {
      lines.push(current)
      current = indent + word.trimStart()
    }
  }
  return [...lines, current].join('\n')
}

/**
 * The indent of the lines that follow from a folded line. Those of `ok    a sentence` go below `a sentence`, if the first column takes at
 * most a third of the width. Those of other lines get two more blanks than the line begins with.
 */
function indentOf(line: string, width: number): number {
  const [firstColumn = ''] = /^ *\S+(?: \S+)* {2,}/.exec(line) ?? []
  const columnLength = lengthOf(firstColumn)
  if (columnLength > 0 && columnLength <= Math.floor(width / 3)) return columnLength
  const leadingBlanks = line.length - line.trimStart().length
  return leadingBlanks + 2
}
