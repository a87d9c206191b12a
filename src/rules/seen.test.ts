import { expect, it } from 'vitest'
import { spec } from '../specification/profile.js'
import { baseUrl, type Passing, passing } from './passing.fixture.js'
import { isJsonType, SeenExchange } from './seen.js'

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

const seen = (more: Partial<Passing>, profile = spec) =>
  new SeenExchange(passing({ ask: 'GET /contatos', ...more }), { profile, baseUrl, tokenUrl: null })
const only401 = { ...spec, deadToken: { ...spec.deadToken, reading: '401' } } as const
const refusal = { error: 'invalid_token' }

it.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('%i is a success: %s', (status, isSuccess) => expect(seen({ status }).isSuccess).toBe(isSuccess))

it.each<[number, object, typeof spec, boolean]>([
  [401, {}, spec, true],
  [403, {}, spec, true],
  [429, {}, spec, true],
  [400, refusal, spec, true],
  [400, {}, spec, false],
  [400, refusal, only401, false],
  [404, refusal, spec, false],
  [200, refusal, spec, false],
])('%i with %j turns away', (status, response, profile, isTurnedAway) => {
  expect(seen({ status, response }, profile).isAccessRefused).toBe(isTurnedAway)
})

it.each<[Partial<Passing>, boolean]>([
  [{ response: {} }, true],
  [{}, true],
  [{ response: {}, flaw: 'not-utf8' }, true],
  [{ response: {}, flaw: 'truncated' }, false],
  [{ response: {}, flaw: 'not-recorded' }, false],
  [{ response: {}, flaw: 'undecodable' }, false],
  [{ gaps: ['answer-bodies'] }, false],
  [{ failure: { kind: 'reset', message: 'x' } }, false],
])('the body of %j was seen: %s', (more, isBodySeen) => expect(seen(more).isBodySeen).toBe(isBodySeen))

it('reads bodies by all that they hold, however like others that were read before', () => {
  const text = JSON.stringify({ data: { nome: 'x'.repeat(60) } })
  for (let at = 17; at < 70; at++) {
    const response = `${text.slice(0, at)}y${text.slice(at + 1)}`
    for (const body of [text, response, text])
      expect(seen({ response: body }).responseJson).toEqual({ ok: true, value: JSON.parse(body) })
  }
})

it.each<[Partial<Passing>, unknown]>([
  [{ data: { id: 7 } }, { id: 7 }],
  [{ data: { data: [] } }, undefined],
  [{ ask: 'GET /homologacao/produtos', data: { data: { nome: 'x' } } }, { data: { nome: 'x' } }],
  [{ ask: 'POST /contatos', status: 201, data: { data: { id: 7 } } }, { data: { id: 7 } }],
])('of %j the data is %j', (more, expected) => expect(seen(more).data).toEqual(expected))
