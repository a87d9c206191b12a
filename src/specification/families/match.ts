import type { Knowledge, Method, Route } from '../route.js'

export interface RouteMatch {
  readonly route: Route
  /** Values of the path's identifiers, percent-decoded, by the names of the template. */
  readonly params: Readonly<Record<string, string>>
}

export interface RouteTable {
  match(method: string, path: string, knowledge?: Knowledge): RouteMatch | null
  methods(path: string, knowledge?: Knowledge): Method[]
}

interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | null
  readonly routes: Map<string, Route>
}

/**
 * A tree of segments. A segment that any route names is never taken for an identifier, whoever knows that route:
 * `/contas/receber/boletos` is no account to the specification either.
 */
export function compile(
  routes: readonly Route[],
  aliases: Readonly<Record<string, string>> = {},
): RouteTable {
  const root = emptyNode()
  for (const route of routes) grow(root, route)
  for (const [alias, name] of Object.entries(aliases)) {
    const node = root.literals.get(name)
    if (node) root.literals.set(alias, node)
  }
  /** Several ask in turn where one request leads. */
  let last: { readonly method: string; readonly path: string; readonly found: RouteMatch | null } | null =
    null

  const find = (method: string, path: string): RouteMatch | null => {
    const values: string[] = []
    const route = descend(root, segmentsOf(path), values)?.routes.get(method)
    return route ? { route, params: paramsOf(route, values) } : null
  }

  return {
    match(method, path, knowledge = 'specification') {
      if (last?.path !== path || last.method !== method) last = { method, path, found: find(method, path) }
      return last.found && isKnown(last.found.route, knowledge) ? last.found : null
    },
    methods(path, knowledge = 'specification') {
      const found = descend(root, segmentsOf(path), [])?.routes.values() ?? []
      return [...found].filter((route) => isKnown(route, knowledge)).map((route) => route.method)
    },
  }
}

function emptyNode(): Node {
  return { literals: new Map(), parameter: null, routes: new Map() }
}

function grow(root: Node, route: Route): void {
  let node = root
  for (const segment of segmentsOf(route.path)) {
    if (segment.startsWith('{')) {
      node.parameter ??= emptyNode()
      node = node.parameter
    } else {
      const next = node.literals.get(segment) ?? emptyNode()
      node.literals.set(segment, next)
      node = next
    }
  }
  node.routes.set(route.method, route)
}

function descend(root: Node, segments: readonly string[], values: string[]): Node | null {
  let node = root
  for (const segment of segments) {
    const literal = node.literals.get(segment)
    if (!literal && segment !== '') values.push(segment)
    const next = literal ?? (segment === '' ? null : node.parameter)
    if (!next) return null
    node = next
  }
  return node
}

/** Whether a route exists for those whose knowledge ends there. */
export function isKnown(route: Route, knowledge: Knowledge): boolean {
  return knowledge === 'document' || route.known === 'specification'
}

function segmentsOf(path: string): string[] {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
  const segments: string[] = []
  for (let from = 1, to = 0; to < end; from = to + 1) {
    const slash = path.indexOf('/', from)
    to = slash < 0 || slash > end ? end : slash
    segments.push(path.slice(from, to))
  }
  return segments
}

const namesOfTemplates = new Map<string, readonly string[]>()

function paramsOf(route: Route, values: readonly string[]): Record<string, string> {
  let names = namesOfTemplates.get(route.path)
  if (!names) {
    names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    namesOfTemplates.set(route.path, names)
  }
  const params: Record<string, string> = {}
  names.forEach((name, i) => {
    params[name] = decoded(values[i] ?? '')
  })
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
