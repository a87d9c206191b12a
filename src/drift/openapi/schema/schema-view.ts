import { asNode } from '../node.js'

/** Schemas that all apply to one place: those of an `allOf`, of a property that several parts name, or just one. */
export type Schemas = readonly unknown[]

/**
 * What a schema says, in one form for 3.0 and 3.1: references followed, `allOf` merged, `nullable`, `type: [..., null]` and
 * `anyOf: [..., {type: null}]` made the same, `const` an `enum` of one, boolean `exclusiveMinimum` the bound it means.
 */
export interface SchemaView {
  /** The component that it is, where it is a mere reference. */
  readonly name: string | null
  /** Without `null`; null: any. */
  readonly kinds: ReadonlySet<string> | null
  /** Whether the kinds were stated, and not inferred from `properties`, `items` or `enum`. */
  readonly kindsStated: boolean
  readonly nullable: boolean
  /** JSON texts, without `null`; null: no enumeration. */
  readonly values: ReadonlySet<string> | null
  readonly format: string | null
  readonly pattern: string | null
  readonly bounds: ReadonlyMap<Bound, number>
  readonly properties: ReadonlyMap<string, Schemas>
  readonly required: ReadonlySet<string>
  /** Whether any part says which properties are required; where none does, the document is silent about it. */
  readonly requiredStated: boolean
  /** What further properties must be; null: not said. */
  readonly additional: boolean | Schemas | null
  readonly items: Schemas | null
  readonly alternatives: readonly Alternatives[]
  readonly deprecated: boolean
  readonly readOnly: boolean
  readonly writeOnly: boolean
  readonly fallback: string | null
  /** Words about it (`description`, `example`, extensions), as JSON text. */
  readonly notes: ReadonlyMap<string, string>
  /** Keywords that are compared as they stand. */
  readonly rest: ReadonlyMap<string, string>
}

export interface Alternatives {
  readonly kind: 'oneOf' | 'anyOf'
  readonly branches: readonly unknown[]
}

export const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
export const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
export type Bound = (typeof lowerBounds)[number] | (typeof upperBounds)[number] | 'uniqueItems'

export function isLowerBound(bound: Bound): boolean {
  return bound === 'uniqueItems' || lowerBounds.some((name) => name === bound)
}

/** Of a schema that says nothing. */
export const anything: SchemaView = {
  name: null,
  kinds: null,
  kindsStated: false,
  nullable: true,
  values: null,
  format: null,
  pattern: null,
  bounds: new Map(),
  properties: new Map(),
  required: new Set(),
  requiredStated: false,
  additional: null,
  items: null,
  alternatives: [],
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  fallback: null,
  notes: new Map(),
  rest: new Map(),
}

/** Whether a value of the kind is allowed; every integer is a number. */
export function allows(kinds: ReadonlySet<string>, kind: string): boolean {
  return kinds.has(kind) || (kind === 'integer' && kinds.has('number'))
}

/** The schema of a media type, parameter or header; an empty one where none is given. */
export function schemaOf(node: unknown): Schemas {
  const { schema } = asNode(node)
  return [schema === undefined ? {} : schema]
}
