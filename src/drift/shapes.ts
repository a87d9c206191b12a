import { placeBelow } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import { parseJson } from '../exchange/json.js'
import { matchRoute, routeName } from '../specification/find-route.js'
import { type Budget, emptyShape, learn, MAX_NODES, type Shape } from './shape.js'

export interface RouteShapes {
  readonly statuses: Map<number, number>
  readonly bodies: Map<number, Shape>
}

/** Shapes of responses, by route. */
export type Shapes = Map<string, RouteShapes>

/** Statuses that say something of the client, the account or the hour, and nothing of the route's contract. */
const circumstantial = new Set([401, 403, 407, 408, 425, 429])

export function isCircumstantial(status: number): boolean {
  return status < 200 || status >= 500 || circumstantial.has(status)
}

const budgets = new WeakMap<Shape, Budget>()

/** Teaches the shapes one exchange; those of no route, without a whole response or about circumstances teach nothing. */
export function learnExchange(shapes: Shapes, exchange: Exchange, baseUrl: string): void {
  const { response, failure, channel } = exchange
  if (!response || failure || channel !== 'service') return
  const route = routeOf(exchange, baseUrl)
  const { flaw = null, text = '' } = response.body ?? {}
  if (route !== null) learnResponse(shapes, route, response.status, flaw ? null : text)
}

/** The same for a response whose route is known. `text`: null where the body could not be read. */
export function learnResponse(shapes: Shapes, route: string, status: number, text: string | null): void {
  if (isCircumstantial(status) || text === null) return
  const learned = shapes.get(route) ?? { statuses: new Map(), bodies: new Map() }
  shapes.set(route, learned)
  learned.statuses.set(status, (learned.statuses.get(status) ?? 0) + 1)
  if (status >= 300) return
  const body = parseJson(text)
  if (!body.ok) return
  const shape = learned.bodies.get(status) ?? emptyShape()
  learned.bodies.set(status, shape)
  const budget = budgets.get(shape) ?? { left: MAX_NODES }
  budgets.set(shape, budget)
  learn(shape, body.value, budget)
}

/** The route template of an exchange, or null if no route has its address. */
export function routeOf(exchange: Exchange, baseUrl: string): string | null {
  const below = placeBelow(exchange.request.url, baseUrl).below
  const matched = below === null ? null : matchRoute(exchange.request.method, below, 'document')
  return matched ? routeName(matched.route) : null
}
