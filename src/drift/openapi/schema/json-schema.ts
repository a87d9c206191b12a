import { canonical, entriesOf, isNode, listOf, type Node } from '../node.js'
import type { Resolver } from '../resolver.js'
import { createSchemaReader } from './schema-reader.js'

/**
 * Schemas of an answer as plain JSON Schema 2020-12, for the validator: OpenAPI 3.0's own spellings are translated, words
 * are left out, and so is what documents say more strictly than they mean. `oneOf` is read as `anyOf`, since branches
 * that overlap are the rule; `multipleOf` is dropped, since decimals carry binary noise; unknown formats are dropped. Where
 * a document contradicts itself (an example that is not of the type beside it, a required property that is described
 * nowhere) it says nothing that a service could break.
 */
export interface JsonSchemas {
  /** The schema itself, its references as absolute names. */
  translate(schema: unknown): unknown
  /** The schema behind an absolute name, or undefined. */
  named(name: string): unknown
  /** The same as the document has it. */
  source(name: string): unknown
}

const SCHEME = 'openapi:'
/** By who sends. What services answer under `uuid` is often another form of identifier. */
export const checkedFormats: Readonly<Record<Side, readonly string[]>> = {
  answer: ['date', 'date-time'],
  request: ['date', 'date-time', 'uuid'],
}

const dropped = new Set([
  ...[
    'discriminator',
    'xml',
    'example',
    'examples',
    'externalDocs',
    'deprecated',
    'readOnly',
    'writeOnly',
    'default',
  ],
  ...[
    'title',
    'description',
    'nullable',
    'multipleOf',
    '$schema',
    '$id',
    '$anchor',
    '$dynamicAnchor',
    '$comment',
  ],
])
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const singles = new Set([
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
])

/** Keywords whose schemas are about the very value that the schema around them is about. */
const samePlace = new Set(['not', 'if', 'then', 'else'])

/** Who sends what the schemas describe: of an answer nothing is required that only requests carry, nor the other way round. */
export type Side = 'answer' | 'request'

export function createJsonSchemas(
  resolver: Resolver,
  version: '3.0' | '3.1',
  side: Side = 'answer',
): JsonSchemas {
  const others = side === 'answer' ? 'writeOnly' : 'readOnly'
  const reader = createSchemaReader(resolver, version)

  /** `outer`: properties that schemas around this one describe for the same place. */
  function translate(schema: unknown, outer: ReadonlySet<string> = new Set()): unknown {
    if (!isNode(schema)) return typeof schema === 'boolean' ? schema : {}
    if (typeof schema.$ref === 'string' && version === '3.0') return { $ref: nameOf(schema.$ref) }
    return nullable(schema, withoutContradictions(schema, translateKeywords(schema, outer)))
  }

  function translateKeywords(schema: Node, outer: ReadonlySet<string>): Record<string, unknown> {
    const plain: Record<string, unknown> = {}
    const described = new Set([...outer, ...reader.view([schema]).properties.keys()])
    for (const [key, value] of Object.entries(schema)) {
      if (dropped.has(key) || key.startsWith('x-')) continue
      if (key === '$ref' && typeof value === 'string') plain.$ref = nameOf(value)
      else if (key === 'required') plain.required = ofThisSide(schema, value, described)
      else if (key === 'format' && !checkedFormats[side].includes(String(value))) continue
      else if (maps.has(key))
        plain[key] = Object.fromEntries(entriesOf(value).map(([k, v]) => [k, translate(v)]))
      else if (lists.has(key))
        addList(
          plain,
          key,
          listOf(value).map((part) => translate(part, described)),
        )
      else
        plain[key] = singles.has(key) ? translate(value, samePlace.has(key) ? described : undefined) : value
    }
    return exclusiveBounds(plain)
  }

  function ofThisSide(schema: Node, required: unknown, described: ReadonlySet<string>): unknown[] {
    const properties = isNode(schema.properties) ? schema.properties : {}
    return listOf(required).filter((key) => {
      const property = Object.hasOwn(properties, String(key)) ? properties[String(key)] : undefined
      return typeof key === 'string' && described.has(key) && resolver.follow(property)[others] !== true
    })
  }

  const source = (name: string) =>
    name.startsWith(SCHEME) ? resolver.at(decodeURIComponent(name.slice(SCHEME.length))) : undefined

  return {
    translate: (schema) => translate(schema),
    source,
    named: (name) => {
      const target = source(name)
      return target === undefined ? undefined : withoutItself(translate(target), name)
    },
  }
}

/** `allOf` with the schema itself among its parts adds nothing, and would never end. */
function withoutItself(schema: unknown, name: string): unknown {
  if (!isNode(schema) || !Array.isArray(schema.allOf)) return schema
  const { allOf, ...rest } = schema
  const others = allOf.filter((part) => !isNode(part) || part.$ref !== name)
  return others.length === 0 ? rest : { ...rest, allOf: others }
}

/** Each part once: the same twice, in each of thirty schemas that hold each other, is a billion. */
function distinct(schemas: unknown[]): unknown[] {
  return [...new Map(schemas.map((schema) => [canonical(schema), schema])).values()]
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

/** One word that holds the pointer: a validator would read a `#` as a place within. */
function nameOf(pointer: string): string {
  return SCHEME + encodeURIComponent(pointer).replaceAll('.', '%2E')
}

/** Whichever of them comes first in the document. */
function addList(plain: Record<string, unknown>, key: string, schemas: unknown[]): void {
  if (schemas.length === 0) return
  if (key === 'prefixItems') plain.prefixItems = schemas
  else if (key === 'allOf') plain.allOf = distinct([...listOf(plain.allOf), ...schemas])
  else if (plain.anyOf) plain.allOf = [...listOf(plain.allOf), { anyOf: schemas }]
  else plain.anyOf = schemas
}

function nullable(schema: Node, plain: Record<string, unknown>): unknown {
  if (schema.nullable !== true) return plain
  if (typeof plain.type !== 'string') return { anyOf: [plain, { type: 'null' }] }
  const values = Array.isArray(plain.enum) ? { enum: [...plain.enum, null] } : {}
  const composed = plain.allOf || plain.anyOf
  return composed ? { anyOf: [plain, { type: 'null' }] } : { ...plain, ...values, type: [plain.type, 'null'] }
}

/** 3.0 says `exclusiveMinimum: true` beside the bound. */
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
export function speaksOfNull(root: unknown): boolean {
  const open: unknown[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (
      isNode(value) &&
      (value.nullable === true || value.type === 'null' || listOf(value.type).includes('null'))
    ) {
      return true
    }
    for (const child of Object.values(value)) open.push(child)
  }
  return false
}
