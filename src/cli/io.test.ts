import { expect, it } from 'vitest'
import { isTerminal, widthOf } from './io.js'

it.each([
  [true, 'xterm-256color', true],
  [true, undefined, true],
  [true, 'dumb', false],
  [false, 'xterm-256color', false],
  [undefined, 'xterm-256color', false],
])('isTTY %s with TERM=%s is a terminal: %s', (isTTY, TERM, is) => {
  expect(isTerminal(isTTY === undefined ? {} : { isTTY }, { TERM })).toBe(is)
})

it.each([
  [[{ columns: 120 }, { columns: 80 }], 120],
  [[{}, { columns: 60 }], 60],
  [[{ columns: 0 }, {}], 80],
])('takes the width of the first terminal that has one: %j', (streams, width) => {
  expect(widthOf(...streams)).toBe(width)
})
