import type { OutgoingRequest } from '../../client/transport.js'
import { isObject, type Json, parseJson, property, valueIn } from '../../exchange/json.js'
import { bodyText } from '../../exchange/raw.js'
import { markedFields } from '../../rules/harness/own-records.js'
import { isIdentifier, recordsListed } from '../../rules/identifier.js'
import {
  addsRecord,
  collectionListed,
  collectionOf,
  idsNamed,
  isOfOne,
} from '../../specification/collection.js'
import { matchRoute } from '../../specification/find-route.js'
import type { Knowledge, Route } from '../../specification/route.js'
import type { Clues } from './ledger.js'
import { type ReferenceSent, referencesSent } from './references.js'

/** A request as the gate sees it. */
export interface GatedRequest {
  readonly method: string
  readonly route: Route | null
  /** The collection that it adds to; null where it creates nothing. */
  readonly creates: string | null
  /** Keys of the records that it addresses or names: `/contatos/7`. */
  readonly concerns: readonly string[]
  /** Further records that a write names, in its path or its body. */
  readonly refersTo: readonly ReferenceSent[]
  /** The parsed body; undefined if it is missing or not JSON. */
  readonly body: Json | undefined
  /** The key of the record that the request reads; null if it does not read a single record. */
  readonly reads: string | null
  /** What the ledger keeps to recognise a created record later. */
  readonly clues: Clues
}

/** Facts of a contract run that are needed to interpret its requests. */
interface RequestContext {
  readonly baseUrl: string
  readonly knowledge: Knowledge
  /** The text that the run's records carry. */
  readonly mark: string
}

/** @param isWrong whether the request is wrong on purpose */
export function readRequest(
  request: OutgoingRequest,
  isWrong: boolean,
  around: RequestContext,
): GatedRequest {
  const { path, query } = below(request.url, around.baseUrl)
  const { route, params } = matchRoute(request.method, path, around.knowledge) ?? { route: null, params: {} }
  const body = bodyIn(request.body)
  const creates = route === null ? null : collectionCreated(route)
  const concerns = route === null ? [] : concernsOf(route, params, query, body)
  const isRead = route !== null && readsOneRecord(route, params)
  const clues = {
    fields: markedFields(body, around.mark),
    isWrong,
    paidAccount: concerns[0] ?? null,
    isEmpty: typeof body === 'object' && body !== null && Object.keys(body).length === 0,
  }
  const reads = isRead ? (concerns[0] ?? null) : null
  const refersTo = route === null || request.method === 'GET' ? [] : referencesSent(route, params, body)
  return { method: request.method, route, creates, concerns, refersTo, body, reads, clues }
}

/** The JSON of a body. A body that was broken on purpose lacks its closing brace, so it is tried with one. */
function bodyIn(bytes: Uint8Array | null): Json | undefined {
  const text = bodyText(bytes && { bytes })
  return valueIn(parseJson(text)) ?? valueIn(parseJson(`${text}}`))
}

function readsOneRecord(route: Route, params: Readonly<Record<string, string>>): boolean {
  return (
    route.method === 'GET' && isOfOne(route) && Object.values(params).every((id) => id === wellFormed(id))
  )
}

/**
 * Returns the records of a collection that the response to a read shows and that therefore existed before later
 * creates: those of a list, and the borderôs of an account. null if it shows no record. Only
 * `id` is used, because other identifying fields may have the same value in several records.
 */
export function recordsShown(
  { route, reads }: GatedRequest,
  data: Json | undefined,
): { readonly collection: string; readonly ids: readonly string[] } | null {
  const collection = route === null ? null : collectionListed(route)
  if (collection !== null) {
    const ids = (recordsListed(data) ?? []).map((one) => property(one, 'id'))
    return { collection, ids: ids.filter(isIdentifier).map(String) }
  }
  return reads?.startsWith('/contas/') ? { collection: '/borderos', ids: borderosOf(data) } : null
}

/** The borderôs (batches of payments) of an account: identifiers, or objects that hold one. */
export function borderosOf(account: Json | undefined): string[] {
  const listed = property(account, 'borderos')
  const ids = Array.isArray(listed) ? listed.map((one: Json) => property(one, 'id') ?? one) : []
  return ids.filter(isIdentifier).map(String)
}

const madeByActions: Readonly<Record<string, string>> = {
  'pedidos-vendas/issue-nfe': '/nfe',
  'pedidos-vendas/issue-nfce': '/nfce',
  'contas-pagar/register-payment': '/borderos',
  'contas-receber/register-payment': '/borderos',
}

function collectionCreated(route: Route): string | null {
  return addsRecord(route) && route.family !== 'homologacao' ? route.path : (madeByActions[route.id] ?? null)
}

function concernsOf(
  route: Route,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
  body: Json | undefined,
): string[] {
  const [id] = Object.values(params)
  const collection = collectionOf(route)
  if (id !== undefined) return [`${collection}/${wellFormed(id)}`]
  if (route.method === 'GET') return []
  const inBody = Object.entries(isObject(body) ? body : {}).flatMap(([name, ids]) =>
    [ids].flat().map((one) => [name, String(one)] as const),
  )
  return idsNamed([...query, ...inBody]).map((one) => `${collection}/${one}`)
}

/** Suites append `-x` to make an identifier invalid. It concerns the record that it begins with, because a careless service may read it so. */
function wellFormed(id: string): string {
  return id.replace(/-x$/, '')
}

function below(url: string, baseUrl: string): { path: string; query: URLSearchParams } {
  const [address = '', search = ''] = (url.split('#', 1)[0] ?? '').split(/\?(.*)/s)
  const base = baseUrl.replace(/\/+$/, '')
  return {
    path: address.startsWith(base) ? address.slice(base.length) : address,
    query: new URLSearchParams(search),
  }
}
