import { describe, expect, it } from 'vitest'
import { bling, type Profile, spec } from '../../specification/profile.js'
import { loadShapes } from '../../specification/shapes.js'
import type { Passing } from '../passing.fixture.js'
import { breachesBy, isTestedBy, toldBy } from '../told.fixture.js'
import { shape } from './shape.js'

const shapes = await loadShapes()
const deposito = { id: 7, descricao: 'Geral', situacao: 1, padrao: true, desconsiderarSaldo: false }
const read = (data: unknown, more: Partial<Passing> = {}): Passing => ({
  ask: 'GET /depositos/7',
  data,
  ...more,
})

describe('the shape of an answer', () => {
  it.each<[string, Passing, string[]]>([
    ['is kept', read(deposito), []],
    ['holds another type', read({ ...deposito, padrao: 'sim' }), ['e1 type']],
    ['holds two other types', read({ ...deposito, padrao: 'sim', descricao: 5 }), ['e1 type', 'e1 type']],
    [
      'is another in a list',
      { ask: 'GET /depositos', data: [deposito, { ...deposito, padrao: 'x' }, { ...deposito, padrao: 'y' }] },
      ['e1 type'],
    ],
    ['of an identifier is told elsewhere where there is none', read({ ...deposito, id: undefined }), []],
    ['of records that are none is told elsewhere', { ask: 'GET /depositos', data: ['a'] }, []],
    ['of what is no list is told elsewhere', { ask: 'GET /depositos', data: 5 }, []],
    ['of a refusal is none', read({ ...deposito, padrao: 'sim' }, { status: 400 }), []],
    [
      'of a create is asked',
      { ask: 'POST /contatos', body: {}, status: 201, data: { id: 'x7' } },
      ['e1 type'],
    ],
    ['of a record that should not be there is none', read({ id: 7 }, { intent: 'unknown-record' }), []],
    [
      'of what should have been refused is none',
      { ask: 'POST /contatos', body: {}, status: 201, data: { id: 'x7' }, intent: 'invalid' },
      [],
    ],
    ['of an answer without content is none', read({ ...deposito, padrao: 'sim' }, { status: 204 }), []],
    ['that was not recorded is none', read({ ...deposito, padrao: 'sim' }, { gaps: ['answer-bodies'] }), []],
    ['of a body that is no JSON is none', read(undefined, { response: '<html>' }), []],
    ['of an answer without data is none', read(undefined, { response: { padrao: 'sim' } }), []],
    [
      'of a listing’s situation is told elsewhere',
      { ask: 'GET /anuncios/7', data: { id: 7, situacao: 'x' } },
      [],
    ],
    [
      'of a category’s parent is told elsewhere',
      { ask: 'GET /categorias/produtos/7', data: { id: 7, descricao: 'a', categoriaPai: 'x' } },
      [],
    ],
  ])('%s', (_what, passing, expected) => {
    expect(toldBy(shape, [passing], { profile: bling, shapes })).toEqual(expected)
  })

  it.each<[string, unknown, string[]]>([
    ['GET /caixas/7', { id: 'x' }, ['$.id']],
    ['GET /caixas/7', { data: { id: 'x' } }, ['$.data.id']],
    ['GET /caixas/7', { data: { id: 'x' }, saldo: 1 }, ['$.data']],
    ['GET /caixas/7', [1], []],
    ['PUT /depositos/7', { id: '' }, []],
    ['PUT /depositos/7', { id: 'x' }, ['$.id']],
    ['GET /contatos', { data: [{ id: 'x' }, { id: '' }] }, []],
    ['GET /contatos', { data: [{ id: 'x' }] }, ['$.data[].id']],
    ['GET /contatos/7', { data: { id: '' } }, []],
    ['GET /contatos/7', { data: { id: 'x' } }, ['$.data.id']],
    ['GET /contatos/consumidor-final', { data: { id: '' } }, ['$.data.id']],
    ['GET /contatos/consumidor-final', { data: [{ id: 7 }] }, ['$.data']],
    ['GET /contatos/7', { data: [{ id: 7 }] }, []],
    ['GET /anuncios/categorias/7', { data: { id: '' } }, ['$.data.id']],
    ['PUT /produtos/7', { data: { id: '' } }, []],
    ['PATCH /produtos/variacoes/7/atributos', { data: [{ id: '' }] }, ['$.data[].id']],
  ])('of %s is another where no rule says it better: %j', (ask, response, paths) => {
    const told = breachesBy(shape, [{ ask, response }], { profile: bling, shapes })
    const types = told.filter(({ code }) => code === 'data/shape:type')
    expect(types.map(({ values }) => values.path)).toEqual(paths)
  })

  it.each<[string, unknown, number]>([
    ['GET /contatos/7', { data: {} }, 0],
    ['GET /ordens-producao/7', {}, 0],
    ['POST /propostas-comerciais', { data: {} }, 0],
    ['GET /contatos/consumidor-final', { data: {} }, 4],
    ['GET /contatos/7', { data: { id: 7 } }, 3],
  ])('of an empty record is told elsewhere where one was asked for, of %s: %j', (ask, response, count) => {
    expect(breachesBy(shape, [{ ask, response }], { profile: bling, shapes })).toHaveLength(count)
  })

  const creates = ['POST /contatos', 'POST /produtos', 'POST /anuncios', 'POST /homologacao/produtos']
  it.each(creates)('shows under which name the document has the identifier that %s answers', (ask) => {
    const pathsIn = (data: unknown, profile: Profile) =>
      breachesBy(shape, [{ ask, body: {}, status: 201, data }], { profile, shapes }).map(
        ({ code, severity, values }) => `${code} ${severity} ${values.path}`,
      )
    expect(pathsIn({ id: 7 }, bling)).toEqual([])
    expect(pathsIn({ idProduto: 7 }, bling)).toEqual(['data/shape:missing warning $.data.id'])
    for (const bare of [7, '7']) expect(pathsIn(bare, bling)).toEqual(['data/shape:type warning $.data'])
    for (const data of [{ id: 7 }, { idProduto: 7 }, 7]) expect(pathsIn(data, spec)).toEqual([])
  })

  it.each<[unknown, string[]]>([
    [[{ id: 7 }], ['type $.data']],
    [[], []],
    [[{ id: 7 }, { id: 8 }], []],
    [{ idProduto: 7 }, ['missing $.data.id']],
  ])('leaves to envelope/created a create’s array that shows no one identifier: %j', (data, expected) => {
    const told = breachesBy(shape, [{ ask: 'POST /contatos', body: {}, status: 201, data }], {
      profile: bling,
      shapes,
    })
    expect(told.map(({ code, values }) => `${code.slice(11)} ${values.path}`)).toEqual(expected)
  })

  it.each([
    [{ nome: 'x', preco: 1.5, codigo: 'c', extra: [1] }, []],
    [{ preco: 1.5, codigo: 'c' }, ['data/shape:missing warning $.data.nome']],
    [{ nome: 'x', preco: '1.5' }, ['data/shape:type warning $.data.preco']],
  ])('holds %j, the data of step 1, to what the document alone shows', (data, expected) => {
    const told = (profile: Profile) =>
      breachesBy(shape, [{ ask: 'GET /homologacao/produtos', data }], { profile, shapes }).map(
        ({ code, severity, values }) => `${code} ${severity ?? 'as the requirement'} ${values.path}`,
      )
    expect(told(bling)).toEqual(expected)
    expect(told({ ...bling, strictShapes: true })).toEqual(
      expected.map((one) => one.replace('warning', 'as the requirement')),
    )
    expect(told(spec)).toEqual([])
  })

  it('leaves to others that a record has no usable identifier', () => {
    for (const id of [0, null, undefined])
      expect(toldBy(shape, [read({ ...deposito, id })], { profile: bling, shapes })).toEqual([])
  })

  it.each<[Passing, boolean]>([
    [read(deposito), true],
    [read(undefined, { response: { padrao: 'sim' } }), false],
    [{ ask: 'GET /caixas/7', response: { padrao: 'sim' } }, true],
  ])('is tested by %j: %s', (passing, isTested) => {
    expect(isTestedBy(shape, [passing], { profile: bling, shapes })).toBe(isTested)
  })

  it('is not asked where nobody loaded the shapes', () => {
    expect(toldBy(shape, [read({ ...deposito, padrao: 'sim' })], { profile: bling })).toEqual([])
  })
})
