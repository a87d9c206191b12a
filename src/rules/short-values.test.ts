import { expect, it } from 'vitest'
import { Watch } from '../judging/watch.js'
import { spec } from '../specification/profile.js'
import { loadShapes } from '../specification/shapes.js'
import { observers } from './observers.js'
import { baseUrl, type Passing, passing } from './passing.fixture.js'

const shapes = await loadShapes()
const long = 'abc '.repeat(100).trim()
const word = 'x'.repeat(400)
const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`campo${i}`, 1]))
const others: Partial<Passing> = { step: null, source: 'proxy' }
const dead: Passing = {
  ask: `GET /contatos/${word}`,
  status: 401,
  response: {},
  ...others,
  headers: [['Authorization', 'Bearer abc']],
}

/** A finding is a line of a report: whoever responds with a megabyte still gets a line. */
it.each<[string, readonly Passing[]]>([
  ['auth/bearer:no-token', [{ ...dead, headers: [['Authorization', `Bearer ${long}`]] }]],
  ['auth/bearer:dead-token', [dead, dead, dead]],
  ['service/answers:reset', [{ ask: 'GET /contatos', failure: { kind: 'reset', message: long } }]],
  ['envelope/json:not-json', [{ ask: 'GET /contatos', response: word }]],
  ['envelope/data:missing', [{ ask: 'GET /contatos', response: many }]],
  ['envelope/data:extra', [{ ask: 'GET /contatos', response: { data: [], ...many } }]],
  ['envelope/created:no-data', [{ ask: 'POST /contatos', body: {}, status: 201, response: many }]],
  [
    'envelope/created:not-an-identifier',
    [{ ask: 'POST /contatos', body: {}, status: 201, response: { data: { id: many } } }],
  ],
  [
    'envelope/created:other-record',
    [{ ask: 'PUT /campos-customizados/7', body: {}, status: 200, data: { id: word } }],
  ],
  [
    'errors/shape:other-shape',
    [
      { ask: 'GET /borderos/9', status: 404, response: { code: 1 }, intent: 'unknown-record' },
      { ask: 'GET /borderos/9', status: 404, response: many, intent: 'unknown-record' },
    ],
  ],
  ['lists/array:listing-without-array', [{ ask: 'GET /anuncios', data: many }]],
  ['lists/identifier:missing', [{ ask: 'GET /contatos', data: [{ id: many }] }]],
  ['records/same-identifier:other', [{ ask: 'GET /contatos/7', data: { id: word } }]],
  ['records/same-identifier:missing', [{ ask: 'GET /contatos/7', data: { id: many } }]],
  [
    'records/created-readable:not-shown',
    [
      { ask: 'POST /contatos', body: many, status: 201, data: { id: 7 } },
      { ask: 'GET /contatos/7', data: { id: 7 } },
    ],
  ],
  [
    'records/replaced:merged',
    [
      { ask: 'PUT /contatos/7', body: many, status: 204 },
      { ask: 'GET /contatos/7', data: { id: 7, ...many } },
      { ask: 'PUT /contatos/7', body: { nome: 'x' }, status: 204 },
      { ask: 'GET /contatos/7', data: { id: 7, nome: 'x', ...many } },
    ],
  ],
  ['request/identifier:placeholder', [{ ask: `GET /contatos/:${word}`, data: { id: 7 } }]],
  ['situations/custom-field:value', [{ ask: 'GET /campos-customizados/7', data: { id: 7, situacao: word } }]],
  ['situations/listing:value', [{ ask: 'GET /anuncios/7', data: { id: 7, situacao: word } }]],
  ['versioning/unavailable:unknown-path', [{ ask: `GET /${word}`, status: 404, response: {}, ...others }]],
  [
    'versioning/v2-route:successor',
    [{ ask: `GET /produto/${word}/json`, status: 404, response: {}, ...others }],
  ],
])('%s is told in short', (code, passings) => {
  const watch = new Watch(observers, { profile: spec, baseUrl, tokenUrl: null, shapes })
  const told = passings.flatMap((one, i) => watch.see(passing(one, i + 1)))
  const found = told.find((breach) => breach.code === code)
  expect(told.map((breach) => breach.code)).toContain(code)
  const longest = Math.max(...Object.values(found?.values ?? {}).map((value) => String(value).length))
  expect(longest).toBeLessThanOrEqual(160)
})
