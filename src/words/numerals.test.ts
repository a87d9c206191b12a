import { expect, it } from 'vitest'
import { durationText } from './numerals.js'

it.each<[number, string]>([
  [999.4, '999 ms'],
  [999.6, '1 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min'],
  [3_599_400, '59 min 59 s'],
  [3_599_600, '1 h'],
])('a duration of %d ms is written as %s', (ms, text) => {
  expect(durationText(ms, 'en')).toBe(text)
})
