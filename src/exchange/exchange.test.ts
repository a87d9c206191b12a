import { expect, it } from 'vitest'
import { headerValue, headerValues } from './exchange.js'

it.each([
  ['Content-Type', 'content-type', true],
  ['CONTENT-TYPE', 'content-type', true],
  ['content-type', 'Content-Type', true],
  ['content-typ', 'content-type', false],
  ['xontent-type', 'content-type', false],
  ['content-typx', 'content-type', false],
  ['content\u000dtype', 'content-type', false],
  ['a@b', 'a`b', false],
  ['a[b', 'a{b', false],
  ['É-Nome', 'é-nome', true],
  ['\u212aey', 'key', true],
  ['É-Nome', 'è-nome', false],
])('takes a header %j for %j: %s', (written, asked, isOne) => {
  const headers = [
    ['x', '0'],
    [written, '1'],
    ['y', '2'],
  ] as const
  expect(headerValue(headers, asked)).toBe(isOne ? '1' : null)
})

it('gives all values of a header in their order', () => {
  const headers = [
    ['A', '1'],
    ['b', '2'],
    ['a', '3'],
    ['A', '4'],
  ] as const
  expect([headerValues(headers, 'a'), headerValues(headers, 'b'), headerValues(headers, 'c')]).toEqual([
    ['1', '3', '4'],
    ['2'],
    [],
  ])
})
