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

/** A part that a walk has come to, and from where. */
export interface Visit {
  readonly value: unknown
  readonly key: string | number
  readonly above: Visit | null
}

export function keysOf(visit: Visit): (string | number)[] {
  const keys: (string | number)[] = []
  for (let at: Visit | null = visit; at?.above; at = at.above) keys.push(at.key)
  return keys.reverse()
}

/** Whether it holds of any part of the document. */
export function someNode(root: unknown, holds: (node: Node) => boolean): boolean {
  const open: unknown[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (isNode(value) && holds(value)) return true
    for (const child of Object.values(value)) open.push(child)
  }
  return false
}
