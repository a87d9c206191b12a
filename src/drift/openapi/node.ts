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

/** Returns equal texts for equal JSON values, regardless of the order of keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isNode(value)) return JSON.stringify(value) ?? 'null'
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}

/**
 * Numbers JSON values so that equal values get equal numbers, regardless of the order of keys. A value that has a
 * number is not read again inside a larger one.
 */
export function createIdentities(): (value: unknown) => number {
  const byText = new Map<string, number>()
  const byValue = new WeakMap<object, number>()

  function identify(value: unknown): number {
    const known = typeof value === 'object' && value !== null ? byValue.get(value) : undefined
    if (known !== undefined) return known
    const text = textOf(value)
    const identity = byText.get(text) ?? byText.size
    byText.set(text, identity)
    if (typeof value === 'object' && value !== null) byValue.set(value, identity)
    return identity
  }

  function textOf(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(identify).join()}]`
    if (!isNode(value)) return JSON.stringify(value) ?? 'null'
    const keys = Object.keys(value).sort()
    return `{${keys.map((key) => `${JSON.stringify(key)}:${identify(value[key])}`).join()}}`
  }

  return identify
}
