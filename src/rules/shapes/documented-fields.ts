import type { z } from 'zod'
import { alternatives, type Fields, formOf } from '../../specification/schemas/form.js'
import type { SeenExchange } from '../seen.js'
import { shapesOf } from './knowledge.js'

/** Names of the fields that the document shows of the answer's records; null where it shows none, or the profile does not know it. */
export function documentedFields(seen: SeenExchange): readonly string[] | null {
  const fields = fieldsShown(seen)
  return fields && Object.keys(fields)
}

/**
 * True if the items of the documented list are records: they have `id`, or another identifier that is always present.
 * An optional one identifies something else. null as above.
 */
export function listsRecords(seen: SeenExchange): boolean | null {
  const fields = fieldsShown(seen)
  if (!fields) return null
  if (Object.hasOwn(fields, 'id')) return true
  return Object.entries(fields).some(
    ([name, schema]) => /^id[A-Z]/.test(name) && formOf(schema).kind !== 'optional',
  )
}

function fieldsShown(seen: SeenExchange): Fields | null {
  const schema = shapesOf(seen).find(({ by }) => by === 'document')?.data
  return schema ? fieldsOf(schema) : null
}

function fieldsOf(schema: z.ZodType): Fields | null {
  const [first] = alternatives(schema)
  const form = first && formOf(first)
  if (form?.kind === 'object') return form.fields
  return form?.kind === 'array' ? fieldsOf(form.element) : null
}
