import type { z } from 'zod'

/** Schemas of an object's fields by their names. */
export type Fields = Readonly<Record<string, z.ZodType>>

/** How an object's schema treats fields that it does not name. */
type Beyond = 'drops' | 'keeps' | 'refuses' | 'checks'

/** The form of a schema. `isExact` means that the form shows every check of the schema. */
export type Form = { readonly isExact: boolean } & (
  | { readonly kind: 'object'; readonly fields: Fields; readonly beyond: Beyond }
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

/** The part of zod's definitions that is read here, and nowhere else. It needs no zod at run time. */
interface Definition {
  readonly type: string
  readonly format?: string
  readonly checks?: readonly { readonly _zod: { readonly def: { format?: string; pattern?: RegExp } } }[]
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
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
  const form = read(schema)
  forms.set(schema, form)
  return form
}

export function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** Whether an object may lack a field of this schema. */
export function mayLack(field: z.ZodType): boolean {
  return field._zod.optin !== undefined
}

/** An object's fields; none where the schema is not one of an object. */
export function fieldsOf(schema: z.ZodType | null | undefined): Fields {
  const form = schema ? formOf(schema) : null
  return form?.kind === 'object' ? form.fields : {}
}

/** Finds a field by its name. Members that every object inherits, such as `constructor`, are not fields. */
export function fieldNamed(fields: Fields, name: string): z.ZodType | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** The schemas below wrappers, unions and intersections: none of them is one. */
export function alternatives(schema: z.ZodType): readonly z.ZodType[] {
  const known = alternativesOf.get(schema)
  if (known) return known
  // a schema that holds itself finds nothing more by going round
  alternativesOf.set(schema, [])
  const form = formOf(schema)
  const within = 'inner' in form ? [form.inner] : 'options' in form ? form.options : null
  const below = within ? within.flatMap(alternatives) : [schema]
  alternativesOf.set(schema, below)
  return below
}

const alternativesOf = new WeakMap<z.ZodType, readonly z.ZodType[]>()

/** The forms of the alternatives. */
export function formsOf(schema: z.ZodType): readonly Form[] {
  return alternatives(schema).map(formOf)
}

/** The elements of an array, of the first alternative that is one. */
export function elementOf(schema: z.ZodType | null | undefined): z.ZodType | null {
  const array = schema && formsOf(schema).find(({ kind }) => kind === 'array')
  return array && 'element' in array ? array.element : null
}

/** Fields of an object by name, elements of an array by number. */
export type SchemaPath = readonly PropertyKey[]

/** The schemas that a value may have at a path. */
export function schemasAt(schema: z.ZodType, [key, ...rest]: SchemaPath): readonly z.ZodType[] {
  if (key === undefined) return [schema]
  return formsOf(schema).flatMap((form) => {
    const below = belowAt(form, key)
    return below ? schemasAt(below, rest) : []
  })
}

function belowAt(form: Form, key: PropertyKey): z.ZodType | undefined {
  if (form.kind === 'object') return fieldNamed(form.fields, String(key))
  const isElement = form.kind === (typeof key === 'number' ? 'array' : 'record')
  return isElement && 'element' in form ? form.element : undefined
}

function read(schema: z.ZodType): Form {
  const definition = schema._zod.def as unknown as Definition
  const { type, format } = definition
  const isExact = !definition.checks?.length
  if (type === 'string') return textForm(definition)
  if (type === 'number') {
    const isWhole = format === 'safeint'
    return { kind: 'number', isWhole, isExact: isExact && (isWhole || format === undefined) }
  }
  if (type === 'boolean' || type === 'null') return { kind: type, isExact }
  if (type === 'literal' || type === 'enum')
    return { kind: 'one-of', values: [...(schema._zod.values ?? [])] as Value[], isExact }
  return holderForm(definition, isExact) ?? { kind: 'other', name: type, isExact: false }
}

/**
 * Only zod knows the checks of a format or of several checks. A global or sticky pattern remembers where it stopped,
 * so it is not used here.
 */
function textForm({ checks: [check, ...others] = [], format }: Definition): Form {
  const { format: kind, pattern = null } = check?._zod.def ?? {}
  const isPattern = kind === 'regex' && pattern !== null && !pattern.global && !pattern.sticky
  const isExact = format === undefined && others.length === 0 && (!check || isPattern)
  return { kind: 'text', pattern: isPattern ? pattern : null, isExact }
}

/** The form of a schema that holds others; null where it holds none. */
function holderForm(definition: Definition, isExact: boolean): Form | null {
  const { type, innerType, element, valueType, options, left, right, getter, shape } = definition
  if (type === 'object' && shape) return { kind: type, fields: shape, ...beyondOf(definition, isExact) }
  if (type === 'array' && element) return { kind: type, element, isExact }
  if (type === 'record' && valueType) return { kind: type, element: valueType, isExact: false }
  if (options) return { kind: 'union', options, isExact: isExact && definition.inclusive !== false }
  if (left && right) return { kind: 'intersection', options: [left, right], isExact: false }
  const inner = innerType ?? getter?.()
  if (!inner) return null
  const isPlain = type === 'optional' || type === 'nullable'
  return { kind: isPlain ? type : 'wrapper', inner, isExact: isExact && isPlain }
}

function beyondOf({ catchall }: Definition, isExact: boolean): { beyond: Beyond; isExact: boolean } {
  if (!catchall) return { beyond: 'drops', isExact }
  const { type } = catchall._zod.def
  if (type === 'unknown' || type === 'never')
    return { beyond: type === 'never' ? 'refuses' : 'keeps', isExact }
  return { beyond: 'checks', isExact: false }
}
