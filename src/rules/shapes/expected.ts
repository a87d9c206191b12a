import type { z } from 'zod'
import { alternatives, formOf, type SchemaPath, schemasAt } from '../../specification/schemas/form.js'

/**
 * Describes the values that a schema expects at a path, as kinds that the catalogue translates: `integer / one-of 1,
 * 2`.
 */
export function expectedAt(schema: z.ZodType, path: SchemaPath): string {
  const names = new Set(schemasAt(schema, path).flatMap(alternatives).map(nameOfKind))
  return [...names].join(' / ') || 'something'
}

function nameOfKind(schema: z.ZodType): string {
  const form = formOf(schema)
  switch (form.kind) {
    case 'one-of':
      return `one-of ${form.values.slice(0, 12).map(String).join(', ')}`
    case 'number':
      return form.isWhole ? 'integer' : 'number'
    case 'text':
      return nameOfText(schema.meta?.() ?? {})
    case 'record':
      return 'object'
    default:
      return form.kind === 'other' ? form.name : form.kind
  }
}

function nameOfText({ format = 'text', minimum }: Readonly<Record<string, unknown>>): string {
  return minimum === undefined ? String(format) : `${format} ≥ ${minimum}`
}
