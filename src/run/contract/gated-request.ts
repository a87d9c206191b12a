import type { OutgoingRequest } from '../../client/transport.js'
import { isObject, type Json, parseJson, property, valueIn } from '../../exchange/json.js'
import { bodyText } from '../../exchange/raw.js'
import { markedFields } from '../../rules/harness/own-records.js'
import { isIdentifier, recordsListed } from '../../rules/identifier.js'
import {
  addressesRecord,
  addsRecord,
  collectionOf,
  idsInQuery,
  listedCollection,
} from '../../specification/collection.js'
import { matchRoute } from '../../specification/find-route.js'
import type { Knowledge, Route } from '../../specification/route.js'
import type { Clues } from './ledger.js'
import { type ReferenceSent, referencesSent } from './references.js'

/** A request as the gate looks at it: its route, and the records that it is about. */
export interface GatedRequest {
  readonly method: string
  readonly route: Route | null
  /** The collection to which it adds a record; null if it creates none. */
  readonly creates: string | null
  /** Keys of the records that it reads, changes or deletes: `/contatos/7`. */
  readonly concerns: readonly string[]
  /** Other records that a write refers to, in its path or its body. */
  readonly refersTo: readonly ReferenceSent[]
  /** The parsed body; undefined if it is missing or not JSON. */
  readonly body: Json | undefined
  /** The key of the record that it reads; null if it does not read a single record. */
  readonly reads: string | null
  /** Facts by which the ledger can recognise the created record later. */
  readonly clues: Clues
}

/** Facts of the run that are needed to interpret its requests. */
interface RequestContext {
  readonly baseUrl: string
  readonly knowledge: Knowledge
  /** The mark in the run's records. */
  readonly mark: string
}

/**
 * Finds out which records a request is about.
 * @param isWrong whether the request is wrong on purpose
 */
export function readRequest(
  request: OutgoingRequest,
  isWrong: boolean,
  context: RequestContext,
): GatedRequest {
  const { path, query } = splitUrl(request.url, context.baseUrl)
  const { route, params } = matchRoute(request.method, path, context.knowledge) ?? { route: null, params: {} }
  const body = bodyIn(request.body)
  const creates = route === null ? null : createdCollection(route)
  const concerns = route === null ? [] : concernedRecords(route, params, query, body)
  // made for any request, but used only if it creates a record (`paidAccount` only if that is a borderô)
  const clues = {
    fields: markedFields(body, context.mark),
    isWrong,
    paidAccount: concerns[0] ?? null,
    // suites send `[]` as well as `{}` on purpose
    isEmpty: typeof body === 'object' && body !== null && Object.keys(body).length === 0,
  }
  const reads = route !== null && readsOneRecord(route, params) ? (concerns[0] ?? null) : null
  const refersTo = route === null || request.method === 'GET' ? [] : referencesSent(route, params, body)
  return { method: request.method, route, creates, concerns, refersTo, body, reads, clues }
}

/** Parses a body. One that is broken on purpose lacks its closing brace, so it is tried with another one. */
function bodyIn(bytes: Uint8Array | null): Json | undefined {
  const text = bodyText(bytes && { bytes })
  return valueIn(parseJson(text)) ?? valueIn(parseJson(`${text}}`))
}

/** Whether the request reads a single record, by an identifier that was not made invalid. */
function readsOneRecord(route: Route, params: Readonly<Record<string, string>>): boolean {
  return (
    route.method === 'GET' &&
    addressesRecord(route) &&
    Object.values(params).every((id) => id === wellFormed(id))
  )
}

/**
 * Returns the records that the response to a read shows: those of a list, and the borderôs of an account. They existed
 * before any later create. null if the request is neither. Only `id` counts, because several records may share the value
 * of another field.
 */
export function recordsShown(
  { route, reads }: GatedRequest,
  data: Json | undefined,
): { readonly collection: string; readonly ids: readonly string[] } | null {
  const collection = route === null ? null : listedCollection(route)
  if (collection !== null) {
    const ids = (recordsListed(data) ?? []).map((record) => property(record, 'id'))
    return { collection, ids: ids.filter(isIdentifier).map(String) }
  }
  return reads?.startsWith('/contas/') ? { collection: '/borderos', ids: borderosOf(data) } : null
}

/** Returns the identifiers of the borderôs (batches of payments) of an account. They are listed as ids or as objects. */
export function borderosOf(account: Json | undefined): string[] {
  const listed = property(account, 'borderos')
  const ids = Array.isArray(listed) ? listed.map((bordero: Json) => property(bordero, 'id') ?? bordero) : []
  return ids.filter(isIdentifier).map(String)
}

/** The collections of records that actions create, by the id of the route. */
const createdByActions: Readonly<Record<string, string>> = {
  'pedidos-vendas/issue-nfe': '/nfe',
  'pedidos-vendas/issue-nfce': '/nfce',
  'contas-pagar/register-payment': '/borderos',
  'contas-receber/register-payment': '/borderos',
}

function createdCollection(route: Route): string | null {
  return addsRecord(route) && route.family !== 'homologacao'
    ? route.path
    : (createdByActions[route.id] ?? null)
}

function concernedRecords(
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
    [ids].flat().map((id) => [name, String(id)] as const),
  )
  // a body names several records as a query does: `{ idsContatos: [7, 8] }`; other fields are no identifiers
  return idsInQuery([...query, ...inBody]).map((named) => `${collection}/${named}`)
}

/** Removes the `-x` that suites append to make an identifier invalid. A careless service may read `7-x` as 7, so that record is concerned. */
function wellFormed(id: string): string {
  return id.replace(/-x$/, '')
}

/** Splits a URL into the path below the base address and the query. */
function splitUrl(url: string, baseUrl: string): { path: string; query: URLSearchParams } {
  const [address = '', search = ''] = (url.split('#', 1)[0] ?? '').split(/\?(.*)/s)
  const base = baseUrl.replace(/\/+$/, '')
  return {
    path: address.startsWith(base) ? address.slice(base.length) : address,
    query: new URLSearchParams(search),
  }
}
