import type { Knowledge, Route } from './route.js'

export interface RouteMatch {
  readonly route: Route
  /** Values of the path's identifiers, percent-decoded, by the names of the template. */
  readonly params: Readonly<Record<string, string>>
}

export type MatchRoute = (method: string, path: string, knowledge?: Knowledge) => RouteMatch | null

interface Node {
  /** Literal segments by their length, so that a path is compared in place without being split. */
  readonly literals: Literal[][]
  parameter: Node | null
  readonly routes: Map<string, Route>
}

interface Literal {
  readonly name: string
  readonly node: Node
}

/**
 * Builds a tree of segments. A segment that any route names is never read as an identifier, whatever the knowledge:
 * `/contas/receber/boletos` is not an account for the specification either.
 */
export function compile(routes: readonly Route[], aliases: Readonly<Record<string, string>>): MatchRoute {
  const root = emptyNode()
  for (const route of routes) grow(root, route)
  for (const [alias, name] of Object.entries(aliases)) {
    const node = literalAt(root, name, 0, name.length)
    if (node) addLiteral(root, alias, node)
  }
  return (method, path, knowledge = 'specification') => {
    const values: string[] = []
    const route = descend(root, path, values)?.routes.get(method)
    return route && isKnown(route, knowledge) ? { route, params: paramsOf(route, values) } : null
  }
}

function emptyNode(): Node {
  return { literals: [], parameter: null, routes: new Map() }
}

function grow(root: Node, route: Route): void {
  let node = root
  for (const segment of route.path.slice(1).split('/')) {
    if (segment.startsWith('{')) {
      node.parameter ??= emptyNode()
      node = node.parameter
    } else node = literalAt(node, segment, 0, segment.length) ?? addLiteral(node, segment, emptyNode())
  }
  node.routes.set(route.method, route)
}

function addLiteral({ literals }: Node, name: string, node: Node): Node {
  literals[name.length] = [...(literals[name.length] ?? []), { name, node }]
  return node
}

function literalAt({ literals }: Node, path: string, from: number, to: number): Node | null {
  for (const { name, node } of literals[to - from] ?? none) if (path.startsWith(name, from)) return node
  return null
}

const none: readonly Literal[] = []

function descend(root: Node, path: string, values: string[]): Node | null {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
  let node = root
  let count = 0
  for (let from = 1, to = 0; to < end; from = to + 1) {
    const slash = path.indexOf('/', from)
    to = slash < 0 || slash > end ? end : slash
    const literal = literalAt(node, path, from, to)
    const next = literal ?? (to > from ? node.parameter : null)
    if (!next) return null
    if (!literal) values[count++] = path.slice(from, to)
    node = next
  }
  return node
}

/** Whether a route exists for those whose knowledge ends there. */
export function isKnown(route: Route, knowledge: Knowledge): boolean {
  return knowledge === 'document' || route.known === 'specification'
}

const namesOfTemplates = new Map<string, readonly string[]>()

function paramsOf(route: Route, values: readonly string[]): Record<string, string> {
  let names = namesOfTemplates.get(route.path)
  if (!names) {
    names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    namesOfTemplates.set(route.path, names)
  }
  const params: Record<string, string> = {}
  let i = 0
  for (const name of names) params[name] = decoded(values[i++] ?? '')
  return params
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
