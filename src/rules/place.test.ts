import { describe, expect, it } from 'vitest'
import { baseUrl, contextOf, exchangesOf, type Shot } from './exchanges.fixture.js'
import { placeOf } from './place.js'

function place(ask: string, expected = 6, shot: Partial<Shot> = {}, base = baseUrl) {
  const [exchange] = exchangesOf([{ ask, ...shot }])
  if (!exchange) throw new Error('no exchange')
  const { kind, ...rest } = placeOf(exchange, contextOf({ baseUrl: base }), expected)
  return { kind, ...rest }
}

const products = '/homologacao/produtos'
const at = (step: number, productId: string | null = null) => ({ kind: 'step', step, productId })
const bent = (step: number, how: string, productId: string | null = '7') => ({
  kind: 'misshapen',
  step,
  productId,
  how,
})
const astray = (how: string, step: number | null = null, route: string | null = null) => ({
  kind: 'astray',
  step,
  how,
  route,
})

describe('the place of a request', () => {
  it.each([
    [`GET ${products}`, at(1)],
    [`POST ${products}`, at(2)],
    [`PUT ${products}/7`, at(3, '7')],
    [`PATCH ${products}/7/situacoes`, at(4, '7')],
    [`DELETE ${products}/7`, at(5, '7')],
    [`GET ${products}?loja=2`, at(1)],
    [`DELETE ${products}/7?loja=2`, at(5, '7')],
    [`DELETE ${products}/7#x`, at(5, '7')],
    [`GET ${baseUrl.replace('://', '://www.')}${products}`, at(1)],
  ])('that keeps the rules: %s', (ask, expected) => {
    expect(place(ask)).toEqual(expected)
  })

  it.each([
    [`PATCH ${products}/7`, 4, '{"situacao":"I"}', bent(4, 'no-situacoes')],
    [`PATCH ${products}/7`, 3, '{"situacao":"I"}', bent(4, 'no-situacoes')],
    [`PATCH ${products}/7`, 3, '{"nome":"Copo"}', bent(3, 'method')],
    [`PATCH ${products}/7`, 4, '{"nome":"Copo"}', bent(4, 'no-situacoes')],
    [`PATCH ${products}/7`, 3, 'texto', bent(3, 'method')],
    [`PUT ${products}/7/situacoes`, 4, null, bent(4, 'method')],
    [`PUT ${products}/7/situacoes`, 3, '{"situacao":"I"}', bent(4, 'method')],
    [`PUT ${products}/7/situacoes`, 3, null, bent(4, 'method')],
    [`PUT ${products}/7/situacoes`, 3, '{"nome":"Copo"}', bent(3, 'path')],
    [`PUT ${products}/7/situacoes`, 4, '{"nome":"Copo"}', bent(4, 'method')],
    [`PUT ${products}`, 3, null, bent(3, 'no-id', null)],
    [`PUT ${products}`, 2, '{"nome":"Caneca"}', bent(2, 'method', null)],
    [`PATCH ${products}`, 2, '{"nome":"Caneca"}', bent(2, 'method', null)],
    [`PATCH ${products}`, 2, '{"situacao":"I"}', bent(4, 'no-id', null)],
    [`PUT ${products}/`, 2, '{"nome":"Caneca"}', bent(3, 'no-id', null)],
    [`DELETE ${products}`, 2, null, bent(5, 'no-id', null)],
    [`PUT ${products}/7/nome`, 3, null, bent(3, 'path')],
    [`DELETE ${products}`, 5, null, bent(5, 'no-id', null)],
    [`DELETE ${products}/7/situacoes`, 5, null, bent(5, 'path')],
    [`DELETE ${products}/7/situacoes`, 4, null, bent(4, 'method')],
    [`PATCH ${products}/situacoes`, 4, '{"situacao":"I"}', bent(4, 'no-id', null)],
    [`PUT ${products}/situacoes`, 4, null, bent(4, 'method', null)],
    [`DELETE ${products}/7/x/situacoes`, 5, null, bent(5, 'path')],
    [`POST ${products}/7`, 5, null, bent(5, 'method')],
    [`POST ${products}/7`, 3, null, bent(3, 'method')],
    [`POST ${products}/7/situacoes`, 4, null, bent(4, 'method')],
    [`GET ${products}/7`, 5, null, bent(5, 'method')],
    [`PUT ${products}/7`, 5, null, bent(5, 'method')],
    [`PATCH ${products}/7`, 5, '', bent(5, 'method')],
    [`PUT ${products}/7`, 5, '{}', at(3, '7')],
    [`PATCH ${products}/7`, 5, '{}', bent(4, 'no-situacoes')],
    [`PUT ${products}/7`, 4, null, at(3, '7')],
    [`GET ${products}/7`, 4, null, astray('unknown-path')],
    [`GET ${products}/7/situacoes`, 5, null, bent(4, 'method')],
  ])('that is bent: %s where step %d is awaited, with %s', (ask, expected, body, wanted) => {
    expect(place(ask, expected, { body })).toEqual(wanted)
  })

  it.each([
    'GET /homologacaoprodutos',
    'GET /homologacao/produto',
    'GET /Homologação/Produtos',
    'GET /minha/homologacao/produto',
    'GET /homologador',
    'GET /homologacao/lojas',
  ])('that only sounds alike: %s', (ask) => expect(place(ask)).toEqual(astray('unknown-path')))

  it.each([
    [`GET ${products}/7`, astray('unknown-path')],
    [`POST ${products}/7`, astray('unknown-path', 2)],
    [`HEAD ${products}`, astray('unknown-path')],
    ['GET /homologacao', astray('unknown-path')],
    ['GET /homologacao/produtosx', astray('unknown-path')],
    ['PUT /homologcao/produtos/7', astray('unknown-path')],
    ['GET /produtos', astray('real-route', null, 'GET /produtos')],
    ['POST /produtos', astray('real-route', 2, 'POST /produtos')],
    ['PUT /produtos/7', astray('real-route', 3, 'PUT /produtos/{idProduto}')],
    ['PATCH /produtos/7/situacoes', astray('real-route', 4, 'PATCH /produtos/{idProduto}/situacoes')],
    ['DELETE /produtos/7', astray('real-route', 5, 'DELETE /produtos/{idProduto}')],
    ['PUT /x/homologacao/produtos/7', astray('unknown-path', 3)],
  ])('that lost its way: %s', (ask, expected) => {
    expect(place(ask)).toEqual(expected)
  })

  it.each([
    [`GET ${products}/`, { ...at(1), spelling: 'closing-slash' }],
    [`POST ${products}/`, { ...at(2), spelling: 'closing-slash' }],
    [`PUT ${products}/7/`, { ...at(3, '7'), spelling: 'closing-slash' }],
    [`PATCH ${products}/7/situacoes/`, { ...at(4, '7'), spelling: 'closing-slash' }],
    [`DELETE ${products}/7/?a=b`, { ...at(5, '7'), spelling: 'closing-slash' }],
    [`get ${products}`, { ...at(1), spelling: 'verb' }],
    [`patch ${products}/7/situacoes`, { ...at(4, '7'), spelling: 'verb' }],
    [`patch ${products}/7/`, bent(4, 'no-situacoes')],
    [`options ${products}`, astray('unknown-path')],
  ])('that is spelt otherwise: %s', (ask, expected) => {
    expect(place(ask)).toEqual(expected)
  })

  const origin = new URL(baseUrl).origin
  it.each([
    [`GET ${origin}${products}`, astray('lost-prefix', 1)],
    [`DELETE ${origin}${products}/7`, astray('lost-prefix', 5)],
    [`GET ${origin}/`, astray('unknown-path')],
    [`GET ${origin}/Api/v3`, astray('unknown-path')],
    [`GET ${origin}/Api/v2/produtos/json`, astray('unknown-path')],
    [`GET ${origin}/Api/v32${products}`, astray('lost-prefix', 1)],
  ])('without the prefix: %s', (ask, expected) => {
    expect(place(ask)).toEqual(expected)
  })

  it.each([
    ['recording', 404, origin, astray('lost-prefix', 1)],
    ['recording', 200, origin, at(1)], // the service that was called has it there
    ['proxy', 404, origin, at(1)],
    ['recording', 404, `${origin}/api/v4/`, at(1)],
    ['recording', 404, `${origin}/api/v4`, at(1)],
    ['recording', 404, `${origin}/api/v12`, at(1)],
    ['recording', 404, `${origin}/v4/api`, astray('lost-prefix', 1)],
    ['recording', 404, `${origin}/Api/v2`, astray('lost-prefix', 1)],
    ['recording', 200, `${origin}/Api/v2`, at(1)],
    ['proxy', 404, `${origin}/Api/v2`, at(1)],
  ] as const)('in a file of %s, answered %d, below %s', (source, status, base, expected) => {
    expect(place(`GET ${base.replace(/\/$/, '')}${products}`, 1, { source, status }, base)).toEqual(expected)
  })

  it('is no affair of ours on another origin, unless we are the service', () => {
    expect(place('GET https://outro.invalid/x', 1, { source: 'proxy' })).toEqual({ kind: 'elsewhere' })
    expect(place('GET https://outro.invalid/x', 1, { source: 'examine' })).toEqual(astray('unknown-path'))
    expect(place(`GET ${origin}/x`, 1, { source: 'proxy' })).toEqual(astray('unknown-path'))
  })

  it.each([
    [3, { situacao: 'I' }, 4],
    [3, { situacao: 'I', situation: 'I' }, 4],
    [3, { situacao: 'I', nome: 'x' }, 3],
    [3, { naosituacao: 'I' }, 3],
    [3, [], 3],
    [3, 'situacao', 3],
    [3, null, 3],
    [4, { nome: 'x' }, 4],
  ])('of a PATCH, where step %i is owed, is told by its body %j: step %i', (expected, body, step) => {
    expect(place(`PATCH ${products}/7`, expected, { body })).toMatchObject({ step })
  })

  it('is the token address by its channel', () => {
    expect(place(`POST ${products}`, 2, { channel: 'token' })).toEqual({ kind: 'token' })
    expect(place(`POST ${products}`, 2, { channel: 'elsewhere' })).toEqual({ kind: 'elsewhere' })
  })

  it('of a PUT is its own, where its recording keeps no bodies', () => {
    expect(place(`PUT ${products}/7`, 5, { body: null, gaps: ['request-bodies'] })).toEqual(at(3, '7'))
    const unseen = { text: null, sizeBytes: 0, flaw: 'not-recorded' } as const
    expect(place(`PUT ${products}/7`, 5, { requestBody: unseen })).toEqual(at(3, '7'))
  })

  it('is none for a preflight', () => {
    expect(place(`OPTIONS ${products}`, 1)).toEqual({ kind: 'elsewhere' })
    expect(place(`OPTIONS ${products}`, 2, { channel: 'token' })).toEqual({ kind: 'elsewhere' })
  })

  it('is none for a request whose sender left amid its body', () => {
    const part: Shot['requestBody'] = { text: '{"no', sizeBytes: 4, flaw: 'truncated' }
    const left: Partial<Shot> = { requestBody: part, failure: 'aborted' }
    expect(place(`POST ${products}`, 2, left)).toEqual({ kind: 'elsewhere' })
    expect(place(`POST ${products}`, 2, { ...left, channel: 'token' })).toEqual({ kind: 'elsewhere' })
    expect(place(`POST ${products}`, 2, { failure: 'aborted' })).toEqual(at(2))
    expect(place(`POST ${products}`, 2, { ...left, failure: 'reset' })).toEqual(at(2))
    expect(place(`POST ${products}`, 2, { requestBody: part })).toEqual(at(2))
  })

  it('takes a base address with a slash at its end', () => {
    expect(place(`PUT ${products}/7`, 3, {}, `${baseUrl}/`)).toEqual(at(3, '7'))
  })
})
