import type { z } from 'zod'
import type { Sample, SampleObject } from '../../specification/samples/index.js'
import { acceptsOf } from '../../specification/schemas/accepts.js'

/**
 * A value as the schema promises it: every field that it names, those of the record with its values, others empty as the service
 * leaves them: `''`, 0, `[]`. Fields that the schema does not name are dropped, or kept as `beyond` says.
 */
export function whole(
  schema: z.ZodType,
  value: Sample | undefined,
  beyond: 'drop' | 'keep' = 'drop',
): Sample {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return whole(def.innerType as z.ZodType, value, beyond)
    case 'object':
      return wholeObject(def.shape as z.core.$ZodLooseShape, isObject(value) ? value : {}, beyond)
    case 'array':
      return Array.isArray(value) ? value.map((item) => whole(def.element as z.ZodType, item, beyond)) : []
    case 'union':
      return wholeUnion(def.options as readonly z.ZodType[], value, beyond)
    default:
      return (
        [value, identifierOf(value), String(value), Number(value)].find(
          (one) => one !== undefined && value !== undefined && acceptsOf(schema)(one),
        ) ?? emptyOf(schema)
      )
  }
}

/** What stands for a record where only its identifier is shown. */
function identifierOf(value: Sample | undefined): Sample | undefined {
  return isObject(value) ? value.id : undefined
}

function wholeObject(shape: z.core.$ZodLooseShape, value: SampleObject, beyond: 'drop' | 'keep'): Sample {
  const fields = Object.entries(shape as Record<string, z.ZodType>)
  if (fields.length === 0) return value
  const promised = Object.fromEntries(
    fields.map(([name, schema]) => [name, whole(schema, value[name], beyond)]),
  )
  return beyond === 'keep' ? { ...value, ...promised } : promised
}

/** The form that the value has; the first where it has none. */
function wholeUnion(
  options: readonly z.ZodType[],
  value: Sample | undefined,
  beyond: 'drop' | 'keep',
): Sample {
  const fitting = options.find((option) => acceptsOf(option)(value))
  return whole((fitting ?? options[0]) as z.ZodType, value, beyond)
}

function emptyOf(schema: z.ZodType): Sample {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type === 'literal') return (def.values[0] ?? null) as Sample
  if (def.type === 'enum') return (Object.values(def.entries)[0] ?? null) as Sample
  if (def.type === 'number') return 0
  if (def.type === 'boolean') return false
  return def.type === 'string' ? '' : null
}

export function isObject(value: Sample | undefined): value is SampleObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
