import { isPlainObject } from '../plain-object.js'
import { isUniqueForm, type UniqueForm, uniqueValue } from './unique.js'

/**
 * The form of the sample bodies, which the contract suites send. A body has placeholders for values that only a run knows:
 *
 *     { produto: { id: ref('/produtos') }, codigo: unique('code'), descricao: marked('Caneca lisa') }
 *
 * becomes, with `fillSample`, `{ produto: { id: 16013 }, codigo: 'H4K2…', descricao: 'Caneca lisa [homologa 7f3a]' }`.
 * Bodies are written by hand, because a schema does not know which records a body refers to, nor how two fields depend on
 * each other (a total and its parts). A user's file can override them.
 */

/** A JSON value. */
export type Sample = null | boolean | number | string | readonly Sample[] | { readonly [key: string]: Sample }
export type SampleObject = { readonly [key: string]: Sample }

export function isSampleObject(value: Sample | undefined): value is SampleObject {
  return isPlainObject(value)
}

/** The bodies that are sent to the routes of a collection. */
export interface Resource {
  /** The path of its list. A record's path has one more segment. */
  readonly collection: string
  /** The body of POST. PUT sends it without `createOnly`, and with `change`. */
  readonly body: SampleObject
  /** A body that lacks one of these fields is invalid. */
  readonly required: readonly string[]
  /** Fields that PUT does not send. */
  readonly createOnly: readonly string[]
  /** The fields that PUT and PATCH change. */
  readonly change: SampleObject
  /** The query parameter that lists the records of a DELETE of several records: `idsContatos[]`. */
  readonly deleteManyParameter: string | null
  /** True if a read shows none of the texts that were sent. Then no mark shows which records are the run's own. */
  readonly hidesTexts: boolean
}

/** A resource with defaults for the fields that a table leaves out. */
export function resource(fields: Pick<Resource, 'collection'> & Partial<Resource>): Resource {
  const none = { body: {}, required: [], createOnly: [], change: {}, deleteManyParameter: null }
  return { ...none, hidesTexts: false, ...fields }
}

/**
 * A placeholder for the identifier of a record of another collection, or for a field of that record. A collection without
 * a slash (`embalagem`) has no route in version 3.
 */
export function ref(collection: string, field?: string): Sample {
  return field === undefined ? { $ref: collection } : { $ref: collection, $field: field }
}

/** A placeholder for a value that no other record has, such as a code: see `unique.ts`. */
export function unique(form: UniqueForm): Sample {
  return { $unique: form }
}

/** A placeholder for a text with the run's mark. The record's own name gets the mark anyway; this is for texts in nested objects. */
export function marked(text: string): Sample {
  return { $marked: text }
}

/** The values by which {@link fillSample} replaces placeholders. */
export interface Filling {
  /** Returns the value for a {@link ref}; null leaves the field out. */
  readonly idOf: (collection: string, field: string | null) => Sample | null
  /** Unique values are the same for the same `record` and `mark`. Default: empty. */
  readonly record?: string
  /** The run's mark. Default: empty. */
  readonly mark?: string
}

/** Returns a copy of a sample with values instead of placeholders. */
export function fillSample(value: Sample, filling: Filling): Sample {
  return fill(value, filling, '') ?? null
}

export interface Reference {
  /** The path of the field, without positions in arrays: `parcelas.formaPagamento.id`. */
  readonly path: string
  readonly collection: string
  /** The field of the other record whose value is used; null: its identifier. */
  readonly field: string | null
}

/** The references in a body. */
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
  if (Array.isArray(value)) {
    const items = value.map((item: Sample, i) => fill(item, filling, `${path}.${i}`))
    return items.filter((item) => item !== undefined)
  }
  if (!isSampleObject(value)) return value
  const { $ref, $field, $unique, $marked } = value
  const { idOf, record = '', mark = '' } = filling
  if (typeof $ref === 'string') return idOf($ref, typeof $field === 'string' ? $field : null) ?? undefined
  if (isUniqueForm($unique)) return uniqueValue($unique, `${mark} ${record} ${path}`)
  if (typeof $marked === 'string') return `${$marked} ${mark}`.trim()
  const filled: Record<string, Sample> = {}
  for (const [key, item] of Object.entries(value)) {
    const found = fill(item, filling, `${path}.${key}`)
    if (found !== undefined) filled[key] = found
  }
  // an object that held nothing but references without a value is left out
  return Object.keys(value).length > 0 && Object.keys(filled).length === 0 ? undefined : filled
}
