import { expect, it } from 'vitest'
import { bling, type Profile, spec } from '../../specification/profile.js'
import { loadShapes, loadShapesOf } from '../../specification/shapes.js'
import { breachesBy, toldBy } from '../told.fixture.js'
import { body } from './shapes.js'

const shapes = await loadShapes()
const whole = { descricao: 'Geral', situacao: 1, padrao: true, desconsiderarSaldo: false }
const situation = 'PATCH /campos-customizados/7/situacoes'

it.each<[ask: string, sent: unknown, bySpecification: string[], byDocument: string[]]>([
  ['POST /depositos', whole, [], []],
  ['POST /depositos', { data: whole }, ['wrapped'], ['wrapped']],
  ['POST /depositos', { data: [whole] }, ['wrapped'], ['wrapped']],
  ['POST /depositos', { ...whole, data: null }, [], ['unknown $.data']],
  ['POST /depositos', { ...whole, data: {} }, [], ['unknown $.data']],
  ['POST /depositos', { ...whole, descricao: 5 }, [], ['type $.descricao']],
  ['POST /depositos', { ...whole, descricao: 5, cor: 1 }, [], ['type $.descricao', 'unknown $.cor']],
  ['POST /depositos', 'texto', ['not-json'], ['not-json']],
  ['POST /depositos', null, ['none'], ['none']],
  [situation, { situacao: 1 }, [], []],
  [situation, { situacao: 'x' }, ['value $.situacao'], ['value $.situacao']],
  [situation, { situacao: 1, nome: 1 }, ['unknown $.nome'], ['unknown $.nome']],
  [situation, { data: { situacao: 1 } }, ['wrapped'], ['wrapped']],
  [
    situation,
    { data: { situacao: 1 }, x: 1 },
    ['missing $.situacao', 'unknown $.data', 'unknown $.x'],
    ['missing $.situacao', 'unknown $.data', 'unknown $.x'],
  ],
  ['PUT /contatos/7', null, ['none'], ['none']],
  ['PATCH /contatos/7/situacoes', null, [], ['none']],
  ['POST /nfe/7/enviar', null, [], []],
  ['DELETE /contatos/7', null, [], []],
])('%s with %j', (ask, sent, bySpecification, byDocument) => {
  const told = [spec, bling].map((profile) =>
    breachesBy(body, [{ ask, status: 200, ...(sent === null ? {} : { body: sent }) }], {
      profile,
      shapes,
    }).map(({ code, values }) => [code.slice('request/body:'.length), values.path].filter(Boolean).join(' ')),
  )
  expect(told).toEqual([bySpecification, byDocument])
})

it('is needed the more, the more is known of it', () => {
  const severity = (ask: string, profile = spec) =>
    breachesBy(body, [{ ask, status: 400, response: {} }], { profile, shapes }).map(
      (one) => one.severity ?? 'must',
    )
  expect(severity('POST /categorias/produtos')).toEqual(['must'])
  expect(severity('POST /depositos')).toEqual(['warning'])
  expect(severity('POST /depositos', bling)).toEqual(['warning'])
  expect(severity('POST /depositos', { ...bling, strictShapes: true })).toEqual(['must'])
})

it('refers to records as the service’s lists name them, in our own run, and as the document does in another’s', () => {
  const sent = { produto: { id: 'x' }, loja: { id: 1 }, codigo: 5 }
  const of = (more: object) =>
    breachesBy(body, [{ ask: 'POST /produtos/lojas', body: sent, status: 400, response: {}, ...more }], {
      profile: bling,
      shapes,
    }).map(({ values }) => values.path)
  expect(of({})).toEqual(['$.codigo'])
  expect(of({ source: 'proxy', step: null })).toEqual(['$.codigo', '$.produto.id'])
})

it('names several records as their creates did, in our own run, and as the document does in another’s', () => {
  const sent = { idsContatos: ['15900004054'], situacao: 'A' }
  const of = (more: object) =>
    breachesBy(body, [{ ask: 'POST /contatos/situacoes', body: sent, data: {}, ...more }], {
      profile: bling,
      shapes,
    }).map(({ values }) => values.path)
  expect(of({})).toEqual([])
  expect(of({ source: 'proxy', step: null })).toEqual(['$.idsContatos[]'])
})

it('is not looked at where our own run broke it, or nobody saw it', () => {
  const wrong = { ask: 'POST /depositos', body: { descricao: 5 }, status: 201, data: { id: 1 } }
  const of = (more: object) => toldBy(body, [{ ...wrong, ...more }], { profile: bling, shapes })
  expect(of({})).not.toEqual([])
  expect(of({ intent: 'invalid' })).toEqual([])
  expect(of({ gaps: ['request-bodies'] })).toEqual([])
  expect(toldBy(body, [wrong], { profile: bling })).toEqual([])
  expect(of({ ask: 'PUT /depositos/7', body: undefined, intent: 'unknown-record' })).toEqual([])
})

it('may have a field `data` alone if the user’s own schema knows that field', async () => {
  const day = { type: 'object', properties: { dia: { type: 'integer' } }, additionalProperties: false }
  const schema = { type: 'object', properties: { data: day } }
  const own = { ...spec, shapes: { 'POST /depositos': { body: schema } } } as Profile
  const shapesOfOwn = await loadShapesOf(own)
  const of = (sent: object) =>
    toldBy(body, [{ ask: 'POST /depositos', status: 201, data: { id: 1 }, body: sent }], {
      profile: own,
      shapes: shapesOfOwn,
    })
  expect(of({ data: { dia: 1 } })).toEqual([])
  expect(of({ data: { dia: 'x' } })).toEqual(['e1 type'])
})
