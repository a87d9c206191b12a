import { expect, it } from 'vitest'
import { created } from './envelope/envelope.js'
import { array } from './lists/records.js'
import { sameIdentifier } from './records/single-read.js'
import { toldBy } from './told.fixture.js'

it.each([
  ['a create', created, { ask: 'POST /contatos', body: {}, status: 201, data: {} }, 'no-identifier'],
  ['an update', created, { ask: 'PUT /contatos/7', body: {}, status: 200, data: {} }, 'no-identifier'],
  ['a list', array, { ask: 'GET /contatos/tipos', data: {} }, 'no-array'],
  ['a read', sameIdentifier, { ask: 'GET /anuncios/7-x', data: {} }, 'empty'],
] as const)('does not ask how the answer to %s looks that should have been refused', (_, rule, one, told) => {
  expect(toldBy(rule, [one])).toEqual([expect.stringContaining(told)])
  expect(toldBy(rule, [{ ...one, intent: 'invalid' }])).toEqual([])
  expect(toldBy(rule, [{ ...one, intent: 'unknown-record' }])).toEqual([])
})
