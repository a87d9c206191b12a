import type { Method, Route } from '../route.js'

export interface RouteMatch {
  readonly route: Route
  /** Values of the path's identifiers, percent-decoded, by the names of the template. */
  readonly params: Readonly<Record<string, string>>
}

export interface RouteTable {
  match(method: string, path: string): RouteMatch | null
  methods(path: string): Method[]
}

interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | null
  readonly routes: Map<string, Route>
}

/** A tree of segments: literal ones win over identifiers, and a dead end falls back to the identifier beside it. */
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
  return {
    match(method, path) {
      const values: string[] = []
      const route = descend(root, segmentsOf(path), 0, values)?.routes.get(method)
      return route ? { route, params: paramsOf(route, values) } : null
    },
    methods(path) {
      const node = descend(root, segmentsOf(path), 0, [])
      return node ? ([...node.routes.keys()] as Method[]) : []
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

function descend(node: Node, segments: readonly string[], depth: number, values: string[]): Node | null {
  const segment = segments[depth]
  if (segment === undefined) return node.routes.size > 0 ? node : null
  const literal = node.literals.get(segment)
  const found = literal ? descend(literal, segments, depth + 1, values) : null
  if (found || !node.parameter || segment === '') return found
  values.push(segment)
  const below = descend(node.parameter, segments, depth + 1, values)
  if (!below) values.pop()
  return below
}

function segmentsOf(path: string): string[] {
  const end = path.length > 1 && path.endsWith('/') ? -1 : undefined
  return path.slice(1, end).split('/')
}

const namesOfTemplates = new Map<string, readonly string[]>()

function paramsOf(route: Route, values: readonly string[]): Record<string, string> {
  let names = namesOfTemplates.get(route.path)
  if (!names) {
    names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    namesOfTemplates.set(route.path, names)
  }
  const params: Record<string, string> = {}
  for (const [i, name] of names.entries()) params[name] = decoded(values[i] ?? '')
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
