import { expect, it } from 'vitest'
import { isTerminal } from './io.js'

it.each([
  [true, 'xterm-256color', true],
  [true, undefined, true],
  [true, 'dumb', false],
  [false, 'xterm-256color', false],
  [undefined, 'xterm-256color', false],
])('isTTY %s with TERM=%s is a terminal: %s', (isTTY, TERM, is) => {
  expect(isTerminal(isTTY === undefined ? {} : { isTTY }, { TERM })).toBe(is)
})
