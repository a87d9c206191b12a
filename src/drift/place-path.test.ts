import { expect, it } from 'vitest'
import { fieldPath, itemPath, keyedPath, lastStep, parentPath } from './place-path.js'

it.each([
  ['$', null, '$'],
  ['$.data', '$', '.data'],
  ['$.data[]', '$.data', '[]'],
  ['$.data{}', '$.data', '{}'],
  ['$[]', '$', '[]'],
  ['$.data[].id', '$.data[]', '.id'],
  ['$.data{}.id', '$.data{}', '.id'],
  ['$["e-mail de cobrança"]', '$', '["e-mail de cobrança"]'],
  ['$.a["b.c"]', '$.a', '["b.c"]'],
  ['$.a["b\\"]"].c', '$.a["b\\"]"]', '.c'],
])('%s lies in %s, by %s', (path, parent, last) => {
  expect([parentPath(path), lastStep(path)]).toEqual([parent, last])
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
