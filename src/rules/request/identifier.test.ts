import { describe, expect, it } from 'vitest'
import { bling } from '../../specification/profile.js'
import type { Passing } from '../passing.fixture.js'
import { toldBy } from '../told.fixture.js'
import { identifier } from './identifier.js'

const list = (...records: unknown[]): Passing => ({ ask: 'GET /contatos', data: records, step: null })
const ask = (id: string, more: Partial<Passing> = {}): Passing => ({
  ask: `GET /contatos/${id}`,
  status: 404,
  response: {},
  step: null,
  ...more,
})

describe('the identifier in a path that the document shows as a number', () => {
  const record = (data: unknown): Passing => ({ ask: 'GET /contatos/C-7', data, step: null, source: 'proxy' })

  it.each<[string, readonly Passing[], string[]]>([
    ['is a text', [ask('C-7')], ['e1 not-integer']],
    [
      'is a text, before an action',
      [ask('C-7', { ask: 'PATCH /contatos/C-7/situacoes' })],
      ['e1 not-integer'],
    ],
    [
      'is a text, where another list showed numbers',
      [{ ...list({ id: 7 }), ask: 'GET /produtos' }, ask('C-7')],
      ['e2 not-integer'],
    ],
    ['is a text, where the list shows numbers', [list({ id: 7 }), ask('C-7')], ['e2 text']],
    ['is a text, where the list shows texts', [list({ id: 'a' }), ask('C-7')], []],
    ['is a text that the list shows', [list({ id: 'C-7' }), ask('C-7')], []],
    ['is a text, and the record has a number', [record({ id: 7 })], ['e1 not-integer']],
    ['is a text, and the record’s own', [record({ id: 'C-7' })], []],
    ['is a text of what is no record', [record({ quantidade: 7 })], []],
    ['is a text of what was changed', [ask('C-7', { ask: 'PUT /contatos/C-7', body: {}, status: 204 })], []],
    ['is a text that our own run sends', [ask('C-7', { source: 'run', step: 'contract/x' })], []],
    ['is a number', [ask('7')], []],
    ['is a number of twenty digits', [ask('12345678901234567890')], []],
    ['is a category of a marketplace', [ask('MLB1430', { ask: 'GET /anuncios/categorias/MLB1430' })], []],
    ['is a notification', [ask('01ARZ3', { ask: 'POST /notificacoes/01ARZ3/confirmar-leitura' })], []],
    ['is an access key', [ask('x', { ask: 'GET /nfe/documento/x' })], []],
    ['is a text of a route that the document lacks', [ask('x', { ask: 'PUT /estoques/x', body: {} })], []],
    ['is a placeholder', [ask('undefined')], ['e1 placeholder']],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(identifier, passings, { profile: bling })).toEqual(expected)
  })
})

describe('the identifier in a path', () => {
  it.each<[string, readonly Passing[], string[]]>([
    ['is one that the list showed', [list({ id: 7, codigo: 'C-7' }), ask('7')], []],
    ['is one that nobody showed', [list({ id: 7 }), ask('8')], []],
    ...['numero', 'serie', 'codigo', 'numeroLoja', 'sku'].map((field): [string, Passing[], string[]] => [
      `is the ${field} of a record`,
      [list({ id: 7, [field]: '99' }), ask('99')],
      ['e2 other-field'],
    ]),
    ['is a number of a record', [list({ id: 7, numero: 99 }), ask('99')], ['e2 other-field']],
    ['is a name of a record', [list({ id: 7, nome: '99' }), ask('99')], []],
    ['is a number that is the identifier, too', [list({ id: 7, numero: 7 }), ask('7')], []],
    [
      'is the number of one and the identifier of another',
      [list({ id: 7, numero: 8 }, { id: 8, numero: 9 }), ask('8')],
      [],
    ],
    ['is an empty code of a record', [list({ id: 7, codigo: '' }), ask('x')], ['e2 text']],
    ['is text where the list shows numbers', [list({ id: 7 }), ask('C-7')], ['e2 text']],
    ['is text where the list shows text', [list({ id: 'a' }), ask('C-7')], []],
    ['is text where the list shows both', [list({ id: 7 }, { id: 'a' }), ask('C-7')], []],
    ['is text where lists showed text, then numbers', [list({ id: 'a' }), list({ id: 7 }), ask('C-7')], []],
    ['is text where lists showed numbers, then text', [list({ id: 7 }), list({ id: 'a' }), ask('C-7')], []],
    ['is text where nobody listed', [ask('C-7')], []],
    [
      'was shown by a create',
      [
        { ask: 'POST /contatos', body: {}, status: 201, data: { id: 7, codigo: 'C-7' }, step: null },
        ask('C-7'),
      ],
      ['e2 other-field'],
    ],
    ['was shown by a list that failed', [{ ...list({ id: 7 }), status: 500 }, ask('C-7')], []],
    [
      'was shown to another',
      [{ ...list({ id: 7, codigo: 'C-7' }), session: 'a' }, ask('C-7', { session: 'b' })],
      [],
    ],
    [
      'stands before an action',
      [list({ id: 7, codigo: 'C-7' }), ask('C-7', { ask: 'PATCH /contatos/C-7/situacoes', body: {} })],
      ['e2 other-field'],
    ],
    ['is wrong on purpose', [list({ id: 7, codigo: 'C-7' }), ask('C-7', { intent: 'unknown-record' })], []],
    ['is masked', [list({ id: 7 }), ask('%5Bcpf%231%5D')], []],
    ['is preflight', [list({ id: 7 }), ask('C-7', { ask: 'OPTIONS /contatos/C-7' })], []],
    ...['undefined', 'null', 'NaN', 'true', '[object%20Object]', ':id', '{id}', '0'].map(
      (one): [string, Passing[], string[]] => [
        `is what a client writes that has none: ${one}`,
        [ask(one)],
        ['e1 placeholder'],
      ],
    ),
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(identifier, passings)).toEqual(expected)
  })
})
