/**
 * Reads what a zod schema says, for rules and for the embedded service: {@link formOf} returns, for example,
 * `{ kind: 'object', fields: { id: … } }`. Nothing else reads zod's internal definitions.
 */
import type { z } from 'zod'

/** The schemas of an object's fields, by name. */
export type Fields = Readonly<Record<string, z.ZodType>>

/** The way in which an object's schema treats a field that it does not name. `drops`: parsing accepts and removes the field. */
type UnknownFields = 'drops' | 'keeps' | 'refuses' | 'checks'

/** The form of a schema. If `isExact` is false, the schema may refuse values that the form allows. */
export type Form = { readonly isExact: boolean } & (
  | { readonly kind: 'object'; readonly fields: Fields; readonly unknownFields: UnknownFields }
  | { readonly kind: 'record' | 'array'; readonly element: z.ZodType }
  | { readonly kind: 'optional' | 'nullable' | 'wrapper'; readonly inner: z.ZodType }
  | { readonly kind: 'union' | 'intersection'; readonly options: readonly z.ZodType[] }
  | { readonly kind: 'one-of'; readonly values: readonly Value[] }
  | { readonly kind: 'text'; readonly pattern: RegExp | null }
  | { readonly kind: 'number'; readonly isWhole: boolean }
  | { readonly kind: 'boolean' | 'null' }
  | { readonly kind: 'other'; readonly name: string }
)

type Value = string | number | boolean | null

/** The part of zod's definitions that is read here. Reading it does not load zod. */
interface Definition {
  readonly type: string
  readonly format?: string
  readonly checks?: readonly { readonly _zod: { readonly def: { format?: string; pattern?: RegExp } } }[]
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  /** false for `z.xor`, of whose options exactly one must fit. */
  readonly inclusive?: boolean
  readonly left?: z.ZodType
  readonly right?: z.ZodType
  readonly getter?: () => z.ZodType
  readonly shape?: Fields
  readonly catchall?: z.ZodType
}

const forms = new WeakMap<z.ZodType, Form>()

export function formOf(schema: z.ZodType): Form {
  const known = forms.get(schema)
  if (known) return known
  const form = readForm(schema)
  forms.set(schema, form)
  return form
}

export function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** Whether an object may lack a field with this schema. */
export function isOptionalField(field: z.ZodType): boolean {
  return field._zod.optin !== undefined // zod's own answer, which sees through wrappers
}

/** The fields of an object's schema; none for another schema. */
export function fieldsOf(schema: z.ZodType | null | undefined): Fields {
  const form = schema ? formOf(schema) : null
  return form?.kind === 'object' ? form.fields : {}
}

/** Finds a field by its name. Members that every object inherits, such as `constructor`, are not fields. */
export function fieldNamed(fields: Fields, name: string): z.ZodType | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

const knownAlternatives = new WeakMap<z.ZodType, readonly z.ZodType[]>()

/**
 * Returns the schemas that remain if wrappers (optional, nullable), unions and intersections are opened. For
 * `z.union([z.int(), z.string().nullable()])` these are `z.int()` and `z.string()`. The halves of an intersection are
 * returned like alternatives, although both apply.
 */
export function alternatives(schema: z.ZodType): readonly z.ZodType[] {
  const known = knownAlternatives.get(schema)
  if (known) return known
  // a schema that contains itself would never end; within itself it has no alternatives
  knownAlternatives.set(schema, [])
  const form = formOf(schema)
  let found: readonly z.ZodType[] = [schema]
  if ('inner' in form) found = alternatives(form.inner)
  else if ('options' in form) found = form.options.flatMap(alternatives)
  knownAlternatives.set(schema, found)
  return found
}

/** The forms of a schema's {@link alternatives}. */
export function formsOf(schema: z.ZodType): readonly Form[] {
  return alternatives(schema).map(formOf)
}

/** The schema of an array's elements; null if the schema allows no array. */
export function elementOf(schema: z.ZodType | null | undefined): z.ZodType | null {
  const array = schema && formsOf(schema).find(({ kind }) => kind === 'array')
  return array && 'element' in array ? array.element : null
}

/** The way to a value: names of fields, and numbers for elements of arrays. */
export type SchemaPath = readonly PropertyKey[]

/** Returns the schemas for the value at a path; several if there are alternatives on the way. */
export function schemasAt(schema: z.ZodType, [key, ...rest]: SchemaPath): readonly z.ZodType[] {
  if (key === undefined) return [schema]
  return formsOf(schema).flatMap((form) => {
    const child = childOf(form, key)
    return child ? schemasAt(child, rest) : []
  })
}

function childOf(form: Form, key: PropertyKey): z.ZodType | undefined {
  if (form.kind === 'object') return fieldNamed(form.fields, String(key))
  const isElement = form.kind === (typeof key === 'number' ? 'array' : 'record')
  return isElement && 'element' in form ? form.element : undefined
}

function readForm(schema: z.ZodType): Form {
  const definition = schema._zod.def as unknown as Definition
  const { type, format } = definition
  if (type === 'string') return textForm(definition)
  const isExact = !definition.checks?.length
  if (type === 'number') {
    const isWhole = format === 'safeint' // of `z.int()`; other formats, such as int32, have limits that are not shown
    return { kind: 'number', isWhole, isExact: isExact && (isWhole || format === undefined) }
  }
  if (type === 'boolean' || type === 'null') return { kind: type, isExact }
  if (type === 'literal' || type === 'enum')
    return { kind: 'one-of', values: [...(schema._zod.values ?? [])] as Value[], isExact }
  return containerForm(definition, isExact) ?? { kind: 'other', name: type, isExact: false }
}

/**
 * The form of a text shows one pattern at most; formats and further checks are not shown. A global or sticky pattern
 * remembers where it stopped, so it is not used.
 */
function textForm({ checks: [check, ...others] = [], format }: Definition): Form {
  const { format: checkFormat, pattern = null } = check?._zod.def ?? {}
  const isPattern = checkFormat === 'regex' && pattern !== null && !pattern.global && !pattern.sticky
  const isExact = format === undefined && others.length === 0 && (!check || isPattern)
  return { kind: 'text', pattern: isPattern ? pattern : null, isExact }
}

/** The form of a schema that contains others; null if it contains none. */
function containerForm(definition: Definition, isExact: boolean): Form | null {
  const { type, innerType, element, valueType, options, left, right, getter, shape } = definition
  if (type === 'object' && shape)
    return { kind: type, fields: shape, ...unknownFieldsOf(definition, isExact) }
  if (type === 'array' && element) return { kind: type, element, isExact }
  // the schema of a record's keys is not shown
  if (type === 'record' && valueType) return { kind: type, element: valueType, isExact: false }
  if (options) return { kind: 'union', options, isExact: isExact && definition.inclusive !== false }
  if (left && right) return { kind: 'intersection', options: [left, right], isExact: false }
  const inner = innerType ?? getter?.()
  if (!inner) return null
  const isPlain = type === 'optional' || type === 'nullable'
  return { kind: isPlain ? type : 'wrapper', inner, isExact: isExact && isPlain }
}

function unknownFieldsOf(
  { catchall }: Definition,
  isExact: boolean,
): { unknownFields: UnknownFields; isExact: boolean } {
  if (!catchall) return { unknownFields: 'drops', isExact }
  const { type } = catchall._zod.def
  if (type === 'never') return { unknownFields: 'refuses', isExact }
  if (type === 'unknown') return { unknownFields: 'keeps', isExact }
  return { unknownFields: 'checks', isExact: false }
}
