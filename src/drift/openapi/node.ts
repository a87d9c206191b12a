import { isPlainObject } from '../../specification/plain-object.js'

/** A part of an OpenAPI document: what JSON can hold, not yet known to be what it should be. */
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

/** The node's own members; none where it is no object. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isNode(value) ? Object.entries(value) : []
}

/** Equal texts for equal JSON values, whatever the order of keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isNode(value)) return JSON.stringify(value) ?? 'null'
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}
