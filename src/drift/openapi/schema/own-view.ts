import { canonical, entriesOf, isNode, listOf, type Node } from '../node.js'
import { type Bound, lowerBounds, type Schemas, type SchemaView, upperBounds } from './schema-view.js'

const noteKeys = new Set([
  'title',
  'description',
  'example',
  'examples',
  'externalDocs',
  'xml',
  '$comment',
  '$schema',
])

const handled = new Set<string>([
  ...lowerBounds,
  ...upperBounds,
  ...[
    '$ref',
    'type',
    'nullable',
    'enum',
    'const',
    'format',
    'pattern',
    'uniqueItems',
    'properties',
    'required',
  ],
  ...[
    'additionalProperties',
    'items',
    'allOf',
    'oneOf',
    'anyOf',
    'deprecated',
    'readOnly',
    'writeOnly',
    'default',
  ],
])

/** What a schema says by its own keywords, references and parts left aside. */
export function ownView(node: Node): SchemaView {
  const stated = statedKinds(node)
  const kinds = stated ?? inferredKinds(node)
  const enumeration = 'const' in node ? [node.const] : Array.isArray(node.enum) ? node.enum : null
  return {
    name: null,
    kinds,
    kindsStated: stated !== null,
    nullable: isNullable(node, stated, kinds, enumeration),
    values: enumeration && new Set(enumeration.filter((value) => value !== null).map(canonical)),
    format: typeof node.format === 'string' ? node.format : null,
    pattern: typeof node.pattern === 'string' ? node.pattern : null,
    bounds: boundsOf(node),
    properties: new Map(entriesOf(node.properties).map(([key, schema]) => [key, [schema]])),
    required: new Set(listOf(node.required).filter((key): key is string => typeof key === 'string')),
    requiredStated: Array.isArray(node.required),
    additional: additionalOf(node.additionalProperties),
    items: node.items === undefined ? null : [node.items],
    alternatives: (['oneOf', 'anyOf'] as const)
      .filter((kind) => Array.isArray(node[kind]))
      .map((kind) => ({ kind, branches: listOf(node[kind]) })),
    deprecated: node.deprecated === true,
    readOnly: node.readOnly === true,
    writeOnly: node.writeOnly === true,
    fallback: 'default' in node ? canonical(node.default) : null,
    notes: pick(node, (key) => noteKeys.has(key) || key.startsWith('x-')),
    rest: pick(node, (key) => !noteKeys.has(key) && !key.startsWith('x-') && !handled.has(key)),
  }
}

function statedKinds(node: Node): ReadonlySet<string> | null {
  const types = typeof node.type === 'string' ? [node.type] : listOf(node.type)
  const named = types.filter((type): type is string => typeof type === 'string')
  return named.length > 0 ? new Set(named.filter((type) => type !== 'null')) : null
}

function inferredKinds(node: Node): ReadonlySet<string> | null {
  if (isNode(node.properties) || isNode(node.additionalProperties) || Array.isArray(node.required)) {
    return new Set(['object'])
  }
  if (isNode(node.items)) return new Set(['array'])
  const values = 'const' in node ? [node.const] : listOf(node.enum)
  const types = values.filter((value) => value !== null).map((value) => typeof value)
  return types.length > 0 && types.every((type) => type === 'string') ? new Set(['string']) : null
}

function isNullable(
  node: Node,
  stated: ReadonlySet<string> | null,
  kinds: ReadonlySet<string> | null,
  values: readonly unknown[] | null,
): boolean {
  if (node.nullable === true || listOf(node.type).includes('null') || node.type === 'null') return true
  if (stated) return false
  return values ? values.includes(null) : kinds === null
}

function boundsOf(node: Node): ReadonlyMap<Bound, number> {
  const bounds = new Map<Bound, number>()
  for (const name of [...lowerBounds, ...upperBounds]) {
    const value = node[name]
    if (typeof value === 'number') bounds.set(name, value)
  }
  for (const [plain, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const value = node[plain]
    if (node[exclusive] !== true || typeof value !== 'number') continue
    bounds.delete(plain)
    bounds.set(exclusive, value)
  }
  if (node.uniqueItems === true) bounds.set('uniqueItems', 1)
  return bounds
}

function additionalOf(value: unknown): boolean | Schemas | null {
  if (typeof value === 'boolean') return value
  return isNode(value) ? (Object.keys(value).length === 0 ? true : [value]) : null
}

function pick(node: Node, wanted: (key: string) => boolean): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(node)
      .filter(wanted)
      .map((key) => [key, canonical(node[key])]),
  )
}
