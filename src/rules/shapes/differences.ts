import type { z } from 'zod'
import { isObject, type Json } from '../../exchange/json.js'
import { acceptsOf } from '../../specification/schemas/accepts.js'
import {
  alternatives,
  fieldNamed,
  formOf,
  formsOf,
  type SchemaPath,
  schemasAt,
} from '../../specification/schemas/form.js'

/**
 * Describes how a value differs from its zod schema: a body whose first record has the text "12" as its `id` gives
 * `{deviation: 'type', path: '$.data[].id', expected: 'integer', seen: 'text "12"', places: 1}`. This file imports only
 * zod's types, so that it can be loaded without zod.
 */

export interface Difference {
  /** `missing`: a required field is absent; `type`: wrong type; `value`: right type, but not allowed; `unknown`: no such field. */
  readonly deviation: 'missing' | 'type' | 'value' | 'unknown'
  /** `$.data[].contato.id`. Positions in arrays become `[]`, so that the same difference in forty records is reported once. */
  readonly path: string
  /** A kind of value (`integer`, `text`, `one-of 1, 2`), which the catalogues translate. */
  readonly expected: string
  /** The kind of value that was found, and the value if it is short: `text "12"`. */
  readonly seen: string
  /** The number of places with this difference. */
  readonly places: number
}

type Issue = z.core.$ZodIssue

/** A value with more differences has another shape altogether, and the first ones show that. */
const MAX_DIFFERENCES = 20

/** The differences between a value and its schema. Paths begin with `root`. In a request, fields that the service sets (`readOnly`) may be missing. */
export function differencesOf(
  schema: z.ZodType,
  value: Json,
  root: string,
  direction: 'response' | 'request' = 'response',
): readonly Difference[] {
  if (acceptsOf(schema)(value)) return []
  const issues = schema.safeParse(value).error?.issues ?? []
  return mergeEqual(issues.flatMap((issue) => toDifferences(issue, { schema, value, root, direction })))
}

/** What {@link differencesOf} compares. */
interface Comparison {
  readonly schema: z.ZodType
  readonly value: Json
  readonly root: string
  readonly direction: 'response' | 'request'
}

/** Fields that none of the schemas has. Loose objects allow any field. */
export function unknownFields(
  schemas: readonly z.ZodType[],
  value: Json,
  root: string,
): readonly Difference[] {
  return mergeEqual(findUnknown(schemas, value, root))
}

function mergeEqual(differences: readonly Difference[]): readonly Difference[] {
  const groups = new Map<string, Difference>()
  for (const item of differences) {
    const key = `${item.deviation} ${item.path}`
    const known = groups.get(key)
    groups.set(key, known ? { ...known, places: known.places + item.places } : item)
  }
  return [...groups.values()].slice(0, MAX_DIFFERENCES)
}

/** The differences that an issue of zod reports. `above`: the path of the union whose branch has the issue, because its own path begins there. */
function toDifferences(issue: Issue, comparison: Comparison, above: SchemaPath = []): Difference[] {
  const { schema, value, root, direction } = comparison
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union') {
    const branch = findMeantBranch(issue.errors)
    if (branch) return branch.flatMap((item) => toDifferences(item, comparison, path))
  }
  const seen = valueAt(value, path)
  // zod refuses integers beyond the exact range of a double, but they are valid JSON
  const isLongInteger = issue.code === 'too_big' && issue.origin === 'int'
  if (isMasked(seen) || isLongInteger) return []
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      unknownField(pathText([...path, key], root), valueAt(value, [...path, key])),
    )
  if (direction === 'request' && seen === undefined && isReadOnly(schema, path)) return []
  const kind = expectedAt(schema, path)
  // `text` by itself says nothing about the pattern that it must have
  const hasPattern = kind === 'text' && issue.code === 'invalid_format' && issue.pattern
  const expected = hasPattern ? `text ${issue.pattern}` : kind
  const deviation = deviationOf(issue, seen)
  return [{ deviation, path: pathText(path, root), expected, seen: describe(seen), places: 1 }]
}

function isReadOnly(schema: z.ZodType, path: SchemaPath): boolean {
  return schemasAt(schema, path).some((item) => item.meta?.()?.readOnly === true)
}

function deviationOf({ code }: Issue, seen: Json | undefined): Difference['deviation'] {
  if (seen === undefined) return 'missing'
  return code === 'invalid_type' || code === 'invalid_union' ? 'type' : 'value'
}

/** The issues of the branch of a union that was meant: of those for this kind of value, the one with the fewest; null if there is none. */
function findMeantBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  // an issue about the whole value (its path is empty) says that it is of another kind, unless it only names unknown fields
  const isOfOtherKind = ({ path, code }: Issue) => path.length === 0 && code !== 'unrecognized_keys'
  const fitting = branches.filter((issues) => !issues.some(isOfOtherKind))
  return fitting.sort((a, b) => a.length - b.length)[0] ?? null
}

function unknownField(path: string, value: Json | undefined): Difference {
  return { deviation: 'unknown', path, expected: 'nothing', seen: describe(value), places: 1 }
}

/** Whether a text contains a label such as `[cpf#1]` that masking put there. Such a value does not show its original type. */
export function isMasked(value: Json | undefined): boolean {
  return typeof value === 'string' && /\[[a-z_]+#\d+\]/.test(value)
}

function valueAt(value: Json, path: SchemaPath): Json | undefined {
  let current: Json | undefined = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Readonly<Record<PropertyKey, Json>>)[key]
  }
  return current
}

function pathText(path: SchemaPath, root: string): string {
  // the name of a parameter that comes several times ends in `[]` as it is
  if (root === '?') return `?${path.filter((key) => typeof key !== 'number').join('.')}`
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[]`
    return /^[\w$]+$/.test(String(key)) ? `${name}.${String(key)}` : `${name}[${JSON.stringify(String(key))}]`
  }, root)
}

/** A value as a finding shows it: its kind, and the value if it is short. */
function describe(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'object') return Array.isArray(value) ? 'array' : 'object'
  if (typeof value === 'boolean') return `boolean ${value}`
  if (typeof value === 'number') return `${Number.isInteger(value) ? 'integer' : 'number'} ${value}`
  return `text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value)}`
}

function findUnknown(schemas: readonly z.ZodType[], value: Json, path: string): Difference[] {
  const forms = schemas.flatMap(formsOf)
  if (Array.isArray(value)) {
    const elements = forms.flatMap((form) => (form.kind === 'array' ? form.element : []))
    return value.flatMap((item: Json) => findUnknown(elements, item, `${path}[]`))
  }
  const objects = forms.filter((form) => form.kind === 'object')
  if (!isObject(value) || objects.length === 0) return []
  // a zod object that drops unknown fields names all fields that the document knows
  const isOpen = forms.some(
    (form) => form.kind === 'record' || (form.kind === 'object' && form.unknownFields !== 'drops'),
  )
  return Object.entries(value).flatMap(([name, inner]) => {
    const below = objects.flatMap(({ fields }) => fieldNamed(fields, name) ?? [])
    if (below.length > 0) return findUnknown(below, inner, pathText([name], path))
    return isOpen ? [] : [unknownField(pathText([name], path), inner)]
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
