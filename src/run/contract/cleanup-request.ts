/** The requests of clean-up, and the routes that it uses. */

import { type Json, parseJson, property, valueIn } from '../../exchange/json.js'
import { bodyText } from '../../exchange/raw.js'
import { segmentOf } from '../../rules/identifier.js'
import { addressesRecord, collectionOf } from '../../specification/collection.js'
import { allRoutes } from '../../specification/find-route.js'
import { type Knowledge, parameterName, type Route, routeName } from '../../specification/route.js'
import { type Account, sendSingleStep } from '../account.js'

interface ShortResponse {
  readonly status: number
  readonly text: string
}

interface CleanupRequest {
  readonly route: Route
  readonly id?: string | null
  readonly query?: Readonly<Record<string, string | number>>
}

/** After so many requests in a row without a response, clean-up sends no more, because each may cost a time-out. */
const MOST_UNANSWERED = 2
/** The number of these requests, which all records of an account share. */
const unanswered = new WeakMap<Account, number>()

/**
 * Sends one request of clean-up; returns null if no complete response came.
 * @throws Error, and sends nothing, if the service has stopped responding or the identifier cannot be part of a path
 */
export async function sendCleanup(
  account: Account,
  { route, id = null, query }: CleanupRequest,
  signal?: AbortSignal,
): Promise<ShortResponse | null> {
  if ((unanswered.get(account) ?? 0) >= MOST_UNANSWERED) throw new Error('the service is silent')
  // without an identifier the route has no placeholder to replace
  const segment = id === null ? '' : segmentOf(id)
  if (segment === null) throw new Error('the identifier fits no address')
  const path = route.path.replace(/\{\w+\}/, segment)
  const step = {
    id: `cleanup/${route.id.replace('/', '-')}`,
    title: routeName(route),
    method: route.method,
    path,
    query: { ...sharedQuery(account, route), ...query },
  }
  const exchanges = await sendSingleStep(account, step, signal)
  for (const { failure } of exchanges)
    unanswered.set(account, failure === null ? 0 : (unanswered.get(account) ?? 0) + 1)
  const { response = null } = exchanges.findLast(({ failure }) => failure === null) ?? {}
  return response && { status: response.status, text: bodyText(response.body) }
}

/**
 * Returns those query parameters of the run (`query` in the ledger's header) that the route takes, by the names that the public
 * document or the specification has for them. Without a shop's parameters an ad (`anuncios`) could not be read or deleted.
 */
function sharedQuery({ gate, ledger }: Account, route: Route): Record<string, string | number> {
  const known = Object.entries(ledger.header.query ?? {}).filter(([name]) => Object.hasOwn(route.query, name))
  return Object.fromEntries(known.map(([name, value]) => [parameterName(route, name, gate.knowledge), value]))
}

/** Returns the `data` of a response's body. */
export function dataIn(text: string): Json | undefined {
  return property(valueIn(parseJson(text)), 'data')
}

/** The routes that list, read and delete the records of a collection. */
export interface RecordRoutes {
  readonly list: Route | null
  readonly read: Route | null
  readonly remove: Route | null
  /** The DELETE of several records, used for one record if the collection has no other. */
  readonly removeMany: Route | null
}

/** @param collection its path, such as `/produtos` */
export function routesOf(collection: string, knowledge: Knowledge): RecordRoutes {
  const isOfAll = (route: Route) => route.path === collection
  const isOfOne = (route: Route) => collectionOf(route) === collection && addressesRecord(route)
  const find = (method: string, isWanted: (route: Route) => boolean) =>
    allRoutes(knowledge).find((route) => route.method === method && isWanted(route)) ?? null
  return {
    list: find('GET', isOfAll),
    read: find('GET', isOfOne),
    remove: find('DELETE', isOfOne),
    removeMany: find('DELETE', isOfAll),
  }
}
