/** Any entry, as others write them: everything may be missing, of another type, or in another case. */
export type LooseObject = { readonly [name: string]: unknown }

/** The parts of an entry that are read. */
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

/** The fields of a form, as a body lists them. */
export function readFormFields(data: LooseObject): [string, string][] {
  if (!Array.isArray(data.params)) return []
  return data.params.map((param: unknown) => [asText(asObject(param).name), asText(asObject(param).value)])
}
