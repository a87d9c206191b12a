import { expect, it } from 'vitest'
import { readHeaders } from './har/messages.js'
import { headerPairs } from './raw-headers.js'

it.each([
  ['application/json\t', 'application/json'],
  ['\t application/json \t', 'application/json'],
  ['a\tb', 'a\tb'],
  ['\u00a0x', '\u00a0x'],
  ['', ''],
])('a value is kept without the blanks and tabs around it: %j', (written, kept) => {
  expect(headerPairs(['Content-Type', written])).toEqual([['Content-Type', kept]])
  expect(readHeaders([{ name: 'Content-Type', value: written }])).toEqual([['Content-Type', kept]])
})
