/** Finds the route of a request, of an id such as `borderos/read`, or of a family. `routes.ts` has the table. */
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

const routesByKnowledge: Readonly<Record<Knowledge, readonly Route[]>> = {
  specification: all.filter((route) => isKnown(route, 'specification')),
  document: all,
}

/** The routes that the specification names, or all routes if `knowledge` is `document`. */
export function allRoutes(knowledge: Knowledge): readonly Route[] {
  return routesByKnowledge[knowledge]
}

const routesById = new Map(all.map((route) => [route.id, route]))

/** The route of an id such as `borderos/read`, or null. */
export function routeById(id: string): Route | null {
  return routesById.get(id) ?? null
}

export interface RouteMatch {
  readonly route: Route
  /** The path's identifiers, percent-decoded: `{ idBordero: '12' }`. */
  readonly params: Readonly<Record<string, string>>
}

/** A place in the tree of all paths; its children are the next segments of a path. */
interface Node {
  /** By the exact text of the segment: `borderos`. */
  readonly literals: Map<string, Node>
  /** For a segment that is an identifier. */
  parameter: Node | null
  /** The routes that end here, by method, with the names of the identifiers in their path. */
  readonly routes: Map<string, { readonly route: Route; readonly names: readonly string[] }>
}

const root = emptyNode()
for (const route of all) ensureNode(route).routes.set(route.method, { route, names: identifiersIn(route) })
// a table of the specification spells the collection like this
root.literals.set('forma-pagamentos', ensureNode({ path: '/formas-pagamentos' }))

/** `['idProduto']` for `/produtos/{idProduto}`. */
function identifiersIn({ path }: Route): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function emptyNode(): Node {
  return { literals: new Map(), parameter: null, routes: new Map() }
}

/** Returns the node at which a route's path ends, and adds it to the tree if it is missing. */
function ensureNode({ path }: Pick<Route, 'path'>): Node {
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
 * Finds the route of a request, or null if version 3 has no such route. `path` is below the base address and has no
 * query; a trailing slash is tolerated. Routes that only the public document shows are found if `knowledge` is
 * `document`. A segment that some route spells out is never an identifier: `/contas/receber/boletos` is not an account.
 */
export function matchRoute(
  method: string,
  path: string,
  knowledge: Knowledge = 'specification',
): RouteMatch | null {
  const identifiers: string[] = []
  let node = root
  const withoutSlash = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  for (const segment of withoutSlash.slice(1).split('/')) {
    const literal = node.literals.get(segment)
    const next = literal ?? node.parameter
    if (!next || segment === '') return null
    if (!literal) identifiers.push(segment)
    node = next
  }
  const found = node.routes.get(method)
  if (!found || !isKnown(found.route, knowledge)) return null
  const params: Record<string, string> = {}
  for (const [i, name] of found.names.entries()) params[name] = decodeSegment(identifiers[i] ?? '')
  return { route: found.route, params }
}

function isKnown(route: Route, knowledge: Knowledge): boolean {
  return knowledge === 'document' || route.known === 'specification'
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
