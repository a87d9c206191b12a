import { describe, expect, it } from 'vitest'
import { bling } from '../../specification/profile.js'
import type { Passing } from '../passing.fixture.js'
import { toldBy } from '../told.fixture.js'
import { created } from './envelope.js'

const ok = (ask: string, response: unknown, more: Partial<Passing> = {}): Passing => ({
  ask,
  body: { nome: 'x' },
  status: ask.startsWith('POST') ? 201 : 200,
  response,
  ...more,
})

describe('the answer to an update', () => {
  it.each<[asked: string, shown: unknown, string[]]>([
    ['7', 7, []],
    ['7', '7', []],
    ['007', 7, []],
    ['7', '0007', []],
    ['0', '00', []],
    ['70', 7, ['e1 other-record']],
    ['107', 17, ['e1 other-record']],
    ['a07', 'a7', ['e1 other-record']],
    ['07a', '7a', ['e1 other-record']],
    ['00a', 'a', ['e1 other-record']],
    ['AB', 'AB', []],
    // a label as masking writes it in an address
    ['[cpf%231]', 7, []],
    ['7', '[cpf#1]', []],
    ['a[', 7, ['e1 other-record']],
    ['7', 'a[', ['e1 other-record']],
  ])('of %j that shows %j', (asked, shown, expected) => {
    expect(toldBy(created, [ok(`PUT /campos-customizados/${asked}`, { data: { id: shown } })])).toEqual(
      expected,
    )
  })

  it('is a body by the table alone', () => {
    const silent = (ask: string): Passing => ({ ask, body: {}, status: ask.startsWith('POST') ? 201 : 200 })
    expect(toldBy(created, [silent('PUT /campos-customizados/7')])).toEqual(['e1 no-data'])
    expect(toldBy(created, [silent('PUT /contatos/7')])).toEqual([])
    expect(toldBy(created, [silent('POST /contatos')])).toEqual(['e1 no-data'])
  })

  it('of what has no identifier shows any', () => {
    expect(toldBy(created, [ok('PUT /nfse/configuracoes', { data: { id: 7 } })])).toEqual([])
  })
})

describe('the answer that the document shows without its envelope', () => {
  it.each<[string, unknown, string[]]>([
    ['POST /contas/pagar', undefined, ['e1 no-data']],
    ['POST /contas/pagar', [], ['e1 no-data']],
    ['POST /contas/pagar', {}, ['e1 no-identifier']],
    ['POST /contas/pagar', { id: 0 }, ['e1 not-an-identifier']],
    ['POST /contas/pagar', { id: 7 }, []],
    ['POST /contas/pagar', { data: { id: 7 } }, []],
    ['PUT /depositos/7', undefined, []],
    ['PUT /depositos/7', {}, ['e1 no-identifier']],
    ['PUT /depositos/7', { id: 8 }, ['e1 other-record']],
    ['PUT /depositos/7', { data: { id: 8 } }, ['e1 other-record']],
    ['PUT /depositos/7', { id: 7 }, []],
  ])('to %s: %j', (ask, response, expected) => {
    expect(toldBy(created, [ok(ask, response)], { profile: bling })).toEqual(expected)
  })
})

describe('an answer of the homologation', () => {
  const step3 = 'PUT /homologacao/produtos/7'

  it.each<[string, unknown, string[]]>([
    [step3, { data: { id: 7 } }, []],
    [step3, { error: { type: 'VALIDATION_ERROR' } }, ['e1 no-data']],
    [step3, { data: { nome: 'x' } }, ['e1 no-identifier']],
    [step3, { data: { id: 8 } }, ['e1 other-record']],
    ['PATCH /homologacao/produtos/7/situacoes', { ok: true }, ['e1 no-data']],
    ['POST /homologacao/produtos', { id: 7 }, ['e1 no-data']],
    // what step 2 must respond with is homologation/product-id
    ['POST /homologacao/produtos', { error: {} }, []],
    ['POST /homologacao/produtos', { data: {} }, []],
  ])('to %s: %j', (ask, response, expected) => {
    expect(toldBy(created, [ok(ask, response)])).toEqual(expected)
  })
})

describe('the one record of a list', () => {
  it.each<[string, unknown, string[]]>([
    ['POST /logisticas/servicos', [{ id: 7 }], []],
    ['POST /contatos', [{ id: 7 }], []],
    ['POST /contatos', [{ nome: 'x' }], ['e1 no-identifier']],
    ['POST /contatos', [], ['e1 no-identifier']],
    ['POST /categorias/lojas', [{ id: 7 }], ['e1 no-identifier']],
    ['PUT /contatos/7', [{ id: 7 }], []],
    ['PUT /contatos/7', [{ id: 8 }], ['e1 other-record']],
  ])('answers %s with its identifier where no table says otherwise: %j', (ask, data, expected) => {
    expect(toldBy(created, [ok(ask, { data })])).toEqual(expected)
  })
})

describe('where the document shows another answer', () => {
  it.each<[string, Passing, string[]]>([
    ['an envelope', ok('POST /contas/pagar', { id: 7 }), ['e1 no-data']],
    ['an envelope to an update', ok('PUT /contas/pagar/7', { id: 7 }), ['e1 no-data']],
    ['no body', ok('PUT /contatos/7', {}), ['e1 no-data']],
    [
      'one identifier',
      ok('POST /logisticas/servicos', { data: [{ id: 7 }, { id: 8 }] }),
      ['e1 no-identifier'],
    ],
  ])('the specification asks for %s, the document is kept', (_what, passing, bySpecification) => {
    expect(toldBy(created, [passing])).toEqual(bySpecification)
    expect(toldBy(created, [passing], { profile: bling })).toEqual([])
  })

  it.each<[string, Passing, string[]]>([
    ['no record', ok('PUT /produtos/lotes', { data: { saved: [{ id: 7 }], errors: [] } }), []],
    ['a record', ok('PUT /produtos/7', { data: {} }), ['e1 no-identifier']],
  ])('%s is asked for as the document has it', (_what, passing, expected) => {
    expect(toldBy(created, [passing], { profile: bling })).toEqual(expected)
  })
})
