import { expect, it } from 'vitest'
import { bling, spec } from '../../specification/profile.js'
import { loadShapes, loadShapesOf } from '../../specification/shapes.js'
import { breachesBy, toldBy } from '../told.fixture.js'
import { query } from './query.js'

const shapes = await loadShapes()

it.each<[string, typeof spec, string[]]>([
  ['GET /anuncios?pagina=1&limite=2', spec, []],
  ['GET /anuncios?pagina=x', spec, ['e1 value']],
  ['GET /anuncios?situacao=x', spec, ['e1 value']],
  ['GET /anuncios?situacao=9', spec, ['e1 value']],
  ['GET /anuncios?situacao=9', bling, ['e1 value', 'e1 missing', 'e1 missing']],
  ['GET /anuncios?pagina=x&pagina=2', spec, []],
  ['GET /anuncios?pagina[]=1', spec, ['e1 unknown']],
  ['GET /anuncios?x=1', spec, ['e1 unknown']],
  ['GET /anuncios?xpagina=1', spec, ['e1 unknown']],
  ['GET /anuncios?paginas=1', spec, ['e1 unknown']],
  ['GET /anuncios/7?pagina=1', spec, []],
  ['DELETE /anuncios/7?pagina=1', spec, ['e1 unknown']],
  ['GET /anuncios?idLoja=1', spec, []],
  ['GET /anuncios?idLojaQuery=1', spec, []],
  ['GET /anuncios/7?idProduto=1', spec, ['e1 unknown']],
  ['GET /categorias/lojas?idLojaQuery=1', spec, ['e1 unknown']],
  ['GET /categorias/lojas?apikey=1', spec, []],
  ['GET /categorias/lojas?access_token=1', spec, []],
  ['GET /contatos?idLoja=1', bling, ['e1 unknown']],
  ['OPTIONS /anuncios?x=1', spec, []],
])('%s', (ask, profile, expected) => {
  expect(toldBy(query, [{ ask, status: 200, data: [] }], { profile, shapes })).toEqual(expected)
})

it.each<[string, 'run' | 'proxy', string[]]>([
  ['GET /produtos/7/lotes/depositos/8/saldo?idsLotes[]=doze', 'proxy', ['value ?idsLotes[]']],
  ['GET /produtos/7/lotes/depositos/8/saldo?idsLotes[]=1&idsLotes[]=x', 'proxy', ['value ?idsLotes[]']],
  ['GET /produtos/7/lotes/depositos/8/saldo?idsLotes[]=doze', 'run', []],
  ['GET /produtos?idCategoria=doze', 'proxy', ['value ?idCategoria']],
  ['GET /produtos?idCategoria=doze', 'run', []],
  ['GET /produtos?pagina=doze', 'run', ['value ?pagina']],
])('%s, of %s: a list’s identifier is not held against our own run', (ask, source, expected) => {
  const told = breachesBy(query, [{ ask, source, status: 200, data: [] }], { profile: bling, shapes })
  const named = told.map(({ code, values }) => `${code.slice('request/query:'.length)} ${values.path}`)
  expect(named).toEqual(expected)
})

it('tells a text that a user’s schema wants as a number as a value that is not allowed', async () => {
  const schema = { type: 'object', properties: { pagina: { type: 'integer' } } } as const
  const profile = { ...spec, shapes: { 'GET /depositos': { query: schema } } }
  const context = { profile, shapes: await loadShapesOf(profile) }
  expect(toldBy(query, [{ ask: 'GET /depositos?pagina=1', data: [] }], context)).toEqual(['e1 value'])
  expect(toldBy(query, [{ ask: 'GET /depositos', data: [] }], context)).toEqual([])
})
