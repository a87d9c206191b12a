import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes, routeById } from './find-route.js'
import type { Route } from './route.js'
import { loadShapes, readQuery, withOwnShapes } from './shapes.js'

const shapes = await loadShapes()
const shapeOf = (id: string) => shapes.of(routeById(id) as Route, 'specification')
const fits = (schema: { safeParse(value: unknown): { success: boolean } } | undefined, value: unknown) =>
  schema?.safeParse(value).success

describe('what the specification shows', () => {
  it('is an object or an array of objects where a route is given by its shape alone, and nothing of its body', () => {
    const list = shapeOf('contatos/list')
    expect(fits(list?.data, [{ id: 1 }, {}])).toBe(true)
    expect(fits(list?.data, { id: 1 })).toBe(true)
    expect(fits(list?.data, ['x'])).toBe(false)
    expect(fits(list?.data, null)).toBe(false)
    expect(shapeOf('contatos/create')).toBeNull()
    expect(shapeOf('caixas/list')).toBeNull()
  })

  it('is the kind of `data`, the body and the query of each tabulated route', () => {
    const categories = shapeOf('anuncios/list-categories')
    expect(fits(categories?.data, {})).toBe(false)
    expect(fits(categories?.query, { idCategoria: '7', tipoProduto: 'x', other: 'y' })).toBe(true)
    expect(fits(categories?.query, { idCategoria: 'seven' })).toBe(false)
    expect(fits(shapeOf('anuncios/create')?.body, [])).toBe(false)
    expect(fits(shapeOf('anuncios/create')?.data, { id: 12 })).toBe(true)
    expect(fits(shapeOf('anuncios/create')?.data, {})).toBe(false)
    expect(shapeOf('anuncios/remove')?.data).toBeUndefined()
  })

  it.each([1, 2, 3, 4])('lets a listing be in situation %i', (situacao) => {
    expect(fits(shapeOf('anuncios/read')?.data, { situacao })).toBe(true)
    expect(fits(shapeOf('anuncios/list')?.data, [{ situacao }])).toBe(true)
    expect(fits(shapeOf('anuncios/list')?.query, { situacao: String(situacao) })).toBe(true)
  })

  it.each([0, 5, '1', null])('lets no listing be in situation %j', (situacao) => {
    expect(fits(shapeOf('anuncios/read')?.data, { situacao })).toBe(false)
    expect(fits(shapeOf('anuncios/list')?.data, [{ situacao }])).toBe(false)
    expect(fits(shapeOf('anuncios/list')?.query, { situacao: String(situacao) })).toBe(situacao === '1')
  })

  it("takes a custom field's situation alone, 0 or 1", () => {
    const body = shapeOf('campos-customizados/set-situation')?.body
    expect(fits(body, { situacao: 0 })).toBe(true)
    for (const wrong of [{ situacao: 2 }, {}, { situacao: 1, nome: 'x' }, { situacao: '1' }])
      expect(fits(body, wrong)).toBe(false)
  })

  it('has the parent of a product category be an object, or absent', () => {
    const data = shapeOf('categorias-produtos/read')?.data
    expect(fits(data, { id: 1 })).toBe(true)
    expect(fits(data, { id: 1, categoriaPai: { id: 2 } })).toBe(true)
    expect(fits(data, { id: 1, categoriaPai: 2 })).toBe(false)
  })
})

describe('what the public document shows', () => {
  const shown = (id: string) => shapes.of(routeById(id) as Route, 'document')

  it('is an entry for each of its operations, with what they answer, take and filter by', () => {
    for (const route of allRoutes('document')) {
      const shape = shapes.of(route, 'document')
      expect(shape === null, route.id).toBe(route.documented === null)
      if (!route.documented) continue
      expect(shape?.data !== undefined, `${route.id} data`).toBe(route.documented.data !== 'none')
      expect(shape?.body !== undefined, `${route.id} body`).toBe(route.documented.body)
      expect(shape?.query, `${route.id} query`).toBeDefined()
    }
  })

  it('demands of an answer what it says is there, and of a body what the sender can know', () => {
    const contact = { nome: 'Armazém', situacao: 'A', tipo: 'J' }
    expect(fits(shown('contatos/read')?.data, contact)).toBe(false)
    expect(fits(shown('contatos/read')?.data, { ...contact, id: 1 })).toBe(true)
    expect(fits(shown('contatos/create')?.body, contact)).toBe(true)
    expect(fits(shown('contatos/create')?.body, { ...contact, tipo: 'X' })).toBe(false)
    expect(fits(shown('contatos/create')?.body, { ...contact, vendedor: { id: '7' } })).toBe(false)
  })

  it.each(['2026-05-04', '2028-02-29', '0000-00-00', '', '2026-05-04 10:15:00', '2026-05-04T10:15:00-03:00'])(
    'takes %j for a day',
    (data) => {
      const paid = {
        data,
        usarDataVencimento: true,
        portador: { id: 1 },
        categoria: { id: 2 },
        historico: '',
      }
      expect(fits(shown('contas-pagar/register-payment')?.body, paid)).toBe(true)
      expect(fits(shown('contas-pagar/register-payment')?.body, { ...paid, data: '04/05/2026' })).toBe(false)
    },
  )

  it.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-04-31',
    '2026-05-04 24:10:00',
    '2026-05-04 10:60',
    '0000-01-00',
  ])('takes %j, which is in no calendar, for none', (data) => {
    const paid = { data, usarDataVencimento: true, portador: { id: 1 }, categoria: { id: 2 }, historico: '' }
    expect(fits(shown('contas-pagar/register-payment')?.body, paid)).toBe(false)
  })

  it('holds queries as texts', () => {
    const query = shown('produtos/list')?.query
    expect(fits(query, { pagina: '1', 'idsProdutos[]': ['1', '2'], tipo: 'PS', nome: 'x' })).toBe(true)
    expect(fits(query, { pagina: 'one' })).toBe(false)
    expect(fits(query, { 'idsProdutos[]': ['a'] })).toBe(false)
    expect(fits(query, { tipo: 'Q' })).toBe(false)
    expect(fits(shown('contatos/remove-many')?.query, {})).toBe(false)
  })
})

describe('loadShapes', () => {
  it('loads what the five steps need alone, where no more is asked for', async () => {
    const some = await loadShapes('homologacao')
    expect(some.of(routeById('homologacao/create') as Route, 'specification')).not.toBeNull()
    expect(some.of(routeById('anuncios/read') as Route, 'specification')).toBeNull()
  })
})

describe('withOwnShapes', () => {
  it('puts a schema of one’s own in the place of what the specification shows, and leaves the rest', () => {
    const data = z.object({ codigo: z.string() })
    const own = withOwnShapes(shapes, [{}, { shapes: { 'anuncios/list-categories': { data } } }])
    const route = routeById('anuncios/list-categories') as Route
    expect(own.of(route, 'specification')?.data).toBe(data)
    expect(own.of(route, 'specification')?.query).toBe(shapes.of(route, 'specification')?.query)
    expect(own.of(route, 'document')).toBe(shapes.of(route, 'document'))
    expect(withOwnShapes(shapes, [{}])).toBe(shapes)
  })
})

describe('readQuery', () => {
  it('reads arrays under names that end in brackets, and the last of each other name', () => {
    const query = new URLSearchParams('ids[]=1&ids[]=2&codigos[0]=a&codigos[1]=b&pagina=1&pagina=2')
    expect(readQuery(query)).toEqual({ 'ids[]': ['1', '2'], 'codigos[]': ['a', 'b'], pagina: '2' })
  })
})
