/**
 * The form of a sample resource: what its records look like in the embedded service, and which bodies the contract suites
 * send. The specification shows next to nothing of the fields; these are plausible ones, and a user's file overrides them.
 */

/** A JSON value. */
export type Sample = null | boolean | number | string | readonly Sample[] | { readonly [key: string]: Sample }
export type SampleObject = { readonly [key: string]: Sample }

export type Fields = Readonly<Record<string, readonly [Sample, ...Sample[]]>>

export interface Resource {
  readonly family: string
  /** Path of its list; records lie one segment below. */
  readonly collection: string
  /** Values for each field; the first of each make the sample body. */
  readonly fields: Fields
  /** Without one of these, or with another type, a body is invalid. */
  readonly required: readonly string[]
  /** Fields that a list's record shows beside `id`. */
  readonly summary: readonly string[]
  /** Fields that no create's body names: the service's own. They survive a PUT. */
  readonly own: readonly string[]
  /** Fields that only the create's body names, and that survive a PUT without them. */
  readonly kept: readonly string[]
  /** What PUT or PATCH changes. */
  readonly change: Readonly<Record<string, Sample>>
  /** Query parameter of a list → where the record holds the value. */
  readonly filters: Readonly<Record<string, string>>
  /** Stem of the query parameter of DELETE of several: `idsContatos` in `idsContatos[]=1`. */
  readonly many: string | null
  /** Records that the embedded service starts with. */
  readonly count: number
  readonly idForm: 'integer' | 'text' | 'ulid'
}

type Optional = 'required' | 'own' | 'kept' | 'summary' | 'change' | 'filters' | 'many' | 'count' | 'idForm'

export function resource(rest: Omit<Resource, Optional> & Partial<Pick<Resource, Optional>>): Resource {
  return {
    required: [],
    own: [],
    kept: [],
    summary: [],
    change: {},
    filters: {},
    many: null,
    count: 12,
    idForm: 'integer',
    ...rest,
  }
}

/** Stands for the identifier of a record of another resource. */
export function ref(collection: string): Sample {
  return { $ref: collection }
}

/** A copy in which each {@link ref} is an identifier. `idOf` answers null where none is known; the field is left out. */
export function fillReferences(value: Sample, idOf: (collection: string) => Sample | null): Sample {
  return fill(value, idOf) ?? null
}

/** The collections that a body refers to. */
export function referencesOf(value: Sample): string[] {
  const found = new Set<string>()
  fill(value, (collection) => {
    found.add(collection)
    return null
  })
  return [...found]
}

function fill(value: Sample, idOf: (collection: string) => Sample | null): Sample | undefined {
  if (Array.isArray(value)) return fillArray(value, idOf)
  if (typeof value !== 'object' || value === null) return value
  const object = value as SampleObject
  if (typeof object.$ref === 'string') return idOf(object.$ref) ?? undefined
  const filled: Record<string, Sample> = {}
  for (const [key, item] of Object.entries(object)) {
    const found = fill(item, idOf)
    if (found !== undefined) filled[key] = found
  }
  return Object.keys(object).length > 0 && Object.keys(filled).length === 0 ? undefined : filled
}

function fillArray(items: readonly Sample[], idOf: (collection: string) => Sample | null): Sample[] {
  return items.map((item) => fill(item, idOf)).filter((item): item is Sample => item !== undefined)
}
