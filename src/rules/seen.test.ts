import { expect, it } from 'vitest'
import { isJsonType } from './seen.js'

it.each([
  ['application/json', true],
  ['Application/JSON', true],
  ['  application/json', true],
  ['application/json; charset=utf-8', true],
  ['application/json ;charset=utf-8', true],
  ['application/problem+json', true],
  ['application/vnd.api+json;v=1', true],
  ['application/jsonp', false],
  ['application/json x', false],
  ['text/application/json', false],
  ['xapplication/json', false],
  ['text/json', false],
  ['application/+json', false],
  ['', false],
])('%j is JSON: %s', (type, expected) => expect(isJsonType(type)).toBe(expected))
