import { asNode, entriesOf, isNode, listOf, type Node } from './node.js'
import type { Resolver } from './resolver.js'

/** One operation of a document, with what it inherits from its path and from the document. */
export interface Operation {
  /** `GET /produtos/{idProduto}` */
  readonly name: string
  readonly method: string
  /** Below the address of the service, which ends in its version: `/produtos` for `/v3/produtos` of a server at `/Api`. */
  readonly path: string
  /** The path with its parameters' names left out: two documents mean the same by `/a/{id}` and `/a/{idA}`. */
  readonly pathKey: string
  readonly node: Node
  /** By `in` and name; path parameters by their position. */
  readonly parameters: ReadonlyMap<string, Parameter>
}

export interface Parameter {
  /** `query pagina`, `path {}` and its number. */
  readonly key: string
  readonly in: string
  readonly name: string
  readonly node: Node
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Headers that OpenAPI says are no parameters. */
const notParameters = new Set(['accept', 'content-type', 'authorization'])

export function listOperations(root: Node, resolver: Resolver): Operation[] {
  return entriesOf(root.paths).flatMap(([path, item]) => {
    if (path.startsWith('x-')) return []
    const pathItem = resolver.follow(item)
    const below = belowVersion(path, pathItem.servers ?? root.servers)
    return methods
      .filter((method) => isNode(pathItem[method]))
      .map((method) => operation({ method, path: below, pathItem }, resolver))
  })
}

/** Where a document splits the address is its own affair. */
function belowVersion(path: string, servers: unknown): string {
  const [server] = listOf(servers).map(asNode)
  const url = String(server?.url ?? '').replace(/\{([^}]*)\}/g, (_, name: string) =>
    String(asNode(asNode(server?.variables)[name]).default ?? ''),
  )
  const base = url.replace(/^(?:[\w+.-]+:)?\/\/[^/]*/, '').replace(/\/+$/, '')
  return /\/Api\/v3(\/.*)$/i.exec(base + path)?.[1] ?? path
}

interface Written {
  readonly method: string
  readonly path: string
  readonly pathItem: Node
}

function operation({ method, path, pathItem }: Written, resolver: Resolver): Operation {
  const node = asNode(pathItem[method])
  const inherited = listOf(pathItem.parameters)
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    pathKey: pathKey(path),
    node,
    parameters: parametersOf([...inherited, ...listOf(node.parameters)], path, resolver),
  }
}

export function pathKey(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/+$/, '$1')
}

function parametersOf(
  values: readonly unknown[],
  path: string,
  resolver: Resolver,
): ReadonlyMap<string, Parameter> {
  const places = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  const parameters = new Map<string, Parameter>()
  for (const value of values) {
    const node = resolver.follow(value)
    const name = typeof node.name === 'string' ? node.name : ''
    const where = typeof node.in === 'string' ? node.in : ''
    if (name === '' || (where === 'header' && notParameters.has(name.toLowerCase()))) continue
    const position = places.indexOf(name)
    const label = where === 'header' ? name.toLowerCase() : name
    const key = where === 'path' && position >= 0 ? `path {} ${position + 1}` : `${where} ${label}`
    parameters.set(key, { key, in: where, name, node })
  }
  return parameters
}
