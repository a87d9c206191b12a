import { isPlainObject } from '../../specification/plain-object.js'

/** A part of an OpenAPI document: any JSON, not validated yet. */
export type Node = { readonly [key: string]: unknown }

export function isNode(value: unknown): value is Node {
  return isPlainObject(value)
}

export function asNode(value: unknown): Node {
  return isNode(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The node's own members; empty if it is not an object. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isNode(value) ? Object.entries(value) : []
}

type Path = readonly (string | number)[]

/** A part of a document, and the keys that lead to it. */
interface Part {
  readonly value: unknown
  readonly path: Path
}

/** All parts of a document, in its order. `enters`: whether what stands under a key is visited, too. */
export function* partsOf(
  root: unknown,
  enters: (key: string | number, path: Path) => boolean = () => true,
): Generator<Part, void> {
  const open: Part[] = [{ value: root, path: [] }]
  for (let part = open.pop(); part; part = open.pop()) {
    yield part
    const { value, path } = part
    if (typeof value !== 'object' || value === null) continue
    const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
    for (const [key, child] of entries.reverse())
      if (enters(key, path)) open.push({ value: child, path: [...path, key] })
  }
}

/** Whether it holds of any part of the document. */
export function someNode(root: unknown, holds: (node: Node) => boolean): boolean {
  for (const { value } of partsOf(root)) if (isNode(value) && holds(value)) return true
  return false
}
