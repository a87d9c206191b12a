import { describe, expect, it } from 'vitest'
import { allRoutes, routeName } from '../families/index.js'
import {
  buildBody,
  fillReferences,
  invalidBodies,
  manyParameter,
  referencesOf,
  resourceAt,
  resourceOf,
  resources,
  sampleBody,
} from './index.js'

describe('the samples', () => {
  it('hold a body, and an invalid one, for every route that takes one', () => {
    for (const route of allRoutes('specification')) {
      const body = sampleBody(route.id)
      expect(body !== null, routeName(route)).toBe(route.body)
      expect(invalidBodies(route.id).length > 0, routeName(route)).toBe(route.body)
    }
  })

  it('hold a resource for every route', () => {
    expect(
      allRoutes('specification')
        .filter((route) => !resourceOf(route.path))
        .map(routeName),
    ).toEqual([])
    expect(resourceOf('/anuncios/categorias/{idCategoria}')?.collection).toBe('/anuncios/categorias')
    expect(resourceOf('/anuncios/{idAnuncio}')?.collection).toBe('/anuncios')
    expect(resourceOf('/anunciosX')).toBeNull()
  })

  it('name only fields that the resource has, and change something', () => {
    for (const { collection, fields, required, summary, own, kept, filters } of resources) {
      const named = [
        ...required,
        ...summary,
        ...own,
        ...kept,
        ...Object.values(filters).map((at) => at.split('.')[0]),
      ]
      expect(
        named.filter((name) => !Object.hasOwn(fields, name ?? '')),
        collection,
      ).toEqual([])
      expect(
        required.filter((name) => own.includes(name)),
        collection,
      ).toEqual([])
    }
    const replaces = allRoutes('specification').filter((route) => route.method === 'PUT')
    for (const route of replaces) expect(resourceOf(route.path)?.change, route.id).not.toEqual({})
  })

  it('refer only to collections that exist', () => {
    const all = resources.flatMap(({ fields }) => referencesOf(Object.values(fields).flat()))
    expect(all.filter((collection) => !resourceAt(collection))).toEqual([])
    expect(referencesOf(sampleBody('anuncios/create'))).toEqual(['/produtos'])
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

describe('fillReferences', () => {
  it('puts identifiers for references, and leaves out what is unknown', () => {
    const body = {
      produto: { id: { $ref: '/produtos' } },
      ids: [{ $ref: '/contatos' }],
      vazio: {},
      nome: 'x',
    }
    const filled = fillReferences(body, (collection) => (collection === '/contatos' ? 7 : null))
    expect(filled).toEqual({ ids: [7], vazio: {}, nome: 'x' })
  })
})
