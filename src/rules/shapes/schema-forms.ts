import type { z } from 'zod'
import { type Definition, definitionOf, fieldNamed } from '../../specification/schemas/definition.js'

export type Path = readonly PropertyKey[]

/** What stands below wrappers and unions. */
export function alternatives(schema: z.ZodType): readonly z.ZodType[] {
  const known = alternativesOf.get(schema)
  if (known) return known
  // a schema may hold itself: who asks meanwhile gets nothing
  alternativesOf.set(schema, [])
  const inner = within(definitionOf(schema))
  const below = inner ? inner.flatMap(alternatives) : [schema]
  alternativesOf.set(schema, below)
  return below
}

/** What a wrapper wraps, a union offers, an intersection demands or a reference means; null where it is none of them. */
function within({ innerType, options, left, right, getter }: Definition): readonly z.ZodType[] | null {
  if (innerType) return [innerType]
  if (getter) return [getter()]
  return left && right ? [left, right] : (options ?? null)
}

const alternativesOf = new WeakMap<z.ZodType, readonly z.ZodType[]>()

/** The schemas that may hold at a path. */
export function schemasAt(schema: z.ZodType, [key, ...rest]: Path): readonly z.ZodType[] {
  if (key === undefined) return [schema]
  return alternatives(schema).flatMap((one) => {
    const { shape, element, valueType } = definitionOf(one)
    const below = typeof key === 'number' ? element : (fieldNamed(shape, String(key)) ?? valueType)
    return below ? schemasAt(below, rest) : []
  })
}

export function expectedAt(schema: z.ZodType, path: Path): string {
  const names = new Set(schemasAt(schema, path).flatMap(alternatives).map(nameOfKind))
  return [...names].join(' / ') || 'something'
}

function nameOfKind(schema: z.ZodType): string {
  const { type, format, values, entries } = definitionOf(schema)
  if (values ?? entries)
    return `one-of ${(values ?? Object.values(entries ?? {})).slice(0, 12).map(String).join(', ')}`
  if (type === 'number') return format === 'safeint' ? 'integer' : 'number'
  if (type === 'string') return nameOfText(schema.meta?.() ?? {})
  return type === 'record' ? 'object' : type
}

function nameOfText({ format = 'text', minimum }: Readonly<Record<string, unknown>>): string {
  return minimum === undefined ? String(format) : `${format} ≥ ${minimum}`
}
