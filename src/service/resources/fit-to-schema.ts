import type { z } from 'zod'
import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { acceptsOf } from '../../specification/schemas/accepts.js'
import { type Fields, formOf } from '../../specification/schemas/form.js'

/**
 * Makes a value fit a schema. An object gets every field of the schema: `{ nome: 'Caneca', x: 1 }` becomes
 * `{ nome: 'Caneca', preco: 0 }`. Missing values, and null where the schema has no null, are empty, as the service leaves
 * them: `''`, 0, `[]`. A value of another type is converted if the schema then accepts it, because one route shows as text what
 * another shows as a number. Fields that the schema does not name are dropped or kept, as `others` says; a schema without
 * fields stands for any object.
 */
export function fitToSchema(
  schema: z.ZodType,
  value: Sample | undefined,
  others: 'drop' | 'keep' = 'drop',
): Sample {
  const form = formOf(schema)
  if (form.kind === 'nullable' && value === null) return null
  if (form.kind === 'optional' || form.kind === 'nullable') return fitToSchema(form.inner, value, others)
  if (form.kind === 'object') return fitObject(form.fields, isSampleObject(value) ? value : {}, others)
  if (form.kind === 'array')
    return Array.isArray(value) ? value.map((item) => fitToSchema(form.element, item, others)) : []
  if (form.kind === 'union') return fitUnion(form.options, value, others)
  if (value === undefined || value === null) return emptyOf(schema)
  // a field that shows only the identifier of a record gets the `id` of the object
  const plain = (isSampleObject(value) ? value.id : null) ?? value
  const candidates = typeof plain === 'object' ? [value] : [value, plain, String(plain), Number(plain)]
  return candidates.find(acceptsOf(schema)) ?? emptyOf(schema)
}

function fitObject(shape: Fields, value: SampleObject, others: 'drop' | 'keep'): Sample {
  const fields = Object.entries(shape)
  if (fields.length === 0) return value
  const promised = Object.fromEntries(
    fields.map(([name, schema]) => [name, fitToSchema(schema, value[name], others)]),
  )
  return others === 'keep' ? { ...value, ...promised } : promised
}

/** Uses the first option that accepts the value; the first of all if none does. */
function fitUnion(options: readonly z.ZodType[], value: Sample | undefined, others: 'drop' | 'keep'): Sample {
  const fitting = options.find((option) => acceptsOf(option)(value)) ?? options[0]
  return fitting ? fitToSchema(fitting, value, others) : null
}

function emptyOf(schema: z.ZodType): Sample {
  const form = formOf(schema)
  if (form.kind === 'one-of') return form.values[0] ?? null
  if (form.kind === 'number') return 0
  if (form.kind === 'boolean') return false
  return form.kind === 'text' ? '' : null
}
