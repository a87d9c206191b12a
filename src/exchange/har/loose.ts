/**
 * Readers for the JSON of HAR files that other tools wrote. Every field may be missing or of the wrong type, so these functions never throw
 * and return something empty instead.
 */

/** An object of a HAR of which nothing is known. */
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

/** The fields of a form, which a HAR lists under `postData.params`. */
export function readFormFields(data: LooseObject): [string, string][] {
  if (!Array.isArray(data.params)) return []
  return data.params.map((param: unknown) => [asText(asObject(param).name), asText(asObject(param).value)])
}
