import type { z } from 'zod'
import { isPlainObject } from '../plain-object.js'
import { type Definition, definitionOf } from './definition.js'

/** Whether a value keeps a schema. */
export type Accepts = (value: unknown) => boolean

const known = new WeakMap<z.ZodType, Accepts>()

/**
 * A schema as a plain predicate. Nearly all that is judged keeps its shape, and a predicate says so at a tenth of what zod takes to
 * build its answer; zod is asked for what differs. In doubt it says no: what it accepts, zod accepts.
 */
export function acceptsOf(schema: z.ZodType): Accepts {
  const made = known.get(schema)
  if (made) return made
  // a schema may hold itself: who asks meanwhile gets a predicate that waits for this one
  known.set(schema, (value) => accepts(value))
  const accepts = predicateOf(schema, definitionOf(schema))
  known.set(schema, accepts)
  return accepts
}

function predicateOf(schema: z.ZodType, definition: Definition): Accepts {
  const asked: Accepts = (value) => schema.safeParse(value).success
  if (definition.type === 'string') return textOf(definition) ?? asked
  return definition.checks?.length ? asked : (containerOf(definition) ?? plainOf(schema, definition) ?? asked)
}

/** null: it is of a format, or has checks beside one pattern. */
function textOf({ checks: [check, ...others] = [], format }: Definition): Accepts | null {
  if (format !== undefined || others.length > 0) return null
  if (!check) return (value) => typeof value === 'string'
  const { format: kind, pattern } = check._zod.def
  if (kind !== 'regex' || !pattern || pattern.global || pattern.sticky) return null
  return (value) => typeof value === 'string' && pattern.test(value)
}

function plainOf(schema: z.ZodType, { type, format }: Definition): Accepts | null {
  if (type === 'boolean') return (value) => typeof value === 'boolean'
  if (type === 'null') return (value) => value === null
  if (type === 'number' && format === 'safeint') return (value) => Number.isSafeInteger(value)
  if (type === 'number' && format === undefined) return (value) => Number.isFinite(value)
  const { values } = schema._zod
  return (type === 'literal' || type === 'enum') && values ? (value) => values.has(value as never) : null
}

function containerOf(definition: Definition): Accepts | null {
  const { type, innerType, element, options, shape, inclusive } = definition
  if (type === 'optional' && innerType) return orElse(undefined, acceptsOf(innerType))
  if (type === 'nullable' && innerType) return orElse(null, acceptsOf(innerType))
  if (type === 'array' && element) return arrayOf(acceptsOf(element))
  if (type === 'union' && options && inclusive !== false) return anyOf(options.map(acceptsOf))
  return type === 'object' && shape ? objectOf(shape, definition.catchall) : null
}

function orElse(other: null | undefined, accepts: Accepts): Accepts {
  return (value) => value === other || accepts(value)
}

function arrayOf(accepts: Accepts): Accepts {
  return (value) => {
    if (!Array.isArray(value)) return false
    for (const item of value as readonly unknown[]) if (!accepts(item)) return false
    return true
  }
}

function anyOf(options: readonly Accepts[]): Accepts {
  return (value) => options.some((accepts) => accepts(value))
}

/** null: fields beside the named ones have a schema of their own. */
function objectOf(
  shape: Readonly<Record<string, z.ZodType>>,
  catchall: z.ZodType | undefined,
): Accepts | null {
  const others = catchall && definitionOf(catchall).type
  if (others !== undefined && others !== 'unknown' && others !== 'never') return null
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    accepts: acceptsOf(schema),
    mayLack: schema._zod.optin !== undefined,
  }))
  return (value) => {
    if (!isPlainObject(value)) return false
    for (const { name, accepts, mayLack } of fields) {
      const field = value[name]
      if (field === undefined ? !mayLack : !accepts(field)) return false
    }
    return others !== 'never' || Object.keys(value).every((name) => Object.hasOwn(shape, name))
  }
}
