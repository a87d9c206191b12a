/**
 * The JSON Schema that a user may write in a profile. It allows only what zod reads. zod itself silently ignores misspelt
 * keywords and `properties` without a `type`, and a schema that checks nothing would mislead its author.
 */
import { z } from 'zod'

const kinds = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'] as const
const count = z.int().min(0)
const schema: z.ZodType = z.lazy(() => jsonSchema)
const schemas = z.array(schema).min(1)
const schemasByName = z.record(z.string(), schema)

/** If one of these keywords is used, `type` is required, because zod accepts anything without it. */
const keywordsWithType = {
  properties: schemasByName.optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.union([z.boolean(), schema]).optional(),
  items: schema.optional(),
  minItems: count.optional(),
  maxItems: count.optional(),
  minLength: count.optional(),
  maxLength: count.optional(),
  pattern: z.string().max(500).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
}

export const jsonSchema = z
  .strictObject({
    ...keywordsWithType,
    type: z.union([z.enum(kinds), z.array(z.enum(kinds)).min(1)]).optional(),
    enum: z
      .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .min(1)
      .optional(),
    const: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
    nullable: z.boolean().optional(),
    anyOf: schemas.optional(),
    oneOf: schemas.optional(),
    allOf: schemas.optional(),
    $ref: z
      .string()
      .regex(/^#\/(?:\$defs|definitions)\/[^/]+$/)
      .optional(),
    $defs: schemasByName.optional(),
    definitions: schemasByName.optional(),
    $schema: z.string().optional(),
    $id: z.string().optional(),
    $comment: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    examples: z.array(z.unknown()).optional(),
    deprecated: z.boolean().optional(),
  })
  .superRefine((written, context) => {
    const keyword = Object.keys(keywordsWithType).find((name) => Object.hasOwn(written, name))
    if (keyword === undefined || written.type !== undefined) return
    context.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: ['type'] })
  })

export type JsonSchema = z.infer<typeof jsonSchema>
