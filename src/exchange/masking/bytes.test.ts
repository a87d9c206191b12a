import { expect, it } from 'vitest'
import {
  base64Digit,
  fromBase64,
  fromHex,
  hexDigit,
  strictTextOf,
  textOf,
  toBase64,
  toHex,
  utf8,
} from './bytes.js'

const texts = ['', 'a', 'ab', 'abc', 'abcd', 'ção', '???>>>', '\u0000\u007f', '😀']

it.each(texts)('%j goes there and back', (text) => {
  const bytes = utf8(text)
  expect(toBase64(bytes)).toBe(Buffer.from(text).toString('base64'))
  expect(toBase64(bytes, 'url')).toBe(Buffer.from(text).toString('base64url'))
  expect(toHex(bytes)).toBe(Buffer.from(text).toString('hex'))
  expect(textOf(fromBase64(toBase64(bytes)))).toBe(text)
  expect(textOf(fromBase64(toBase64(bytes, 'url')))).toBe(text)
  expect(textOf(fromHex(toHex(bytes)))).toBe(text)
  expect(textOf(fromHex(toHex(bytes).toUpperCase()))).toBe(text)
})

it.each([
  ['YWJj', 'abc'],
  ['YWJjZA', 'abcd'],
  ['YWJjZA===', 'abcd'],
  ['YW Jj', 'a'],
  ['YWJj!YWJj', 'abc'],
  ['é', ''],
  ['Y', ''],
])('%s is %j as far as it goes', (text, expected) => {
  expect(textOf(fromBase64(text))).toBe(expected)
})

it.each([
  ['A', 0],
  ['z', 51],
  ['9', 61],
  ['+', 62],
  ['-', 62],
  ['/', 63],
  ['_', 63],
  ['=', -1],
  ['é', -1],
])('the digit %s of Base64 is %i', (digit, value) => {
  expect(base64Digit(digit.charCodeAt(0))).toBe(value)
})

it('knows the digits, and nothing beside them', () => {
  expect([...'0189afAF'].map((digit) => hexDigit(digit.charCodeAt(0)))).toEqual([0, 1, 8, 9, 10, 15, 10, 15])
  expect([...'/:@`gG '].map((digit) => hexDigit(digit.charCodeAt(0)))).toEqual(Array(7).fill(-1))
})

it('reads no text from bytes that are none, where it is strict', () => {
  expect(strictTextOf(Uint8Array.of(0xc3, 0x28))).toBe(null)
  expect(strictTextOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa')
  expect(textOf(Uint8Array.of(0xc3, 0x28))).toBe('\ufffd(')
})
