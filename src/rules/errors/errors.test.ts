import { describe, expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { isTestedBy, toldBy } from '../told.fixture.js'
import { invalidRequest, shape, unknownRecord } from './errors.js'

describe('the shape of errors', () => {
  const refusal = (response: unknown, more: Partial<Passing> = {}): Passing => ({
    ask: 'GET /borderos/9',
    status: 404,
    response,
    step: null,
    ...more,
  })

  it.each<[string, readonly unknown[], string[]]>([
    ['is the same', [{ error: { type: 'a', fields: [] } }, { error: { type: 'b', fields: [1] } }], []],
    ['may come without some fields', [{ error: { type: 'a', fields: [] } }, { error: { type: 'b' } }], []],
    ['shares no field', [{ code: 4 }, { mensagem: 'm' }], ['e2 other-shape']],
    ['comes with a field beside it', [{ error: { type: 'a' } }, { error: { type: 'b' }, codigo: 4 }], []],
    [
      'comes without what stood beside it',
      [{ error: { type: 'a' }, codigo: 4 }, { error: { type: 'b' } }],
      [],
    ],
    [
      'comes with a field beside another name',
      [{ error: { type: 'a' } }, { erro: { type: 'b' }, codigo: 4 }],
      ['e2 other-shape'],
    ],
    ['holds nothing', [{ error: { type: 'a' } }, {}], ['e2 other-shape']],
    ['has another kind within', [{ error: { type: 'a' } }, { error: { type: 4 } }], ['e2 other-shape']],
    ['shares no field within', [{ error: { type: 'a' } }, { error: { codigo: 4 } }], ['e2 other-shape']],
    ['lies in another name', [{ error: { type: 'a' } }, { erro: { type: 'a' } }], ['e2 other-shape']],
    ['lies within in one alone', [{ error: { type: 'a' } }, { type: 'a' }], ['e2 other-shape']],
    [
      'has a field of another kind',
      [
        { code: 4, m: 'a' },
        { code: 'x', m: 'a' },
      ],
      ['e2 other-shape'],
    ],
    [
      'has an array for an object',
      [
        { code: 4, fields: [] },
        { code: 4, fields: {} },
      ],
      ['e2 other-shape'],
    ],
    [
      'has nothing where another has something',
      [
        { code: 4, fields: null },
        { code: 4, fields: [] },
      ],
      [],
    ],
    [
      'has something where another has nothing',
      [
        { code: 4, fields: [] },
        { code: 4, fields: null },
      ],
      [],
    ],
    ['is empty, and again', [{}, {}, { error: {} }], ['e3 other-shape']],
    ['holds an empty error, and again', [{ error: {} }, { error: {} }], []],
    ['is an array like the one before', [[{ a: 1 }], [{ b: 1 }]], []],
    ['is an array unlike the one before', [{ a: 1 }, [{ a: 1 }]], ['e2 other-shape']],
    ['is text', ['"text"'], ['e1 not-json']],
    ['is nothing', ['null'], ['e1 not-json']],
    [
      'is compared with the first alone',
      [{ a: 1 }, { b: 1 }, { a: 2 }, { b: 2 }],
      ['e2 other-shape', 'e4 other-shape'],
    ],
  ])('%s', (_what, responses, expected) => {
    expect(
      toldBy(
        shape,
        responses.map((response) => refusal(response)),
      ),
    ).toEqual(expected)
  })

  it.each<[string, Partial<Passing>]>([
    ['of another status', { status: 422 }],
    ['of a route that is merely named', { ask: 'GET /vendedores' }],
    ['of no route', { ask: 'GET /nada' }],
    ['that was not recorded', { gaps: ['answer-bodies'] }],
    [
      'of a refused token in the procedure',
      { ask: 'GET /homologacao/produtos', status: 400, response: 'invalid_token' },
    ],
    [
      'of the limit in the procedure',
      { ask: 'GET /homologacao/produtos', status: 400, response: 'tempo limite' },
    ],
  ])('is not asked %s', (_what, more) => {
    expect(toldBy(shape, [refusal('<html>', more)])).toEqual([])
  })

  it('is asked where a field of another resource is named token, and of a step that was refused for itself', () => {
    expect(toldBy(shape, [refusal('token', { status: 400 })])).toEqual(['e1 not-json'])
    expect(toldBy(shape, [refusal('nome', { ask: 'GET /homologacao/produtos', status: 400 })])).toEqual([
      'e1 not-json',
    ])
  })
})

describe('a request for what is not there', () => {
  const gone: Passing = { ask: 'DELETE /contatos/7', status: 204, atMs: 1_000 }
  const change = (status: number, more: Partial<Passing> = {}): Passing => ({
    ask: 'PUT /contatos/7',
    body: { nome: 'a' },
    status,
    response: status >= 400 ? {} : undefined,
    atMs: 2_000,
    ...more,
  })
  const unknown = { intent: 'unknown-record' } as const
  const long = (letter: string) => ({ body: { nome: letter.repeat(20_000) } })

  it.each<[string, readonly Passing[], string[]]>([
    ['is answered 404', [change(404, unknown)], []],
    [
      'is answered 400 to a long body that was accepted while it was there',
      [change(204, long('a')), gone, change(400, { ...unknown, ...long('a') })],
      ['e3 other-status'],
    ],
    [
      'is answered 400 to another long body than the one that was accepted',
      [change(204, long('a')), gone, change(400, { ...unknown, ...long('b') })],
      [],
    ],
    ['is answered 400 where the body comes first', [change(400, unknown)], []],
    [
      'is answered 400, and was accepted while it was there',
      [
        change(204),
        change(204, { body: {} }),
        { ask: 'DELETE /contatos/7', status: 204 },
        change(400, unknown),
      ],
      ['e4 other-status'],
    ],
    [
      'is answered 400, and another was accepted while it was there',
      [
        change(204, { body: { nome: 'outro' } }),
        { ask: 'DELETE /contatos/7', status: 204 },
        change(400, unknown),
      ],
      [],
    ],
    [
      'is answered 400 where nothing comes first',
      [change(400, { ...unknown, ask: 'DELETE /contatos/7', body: undefined })],
      ['e1 other-status'],
    ],
    ['is answered 403, as is a route that the scopes close', [change(403, unknown)], []],
    ['is answered 403 by an open route', [change(204), gone, change(403, unknown)], ['e3 other-status']],
    [
      'is answered 403 by an open read',
      [
        { ask: 'GET /contatos/7', status: 200, response: { data: { id: 7 } } },
        { ask: 'GET /contatos/99', status: 403, response: {}, ...unknown },
      ],
      ['e2 other-status'],
    ],
    [
      'is answered 403 where another route is open',
      [{ ask: 'DELETE /contatos/8', status: 204 }, change(403, unknown)],
      [],
    ],
    [
      'is answered 403 where the route was open to another account',
      [change(204, { headers: [['Authorization', 'Bearer [access_token#2]']] }), change(403, unknown)],
      [],
    ],
    [
      'is answered 403 for a scope that was taken away meanwhile',
      [change(204), gone, change(403, { ...unknown, response: { error: { type: 'insufficient_scope' } } })],
      [],
    ],
    ['is answered 429', [change(204), gone, change(429, unknown)], []],
    [
      'is answered 400 by an action, which is examined first',
      [change(400, { ...unknown, ask: 'POST /nfe/7/enviar', body: undefined })],
      [],
    ],
    [
      'is answered 400 by an action whose table knows better',
      [change(400, { ...unknown, ask: 'POST /anuncios/7/publicar', body: undefined })],
      ['e1 other-status'],
    ],
    ['is answered 409', [change(409, unknown)], ['e1 other-status']],
    ['is answered 500', [change(500, unknown)], ['e1 other-status']],
    ['succeeds', [change(204, unknown)], ['e1 accepted']],
    ['is refused for its token', [change(401, unknown)], []],
    ['succeeds after the deletion', [gone, change(204)], ['e2 accepted']],
    ['is answered 404 after the deletion', [gone, change(404)], []],
    [
      'succeeds at the moment of the deletion’s answer',
      [gone, change(204, { atMs: 1_005 })],
      ['e2 accepted'],
    ],
    ['succeeds while the deletion is under way', [gone, change(204, { atMs: 1_004 })], []],
    ['is wrong for another reason', [gone, change(204, { intent: 'invalid' })], []],
    [
      'is for what was created anew',
      [gone, { ask: 'POST /contatos', body: {}, status: 201, data: { id: 7 } }, change(204, { atMs: 9_000 })],
      [],
    ],
    [
      'succeeds after a read that showed it',
      [gone, { ask: 'GET /contatos/7', data: { id: 7 }, atMs: 1_500 }, change(204)],
      [],
    ],
    ['is a read of what was deleted', [gone, { ask: 'GET /contatos/7', data: { id: 7 }, ...unknown }], []],
    ['is a read', [{ ask: 'GET /contatos/7', data: { id: 7 }, ...unknown }], ['e1 accepted']],
    ['is for a list', [{ ask: 'GET /contatos', data: [], ...unknown }], []],
    ['is meant to succeed', [change(204)], []],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(unknownRecord, passings)).toEqual(expected)
  })
})

describe('an invalid request', () => {
  const wrong = { intent: 'invalid' } as const
  const create = (status: number, more: Partial<Passing> = {}): Passing => ({
    ask: 'POST /anuncios',
    body: {},
    status,
    response: status >= 400 ? {} : { data: { id: 1 } },
    ...wrong,
    ...more,
  })
  const list = (query: string, more: Partial<Passing> = {}): Passing => ({
    ask: `GET /anuncios${query}`,
    data: [],
    step: null,
    ...more,
  })

  it.each<[string, Passing, string[]]>([
    ['gives 400', create(400), []],
    ['gives 422', create(422), ['e1 other-status']],
    ['gives 500', create(500), ['e1 other-status']],
    ['succeeds', create(201), ['e1 accepted']],
    ['is refused for its token', create(403), []],
    ['that others sent gives what it gives', create(422, { intent: 'unknown-record' }), []],
    [
      'of the custom field’s situation is told elsewhere',
      { ask: 'PATCH /campos-customizados/7/situacoes', body: {}, status: 204, ...wrong },
      [],
    ],
    [
      'of the procedure is told elsewhere',
      { ask: 'POST /homologacao/produtos', body: {}, status: 201, ...wrong },
      [],
    ],
    [
      'by an identifier that no record can have is as unknown',
      { ask: 'GET /anuncios/x', status: 404, response: {}, ...wrong },
      [],
    ],
    [
      'by an identifier that some record could have is not',
      { ask: 'GET /anuncios/7', status: 404, response: {}, ...wrong },
      ['e1 other-status'],
    ],
    [
      'that changes a record that none can be is not as unknown',
      { ask: 'PUT /anuncios/x', body: {}, status: 404, response: {}, ...wrong },
      ['e1 other-status'],
    ],
    [
      'by an identifier that no record can have is refused as nothing else',
      { ask: 'DELETE /anuncios/x', status: 422, response: {}, ...wrong },
      ['e1 other-status'],
    ],
    [
      'of no record is not as unknown',
      { ask: 'GET /anuncios?limite=x', status: 404, response: {}, ...wrong },
      ['e1 other-status'],
    ],
    [
      'by digits and more is as unknown',
      { ask: 'DELETE /anuncios/7x', status: 404, response: {}, ...wrong },
      [],
    ],
    [
      'by more and digits is as unknown',
      { ask: 'DELETE /anuncios/x7', status: 404, response: {}, ...wrong },
      [],
    ],
    [
      'by several digits is not',
      { ask: 'DELETE /anuncios/77', status: 404, response: {}, ...wrong },
      ['e1 other-status'],
    ],
    ['by digits and more in the query succeeds', list('?idProduto=7x'), ['e1 accepted-query']],
    ['by more and digits in the query succeeds', list('?idProduto=x7'), ['e1 accepted-query']],
    ['by several digits in the query is none', list('?idProduto=77'), []],
    ['by a value beyond the table succeeds', list('?situacao=9'), ['e1 accepted-query']],
    ['by a value that is no number succeeds', list('?situacao=x'), ['e1 accepted-query']],
    ['by one of two values is none', list('?situacao=9&situacao=1'), []],
    ['by a value that is left empty is none', list('?situacao='), []],
    ['by a negative number is one where the table has values', list('?situacao=-1'), ['e1 accepted-query']],
    ['by a negative number is none where it has not', list('?idProduto=-1'), []],
    ['by a page is told elsewhere', list('?pagina=x'), []],
    ['by a size of pages is told elsewhere', list('?limite=x'), []],
    ['by a text is none', list('?tipoIntegracao=5'), []],
    ['by a value of others gives 400', list('?situacao=9', { status: 400, response: {} }), []],
    [
      'by a value of others gives 422',
      list('?situacao=9', { status: 422, response: {} }),
      ['e1 other-status'],
    ],
    ['by a value of others is of no record', list('?situacao=9', { status: 404, response: {} }), []],
    ['by a value of others fails', list('?situacao=9', { status: 500, response: {} }), []],
    [
      'by a value of our own fails',
      list('?situacao=9', { status: 500, response: {}, ...wrong }),
      ['e1 other-status'],
    ],
  ])('%s', (_what, one, expected) => {
    expect(toldBy(invalidRequest, [one])).toEqual(expected)
  })

  it.each([
    [200, true],
    [499, true],
    [500, false],
  ])('of others that is answered %i was tested: %s', (status, isTested) => {
    expect(isTestedBy(invalidRequest, [list('?situacao=9', { status, response: {} })])).toBe(isTested)
  })
})
