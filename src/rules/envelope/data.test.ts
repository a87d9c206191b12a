import { expect, it } from 'vitest'
import { bling } from '../../specification/profile.js'
import type { Passing } from '../passing.fixture.js'
import { breachesBy, toldBy } from '../told.fixture.js'
import { data } from './envelope.js'

it.each<[string, Passing, string[]]>([
  ['holds data', { ask: 'GET /contatos/7', data: { id: 7 } }, []],
  ['holds data in 201 as well', { ask: 'GET /contatos/7', status: 201, response: { id: 7 } }, ['e1 missing']],
  ['is none in 202', { ask: 'GET /contatos/7', status: 202, response: { id: 7 } }, []],
  ['is none in a refusal', { ask: 'GET /contatos/7', status: 400, response: { id: 7 } }, []],
  ['is none of a write', { ask: 'PUT /contatos/7', body: {}, status: 200, response: { id: 7 } }, []],
  [
    'is told elsewhere where the record is unknown',
    { ask: 'GET /contatos/7', intent: 'unknown-record', response: { id: 7 } },
    [],
  ],
  [
    'is asked of a list for nobody',
    { ask: 'GET /contatos', intent: 'unknown-record', response: { id: 7 } },
    ['e1 missing'],
  ],
  ['stands in itself', { ask: 'GET /contatos/7', data: { data: { id: 7 } } }, ['e1 twice']],
  ['stands in itself, with nothing', { ask: 'GET /contatos/7', data: { data: null } }, []],
  ['stands in itself, a day', { ask: 'GET /pedidos/vendas/7', data: { data: '2026-05-04' } }, []],
  ['stands in itself beside others', { ask: 'GET /contatos/7', data: { id: 7, data: { a: 1 } } }, []],
  ['stands in itself, of listings', { ask: 'GET /anuncios', data: { data: [] } }, []],
  ['stands in itself, of what is merely named', { ask: 'GET /vendedores', data: { data: [] } }, []],
  ['stands in itself, of the homologation', { ask: 'GET /homologacao/produtos', data: { data: {} } }, []],
  [
    'is one of two properties',
    { ask: 'GET /contatos/7', response: { data: { id: 7 }, total: 1 } },
    ['e1 extra'],
  ],
  ['is a list where one record is asked for', { ask: 'GET /contatos/7', data: [] }, ['e1 kind']],
  [
    'is a list where a record that nobody deletes is asked for',
    { ask: 'GET /depositos/7', data: [] },
    ['e1 kind'],
  ],
  [
    'is a list where a record of a family’s second collection is asked for',
    { ask: 'GET /logisticas/objetos/7', data: [{ id: 7 }] },
    ['e1 kind'],
  ],
  [
    'is a list where a record that nobody replaces is asked for',
    { ask: 'GET /nfse/7', data: [] },
    ['e1 kind'],
  ],
  [
    'is a list where a path without an identifier is changed as a whole',
    { ask: 'GET /nfse/configuracoes', data: [{ id: 7 }] },
    [],
  ],
  ['is text where one record is asked for', { ask: 'GET /contatos/7', data: 'a' }, ['e1 kind']],
  [
    'is a record that has a field of that name',
    { ask: 'GET /pedidos/vendas/7', response: { id: 7, data: '2026-05-01' } },
    ['e1 missing'],
  ],
  [
    'is text beside what is no record',
    { ask: 'GET /contatos/7', response: { data: 'a', total: 1 } },
    ['e1 extra', 'e1 kind'],
  ],
  [
    'is an object beside an identifier',
    { ask: 'GET /contatos/7', response: { data: { id: 7 }, id: 7 } },
    ['e1 extra'],
  ],
  [
    'is text beside an identifier where a name alone is known',
    { ask: 'GET /vendedores', response: { id: 7, data: 'a' } },
    ['e1 extra', 'e1 neither'],
  ],
  ['is text where a name alone is known', { ask: 'GET /vendedores', data: 'a' }, ['e1 neither']],
  ['is an object where a name alone is known', { ask: 'GET /vendedores', data: {} }, []],
  ['is told elsewhere of a list', { ask: 'GET /contatos', data: {} }, []],
  ['is no object', { ask: 'GET /contatos/7', response: [] }, ['e1 no-object']],
  ['is nothing', { ask: 'GET /contatos/7' }, ['e1 no-object']],
  ['is broken', { ask: 'GET /contatos/7', response: '{"data":' }, []],
  ['was not recorded', { ask: 'GET /contatos/7', response: [], gaps: ['answer-bodies'] }, []],
  ['is of another encoding', { ask: 'GET /contatos/7', response: [], flaw: 'not-utf8' }, []],
])('the answer to a read %s', (_what, passing, expected) => {
  expect(toldBy(data, [passing])).toEqual(expected)
})

it.each([
  [3, 'a1, a2, a3'],
  [9, 'a1, a2, a3, a4, a5, a6, a7, a8'],
])('names the first eight of %i properties beside data, or in its place', (count, fields) => {
  const others = Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i + 1}`, i]))
  for (const response of [{ data: { id: 7 }, ...others }, others]) {
    const [told] = breachesBy(data, [{ ask: 'GET /contatos/7', response }])
    expect(told?.values).toEqual({ fields })
  }
})

it.each<[unknown, string[]]>([
  [undefined, ['e1 no-object']],
  [[{ id: 7 }], ['e1 no-object']],
  [{ id: 7, saldo: 1 }, []],
  [{ data: { id: 7 } }, []],
])('where the document shows none, the answer %j', (response, expected) => {
  expect(toldBy(data, [{ ask: 'GET /caixas/7', response }], { profile: bling })).toEqual(expected)
})
