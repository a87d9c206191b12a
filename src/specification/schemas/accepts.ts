import type { z } from 'zod'
import { isPlainObject } from '../plain-object.js'
import { type Form, formOf, isOptionalField } from './form.js'

/** Tells whether a value fits a schema. */
export type Accepts = (value: unknown) => boolean

const known = new WeakMap<z.ZodType, Accepts>()

/**
 * Compiles a schema to a plain predicate, which takes a tenth of zod's time. Rules ask zod only about values that the
 * predicate rejects, and nearly all values pass. The predicate never accepts a value that zod rejects.
 */
export function acceptsOf(schema: z.ZodType): Accepts {
  const compiled = known.get(schema)
  if (compiled) return compiled
  // a schema that contains itself finds this predicate, which calls the one below
  known.set(schema, (value) => accepts(value))
  const form = formOf(schema)
  const accepts = (form.isExact && compileForm(form)) || ((value) => schema.safeParse(value).success)
  known.set(schema, accepts)
  return accepts
}

/** Returns null if the form does not say enough to decide. */
function compileForm(form: Form): Accepts | null {
  switch (form.kind) {
    case 'text':
      return matchText(form.pattern)
    case 'number':
      return form.isWhole ? Number.isSafeInteger : Number.isFinite
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'null':
      return (value) => value === null
    case 'one-of':
      return matchOneOf(new Set<unknown>(form.values))
    case 'optional':
      return matchOr(undefined, acceptsOf(form.inner))
    case 'nullable':
      return matchOr(null, acceptsOf(form.inner))
    case 'array':
      return matchArray(acceptsOf(form.element))
    case 'union':
      return matchAny(form.options.map(acceptsOf))
    case 'object':
      return matchObject(form)
    default:
      return null
  }
}

function matchText(pattern: RegExp | null): Accepts {
  if (!pattern) return (value) => typeof value === 'string'
  return (value) => typeof value === 'string' && pattern.test(value)
}

function matchOneOf(values: ReadonlySet<unknown>): Accepts {
  return (value) => values.has(value)
}

function matchOr(other: null | undefined, accepts: Accepts): Accepts {
  return (value) => value === other || accepts(value)
}

function matchArray(accepts: Accepts): Accepts {
  return (value) => {
    if (!Array.isArray(value)) return false
    for (const item of value as readonly unknown[]) if (!accepts(item)) return false
    return true
  }
}

function matchAny(options: readonly Accepts[]): Accepts {
  return (value) => options.some((accepts) => accepts(value))
}

function matchObject({ fields: schemas, unknownFields }: Extract<Form, { kind: 'object' }>): Accepts {
  const fields = Object.entries(schemas).map(([name, schema]) => ({
    name,
    accepts: acceptsOf(schema),
    isOptional: isOptionalField(schema),
  }))
  return (value) => {
    if (!isPlainObject(value)) return false
    for (const { name, accepts, isOptional } of fields) {
      const field = value[name]
      const fits = field === undefined ? isOptional : accepts(field)
      if (!fits) return false
    }
    return unknownFields !== 'refuses' || Object.keys(value).every((name) => Object.hasOwn(schemas, name))
  }
}
