import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OtherService {
  readonly baseUrl: string
  readonly token: string
  /** `GET /contatos?limite=2`, in order of arrival. */
  readonly log: string[]
  /** Texts of all records there are. */
  records(): string[]
  close(): Promise<void>
}

type Fields = Record<string, unknown>

/**
 * For tests: a service of another make that keeps the specification. It shares no code with the embedded one, knows fewer
 * resources, lists newest first, pads its records, and words its errors in its own way.
 */
export async function startOtherService(): Promise<OtherService> {
  const token = 'other-token'
  const log: string[] = []
  const stores = new Map(collections.map((path) => [path, seeded(path)]))
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const target = (request.url ?? '').replace(/^\/Api\/v3/, '')
      log.push(`${request.method} ${target}`)
      const isKnown = request.headers.authorization === `Bearer ${token}`
      const body = Buffer.concat(parts).toString()
      const [status, sent] = isKnown
        ? respondTo(request.method ?? '', target, body, stores)
        : ([401, { codigo: 401, mensagem: 'Não autorizado' }] as const)
      response.writeHead(
        status,
        sent === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' },
      )
      response.end(sent === undefined ? undefined : JSON.stringify(sent, null, 1))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/Api/v3`,
    token,
    log,
    records: () =>
      [...stores.values()].flatMap((store) => [...store.values()].map((record) => JSON.stringify(record))),
    close: () => closed(server),
  }
}

const collections = [
  '/contatos',
  '/produtos',
  '/depositos',
  '/categorias/produtos',
  '/categorias/lojas',
  '/contas/pagar',
  '/formas-pagamentos',
  '/campos-customizados',
  '/pedidos/compras',
]

const statics: Readonly<Record<string, readonly Fields[]>> = {
  '/campos-customizados/modulos': [{ id: 98309, nome: 'Produtos' }],
  '/campos-customizados/tipos': [{ id: 1, nome: 'Texto' }],
  '/contatos/tipos': [{ id: 5, descricao: 'Cliente' }],
  '/empresas': [{ id: 'c1', nome: 'Outra Casa Ltda' }],
}

type Store = Map<number, Fields>
type Responded = readonly [status: number, response?: unknown]

let nextId = 7_000_000

function seeded(path: string): Store {
  const store: Store = new Map()
  for (let i = 0; i < 7; i++) {
    const id = nextId++
    const own =
      path === '/categorias/lojas'
        ? {
            loja: { id: 10 + (i % 2) },
            categoriaProduto: { id: 20 + i },
            idCategoriaProdutoPai: 30 + (i % 2),
          }
        : {}
    const kind = path === '/campos-customizados' ? { situacao: i % 2 } : {}
    store.set(id, { id, nome: `Registro ${i}`, descricao: `Descrição ${i}`, ativo: true, ...own, ...kind })
  }
  return store
}

const notFound: Responded = [404, { codigo: 404, mensagem: 'Não encontrado', detalhes: null }]
const invalid: Responded = [400, { codigo: 400, mensagem: 'Requisição inválida', detalhes: ['corpo'] }]

function respondTo(method: string, target: string, body: string, stores: Map<string, Store>): Responded {
  const [path = '', search = ''] = target.split('?')
  const query = new URLSearchParams(search)
  const fixed = statics[path]
  if (path === '/contatos/consumidor-final') return [200, { data: { id: 3, nome: 'Consumidor' } }]
  if (fixed && method === 'GET') return [200, { data: fixed }]
  if (/^\/campos-customizados\/modulos\/\d+$/.test(path))
    return [200, { data: page([...(stores.get('/campos-customizados')?.values() ?? [])], query) }]
  const several = /^(\/contatos|\/produtos)\/situacoes$/.exec(path)
  if (several && method === 'POST') return objectIn(body) ? [200, { data: { alterados: 1 } }] : invalid
  const collection = collections.find((one) => path === one || path.startsWith(`${one}/`))
  const store = collection && stores.get(collection)
  if (!collection || !store) return notFound
  const rest = path.slice(collection.length + 1).split('/')
  if (path === collection) return onCollection(method, collection, store, query, body)
  const record = store.get(Number(rest[0]))
  if (!record || !/^\d+$/.test(rest[0] ?? '')) return notFound
  if (rest.length > 1) return onSituation(method, rest, collection, record, body)
  return onRecord(method, collection, store, record, body)
}

function onCollection(
  method: string,
  collection: string,
  store: Store,
  query: URLSearchParams,
  body: string,
): Responded {
  if (method === 'GET') return [200, { data: page(filtered([...store.values()], query), query) }]
  if (method !== 'POST') return notFound
  const fields = objectIn(body)
  if (!fields || Object.keys(fields).length === 0) return invalid
  const id = nextId++
  store.set(id, { id, criadoEm: '2026-05-04T10:00:00', ...fields })
  return [201, { data: collection === '/campos-customizados' ? store.get(id) : { id } }]
}

function onRecord(method: string, collection: string, store: Store, record: Fields, body: string): Responded {
  const id = Number(record.id)
  if (method === 'GET') return [200, { data: { ...record, observacaoInterna: null } }]
  if (method === 'DELETE' && collection !== '/depositos') {
    store.delete(id)
    return [204]
  }
  const fields = objectIn(body)
  if (method !== 'PUT' || !fields || Object.keys(fields).length === 0)
    return method === 'PUT' ? invalid : notFound
  const kept = 'situacao' in record ? { situacao: record.situacao } : {}
  store.set(id, { id, criadoEm: '2026-05-04T10:00:00', ...kept, ...fields })
  return collection === '/campos-customizados' ? [200, { data: { id } }] : [204]
}

function onSituation(
  method: string,
  rest: readonly string[],
  collection: string,
  record: Fields,
  body: string,
): Responded {
  if (rest[1] === 'tipos') return [200, { data: statics['/contatos/tipos'] }]
  const fields = objectIn(body)
  if (method !== 'PATCH' || rest[1] !== 'situacoes') return notFound
  const isCustom = collection === '/campos-customizados'
  if (!fields || (isCustom && fields.situacao !== 0 && fields.situacao !== 1)) return invalid
  record.situacao = fields.situacao
  return [204]
}

function objectIn(body: string): Fields | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
  } catch {
    return null
  }
}

function filtered(records: Fields[], query: URLSearchParams): Fields[] {
  const idLoja = query.get('idLoja')
  const idCategoria = query.get('idCategoriaProduto')
  const idPai = query.get('idCategoriaProdutoPai')
  const idOf = (value: unknown) => String((value as { id?: unknown } | undefined)?.id)
  return records.filter(
    ({ loja, categoriaProduto, idCategoriaProdutoPai }) =>
      (idLoja === null || idOf(loja) === idLoja) &&
      (idCategoria === null || idOf(categoriaProduto) === idCategoria) &&
      (idPai === null || String(idCategoriaProdutoPai) === idPai),
  )
}

const summaryFields = 'id nome descricao situacao loja categoriaProduto idCategoriaProdutoPai'.split(' ')

/** Newest first, twenty a page; a summary has half the fields. */
function page(records: Fields[], query: URLSearchParams): Fields[] {
  const limit = Number(query.get('limite') ?? 20)
  const from = (Number(query.get('pagina') ?? 1) - 1) * limit
  const newest = [...records].sort((a, b) => Number(b.id) - Number(a.id))
  const summaryOf = (record: Fields) => Object.fromEntries(summaryFields.map((name) => [name, record[name]]))
  return newest.slice(from, from + limit).map(summaryOf)
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
