import { keysOf } from './plain-object.js'
import type { Knowledge, Route } from './route.js'
import { type Family, families } from './routes.js'

export { routeName } from './route.js'
export { type Family, families } from './routes.js'

export const familyNames = keysOf(families)

export function isFamily(name: string): name is Family {
  return Object.hasOwn(families, name)
}

const all: readonly Route[] = Object.values(families).flat()

const routesKnown: Readonly<Record<Knowledge, readonly Route[]>> = {
  specification: all.filter((route) => isKnown(route, 'specification')),
  document: all,
}

/** Every route that version 3 names, in the order of the families; with those of the public document where it is known. */
export function allRoutes(knowledge: Knowledge): readonly Route[] {
  return routesKnown[knowledge]
}

const routesById = new Map(all.map((route) => [route.id, route]))

/** The route of an id such as `borderos/read`, or null. */
export function routeById(id: string): Route | null {
  return routesById.get(id) ?? null
}

export interface RouteMatch {
  readonly route: Route
  /** Values of the path's identifiers, percent-decoded, by the names of the template. */
  readonly params: Readonly<Record<string, string>>
}

interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | null
  /** Routes by their method, with the names of the identifiers in their path. */
  readonly routes: Map<string, { readonly route: Route; readonly names: readonly string[] }>
}

const root = emptyNode()
for (const route of all) leafOf(route).routes.set(route.method, { route, names: identifiersIn(route) })
root.literals.set('forma-pagamentos', leafOf({ path: '/formas-pagamentos' }))

/** `['idProduto']` for `/produtos/{idProduto}`. */
function identifiersIn({ path }: Route): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function emptyNode(): Node {
  return { literals: new Map(), parameter: null, routes: new Map() }
}

/** Returns the node of a route's template; it is made if it does not exist. */
function leafOf({ path }: Pick<Route, 'path'>): Node {
  let node = root
  for (const segment of path.slice(1).split('/')) {
    const next = segment.startsWith('{') ? node.parameter : node.literals.get(segment)
    const child = next ?? emptyNode()
    if (segment.startsWith('{')) node.parameter = child
    else node.literals.set(segment, child)
    node = child
  }
  return node
}

/**
 * Finds the route that a request addresses, with its path identifiers percent-decoded; null if version 3 has no such
 * route. `path` is below the base address and has no query; a trailing slash is tolerated. Routes that only the
 * public document shows are found if `knowledge` is `document`. A segment that any route names is never read as an
 * identifier: `/contas/receber/boletos` is not an account, whatever the knowledge.
 */
export function matchRoute(
  method: string,
  path: string,
  knowledge: Knowledge = 'specification',
): RouteMatch | null {
  const values: string[] = []
  let node: Node | null = root
  const isClosed = path.length > 1 && path.endsWith('/')
  for (const segment of path.slice(1, isClosed ? -1 : undefined).split('/')) {
    const literal: Node | undefined = node.literals.get(segment)
    if (!literal) values.push(segment)
    node = literal ?? (segment === '' ? null : node.parameter)
    if (!node) return null
  }
  const found = node.routes.get(method)
  if (!found || !isKnown(found.route, knowledge)) return null
  const params: Record<string, string> = {}
  for (const [i, name] of found.names.entries()) params[name] = decoded(values[i] ?? '')
  return { route: found.route, params }
}

/** Whether a route exists for those whose knowledge ends there. */
function isKnown(route: Route, knowledge: Knowledge): boolean {
  return knowledge === 'document' || route.known === 'specification'
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
