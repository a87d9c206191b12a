import { describe, expect, it } from 'vitest'
import { type Json, parseJson, property } from '../../exchange/json.js'
import { allRoutes, routeById, routeName } from '../../specification/find-route.js'
import { spec } from '../../specification/profile.js'
import type { Route } from '../../specification/route.js'
import { buildBody } from '../../specification/samples/built-body.fixture.js'
import { invalidBodies, manyParameter, type Sample } from '../../specification/samples/index.js'
import { loadShapes } from '../../specification/shapes.js'
import { refuse } from '../error-body.js'
import { createResources } from './resources.js'

const shapes = await loadShapes()
const bytes = new TextEncoder()

function harness(options: { count?: number } = {}, session = 'app1') {
  const resources = createResources({ seed: 'semente', shapes, ...options })
  const context = { nowMs: 0, session, seed: 'semente', profile: spec }
  return (place: string, body?: unknown) => {
    const [method = '', target = ''] = place.split(' ')
    const [path = '', search = ''] = target.split('?')
    const text = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body)
    const request = { method, path: target, headers: [], body: text === null ? null : bytes.encode(text) }
    const refusing = {
      refuse: (status: number, problem: Parameters<typeof refuse>[2]) => refuse('bling', status, problem),
    }
    const response = resources(request, { ...context, ...refusing, path, search })
    if (!response) return { status: 0, data: undefined }
    const json = parseJson(String(response.body ?? ''))
    return { status: response.status, data: json.ok ? property(json.value, 'data') : undefined, json }
  }
}

type Send = ReturnType<typeof harness>

function sampleOf(value: Json | undefined): Sample {
  return (value ?? null) as Sample
}

/** An identifier of the collection, by reading it; of those without a list, by the records that refer to them. */
function someId(send: Send, collection: string): Sample {
  if (collection === '/borderos') {
    const account = property(send(`GET /contas/pagar/${someId(send, '/contas/pagar')}`).data, 'borderos')
    return (account as readonly Sample[])[0] ?? null
  }
  if (collection === '/campos-customizados') {
    const module = someId(send, '/campos-customizados/modulos')
    const [first] = send(`GET /campos-customizados/modulos/${module}`).data as readonly never[]
    return sampleOf(property(first, 'id'))
  }
  if (collection === '/logisticas/objetos') {
    const shipments = send('GET /logisticas/remessas').data as { objetos: { id: number }[] }[]
    return shipments[0]?.objetos[0]?.id ?? null
  }
  return sampleOf(property((send(`GET ${collection}`).data as readonly never[])[0], 'id'))
}

function bodyOf(send: Send, route: Route): unknown {
  return buildBody(route.id, (collection) => someId(send, collection))?.body
}

function pathOf(send: Send, route: Route): string {
  let path = ''
  for (const segment of route.path.split('/').slice(1)) {
    const collection =
      segment === '{idDeposito}'
        ? '/depositos'
        : route.path.startsWith('/logisticas/{')
          ? '/logisticas/servicos'
          : path
    path +=
      segment.startsWith('{') && segment !== '{idSituacao}'
        ? `/${someId(send, collection)}`
        : `/${segment.replace('{idSituacao}', '9')}`
  }
  const many = manyParameter(route.id)
  return many ? `${path}?${many}=${someId(send, path)}` : path
}

const served = allRoutes('specification').filter((route) => route.family !== 'homologacao')

describe('the embedded resources', () => {
  it.each(served.map((route) => [routeName(route), route] as const))('%s answers success', (_, route) => {
    const send = harness()
    const response = send(`${route.method} ${pathOf(send, route)}`, bodyOf(send, route))
    expect(response.status).toBe(route.success.status ?? response.status)
    expect(String(response.status)).toMatch(/^2/)
    if (route.success.data === 'array') expect(Array.isArray(response.data)).toBe(true)
    if (route.success.data === 'object') expect(response.data).toBeTypeOf('object')
    if (route.success.data === 'created')
      expect(property(response.data, 'id') !== undefined || response.status === 204).toBe(true)
  })

  const addressing = served.filter(
    (route) => route.path.includes('{') && !route.path.includes('situacoes/modulos'),
  )
  it.each(addressing.map((route) => [routeName(route), route] as const))(
    '%s answers 404 to an unknown record',
    (_, route) => {
      const send = harness()
      const response = send(
        `${route.method} ${route.path.replaceAll(/\{\w+\}/g, '99999999999')}`,
        bodyOf(send, route),
      )
      expect(response.status).toBe(404)
      expect(property(response.json?.ok ? response.json.value : null, 'error')).toHaveProperty('type')
    },
  )

  const taking = served.filter((route) => route.body)
  it.each(taking.map((route) => [routeName(route), route] as const))(
    '%s answers 400 to an invalid body',
    (_, route) => {
      const send = harness()
      for (const { text } of invalidBodies(route.id)) {
        const response = send(`${route.method} ${pathOf(send, route)}`, text)
        expect(response.status, text).toBe(400)
        const error = property(response.json?.ok ? response.json.value : null, 'error')
        expect((property(error, 'fields') as readonly unknown[]).length, text).toBeGreaterThan(0)
      }
    },
  )

  const creating = served.filter(
    (route) => route.success.data === 'created' && route.method === 'POST' && !route.namedOnly,
  )
  it.each(creating.map((route) => [routeName(route), route] as const))(
    '%s lives: created, read, replaced, deleted',
    (_, route) => {
      const send = harness()
      const body = bodyOf(send, route) as object
      const id = property(send(`POST ${route.path}`, body).data, 'id')
      const at = `${route.path}/${id}`
      expect(send(`GET ${at}`).data).toMatchObject({ ...body, id })
      const replaced = send(`PUT ${at}`, { ...body, novo: 'x' })
      if (replaced.status >= 200 && replaced.status < 300) {
        expect(send(`GET ${at}`).data).toMatchObject({ ...body, novo: 'x', id })
      }
      if (send(`DELETE ${at}`).status !== 0) expect(send(`GET ${at}`).status).toBe(404)
    },
  )

  it('pages with pagina and limite, without a record twice', () => {
    const send = harness({ count: 250 })
    const pages = [1, 2, 3, 4].map(
      (page) => send(`GET /produtos?pagina=${page}&limite=100`).data as { id: number }[],
    )
    expect(pages.map((page) => page.length)).toEqual([100, 100, 50, 0])
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(250)
    expect((send('GET /produtos').data as unknown[]).length).toBe(100)
  })

  it.each([
    '/anuncios?situacao=5',
    '/anuncios?situacao=x',
    '/anuncios?idProduto=x',
    '/anuncios?pagina=0',
    '/produtos?limite=-1',
  ])('answers 400 to GET %s', (target) => {
    expect(harness()(`GET ${target}`).status).toBe(400)
  })

  it('lists published listings unless told otherwise', () => {
    const send = harness()
    const situations = (target: string) =>
      (send(`GET ${target}`).data as { situacao: number }[]).map(({ situacao }) => situacao)
    expect(new Set(situations('/anuncios'))).toEqual(new Set([1]))
    expect(new Set(situations('/anuncios?situacao=4'))).toEqual(new Set([4]))
  })

  it('lists a listing that was just created among the drafts, and keeps its situation over a replace', () => {
    const send = harness()
    const body = bodyOf(send, routeById('anuncios/create') as Route)
    const id = property(send('POST /anuncios', body).data, 'id')
    const listed = (situacao: number) =>
      (send(`GET /anuncios?situacao=${situacao}`).data as { id: number }[]).some((one) => one.id === id)
    expect([1, 2, 3, 4].map(listed)).toEqual([false, true, false, false])
    send(`POST /anuncios/${id}/pausar`)
    expect(send(`PUT /anuncios/${id}`, body).status).toBe(204)
    expect([1, 2, 3, 4].map(listed)).toEqual([false, false, false, true])
  })

  it('narrows lists by the tabulated filters', () => {
    const send = harness()
    const links = send('GET /categorias/lojas').data as { categoriaProduto: { id: number } }[]
    const wanted = links[3]?.categoriaProduto.id
    const narrowed = send(`GET /categorias/lojas?idCategoriaProduto=${wanted}`).data as unknown[]
    expect(narrowed.length).toBeGreaterThan(0)
    expect(narrowed.length).toBeLessThan(links.length)
  })

  it('publishes, pauses, and sets a custom field to 0 and 1 alone', () => {
    const send = harness()
    const listing = someId(send, '/anuncios')
    send(`POST /anuncios/${listing}/pausar`)
    expect(property(send(`GET /anuncios/${listing}`).data, 'situacao')).toBe(4)
    send(`POST /anuncios/${listing}/publicar`)
    expect(property(send(`GET /anuncios/${listing}`).data, 'situacao')).toBe(1)
    const field = `/campos-customizados/${someId(send, '/campos-customizados')}`
    for (const [situacao, status] of [
      [0, 204],
      [1, 204],
      [2, 400],
      ['1', 400],
      [null, 400],
      [0, 204],
    ]) {
      expect(send(`PATCH ${field}/situacoes`, { situacao }).status).toBe(status)
    }
    expect(property(send(`GET ${field}`).data, 'situacao')).toBe(0)
  })

  it('changes by PATCH what it names and nothing else', () => {
    const send = harness()
    const at = `/produtos/fornecedores/${someId(send, '/produtos/fornecedores')}`
    const before = send(`GET ${at}`).data
    send(`PATCH ${at}`, { precoCusto: 3.5 })
    expect(send(`GET ${at}`).data).toEqual({ ...(before as object), precoCusto: 3.5 })
  })

  it('keeps a category in its place when an update names the base fields alone', () => {
    const send = harness()
    const categoriaPai = { id: someId(send, '/categorias/produtos') }
    const id = property(send('POST /categorias/produtos', { descricao: 'Taças', categoriaPai }).data, 'id')
    send(`PUT /categorias/produtos/${id}`, { descricao: 'Copos' })
    expect(send(`GET /categorias/produtos/${id}`).data).toEqual({ id, descricao: 'Copos', categoriaPai })
  })

  it('deletes several, and warns of those that are not there', () => {
    const send = harness()
    const [a, b] = (send('GET /contatos').data as { id: number }[]).map(({ id }) => id)
    expect(send(`DELETE /contatos?idsContatos[]=${a}&idsContatos[]=${b}`).status).toBe(204)
    expect(send(`GET /contatos/${b}`).status).toBe(404)
    expect(send(`DELETE /contatos?idsContatos[]=${a}`).status).toBe(200)
    expect(send('DELETE /contatos').status).toBe(400)
  })

  it('bears witness to a payment with a borderô', () => {
    const send = harness()
    const account = `/contas/receber/${someId(send, '/contas/receber')}`
    expect(
      send(`POST ${account}/baixar`, bodyOf(send, routeById('contas-receber/register-payment') as Route))
        .status,
    ).toBe(204)
    const bordero = (property(send(`GET ${account}`).data, 'borderos') as readonly number[]).at(-1)
    expect(send(`GET /borderos/${bordero}`).status).toBe(200)
    expect(send(`DELETE /borderos/${bordero}`).status).toBe(204)
  })

  it('answers summaries in lists and everything in a single read', () => {
    const send = harness()
    const [first] = send('GET /produtos').data as { id: number }[]
    const whole = send(`GET /produtos/${first?.id}`).data as object
    expect(Object.keys(whole).length).toBeGreaterThan(Object.keys(first ?? {}).length)
    expect(whole).toMatchObject(first ?? {})
  })

  it('has identifiers of eleven digits, the same for the same seed', () => {
    expect(String(someId(harness(), '/produtos'))).toMatch(/^\d{11}$/)
    expect(someId(harness(), '/produtos')).toBe(someId(harness(), '/produtos'))
  })

  it('makes the same of the same requests and seed, the identifiers of parts included', () => {
    const made = () => {
      const send = harness()
      const body = bodyOf(send, routeById('pedidos-vendas/create') as Route)
      const id = property(send('POST /pedidos/vendas', body).data, 'id')
      return send(`GET /pedidos/vendas/${id}`).data as { itens: readonly { id: number }[] }
    }
    const first = made()
    expect(first.itens[0]?.id).toBeGreaterThan(0)
    expect(made()).toEqual(first)
  })

  it('keeps the records of two applications apart', () => {
    const resources = createResources({ seed: 'x', shapes })
    const context = (session: string) => ({
      nowMs: 0,
      session,
      seed: 'x',
      profile: spec,
      path: '/depositos',
      search: '',
      refuse: () => ({ status: 400, headers: [], body: null, delivery: { kind: 'whole' as const } }),
    })
    const request = { method: 'GET', path: '/depositos', headers: [], body: null }
    const before = resources(request, context('a'))?.body
    resources(
      {
        ...request,
        method: 'POST',
        body: bytes.encode('{"descricao":"Novo","situacao":1,"padrao":false,"desconsiderarSaldo":false}'),
      },
      context('b'),
    )
    expect(resources(request, context('a'))?.body).toBe(before)
    expect(resources(request, context('b'))?.body).not.toBe(before)
  })

  it.each(['constructor', 'toString', '__proto__'])('takes a field for one of its own alone: %s', (name) => {
    const send = harness()
    const create = served.find((route) => routeName(route) === 'POST /contatos') as Route
    const given = JSON.stringify(bodyOf(send, create))
    const { status } = send('POST /contatos', given.replace('{', `{"${name}":[{"x":1}],`))
    expect(status).toBe(201)
  })

  it.each([
    ['lists', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['a body that never closes', '['.repeat(100_000)],
    ['a field', `{"nome":${'[{"a":'.repeat(600)}1${'}]'.repeat(600)}}`],
  ])('refuses a body of many levels with 400 and a sentence: %s', (_, body) => {
    for (const route of ['POST /produtos', 'POST /contatos', 'POST /depositos']) {
      const { status, json } = harness()(route, body)
      expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('256 níveis')])
    }
  })

  it('knows no other route', () => {
    expect(harness()('GET /nada').status).toBe(0)
    expect(routeById('homologacao/read')).not.toBeNull()
    expect(harness()('GET /homologacao/produtos').status).toBe(0)
  })
})
