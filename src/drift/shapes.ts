/** Learns the shapes of responses from exchanges, by route and status. */
import { placeBelow } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import { parseJson } from '../exchange/json.js'
import { matchRoute, routeName } from '../specification/find-route.js'
import { emptyShape, learnValue, type Shape } from './shape.js'

export interface RouteShapes {
  /** How often each status was seen. */
  readonly statuses: Map<number, number>
  /** The shape of the bodies, by success status. */
  readonly bodies: Map<number, Shape>
}

/** By route: `GET /produtos/{idProduto}`. */
export type Shapes = Map<string, RouteShapes>

/** Refusals that depend on the client, the account or the time, and say nothing about the route. */
const statusesUnrelatedToRoute = new Set([401, 403, 407, 408, 425, 429])

export function isUnrelatedToRoute(status: number): boolean {
  return status < 200 || status >= 500 || statusesUnrelatedToRoute.has(status)
}

/** Adds an exchange to the shapes. Exchanges without a route or without a complete response are ignored. */
export function learnExchange(shapes: Shapes, exchange: Exchange, baseUrl: string): void {
  const { response, failure, channel } = exchange
  if (!response || failure || channel !== 'service') return
  const route = routeOf(exchange, baseUrl)
  if (route === null) return
  const { status, body } = response
  const text = body === null ? '' : body.text
  learnResponse(shapes, route, status, body?.flaw ? null : text)
}

/**
 * Adds a response to the shapes. `text` is null if the body could not be read; then nothing is learned. Of other statuses than
 * success only the status is learned, because every route's errors have the same shape.
 */
export function learnResponse(shapes: Shapes, route: string, status: number, text: string | null): void {
  if (isUnrelatedToRoute(status) || text === null) return
  const learned = shapes.get(route) ?? { statuses: new Map(), bodies: new Map() }
  shapes.set(route, learned)
  learned.statuses.set(status, (learned.statuses.get(status) ?? 0) + 1)
  if (status >= 300) return
  const body = parseJson(text)
  if (!body.ok) return
  const shape = learned.bodies.get(status) ?? emptyShape()
  learned.bodies.set(status, shape)
  learnValue(shape, body.value)
}

/** The route of an exchange, such as `GET /produtos/{idProduto}`; null if no route has its address. */
export function routeOf(exchange: Exchange, baseUrl: string): string | null {
  const below = placeBelow(exchange.request.url, baseUrl).below
  const matched = below === null ? null : matchRoute(exchange.request.method, below, 'document')
  return matched ? routeName(matched.route) : null
}
