import { isPlainObject } from '../plain-object.js'

/**
 * The form of a sample: the bodies that the contract suites send. They are written by hand, for a schema knows neither which records a
 * body refers to nor what two fields make together (the sum of the parts, a code that the table of the law has); that each keeps the
 * schemas of its routes is tested. A user's file overrides them.
 */

/** A JSON value. */
export type Sample = null | boolean | number | string | readonly Sample[] | { readonly [key: string]: Sample }
export type SampleObject = { readonly [key: string]: Sample }

export function isSampleObject(value: Sample | undefined): value is SampleObject {
  return isPlainObject(value)
}

/** What is sent to the routes of a collection. */
export interface Resource {
  /** Path of its list; records lie one segment below. */
  readonly collection: string
  /** What POST sends, and PUT but for `kept`. */
  readonly body: SampleObject
  /** Without one of these a body is invalid. */
  readonly required: readonly string[]
  /** Fields that only the create's body names. */
  readonly kept: readonly string[]
  /** What PUT or PATCH changes. */
  readonly change: SampleObject
  /** Stem of the query parameter of DELETE of several: `idsContatos` in `idsContatos[]=1`. */
  readonly many: string | null
  /** Whether its single read shows none of the texts that are sent, so that nobody could tell a record of ours by its mark. */
  readonly showsNoText: boolean
}

type Optional = 'body' | 'required' | 'kept' | 'change' | 'many' | 'showsNoText'

export function resource(rest: Omit<Resource, Optional> & Partial<Pick<Resource, Optional>>): Resource {
  return { body: {}, required: [], kept: [], change: {}, many: null, showsNoText: false, ...rest }
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
  if (!isSampleObject(value)) return value
  if (typeof value.$ref === 'string') return idOf(value.$ref) ?? undefined
  const filled: Record<string, Sample> = {}
  for (const [key, item] of Object.entries(value)) {
    const found = fill(item, idOf)
    if (found !== undefined) filled[key] = found
  }
  return Object.keys(value).length > 0 && Object.keys(filled).length === 0 ? undefined : filled
}

function fillArray(items: readonly Sample[], idOf: (collection: string) => Sample | null): Sample[] {
  return items.map((item) => fill(item, idOf)).filter((item): item is Sample => item !== undefined)
}
