import { expect, it } from 'vitest'
import { bling, spec } from '../../specification/profile.js'
import { loadShapes, loadShapesOf } from '../../specification/shapes.js'
import { breachesBy, toldBy } from '../told.fixture.js'
import { query } from './shapes.js'

const shapes = await loadShapes()

it.each<[string, typeof spec, string[]]>([
  ['GET /anuncios?pagina=1&limite=2', spec, []],
  ['GET /anuncios?pagina=x', spec, ['e1 value']],
  ['GET /anuncios?situacao=x', spec, ['e1 value']],
  ['GET /anuncios?situacao=9', spec, ['e1 value']],
  ['GET /anuncios?situacao=9', bling, ['e1 value', 'e1 missing', 'e1 missing']],
  ['GET /anuncios?pagina=x&pagina=2', spec, ['e1 doubled']],
  ['GET /anuncios?pagina=2&pagina=x', spec, ['e1 value']],
  ['GET /anuncios?pagina=2&pagina=2', spec, []],
  ['GET /anuncios?x=1&x=2', spec, ['e1 unknown']],
  ['GET /categorias/lojas?idLoja=1&idLoja=2&pagina=1', spec, ['e1 doubled']],
  ['GET /categorias/lojas?apikey=1&apikey=2', spec, []],
  ['GET /categorias/lojas?access_token=1&access_token=2', spec, []],
  ['GET /caixas?idsCategorias=1&idsCategorias=2', bling, []],
  ['GET /contas-contabeis?situacoes=1&situacoes=2', bling, []],
  ['GET /caixas?situacao=R&situacao=E', bling, ['e1 doubled']],
  ['GET /produtos?idsProdutos[]=1&idsProdutos[]=2', bling, []],
  ['GET /produtos?idsProdutos[0]=1&idsProdutos[0]=2', bling, []],
  ...['0', '-1', '000', '1.5', ''].flatMap((value): [string, typeof spec, string[]][] => [
    [`GET /contatos?limite=${value}`, bling, ['e1 value']],
    [`GET /contatos?limite=${value}`, spec, []],
    [`GET /contatos?pagina=${value}`, bling, ['e1 value']],
    [`GET /caixas?pagina=${value}`, bling, ['e1 value']],
  ]),
  ['GET /contatos?limite=1&pagina=01', bling, []],
  ['GET /categorias/lojas?limite=0', spec, []],
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
  ['POST /anuncios?x=1', spec, ['e1 unknown']],
  ['GET /campos-customizados/tipos?x=1', spec, ['e1 unknown']],
  ['GET /categorias/produtos/7?x=1', spec, ['e1 unknown']],
  ['GET /borderos/7?x=1', spec, []],
  ['GET /borderos/7?x=1', bling, ['e1 unknown']],
  ['GET /contatos?x=1', spec, []],
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

it('says from where a number counts, and which values came', () => {
  const told = (ask: string) =>
    breachesBy(query, [{ ask, status: 200, data: [] }], { profile: bling, shapes }).map((it) => it.values)
  expect(told('GET /contatos?limite=0')).toEqual([
    { path: '?limite', expected: 'integer ≥ 1', seen: 'text "0"', places: 1 },
  ])
  expect(told('GET /contatos?limite=2&limite=5&limite=2')).toEqual([{ path: '?limite', values: '2, 5, 2' }])
})

it('tells a text that a user’s schema wants as a number as a value that is not allowed', async () => {
  const schema = { type: 'object', properties: { pagina: { type: 'integer' } } } as const
  const profile = { ...spec, shapes: { 'GET /depositos': { query: schema } } }
  const context = { profile, shapes: await loadShapesOf(profile) }
  expect(toldBy(query, [{ ask: 'GET /depositos?pagina=1', data: [] }], context)).toEqual(['e1 value'])
  expect(toldBy(query, [{ ask: 'GET /depositos', data: [] }], context)).toEqual([])
})
