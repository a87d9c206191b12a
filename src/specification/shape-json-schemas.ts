import { z } from 'zod'
import * as families from './shapes/every.js'

/**
 * The shapes of each family as one JSON Schema document with a definition for each shape, so that other languages can validate the
 * service's records. Keys are file names: `pedidos-vendas`.
 */
export function shapeJsonSchemas(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(families).map(([family, shapes]) => {
      const name = family.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return [
        name,
        {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          title: name,
          $defs: definitionsOf(shapes),
        },
      ]
    }),
  )
}

function definitionsOf(shapes: object): Readonly<Record<string, object>> {
  const all = Object.entries(shapes).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  )
  return Object.fromEntries(
    all.map(([name, shape]) => {
      const { $schema, ...schema } = z.toJSONSchema(shape, {
        target: 'draft-2020-12',
        io: 'input',
        unrepresentable: 'any',
      })
      return [name, schema]
    }),
  )
}
