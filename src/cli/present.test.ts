import { expect, it } from 'vitest'
import { isColoured } from './present.js'

it.each([
  [undefined, true, true],
  [undefined, false, false],
  ['1', false, true],
  ['', false, true],
  ['0', true, false],
  ['false', true, false],
])('with FORCE_COLOR=%s on a terminal (%s) there are colours: %s', (forced, isTty, is) => {
  expect(isColoured(forced === undefined ? {} : { FORCE_COLOR: forced }, isTty)).toBe(is)
})
