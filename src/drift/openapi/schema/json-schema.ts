/** Translates the schemas of an OpenAPI document to JSON Schema for the validator. */
import { isNode, listOf, membersOf, type Node, type Resolver, someNode } from '../document.js'
import { createSchemaReader } from './schema-reader.js'

/** The validator knows `#/components/schemas/Produto` by this prefix and the encoded pointer. */
const NAME_PREFIX = 'openapi:'

/** Formats that are checked. `uuid` is not, because services often send another form of identifier. */
export const checkedFormats: readonly string[] = ['date', 'date-time']

/**
 * Keywords that say nothing about a response's value, or that the validator would misread. `nullable` and `example` are read
 * from the source schema.
 */
const droppedKeywords = new Set([
  ...['title', 'description', 'example', 'examples', 'default', 'externalDocs', 'deprecated', '$comment'],
  ...['readOnly', 'writeOnly', 'nullable', 'discriminator', 'xml', 'multipleOf'],
  ...['$schema', '$id', '$anchor', '$dynamicAnchor'],
])
/** Keywords whose value has schemas by name. */
const schemaMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
/** Keywords whose value is a list of schemas. */
const schemaLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
/** Keywords whose value is a schema. */
const schemaKeywords = new Set([
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
])

/** Whether a key can lead to schemas: the values of `enum` and `const` are data, unless a property has such a name. */
export function entersSchema(key: string | number, around: readonly (string | number)[]): boolean {
  return (key !== 'enum' && key !== 'const') || schemaMaps.has(String(around.at(-1)))
}

/** A schema, and the enclosing schema that describes the same value, as around a part of an `allOf`. */
interface Place {
  readonly schema: Node
  readonly outer: Place | null
}

function ownProperty({ properties }: Node, key: string): unknown {
  return isNode(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
}

/** Keywords whose schema describes the same value as the schema around it. */
const keywordsOfSameValue = new Set(['not', 'if', 'then', 'else'])

/**
 * Translates to JSON Schema 2020-12. `oneOf` becomes `anyOf`, because branches often overlap. `multipleOf` is dropped,
 * because 0.3 is no exact multiple of 0.1 in binary numbers, and so are unknown formats. If the document contradicts itself
 * (an example of another type, a required property that is described nowhere), that place accepts anything.
 */
export function createJsonSchemas(resolver: Resolver, version: '3.0' | '3.1') {
  const reader = createSchemaReader(resolver, version)

  /** Returns the translated schema. `outer` is a schema around it that describes the same value. */
  function translate(schema: unknown, outer: Place | null = null): unknown {
    if (!isNode(schema)) return typeof schema === 'boolean' ? schema : {}
    // OpenAPI 3.0 ignores the keywords next to a reference
    if (typeof schema.$ref === 'string' && version === '3.0') return { $ref: nameOf(schema.$ref) }
    return allowNull(schema, withoutContradictions(schema, translateKeywords({ schema, outer })))
  }

  function translateKeywords(place: Place): Record<string, unknown> {
    const translated: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(place.schema)) {
      if (droppedKeywords.has(key) || key.startsWith('x-')) continue
      if (key === 'format' && !checkedFormats.includes(String(value))) continue
      if (schemaLists.has(key)) {
        // `prefixItems` describes the items of the value, the other lists the value itself
        const parts = listOf(value).map((part) => translate(part, key === 'prefixItems' ? null : place))
        addList(translated, key, parts)
      } else translated[key] = translateKeyword(place, key, value)
    }
    translateExclusiveBounds(translated)
    return translated
  }

  function translateKeyword(place: Place, key: string, value: unknown): unknown {
    if (key === '$ref' && typeof value === 'string') return nameOf(value)
    if (key === 'required') return requiredInResponses(place, value)
    if (schemaMaps.has(key))
      return Object.fromEntries(membersOf(value).map(([name, inner]) => [name, translate(inner)]))
    if (schemaKeywords.has(key)) return translate(value, keywordsOfSameValue.has(key) ? place : null)
    return value
  }

  /** The required properties, without those that only requests have and those that are described nowhere. */
  function requiredInResponses(place: Place, required: unknown): unknown[] {
    return listOf(required).filter(
      (key) =>
        typeof key === 'string' &&
        isDescribed(key, place) &&
        resolver.follow(ownProperty(place.schema, key)).writeOnly !== true,
    )
  }

  /** Whether a schema or one around it describes a property. The schemas' own properties are looked at first, which is faster. */
  function isDescribed(key: string, place: Place): boolean {
    const schemas: Node[] = []
    for (let around: Place | null = place; around; around = around.outer) schemas.push(around.schema)
    return (
      schemas.some((schema) => ownProperty(schema, key) !== undefined) ||
      schemas.some((schema) => reader.view([schema]).properties.has(key))
    )
  }

  /** Returns the schema with a name, as the document has it; undefined if there is none. */
  function findByName(name: string): unknown {
    if (!name.startsWith(NAME_PREFIX)) return undefined
    return resolver.resolvePointer(decodeURIComponent(name.slice(NAME_PREFIX.length)))
  }

  /** Returns the translated schema with a name. */
  function translateNamed(name: string): unknown {
    const target = findByName(name)
    return target === undefined ? undefined : translate(target)
  }

  return { translate, findByName, translateNamed }
}

/** Drops what the schema's own example contradicts: `type`, `enum` and `items` if it is of another type, else `enum` or `items`. */
function withoutContradictions(schema: Node, translated: Record<string, unknown>): Record<string, unknown> {
  const { example } = schema
  if (example === undefined || example === null) return translated
  const { type, enum: values, items, ...kept } = translated
  if (!isOfType(example, type)) return kept
  // `includes` cannot compare objects
  const isListed = !Array.isArray(values) || typeof example === 'object' || values.includes(example)
  const areItems = !isNode(items) || listOf(example).every((item) => isOfType(item, items.type))
  if (type !== undefined) kept.type = type
  if (values !== undefined && isListed) kept.enum = values
  if (items !== undefined && areItems) kept.items = items
  return kept
}

/** Whether an example has the type of a schema, or one of its types. Without a type, and for null, nothing is contradicted. */
function isOfType(example: unknown, type: unknown): boolean {
  const types = Array.isArray(type) ? type : [type]
  if (type === undefined || example === null) return true
  const kind = Array.isArray(example) ? 'array' : typeof example
  if (kind !== 'number') return types.includes(kind)
  return types.includes('number') || (Number.isInteger(example) && types.includes('integer'))
}

/** The name of the schema at a pointer. It is encoded, because a validator would read a `#` as a fragment. */
function nameOf(pointer: string): string {
  return NAME_PREFIX + encodeURIComponent(pointer).replaceAll('.', '%2E')
}

/** Adds a list of schemas. `oneOf` and `anyOf` both become `anyOf`. If a schema has both, the second becomes a part of `allOf`. */
function addList(translated: Record<string, unknown>, key: string, schemas: unknown[]): void {
  if (schemas.length === 0) return
  if (key === 'prefixItems') translated.prefixItems = schemas
  else if (key === 'allOf') translated.allOf = [...listOf(translated.allOf), ...schemas]
  else if (translated.anyOf) translated.allOf = [...listOf(translated.allOf), { anyOf: schemas }]
  else translated.anyOf = schemas
}

/** Translates `nullable: true` of OpenAPI 3.0. */
function allowNull(schema: Node, translated: Record<string, unknown>): unknown {
  if (schema.nullable !== true) return translated
  const { type, enum: values } = translated
  // the parts of an `allOf` or `anyOf` would still refuse null
  if (typeof type !== 'string' || translated.allOf || translated.anyOf)
    return { anyOf: [translated, { type: 'null' }] }
  return { ...translated, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) }
}

/** Translates `minimum: 0, exclusiveMinimum: true` of OpenAPI 3.0 to `exclusiveMinimum: 0`. */
function translateExclusiveBounds(translated: Record<string, unknown>): void {
  const bounds = [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const
  for (const [bound, exclusive] of bounds) {
    const isExclusive = translated[exclusive]
    if (typeof isExclusive !== 'boolean') continue
    delete translated[exclusive]
    if (!isExclusive || translated[bound] === undefined) continue
    translated[exclusive] = translated[bound]
    delete translated[bound]
  }
}

/** Whether the document says anywhere that a value may be null. If it never does, nulls are not judged by it. */
export function mentionsNull(root: unknown): boolean {
  return someNode(
    root,
    ({ nullable: isNullable, type }) =>
      isNullable === true || type === 'null' || listOf(type).includes('null'),
  )
}
