import { asNode, isNode, type Node } from './node.js'

/** Follows references within one document. Never leaves it: what lies elsewhere was refused when it was loaded. */
export interface Resolver {
  /** The node itself, or what its `$ref` finally names; an empty node where that is nothing or itself. */
  follow(value: unknown): Node
  /** Resolves a pointer such as `#/components/schemas/Produto`; undefined if it leads nowhere. */
  at(pointer: string): unknown
}

/** Longest chain of references to references. */
const MAX_HOPS = 32

export function createResolver(root: Node): Resolver {
  const found = new Map<string, unknown>()
  const at = (pointer: string): unknown => {
    if (!found.has(pointer)) found.set(pointer, lookUp(root, pointer))
    return found.get(pointer)
  }
  return {
    at,
    follow(value) {
      let node = asNode(value)
      for (let hops = 0; hops < MAX_HOPS && typeof node.$ref === 'string'; hops++)
        node = asNode(at(node.$ref))
      return typeof node.$ref === 'string' ? {} : node
    },
  }
}

/** The keys of a local pointer; null if it is not a pointer or leaves the document. */
export function pointerKeys(pointer: string): string[] | null {
  if (pointer === '#') return []
  if (!pointer.startsWith('#/')) return null
  return pointer.slice(2).split('/').map(decodeKey)
}

function lookUp(root: Node, pointer: string): unknown {
  let value: unknown = root
  for (const key of pointerKeys(pointer) ?? ['']) {
    if (Array.isArray(value)) value = value[Number(key)]
    else value = isNode(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value
}

function decodeKey(text: string): string {
  let plain = text
  try {
    plain = decodeURIComponent(text)
  } catch {
    // A percent sign without two hex digits is kept.
  }
  return plain.replaceAll('~1', '/').replaceAll('~0', '~')
}
