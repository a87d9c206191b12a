/** Any entry, as others write them: everything may be missing, of another type, or in another case. */
export type Loose = { readonly [name: string]: unknown }

/** The parts of an entry that are read. */
export interface Parts {
  readonly entry: Loose
  readonly request: Loose
  readonly response: Loose
}

export function asLoose(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {}
}

export function text(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function number(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null
  const parsed = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(parsed) ? parsed : null
}

/** The fields of a form, as a body lists them. */
export function paramsOf(data: Loose): [string, string][] {
  if (!Array.isArray(data.params)) return []
  return data.params.map((param: unknown) => [text(asLoose(param).name), text(asLoose(param).value)])
}
