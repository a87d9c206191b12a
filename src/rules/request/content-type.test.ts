import { expect, it } from 'vitest'
import { toldBy } from '../told.fixture.js'
import { contentType } from './shapes.js'

it.each<[string, boolean]>([
  ['application/json', true],
  [' Application/JSON ;charset=utf-8', true],
  ['application/vnd.api+json', false],
  // of another meaning: a list of changes, no record
  ['application/json-patch+json', false],
  ['application/jsonp', false],
  ['text/json', false],
  ['x application/json', false],
])('a body declared as %j is sent as JSON: %s', (declared, isJson) => {
  const told = toldBy(contentType, [
    { ask: 'PATCH /contatos/7/situacoes', body: { situacao: 'A' }, headers: [['Content-Type', declared]] },
  ])
  expect(told).toEqual(isJson ? [] : ['e1 other'])
})
