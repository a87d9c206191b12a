/** A user's own schemas, as a profile holds them: JSON Schema by route, read by zod. */

import { fromJSONSchema, toJSONSchema, type z } from 'zod'
import { allRoutes, routeById, routeName } from './find-route.js'
import type { JsonSchema } from './json-schema.js'
import { OwnShapeFlaw } from './own-shape-flaw.js'
import { isPlainObject } from './plain-object.js'
import type { Profile } from './profile-schema.js'
import type { Knowledge, Route } from './route.js'
import type { OperationShape } from './shapes.js'

const parts = ['data', 'body', 'query'] as const

/**
 * The schemas by id of the route.
 * @throws {OwnShapeFlaw} where the profile knows no such route, or zod cannot read a schema
 */
export function ownShapes({ shapes, knowledge }: Profile): Readonly<Record<string, OperationShape>> {
  return Object.fromEntries(
    Object.entries(shapes ?? {}).map(([name, shape]) => {
      const route = routeNamed(name, knowledge)
      if (!route) throw new OwnShapeFlaw('route', [name], name)
      const given = parts.flatMap((part) => {
        const schema = shape[part]
        return schema ? [[part, readSchema(schema, [name, part])] as const] : []
      })
      return [route.id, Object.fromEntries(given)]
    }),
  )
}

/**
 * A profile with the schemas of suites, so that a recording is judged by them as well. What zod cannot write as JSON Schema, such
 * as a condition in code, is left out.
 */
export function withWrittenShapes(
  profile: Profile,
  suites: readonly { readonly shapes?: Readonly<Record<string, OperationShape>> }[],
): Profile {
  const byId: Readonly<Record<string, OperationShape>> = Object.assign(
    {},
    ...suites.map(({ shapes }) => shapes),
  )
  const written = Object.entries(byId).flatMap(([id, shape]) => {
    const route = routeById(id)
    const isKnown = route && (route.known === 'specification' || profile.knowledge === 'document')
    return isKnown ? [[routeName(route), writtenShape(shape)] as const] : []
  })
  return written.length === 0
    ? profile
    : { ...profile, shapes: { ...profile.shapes, ...Object.fromEntries(written) } }
}

function writtenShape(shape: OperationShape): NonNullable<Profile['shapes']>[string] {
  return Object.fromEntries(
    parts.flatMap((part) => {
      const schema = shape[part] && writeSchema(shape[part])
      return schema ? [[part, schema] as const] : []
    }),
  )
}

function writeSchema(schema: z.ZodType): JsonSchema | null {
  try {
    return toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  } catch {
    return null
  }
}

/** `GET /contatos/{id}`: how the place of the identifier is called is nothing. */
function routeNamed(name: string, knowledge: Knowledge): Route | undefined {
  const plain = withoutNames(name)
  return allRoutes(knowledge).find((route) => withoutNames(routeName(route)) === plain)
}

function withoutNames(name: string): string {
  return name.trim().replaceAll(/\{[^}]*\}/g, '{}')
}

function readSchema(written: unknown, path: readonly string[]): z.ZodType {
  try {
    const schema = fromJSONSchema(demanding(written) as Parameters<typeof fromJSONSchema>[0])
    // a schema that refers only to itself is found by parsing with it
    for (const value of [null, '', [{}], {}]) schema.safeParse(value)
    return schema
  } catch (error) {
    if (error instanceof RangeError) throw new OwnShapeFlaw('reference', path, '')
    throw new OwnShapeFlaw('schema', path, (error as Error).message)
  }
}

type Written = Readonly<Record<string, unknown>>

/** Keywords that hold schemas by name, and keywords that hold one schema or a list of them. */
const named = new Set(['properties', '$defs', 'definitions'])
const held = new Set(['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])

/** zod takes a required field for optional where no type of it is shown: every type is shown instead. */
function demanding(written: unknown): unknown {
  if (Array.isArray(written)) return written.map(demanding)
  if (!isPlainObject(written)) return written
  const entries = Object.entries(written).map(([keyword, value]) => {
    if (named.has(keyword) && isPlainObject(value)) return [keyword, mapped(value, demanding)]
    return [keyword, held.has(keyword) ? demanding(value) : value]
  })
  const schema: Written = Object.fromEntries(entries)
  const { required, properties } = schema
  if (!Array.isArray(required) || required.length === 0) return schema
  const known = isPlainObject(properties) ? properties : {}
  const needed = required.map((name) => [name, typedSchema(known[name])])
  return { ...schema, properties: { ...known, ...Object.fromEntries(needed) } }
}

const everyType = ['string', 'number', 'boolean', 'null', 'array', 'object']
const typing = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf']

function typedSchema(schema: unknown): unknown {
  const isTyped = isPlainObject(schema) && typing.some((keyword) => Object.hasOwn(schema, keyword))
  return isTyped ? schema : { type: everyType }
}

function mapped(value: Written, map: (one: unknown) => unknown): Written {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, map(one)]))
}
