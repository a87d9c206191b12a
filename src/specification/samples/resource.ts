import { isPlainObject } from '../plain-object.js'
import { isUniqueForm, type UniqueForm, uniqueValue } from './unique.js'

/**
 * The form of a sample: the bodies that the contract suites send. They are written by hand, because a schema knows
 * neither which records a body refers to nor how two fields depend on each other (a total and its parts, a code from
 * a table of the law). A test proves that each keeps the schemas of its routes. A user's file overrides them.
 */

/** A JSON value. */
export type Sample = null | boolean | number | string | readonly Sample[] | { readonly [key: string]: Sample }
export type SampleObject = { readonly [key: string]: Sample }

export function isSampleObject(value: Sample | undefined): value is SampleObject {
  return isPlainObject(value)
}

/** The bodies that are sent to the routes of a collection. */
export interface Resource {
  /** Path of its list; records lie one segment below. */
  readonly collection: string
  /** The body of POST, and of PUT except for `kept`. */
  readonly body: SampleObject
  /** Without one of these a body is invalid. */
  readonly required: readonly string[]
  /** Fields that only the create's body names. */
  readonly kept: readonly string[]
  /** The fields that PUT or PATCH changes. */
  readonly change: SampleObject
  /** Stem of the query parameter of DELETE of several: `idsContatos` in `idsContatos[]=1`. */
  readonly many: string | null
  /**
   * True if the single read shows none of the texts that were sent. Then our mark cannot show which records are ours.
   */
  readonly showsNoText: boolean
}

type Optional = 'body' | 'required' | 'kept' | 'change' | 'many' | 'showsNoText'

export function resource(rest: Omit<Resource, Optional> & Partial<Pick<Resource, Optional>>): Resource {
  return { body: {}, required: [], kept: [], change: {}, many: null, showsNoText: false, ...rest }
}

/**
 * Stands for the identifier of a record of another collection, or for a field of that record where one is named. A name
 * without a slash is a record that no route of version 3 shows (`embalagem`).
 */
export function ref(collection: string, field?: string): Sample {
  return field === undefined ? { $ref: collection } : { $ref: collection, $field: field }
}

/** Stands for a value that is unique to the run and the record: see `unique.ts`. */
export function unique(form: UniqueForm): Sample {
  return { $unique: form }
}

/** Stands for a text that carries the run's mark. A record's own name gets it anyway; this is for texts within. */
export function named(text: string): Sample {
  return { $named: text }
}

/** Values for {@link ref}, {@link unique} and {@link named}. */
export interface Filling {
  /** null where no such record, or field of it, is known: then the field is left out. */
  readonly idOf: (collection: string, field: string | null) => Sample | null
  /** Makes unique values differ between records of a run. Default: no record. */
  readonly record?: string
  /** Default: none. */
  readonly mark?: string
}

/** A copy with values in the place of {@link ref}, {@link unique} and {@link named}. */
export function fillSample(value: Sample, filling: Filling): Sample {
  return fill(value, filling, '') ?? null
}

export interface Reference {
  /** Names that lead to it, those of places in arrays left out: `parcelas.formaPagamento.id`. */
  readonly path: string
  readonly collection: string
  /** The field of the other record whose value is used; null: its identifier. */
  readonly field: string | null
}

/** The references in a body, in their order. */
export function referencesIn(value: Sample, path = ''): Reference[] {
  if (Array.isArray(value)) return value.flatMap((item: Sample) => referencesIn(item, path))
  if (!isSampleObject(value)) return []
  if (typeof value.$ref === 'string')
    return [{ path, collection: value.$ref, field: typeof value.$field === 'string' ? value.$field : null }]
  return Object.entries(value).flatMap(([key, item]) =>
    referencesIn(item, path === '' ? key : `${path}.${key}`),
  )
}

/** The collections that a body refers to. */
export function referencesOf(value: Sample): string[] {
  return [...new Set(referencesIn(value).map(({ collection }) => collection))]
}

function fill(value: Sample, filling: Filling, path: string): Sample | undefined {
  if (Array.isArray(value)) return fillArray(value, filling, path)
  if (!isSampleObject(value)) return value
  const { $ref, $field, $unique, $named } = value
  const { idOf, record = '', mark = '' } = filling
  if (typeof $ref === 'string') return idOf($ref, typeof $field === 'string' ? $field : null) ?? undefined
  if (isUniqueForm($unique)) return uniqueValue($unique, `${mark} ${record} ${path}`)
  if (typeof $named === 'string') return `${$named} ${mark}`.trim()
  const filled: Record<string, Sample> = {}
  for (const [key, item] of Object.entries(value)) {
    const found = fill(item, filling, `${path}.${key}`)
    if (found !== undefined) filled[key] = found
  }
  return Object.keys(value).length > 0 && Object.keys(filled).length === 0 ? undefined : filled
}

function fillArray(items: readonly Sample[], filling: Filling, path: string): Sample[] {
  return items
    .map((item, i) => fill(item, filling, `${path}.${i}`))
    .filter((item): item is Sample => item !== undefined)
}
