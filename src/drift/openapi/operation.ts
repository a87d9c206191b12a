import { asNode, entriesOf, isNode, listOf, type Node } from './node.js'
import type { Resolver } from './resolver.js'

export interface Operation {
  /** `GET /produtos/{idProduto}` */
  readonly name: string
  readonly method: string
  /** Below the address of the service, which ends in its version: `/produtos` for `/v3/produtos` of a server at `/Api`. */
  readonly path: string
  /** The path with its parameters' names left out: two documents mean the same by `/a/{id}` and `/a/{idA}`. */
  readonly pathKey: string
  readonly node: Node
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

export function listOperations(root: Node, resolver: Resolver): Operation[] {
  return entriesOf(root.paths).flatMap(([path, item]) => {
    if (path.startsWith('x-')) return []
    const pathItem = resolver.follow(item)
    const below = belowVersion(path, pathItem.servers ?? root.servers)
    return methods
      .filter((method) => isNode(pathItem[method]))
      .map((method) => ({
        name: `${method.toUpperCase()} ${below}`,
        method: method.toUpperCase(),
        path: below,
        pathKey: pathKey(below),
        node: asNode(pathItem[method]),
      }))
  })
}

/** The path below the version prefix, however the document splits the address between server and path. */
function belowVersion(path: string, servers: unknown): string {
  const [server] = listOf(servers).map(asNode)
  const url = String(server?.url ?? '').replace(/\{([^}]*)\}/g, (_, name: string) =>
    String(asNode(asNode(server?.variables)[name]).default ?? ''),
  )
  const base = url.replace(/^(?:[\w+.-]+:)?\/\/[^/]*/, '').replace(/\/+$/, '')
  return /\/Api\/v3(\/.*)$/i.exec(base + path)?.[1] ?? path
}

export function pathKey(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/+$/, '$1')
}
