import { expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { toldBy } from '../told.fixture.js'
import { status } from './status.js'

const others: Partial<Passing> = { step: null, source: 'proxy' }
const ask = (what: string, code: number, more: Partial<Passing> = {}): Passing => ({
  ask: what,
  status: code,
  response: code >= 400 ? {} : undefined,
  ...more,
})
const made: Passing = { ask: 'POST /contatos', body: {}, status: 201, data: { id: 7 } }
const shown: Passing = { ask: 'GET /contatos/7', data: { id: 7 } }
const list = (...data: unknown[]): Passing => ({ ask: 'GET /contatos', data })
const tenth = (count: number) => [...Array.from({ length: count - 1 }, () => ({ id: 'a' })), { id: '7' }]
const gone = ask('DELETE /contatos/7', 204)

it.each<[string, readonly Passing[], string[]]>([
  ['a failure', [ask('PUT /contatos/7', 500, { body: {} })], ['e1 server-error']],
  ['a failure for a record that is gone', [gone, ask('PUT /contatos/7', 500, { body: {} })], []],
  ['a failure for another', [gone, ask('PUT /contatos/8', 500, { body: {} })], ['e2 server-error']],
  ...[
    { contato: { id: '7' } },
    { idContato: '7' },
    { contatos: ['1', '7'] },
    { itens: [{ contato: { id: '7' } }] },
  ].map((body): [string, readonly Passing[], string[]] => [
    `a refusal of what refers to a record by text, ${JSON.stringify(body)}`,
    [list({ id: '7' }), ask('POST /contas/pagar', 400, { body })],
    ['e2 reference-refused'],
  ]),
  ...[{ contato: { id: '8' } }, { contato: { id: 7 } }, { numero: '7' }, { contato: null }].map(
    (body): [string, readonly Passing[], string[]] => [
      `a refusal of what does not, ${JSON.stringify(body)}`,
      [list({ id: '7' }), ask('POST /contas/pagar', 400, { body })],
      ['e2 sample-refused'],
    ],
  ),
  [
    'a refusal of what refers to a word',
    [list({ id: 'a' }), ask('POST /contas/pagar', 400, { body: { id: 'a' } })],
    ['e2 sample-refused'],
  ],
  [
    'a refusal of what refers to a number',
    [list({ id: 7 }), ask('POST /contas/pagar', 400, { body: { id: '7' } })],
    ['e2 sample-refused'],
  ],
  [
    'a refusal of what refers to a tenth record',
    [list(...tenth(10)), ask('POST /contas/pagar', 400, { body: { id: '7' } })],
    ['e2 reference-refused'],
  ],
  [
    'a refusal of what refers to an eleventh record',
    [list(...tenth(11)), ask('POST /contas/pagar', 400, { body: { id: '7' } })],
    ['e2 sample-refused'],
  ],
  ['a failure of a list', [gone, ask('GET /contatos', 500)], ['e2 server-error']],
  [
    'another refusal of a custom field’s situation',
    [ask('PATCH /campos-customizados/7/situacoes', 422, { body: { situacao: 1 } })],
    ['e1 refused'],
  ],
  [
    'a refusal of a custom field’s situation',
    [ask('PATCH /campos-customizados/7/situacoes', 400, { body: { situacao: 1 } })],
    [],
  ],
  ['a refusal where nobody shows a parameter', [ask('GET /logisticas/etiquetas', 400)], ['e1 named-refused']],
  ['another refusal there', [ask('GET /logisticas/etiquetas', 422)], ['e1 refused']],
  ['a refusal of parameters there', [ask('GET /logisticas/etiquetas?formato=PDF', 400)], ['e1 refused']],
  ['a refusal of a list', [ask('GET /contatos', 400)], ['e1 refused']],
  ['another refusal of a filter', [ask('GET /anuncios?situacao=1', 422)], ['e1 refused']],
  ['a refusal of a filter', [ask('GET /anuncios?situacao=1', 400)], []],
  ['a refusal of a page', [ask('GET /anuncios?pagina=1&limite=5', 400)], ['e1 refused']],
  ['no first page', [ask('GET /contatos?pagina=1', 404)], ['e1 not-found']],
  ['no second page', [ask('GET /contatos?pagina=2', 404)], []],
  ['no first page for others', [ask('GET /contatos?pagina=1', 404, others)], ['e1 not-found']],
  ['no second page for others', [ask('GET /contatos?pagina=2', 404, others)], []],
  [
    'no record that others read',
    [{ ask: 'GET /contatos/7', data: { id: 7 }, ...others }, ask('GET /contatos/7', 404, others)],
    ['e2 not-found'],
  ],
  [
    'no record of ours that was read',
    [made, shown, ask('PUT /contatos/7', 404, { body: {} })],
    ['e3 not-found'],
  ],
  ['no record of ours to delete', [made, shown, ask('DELETE /contatos/7', 404)], ['e3 not-found']],
  ['no record of ours that was never read', [made, ask('DELETE /contatos/7', 404)], []],
  ['no record of ours to read', [made, shown, ask('GET /contatos/7', 404)], []],
  ['no record of ours that was deleted', [made, shown, gone, ask('DELETE /contatos/7', 404)], []],
  ['another success', [ask('PUT /anuncios/7', 200, { body: {} })], ['e1 other-success']],
  [
    'another success of what should have been refused',
    [ask('PUT /anuncios/7', 200, { body: {}, intent: 'invalid' })],
    [],
  ],
  ['another success for nobody', [ask('GET /contatos/7', 204, { intent: 'unknown-record' })], []],
  [
    'no success for what should have been refused',
    [ask('PUT /anuncios/7', 202, { body: {}, intent: 'invalid' })],
    ['e1 no-success'],
  ],
  ['no record that nobody read', [ask('GET /contatos/7', 404, others)], []],
])('%s', (_what, passings, expected) => expect(toldBy(status, passings)).toEqual(expected))
