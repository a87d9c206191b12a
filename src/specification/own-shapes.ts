/**
 * Schemas of the user's own. A profile has them as JSON Schema, by route; a suite has them as zod schemas, by route id.
 * A profile's schemas are read as zod schemas to judge by them; a suite's are written as JSON Schema into a recording's profile.
 */

import { fromJSONSchema, toJSONSchema, type z } from 'zod'
import { allRoutes, routeName } from './find-route.js'
import type { JsonSchema } from './json-schema.js'
import { isPlainObject } from './plain-object.js'
import type { Profile } from './profile-schema.js'
import type { Knowledge, Route } from './route.js'
import { mergeOwnShapes, type OperationShape, OwnShapeFlaw, type OwnShapeSource } from './shapes.js'

const parts = ['data', 'body', 'query'] as const

/**
 * Reads a profile's schemas. Returns them by route id.
 * @throws {OwnShapeFlaw} if the profile knows no such route, or zod cannot read a schema
 */
export function ownShapes({ shapes, knowledge }: Profile): Readonly<Record<string, OperationShape>> {
  const byId: Record<string, OperationShape> = {}
  for (const [name, shape] of Object.entries(shapes ?? {})) {
    const route = findRouteByName(name, knowledge)
    if (!route) throw new OwnShapeFlaw('route', [name], name)
    const schemas: Partial<Record<(typeof parts)[number], z.ZodType>> = {}
    for (const part of parts) {
      const schema = shape[part]
      if (schema) schemas[part] = readSchema(schema, [name, part])
    }
    byId[route.id] = schemas
  }
  return byId
}

/**
 * Adds the schemas of suites to a profile, so that a recording of the run is judged by them as well. A condition in code
 * cannot be written as JSON Schema, and is left out.
 */
export function withWrittenShapes(profile: Profile, suites: readonly OwnShapeSource[]): Profile {
  const byId = mergeOwnShapes(suites)
  const written: Record<string, WrittenShape> = {}
  for (const route of allRoutes(profile.knowledge)) {
    const shape = byId[route.id]
    if (shape) written[routeName(route)] = writeShape(shape)
  }
  if (Object.keys(written).length === 0) return profile
  return { ...profile, shapes: { ...profile.shapes, ...written } }
}

type WrittenShape = NonNullable<Profile['shapes']>[string]

function writeShape(shape: OperationShape): WrittenShape {
  const written: WrittenShape = {}
  for (const part of parts) {
    const schema = shape[part] && writeSchema(shape[part])
    if (schema) written[part] = schema
  }
  return written
}

function writeSchema(schema: z.ZodType): JsonSchema | null {
  try {
    return toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  } catch {
    return null
  }
}

/** Finds a route by `GET /contatos/{id}`; the name of the identifier does not matter. */
function findRouteByName(name: string, knowledge: Knowledge): Route | undefined {
  const wanted = withoutParameterNames(name)
  return allRoutes(knowledge).find((route) => withoutParameterNames(routeName(route)) === wanted)
}

function withoutParameterNames(name: string): string {
  return name.trim().replaceAll(/\{[^}]*\}/g, '{}')
}

function readSchema(written: unknown, path: readonly string[]): z.ZodType {
  try {
    const schema = fromJSONSchema(typeRequiredFields(written) as Parameters<typeof fromJSONSchema>[0])
    // a schema that refers only to itself never ends, which only parsing shows
    for (const value of [null, '', [{}], {}]) schema.safeParse(value)
    return schema
  } catch (error) {
    // the stack has overflowed
    if (error instanceof RangeError) throw new OwnShapeFlaw('reference', path, '')
    throw new OwnShapeFlaw('schema', path, (error as Error).message)
  }
}

/** Keywords whose value has schemas by name: `properties: { nome: … }`. */
const schemaMaps = new Set(['properties', '$defs', 'definitions'])
/** Keywords whose value is a schema, or a list of schemas. */
const schemaKeywords = new Set(['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])

/**
 * Gives a type to each required field that has none. zod takes such a field for optional, so `{ required: ['nome'] }`
 * would accept `{}`. Every type is allowed, so the schema accepts the same values otherwise.
 */
function typeRequiredFields(written: unknown): unknown {
  if (Array.isArray(written)) return written.map(typeRequiredFields)
  if (!isPlainObject(written)) return written
  const schema: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(written)) {
    if (schemaMaps.has(keyword) && isPlainObject(value)) {
      const schemas = Object.entries(value).map(([name, inner]) => [name, typeRequiredFields(inner)])
      schema[keyword] = Object.fromEntries(schemas)
    } else schema[keyword] = schemaKeywords.has(keyword) ? typeRequiredFields(value) : value
  }
  const { required, properties } = schema
  if (!Array.isArray(required) || required.length === 0) return schema
  const known = isPlainObject(properties) ? properties : {}
  const typed = required.map((name) => [name, withType(known[name])])
  return { ...schema, properties: { ...known, ...Object.fromEntries(typed) } }
}

const everyType = ['string', 'number', 'boolean', 'null', 'array', 'object']
const typeKeywords = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf']

function withType(schema: unknown): unknown {
  const isTyped = isPlainObject(schema) && typeKeywords.some((keyword) => Object.hasOwn(schema, keyword))
  return isTyped ? schema : { type: everyType }
}
