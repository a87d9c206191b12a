import { isNode, listOf, membersOf, type Node, type Resolver, someNode } from '../document.js'
import { createSchemaReader } from './schema-reader.js'

const SCHEME = 'openapi:'

/** `uuid` is not among them: what services send under it is often another form of identifier. */
export const checkedFormats: readonly string[] = ['date', 'date-time']

const droppedKeywords = new Set([
  'discriminator',
  'xml',
  'example',
  'examples',
  'externalDocs',
  'deprecated',
  'readOnly',
  'writeOnly',
  'default',
  'title',
  'description',
  'nullable',
  'multipleOf',
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$comment',
])
const schemaMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const schemaLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const schemaKeywords = new Set([
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
])

/** A schema, and the enclosing schema that describes the same value. */
interface Place {
  readonly schema: Node
  readonly outer: Place | null
}

function withEnclosing(place: Place): Node[] {
  const schemas: Node[] = []
  for (let at: Place | null = place; at; at = at.outer) schemas.push(at.schema)
  return schemas
}

function ownProperty({ properties }: Node, key: string): unknown {
  return isNode(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
}

/** Keywords whose schemas describe the same value as the schema around them. */
const keywordsOfSameValue = new Set(['not', 'if', 'then', 'else'])

/**
 * Translates the schemas of a response to plain JSON Schema 2020-12 for the validator. Spellings of OpenAPI 3.0 are
 * translated and descriptions are left out. `oneOf` is read as `anyOf`, because overlapping branches are common.
 * `multipleOf` is dropped, because decimals carry binary noise, and so are unknown formats. A place where the
 * document contradicts itself (an example of another type, a required property that is described nowhere) accepts
 * anything.
 */
export function createJsonSchemas(resolver: Resolver, version: '3.0' | '3.1') {
  const reader = createSchemaReader(resolver, version)

  /** The schema itself, its references as absolute names. */
  function translate(schema: unknown, outer: Place | null = null): unknown {
    if (!isNode(schema)) return typeof schema === 'boolean' ? schema : {}
    if (typeof schema.$ref === 'string' && version === '3.0') return { $ref: nameOf(schema.$ref) }
    return allowNull(schema, withoutContradictions(schema, translateKeywords({ schema, outer })))
  }

  function translateKeywords(place: Place): Record<string, unknown> {
    const plain: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(place.schema)) {
      if (droppedKeywords.has(key) || key.startsWith('x-')) continue
      if (key === '$ref' && typeof value === 'string') plain.$ref = nameOf(value)
      else if (key === 'required') plain.required = requiredInResponses(place, value)
      else if (key === 'format' && !checkedFormats.includes(String(value))) continue
      else if (schemaMaps.has(key))
        plain[key] = Object.fromEntries(membersOf(value).map(([k, v]) => [k, translate(v)]))
      else if (schemaLists.has(key)) {
        const parts = listOf(value).map((part) => translate(part, key === 'prefixItems' ? null : place))
        addList(plain, key, parts)
      } else if (schemaKeywords.has(key))
        plain[key] = translate(value, keywordsOfSameValue.has(key) ? place : null)
      else plain[key] = value
    }
    return exclusiveBounds(plain)
  }

  /** A response need not hold what only requests carry. */
  function requiredInResponses(place: Place, required: unknown): unknown[] {
    return listOf(required).filter(
      (key) =>
        typeof key === 'string' &&
        isDescribed(key, place) &&
        resolver.follow(ownProperty(place.schema, key)).writeOnly !== true,
    )
  }

  /** A schema's own list of properties is checked first, before all of its parts are merged. */
  function isDescribed(key: string, place: Place): boolean {
    const schemas = withEnclosing(place)
    return (
      schemas.some((schema) => ownProperty(schema, key) !== undefined) ||
      schemas.some((schema) => reader.view([schema]).properties.has(key))
    )
  }

  /** The schema with an absolute name as the document has it, or undefined. */
  function source(name: string): unknown {
    return name.startsWith(SCHEME) ? resolver.at(decodeURIComponent(name.slice(SCHEME.length))) : undefined
  }

  /** The same, translated. */
  function named(name: string): unknown {
    const target = source(name)
    return target === undefined ? undefined : translate(target)
  }

  return { translate, source, named }
}

function withoutContradictions(schema: Node, plain: Record<string, unknown>): Record<string, unknown> {
  const { example } = schema
  if (example === undefined || example === null) return plain
  const { type, enum: values, items, ...rest } = plain
  if (type !== undefined && !isOfType(example, type)) return rest
  const isListed = !Array.isArray(values) || typeof example === 'object' || values.includes(example)
  const areItems = !isNode(items) || listOf(example).every((item) => isOfType(item, items.type))
  return {
    ...rest,
    ...(type === undefined ? {} : { type }),
    ...(values !== undefined && isListed ? { enum: values } : {}),
    ...(items !== undefined && areItems ? { items } : {}),
  }
}

function isOfType(example: unknown, type: unknown): boolean {
  const types = Array.isArray(type) ? type : [type]
  if (type === undefined || example === null) return true
  const kind = Array.isArray(example) ? 'array' : typeof example
  if (kind !== 'number') return types.includes(kind)
  return types.includes('number') || (Number.isInteger(example) && types.includes('integer'))
}

/** Encodes a pointer as one word, because a validator would read a `#` as a fragment. */
function nameOf(pointer: string): string {
  return SCHEME + encodeURIComponent(pointer).replaceAll('.', '%2E')
}

/** Whichever of them comes first in the document. */
function addList(plain: Record<string, unknown>, key: string, schemas: unknown[]): void {
  if (schemas.length === 0) return
  if (key === 'prefixItems') plain.prefixItems = schemas
  else if (key === 'allOf') plain.allOf = [...listOf(plain.allOf), ...schemas]
  else if (plain.anyOf) plain.allOf = [...listOf(plain.allOf), { anyOf: schemas }]
  else plain.anyOf = schemas
}

function allowNull(schema: Node, plain: Record<string, unknown>): unknown {
  if (schema.nullable !== true) return plain
  if (typeof plain.type !== 'string') return { anyOf: [plain, { type: 'null' }] }
  const values = Array.isArray(plain.enum) ? { enum: [...plain.enum, null] } : {}
  const composed = plain.allOf || plain.anyOf
  return composed ? { anyOf: [plain, { type: 'null' }] } : { ...plain, ...values, type: [plain.type, 'null'] }
}

/** OpenAPI 3.0 writes `exclusiveMinimum: true` next to the bound. */
function exclusiveBounds(plain: Record<string, unknown>): Record<string, unknown> {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof plain[exclusive] !== 'boolean') continue
    const { [bound]: limit, [exclusive]: strict, ...rest } = plain
    const kept = limit === undefined ? {} : { [strict === true ? exclusive : bound]: limit }
    return exclusiveBounds({ ...rest, ...kept })
  }
  return plain
}

/** Whether the document says anywhere that something may be null. Where it never does, it is silent about nulls. */
export function mentionsNull(root: unknown): boolean {
  return someNode(
    root,
    ({ nullable: isNullable, type }) =>
      isNullable === true || type === 'null' || listOf(type).includes('null'),
  )
}
