import { lengthOf } from '../report/look.js'

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
