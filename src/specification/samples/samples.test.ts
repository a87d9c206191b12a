import { describe, expect, it } from 'vitest'
import type { Json } from '../../exchange/json.js'
import { differencesOf, unknownFields } from '../../rules/shapes/differences.js'
import { allRoutes, routeName } from '../find-route.js'
import type { Route } from '../route.js'
import { loadShapes } from '../shapes.js'
import { buildBody } from './built-body.fixture.js'
import {
  fillSample,
  invalidBodies,
  manyParameter,
  referencesOf,
  referredByPath,
  resourceOf,
  sampleBody,
} from './index.js'
import { resources } from './list.js'

const shapes = await loadShapes()

/** `nfse/cancel`: its body is the document's knowledge alone. */
const takesBody = ({ body, id }: Route) => body || id === 'nfse/cancel'

describe('the samples', () => {
  it('hold a body, and an invalid one, for every route that takes one', () => {
    for (const route of allRoutes('specification')) {
      const body = sampleBody(route.id)
      expect(body !== null, routeName(route)).toBe(takesBody(route))
      expect(invalidBodies(route.id).length > 0, routeName(route)).toBe(takesBody(route))
    }
  })

  it.each(
    allRoutes('specification').flatMap((route) => (sampleBody(route.id) ? [[route.id, route] as const] : [])),
  )('hold for %s what its schemas demand, and nothing that they do not know', (id, route) => {
    const body = fillSample(sampleBody(id), {
      idOf: (_collection, field) => (field === null ? 7 : 'Armazém'),
      mark: '[homologa k3f9x2]',
    }) as Json
    const differing = (['specification', 'document'] as const).flatMap((by) => {
      const schema = shapes.of(route, by)?.body
      const strange = schema && by === 'document' ? unknownFields([schema], body, '$') : []
      return schema ? [...differencesOf(schema, body, '$', 'request'), ...strange] : []
    })
    expect(differing).toEqual([])
  })

  it('take a record that a path names from the collection that has records with such identifiers', () => {
    const paths = allRoutes('document').map(({ path }) => path)
    for (const [name, collection] of Object.entries(referredByPath))
      expect(paths).toContain(`${collection}/{${name}}`)
  })

  it('belong to the collection that says most of a path', () => {
    expect(resourceOf('/logisticas/servicos/{idLogisticaServico}')?.collection).toBe('/logisticas/servicos')
    expect(resourceOf('/anuncios/{idAnuncio}')?.collection).toBe('/anuncios')
    expect(resourceOf('/anunciosX')).toBeNull()
  })

  it('name only fields that the body has, and change something', () => {
    for (const { collection, body, required, createOnly } of resources) {
      const lacking = [...required, ...createOnly].filter((name) => !Object.hasOwn(body, name))
      expect(lacking, collection).toEqual([])
    }
    const replaces = allRoutes('specification').filter((route) => route.method === 'PUT')
    for (const route of replaces) expect(resourceOf(route.path)?.change, route.id).not.toEqual({})
  })

  it('refer only to collections that exist', () => {
    const all = resources.flatMap(({ body }) => referencesOf(body))
    const paths = new Set(['embalagem', ...allRoutes('document').map(({ path }) => path)])
    expect(all.filter((collection) => !paths.has(collection))).toEqual([])
    expect(referencesOf(sampleBody('anuncios/create'))).toEqual(['/produtos', '/canais-venda'])
  })

  it('leave out of an update what only the create names', () => {
    expect(Object.keys(sampleBody('categorias-produtos/create') ?? {})).toContain('categoriaPai')
    expect(sampleBody('categorias-produtos/replace')).toEqual({ descricao: 'Copos e taças' })
    expect(Object.keys(sampleBody('contas-pagar/create') ?? {})).not.toContain('borderos')
  })

  it('name the parameter of each DELETE of several', () => {
    const many = allRoutes('specification')
      .filter((route) => route.risk === 'delete-many')
      .map((route) => manyParameter(route.id))
    expect(many).toEqual(['idsContatos[]', 'idsNotas[]', 'idsPedidosVendas[]', 'idsProdutos[]'])
    expect(manyParameter('contatos/remove')).toBeNull()
  })
})

describe('buildBody', () => {
  it('says which collections a body cannot do without', () => {
    expect(buildBody('produtos-lojas/create', () => null)?.missing).toEqual(['/produtos'])
    const built = buildBody('produtos-lojas/create', () => 7)
    expect(built).toMatchObject({ missing: [], body: { produto: { id: 7 } } })
    expect(buildBody('categorias-produtos/create', () => null)).toEqual({
      missing: [],
      body: { descricao: 'Utensílios' },
    })
    expect(buildBody('produtos/read', () => 7)).toBeNull()
  })
})

describe('fillSample', () => {
  it('puts identifiers for references, and leaves out what is unknown', () => {
    const body = {
      produto: { id: { $ref: '/produtos' } },
      ids: [{ $ref: '/contatos' }],
      vazio: {},
      nome: 'x',
    }
    const filled = fillSample(body, { idOf: (collection) => (collection === '/contatos' ? 7 : null) })
    expect(filled).toEqual({ ids: [7], vazio: {}, nome: 'x' })
  })
})
