/** Readers for JSON of others, in which a field may be missing or of the wrong type: they return something empty then, and never throw. */

/** An object of which nothing is known. */
export type LooseObject = { readonly [name: string]: unknown }

/** An entry of a HAR with its request and its response; empty objects if they are missing. */
export interface EntryParts {
  readonly entry: LooseObject
  readonly request: LooseObject
  readonly response: LooseObject
}

export function asObject(value: unknown): LooseObject {
  return typeof value === 'object' && value !== null ? (value as LooseObject) : {}
}

export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function asNumber(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null
  const parsed = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(parsed) ? parsed : null
}

/** Reads a list such as that of the headers or of a form's fields: `[{"name":"a","value":"b"}]`. */
export function readPairs(list: unknown): [name: string, value: string][] {
  if (!Array.isArray(list)) return []
  return list.map(asObject).map(({ name, value }) => [asText(name), asText(value)])
}
