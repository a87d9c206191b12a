import type { OutgoingRequest } from '../../client/transport.js'
import { isObject, type Json, parseJson, valueIn } from '../../exchange/json.js'
import { collectionListed, collectionOf } from '../../specification/collection.js'
import { matchRoute } from '../../specification/families/index.js'
import type { Knowledge, Route } from '../../specification/route.js'
import type { Clues } from './ledger.js'
import { isOfOne } from './record-routes.js'

/** A request as the gate sees it. */
export interface Passage {
  readonly method: string
  readonly route: Route | null
  /** The collection that it adds to; null where it creates nothing. */
  readonly creates: string | null
  /** The collection that it lists; null where it is no list, or where nothing may be created anyway. */
  readonly lists: string | null
  /** Keys of the records that it addresses or names: `/contatos/7`. */
  readonly concerns: readonly string[]
  /** The key of the record that it reads; null where it is no read of one. */
  readonly reads: string | null
  readonly isMarked: boolean
  readonly clues: Clues
}

/** What a contract run's requests are read by. */
interface Around {
  readonly baseUrl: string
  readonly knowledge: Knowledge
  /** What the run's records are known by. */
  readonly mark: string
  /** Whether what is created stays until it is deleted. */
  readonly mayCreate: boolean
}

export function passageOf(request: OutgoingRequest, around: Around): Passage {
  const { path, query } = below(request.url, around.baseUrl)
  const matched = matchRoute(request.method, path, around.knowledge)
  const route = matched?.route ?? null
  const creates = route === null ? null : collectionCreated(route)
  const concerns = route && matched ? concernsOf(route, matched.params, query, request.body) : []
  const mark = asJson(around.mark)
  const isMarked = creates !== null && textOfBytes(request.body).includes(mark)
  const clues = creates === null ? {} : cluesIn(request.body, mark)
  const lists = route === null || !around.mayCreate ? null : collectionListed(route)
  const reads = route && matched && isReadOf(route, matched.params) ? (concerns[0] ?? null) : null
  return { method: request.method, route, creates, lists, concerns, reads, isMarked, clues }
}

function isReadOf(route: Route, params: Readonly<Record<string, string>>): boolean {
  return (
    route.method === 'GET' && isOfOne(route) && Object.values(params).every((id) => id === wellFormed(id))
  )
}

function cluesIn(body: Uint8Array | null, mark: string): Clues {
  const text = textOfBytes(body)
  // a body that is broken on purpose lacks its end
  const value = valueIn(parseJson(text)) ?? valueIn(parseJson(`${text}}`))
  if (typeof value !== 'object' || value === null) return { field: null, empty: false }
  const field = markedFields(value, mark)?.join('.') ?? null
  return { field, empty: Object.keys(value).length === 0 }
}

/** The names that lead to the text with the mark; lists are passed over. */
function markedFields(value: Json, mark: string): readonly string[] | null {
  if (typeof value === 'string') return asJson(value).includes(mark) ? [] : null
  for (const [name, inner] of typeof value === 'object' && value !== null ? Object.entries(value) : []) {
    const below = markedFields(inner as Json, mark)
    if (below !== null) return Array.isArray(value) ? below : [name, ...below]
  }
  return null
}

/** POST to a collection. What an action on a record creates belongs to that record. */
export function isCreate(route: Route | null): boolean {
  return (
    route !== null && route.method === 'POST' && route.success.data === 'created' && !route.path.includes('{')
  )
}

const issued: Readonly<Record<string, string>> = {
  'pedidos-vendas/issue-nfe': '/nfe',
  'pedidos-vendas/issue-nfce': '/nfce',
}

function collectionCreated(route: Route): string | null {
  return isCreate(route) && route.family !== 'homologacao' ? route.path : (issued[route.id] ?? null)
}

function concernsOf(
  route: Route,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
  body: Uint8Array | null,
): string[] {
  const [id] = Object.values(params)
  const collection = collectionOf(route)
  if (id !== undefined) return [`${collection}/${wellFormed(id)}`]
  if (route.method === 'GET') return []
  return [...idsInQuery(query), ...idsInBody(body)].map((one) => `${collection}/${one}`)
}

/** An identifier spoilt on purpose concerns the record that it begins with: a careless service may read it so. */
function wellFormed(id: string): string {
  return id.replace(/-x$/, '')
}

function idsInQuery(query: URLSearchParams): string[] {
  return [...query].filter(([name]) => /^ids/.test(name)).flatMap(([, value]) => value.split(','))
}

function idsInBody(body: Uint8Array | null): string[] {
  const parsed = body === null ? null : parseJson(textOfBytes(body))
  if (!parsed?.ok || !isObject(parsed.value)) return []
  return Object.entries(parsed.value)
    .filter(([name]) => /^ids/.test(name))
    .flatMap(([, ids]) => (Array.isArray(ids) ? ids.map(String) : [String(ids)]))
}

function below(url: string, baseUrl: string): { path: string; query: URLSearchParams } {
  const [address = '', search = ''] = (url.split('#', 1)[0] ?? '').split(/\?(.*)/s)
  const base = baseUrl.replace(/\/+$/, '')
  return {
    path: address.startsWith(base) ? address.slice(base.length) : address,
    query: new URLSearchParams(search),
  }
}

/** Empty where there is none. */
export function textOfBytes(bytes: Uint8Array | null): string {
  return bytes === null ? '' : Buffer.from(bytes).toString('utf8')
}

/** As a JSON text would hold it, without its quotes. */
export function asJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
