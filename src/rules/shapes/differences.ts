import type { z } from 'zod'
import { isObject, type Json } from '../../exchange/json.js'
import { acceptsOf } from '../../specification/schemas/accepts.js'
import {
  alternatives,
  fieldNamed,
  formOf,
  formsOf,
  type SchemaPath as Path,
  type SchemaPath,
  schemasAt,
} from '../../specification/schemas/form.js'

/**
 * Describes how a value differs from its zod schema, as code and evidence: the path, the expected value and the value
 * that was seen. Positions in arrays become `[]`, so that the same difference in forty records is reported once. It
 * reads schemas by their structure and imports only zod's types, so an import of this file does not load zod.
 */
/** `missing`: required and not there; `type`: of another kind; `value`: of the kind, and not allowed; `unknown`: no such field. */
type Deviation = 'missing' | 'type' | 'value' | 'unknown'

export interface Difference {
  readonly deviation: Deviation
  /** `$.data[].contato.id` */
  readonly path: string
  /** A kind (`integer`, `text`, `one-of 1, 2`), as `fill` translates it. */
  readonly expected: string
  /** A kind and the value where it is short: `text "12"`. */
  readonly seen: string
  readonly places: number
}

type Issue = z.core.$ZodIssue

/** Beyond so many a value is of another shape altogether, and the first ones say so. */
const MOST_DIFFERENCES = 20

/** The differences between a value and its schema, each once. A request need not hold what the service sets itself. */
export function differencesOf(
  schema: z.ZodType,
  value: Json,
  root: string,
  of: 'response' | 'request' = 'response',
): readonly Difference[] {
  if (acceptsOf(schema)(value)) return []
  const { error } = schema.safeParse(value)
  return error ? together(error.issues.flatMap((issue) => fromIssue(issue, { schema, value, root, of }))) : []
}

interface Subject {
  readonly schema: z.ZodType
  readonly value: Json
  readonly root: string
  readonly of: 'response' | 'request'
}

/** Fields that an object holds and its schema does not name. Loose objects take any. */
export function unknownFields(
  schemas: readonly z.ZodType[],
  value: Json,
  root: string,
): readonly Difference[] {
  return together(unknownIn(schemas, value, root))
}

function together(differences: readonly Difference[]): readonly Difference[] {
  const groups = new Map<string, Difference>()
  for (const one of differences) {
    const key = `${one.deviation} ${one.path}`
    const known = groups.get(key)
    groups.set(key, known ? { ...known, places: known.places + one.places } : one)
  }
  return [...groups.values()].slice(0, MOST_DIFFERENCES)
}

function fromIssue(issue: Issue, subject: Subject, above: Path = []): Difference[] {
  const { schema, value, root, of } = subject
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union') {
    const branch = nearest(issue.errors)
    if (branch) return branch.flatMap((one) => fromIssue(one, subject, path))
  }
  const seen = valueAt(value, path)
  // a number larger than a double holds exactly is the affair of whoever reads it
  if (isMasked(seen) || (issue.code === 'too_big' && issue.origin === 'int')) return []
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknown(nameOf([...path, key], root), valueAt(value, [...path, key])))
  const isOfService = () => schemasAt(schema, path).some((one) => one.meta?.()?.readOnly === true)
  if (of === 'request' && seen === undefined && isOfService()) return []
  const isOfType = issue.code === 'invalid_type' || issue.code === 'invalid_union'
  const deviation = seen === undefined ? 'missing' : isOfType ? 'type' : 'value'
  const kind = expectedAt(schema, path)
  // `text` by itself says nothing about the pattern that it must have
  const hasPattern = kind === 'text' && issue.code === 'invalid_format' && issue.pattern
  const expected = hasPattern ? `text ${issue.pattern}` : kind
  return [{ deviation, path: nameOf(path, root), expected, seen: show(seen), places: 1 }]
}

/** The branch of a union that was meant: whose own kind fits, with the fewest differences. */
function nearest(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const fitting = branches.filter((issues) =>
    issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'),
  )
  return [...fitting].sort((a, b) => a.length - b.length)[0] ?? null
}

function unknown(path: string, value: Json | undefined): Difference {
  return { deviation: 'unknown', path, expected: 'nothing', seen: show(value), places: 1 }
}

/** A masked value does not show its original type. */
export function isMasked(value: Json | undefined): boolean {
  return typeof value === 'string' && /\[[a-z_]+#\d+\]/.test(value)
}

function valueAt(value: Json, path: Path): Json | undefined {
  let at: Json | undefined = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Readonly<Record<PropertyKey, Json>>)[key]
  }
  return at
}

function nameOf(path: Path, root: string): string {
  // the name of a parameter that comes several times ends in `[]` as it is
  if (root === '?') return `?${path.filter((key) => typeof key !== 'number').join('.')}`
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[]`
    return /^[\w$]+$/.test(String(key)) ? `${name}.${String(key)}` : `${name}[${JSON.stringify(String(key))}]`
  }, root)
}

/** A value as a finding shows it: its kind, and itself where it is short. */
function show(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'object') return Array.isArray(value) ? 'array' : 'object'
  if (typeof value === 'boolean') return `boolean ${value}`
  if (typeof value === 'number') return `${Number.isInteger(value) ? 'integer' : 'number'} ${value}`
  return `text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value)}`
}

function unknownIn(schemas: readonly z.ZodType[], value: Json, path: string): Difference[] {
  const forms = schemas.flatMap(formsOf)
  if (Array.isArray(value)) {
    const elements = forms.flatMap((form) => (form.kind === 'array' ? form.element : []))
    return value.flatMap((item: Json) => unknownIn(elements, item, `${path}[]`))
  }
  const objects = forms.filter((form) => form.kind === 'object')
  if (!isObject(value) || objects.length === 0) return []
  const isOpen = forms.some(
    (form) => form.kind === 'record' || (form.kind === 'object' && form.beyond !== 'drops'),
  )
  return Object.entries(value).flatMap(([name, inner]) => {
    const below = objects.flatMap(({ fields }) => fieldNamed(fields, name) ?? [])
    if (below.length > 0) return unknownIn(below, inner, nameOf([name], path))
    return isOpen ? [] : [unknown(nameOf([name], path), inner)]
  })
}

/** The values that a schema expects at a path, as kinds that the catalogue translates: `integer / one-of 1, 2`. */
function expectedAt(schema: z.ZodType, path: SchemaPath): string {
  const names = new Set(schemasAt(schema, path).flatMap(alternatives).map(nameOfKind))
  return [...names].join(' / ') || 'something'
}

function nameOfKind(schema: z.ZodType): string {
  const form = formOf(schema)
  switch (form.kind) {
    case 'one-of':
      return `one-of ${form.values.slice(0, 12).map(String).join(', ')}`
    case 'number':
      return form.isWhole ? 'integer' : 'number'
    case 'text': {
      const { format = 'text', minimum } = schema.meta?.() ?? {}
      return minimum === undefined ? String(format) : `${format} ≥ ${minimum}`
    }
    case 'record':
      return 'object'
    default:
      return form.kind === 'other' ? form.name : form.kind
  }
}
