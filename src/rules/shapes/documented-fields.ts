import type { z } from 'zod'
import { definitionOf } from '../../specification/schemas/definition.js'
import type { SeenExchange } from '../seen.js'
import { shapesOf } from './knowledge.js'

/** Names of the fields that the document shows of the answer's records; null where it shows none, or the profile does not know it. */
export function documentedFields(seen: SeenExchange): readonly string[] | null {
  const schema = shapesOf(seen).find(({ by }) => by === 'document')?.data
  return schema ? fieldsOf(schema) : null
}

function fieldsOf(schema: z.ZodType): readonly string[] | null {
  const { type, shape, element, innerType, options } = definitionOf(schema)
  const inner = element ?? innerType ?? options?.[0]
  if (type === 'object') return Object.keys(shape ?? {})
  return inner ? fieldsOf(inner) : null
}
