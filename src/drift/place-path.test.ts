import { expect, it } from 'vitest'
import { fieldPath, itemPath, keyedPath, parentPath } from './baseline.js'

it.each([
  ['$', null],
  ['$.data', '$'],
  ['$.data[]', '$.data'],
  ['$.data{}', '$.data'],
  ['$[]', '$'],
  ['$.data[].id', '$.data[]'],
  ['$.data{}.id', '$.data{}'],
  ['$["e-mail de cobrança"]', '$'],
  ['$.a["b.c"]', '$.a'],
  ['$.a["b\\"]"].c', '$.a["b\\"]"]'],
])('%s lies in %s', (path, parent) => {
  expect(parentPath(path)).toBe(parent)
})

it.each([
  ['id', '$.id'],
  ['e-mail', '$.e-mail'],
  ['_a$1', '$._a$1'],
  ['preço', '$.preço'],
  ['1a', '$["1a"]'],
  ['a b', '$["a b"]'],
  ['a.b', '$["a.b"]'],
  ['', '$[""]'],
])('the field %s is %s', (key, path) => {
  expect(fieldPath('$', key)).toBe(path)
  expect(parentPath(path)).toBe('$')
})

it('has steps for items and for what stands under identifiers', () => {
  expect([itemPath('$.a'), keyedPath('$.a')]).toEqual(['$.a[]', '$.a{}'])
})
