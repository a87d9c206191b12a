import type { z } from 'zod'
import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { acceptsOf } from '../../specification/schemas/accepts.js'
import { type Fields, formOf } from '../../specification/schemas/form.js'

/**
 * A value as the schema promises it: every field that it names, those of the record with its values, others empty as the service
 * leaves them: `''`, 0, `[]`. Fields that the schema does not name are dropped, or kept as `beyond` says.
 */
export function whole(
  schema: z.ZodType,
  value: Sample | undefined,
  beyond: 'drop' | 'keep' = 'drop',
): Sample {
  const form = formOf(schema)
  if (form.kind === 'optional' || form.kind === 'nullable') return whole(form.inner, value, beyond)
  if (form.kind === 'object') return wholeObject(form.fields, isSampleObject(value) ? value : {}, beyond)
  if (form.kind === 'array')
    return Array.isArray(value) ? value.map((item) => whole(form.element, item, beyond)) : []
  if (form.kind === 'union') return wholeUnion(form.options, value, beyond)
  const forms = [value, identifierOf(value), String(value), Number(value)]
  const fits = (one: Sample | undefined) => one !== undefined && value !== undefined && acceptsOf(schema)(one)
  return forms.find(fits) ?? emptyOf(schema)
}

/** The identifier that represents a record in a field which shows only that. */
function identifierOf(value: Sample | undefined): Sample | undefined {
  return isSampleObject(value) ? value.id : undefined
}

function wholeObject(shape: Fields, value: SampleObject, beyond: 'drop' | 'keep'): Sample {
  const fields = Object.entries(shape)
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
  const fitting = options.find((option) => acceptsOf(option)(value)) ?? options[0]
  return fitting ? whole(fitting, value, beyond) : null
}

function emptyOf(schema: z.ZodType): Sample {
  const form = formOf(schema)
  if (form.kind === 'one-of') return form.values[0] ?? null
  if (form.kind === 'number') return 0
  if (form.kind === 'boolean') return false
  return form.kind === 'text' ? '' : null
}
