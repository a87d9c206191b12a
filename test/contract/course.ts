import type { Exchange, Header, Intent } from '../../src/exchange/exchange.js'
import { isObject, type Json, parseJson, property } from '../../src/exchange/json.js'
import type { Fault } from '../../src/service/faults/index.js'
import { createResources } from '../../src/service/resources/resources.js'
import { createService, type Service, type ServiceOptions } from '../../src/service/service.js'
import { allRoutes, routeById } from '../../src/specification/find-route.js'
import type { Route } from '../../src/specification/route.js'
import { buildBody } from '../../src/specification/samples/built-body.fixture.js'
import {
  invalidBodies,
  manyParameter,
  resourceOf,
  type Sample,
} from '../../src/specification/samples/index.js'
import { loadShapes } from '../../src/specification/shapes.js'

const shapes = await loadShapes()

export const baseUrl = 'https://api.exemplo.invalid/Api/v3'

const encoder = new TextEncoder()

/**
 * Families in which every fault of the contract shows, and every rule has something to say: by day what a fault is tried on, by night all.
 */
export const tellingFamilies: readonly string[] = [
  ...['anuncios', 'borderos', 'campos-customizados', 'categorias-lojas', 'categorias-produtos', 'contatos'],
  ...['depositos', 'produtos', 'produtos-fornecedores'],
]

/** A client of the embedded service in virtual time that tries every route of the contract, or of some families, and what came of it. */
export function passContract(
  faults: readonly Fault[] = [],
  options: Partial<ServiceOptions> & { count?: number; families?: readonly string[] } = {},
): Exchange[] {
  const seed = options.seed ?? 'contrato'
  const resources = createResources({
    shapes,
    seed,
    ...(options.count === undefined ? {} : { count: options.count }),
  })
  const client = createClient(createService({ invalidateAt: 'never', ...options, seed, resources, faults }))
  const judged = allRoutes('specification').filter(
    ({ namedOnly, family }) =>
      !namedOnly && family !== 'homologacao' && (options.families?.includes(family) ?? true),
  )
  for (const route of judged.filter(({ success, id }) => success.data === 'array' || id === 'anuncios/list'))
    tryList(client, route)
  for (const route of judged.filter((it) => it.method === 'POST' && it.success.data === 'created'))
    tryLife(client, route)
  tryRest(client)
  return client.exchanges
}

type Client = ReturnType<typeof createClient>

function createClient(service: Service) {
  const exchanges: Exchange[] = []
  const sound: Header = ['Authorization', `Bearer ${service.credentials.accessToken}`]

  function send(place: string, body?: unknown, intent?: Intent): { status: number; data: Json | undefined } {
    const [method = '', target = ''] = place.split(' ')
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    const headers: Header[] = intent === 'without-token' ? [] : [sound]
    if (text !== null) headers.push(['Content-Type', 'application/json'])
    const sentAtMs = exchanges.length * 400
    const request = {
      method,
      path: `/Api/v3${target}`,
      headers,
      body: text === null ? null : encoder.encode(text),
    }
    const { status, body: responded, delivery, headers: responseHeaders } = service.respond(request, sentAtMs)
    const isWhole = delivery.kind === 'whole'
    const response = responded === null ? null : String(responded)
    exchanges.push({
      id: `e${exchanges.length + 1}`,
      source: 'run',
      channel: 'service',
      session: null,
      step: 'contract/x',
      gaps: [],
      ...(intent ? { intent } : {}),
      request: {
        method,
        url: baseUrl + target,
        headers,
        body: text === null ? null : { text, sizeBytes: text.length, flaw: null },
      },
      response: isWhole
        ? {
            status,
            headers: responseHeaders,
            body: response === null ? null : { text: response, sizeBytes: response.length, flaw: null },
          }
        : null,
      failure: isWhole ? null : { kind: 'reset', message: 'the connection ended' },
      startedAt: '2026-05-04T10:00:00.000Z',
      sentAtMs,
      respondedAtMs: sentAtMs + 5,
    })
    const json = parseJson(isWhole ? (response ?? '') : '')
    return { status: isWhole ? status : 0, data: json.ok ? property(json.value, 'data') : undefined }
  }

  return { exchanges, send }
}

const unknownId = '99999999999'

function tryList({ send }: Client, route: Route): void {
  const path = filled(send, route.path)
  if (path === null) return
  const first = idsIn(send(`GET ${path}`).data)[0]
  send(`GET ${path}`, undefined, 'without-token')
  const isPaged = route.tabulated
    ? 'pagina' in route.query
    : routeById(`${route.family}/create`)?.path === route.path
  if (isPaged) {
    for (const pagina of [1, 2, 3, 1_000_000]) send(`GET ${path}?pagina=${pagina}&limite=2`)
    send(`GET ${path}?limite=1`)
  }
  if (route.id === 'anuncios/list') {
    for (const situacao of [1, 4]) send(`GET ${path}?situacao=${situacao}`)
    send(`GET ${path}?situacao=9`, undefined, 'invalid')
  }
  if (route.id === 'categorias-lojas/list')
    for (const idLoja of [203456781, 203456782]) send(`GET ${path}?idLoja=${idLoja}`)
  const single = allRoutes('specification').find(
    (it) => it.method === 'GET' && it.path.replace(/\{\w+\}$/, '*') === `${route.path}/*`,
  )
  if (single?.success.data !== 'object') return
  if (first !== undefined) send(`GET ${path}/${first}`)
  send(`GET ${path}/${unknownId}`, undefined, 'unknown-record')
}

function tryLife({ send }: Client, route: Route): void {
  const collection = route.path
  const has = (method: string, tail: string) =>
    allRoutes('specification').find(
      (it) => it.method === method && it.path.replaceAll(/\{\w+\}/g, '*') === `${collection}/*${tail}`,
    )
  for (const { text } of invalidBodies(route.id)) send(`POST ${collection}`, text, 'invalid')
  const body = bodyFor(send, route)
  if (body === undefined) return
  const created = send(`POST ${collection}`, body)
  const id = idOf(created.data)
  if (id === null) return
  const at = `${collection}/${id}`
  send(`GET ${at}`)
  for (const [method, tail] of [
    ['PUT', ''],
    ['PATCH', ''],
    ['PATCH', '/situacoes'],
  ] as const) {
    const change = has(method, tail)
    if (!change?.body) continue
    const target = change.family === 'logisticas' && tail ? null : `${method} ${at}${tail}`
    const full = bodyFor(send, change)
    if (target) send(target, full)
    send(`GET ${at}`)
    const fewer = method === 'PUT' && target ? withoutOptional(change, full) : null
    if (target && fewer) {
      send(target, fewer)
      send(`GET ${at}`)
    }
    for (const { text } of target ? invalidBodies(change.id) : []) send(target ?? '', text, 'invalid')
    send(`${method} ${collection}/${unknownId}${tail}`, bodyFor(send, change), 'unknown-record')
  }
  for (const action of allRoutes('specification').filter(
    (it) => it.method === 'POST' && it.path.startsWith(`${collection}/{`) && !it.body,
  )) {
    const tail = action.path
      .replace(/^.*?\}/, '')
      .replace('{idDeposito}', String(idsIn(send('GET /depositos').data)[0]))
    send(`POST ${at}${tail}`)
    send(`GET ${at}`)
  }
  if (!has('DELETE', '')) return
  send(`DELETE ${at}`)
  send(`GET ${at}`, undefined, 'unknown-record')
  send(`DELETE ${at}`, undefined, 'unknown-record')
  send(`DELETE ${collection}/${unknownId}`, undefined, 'unknown-record')
}

/** What lies beside lists and lives: records without a list, several at once, marketplace categories. */
function tryRest({ send }: Client): void {
  const account = idsIn(send('GET /contas/pagar').data)[0]
  const paid = account === undefined ? undefined : send(`GET /contas/pagar/${account}`).data
  const [bordero] = (property(paid, 'borderos') as readonly Json[] | undefined) ?? []
  if (bordero !== undefined) {
    send(`GET /borderos/${bordero}`)
    send(`DELETE /borderos/${bordero}`)
    send(`GET /borderos/${bordero}`, undefined, 'unknown-record')
  }
  const contact = idOf(send('POST /contatos', bodyFor(send, routeById('contatos/create'))).data)
  send(`POST /contatos/situacoes`, { idsContatos: [contact], situacao: 'I' })
  send(`DELETE /contatos?${manyParameter('contatos/remove-many')}=${contact}`)
  send(`GET /contatos/${contact}`, undefined, 'unknown-record')
  send(`GET /contatos/consumidor-final`)
}

/** The sample body; undefined where the account lacks what it must refer to. */
function bodyFor(send: Client['send'], route: Route | null): unknown {
  if (!route) return undefined
  const built = buildBody(route.id, (collection): Sample | null => {
    if (collection === resourceOf(route.path)?.collection) return null
    return idsIn(send(`GET ${collection}`).data)[0] ?? null
  })
  return built?.missing.length === 0 ? built.body : undefined
}

/** What a PUT must hold, and no more. */
function withoutOptional(route: Route, body: unknown): unknown {
  const required = resourceOf(route.path)?.required ?? []
  if (!isObject(body as Json)) return null
  const kept = Object.entries(body as object).filter(([name]) => required.includes(name))
  return Object.fromEntries(kept)
}

/** A nested list's path with the identifier of its parent; null where there is none. */
function filled(send: Client['send'], path: string): string | null {
  const [before = '', after] = path.split(/\/\{\w+\}/)
  if (after === undefined) return path
  const id = idsIn(send(`GET ${before}`).data)[0]
  return id === undefined ? null : `${before}/${id}${after}`
}

function idsIn(data: Json | undefined): (string | number)[] {
  if (!Array.isArray(data)) return []
  return data
    .map((record: Json) => property(record, 'id'))
    .filter((id) => typeof id === 'string' || typeof id === 'number')
}

function idOf(data: Json | undefined): string | number | null {
  const id = isObject(data) ? data.id : undefined
  return (typeof id === 'number' && id > 0) || typeof id === 'string' ? id : null
}
