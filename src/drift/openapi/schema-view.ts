import { asNode, canonical, entriesOf, isNode, listOf, type Node } from './node.js'
import { type Resolver, refName } from './resolver.js'

/** Schemas that all apply to one place: those of an `allOf`, of a property that several parts name, or just one. */
export type Schemas = readonly unknown[]

/**
 * What a schema says, in one form for 3.0 and 3.1: references followed, `allOf` merged, `nullable`, `type: [..., null]` and
 * `anyOf: [..., {type: null}]` made the same, `const` an `enum` of one, boolean `exclusiveMinimum` the bound it means.
 */
export interface SchemaView {
  /** The component that it is, where it is a mere reference. */
  readonly name: string | null
  /** Without `null`; null: any. */
  readonly kinds: ReadonlySet<string> | null
  /** Whether the kinds were stated, and not inferred from `properties`, `items` or `enum`. */
  readonly kindsStated: boolean
  readonly nullable: boolean
  /** JSON texts, without `null`; null: no enumeration. */
  readonly values: ReadonlySet<string> | null
  readonly format: string | null
  readonly pattern: string | null
  readonly bounds: ReadonlyMap<Bound, number>
  readonly properties: ReadonlyMap<string, Schemas>
  readonly required: ReadonlySet<string>
  /** Whether any part says which properties are required; where none does, the document is silent about it. */
  readonly requiredStated: boolean
  /** What further properties must be; null: not said. */
  readonly additional: boolean | Schemas | null
  readonly items: Schemas | null
  readonly alternatives: readonly Alternatives[]
  readonly deprecated: boolean
  readonly readOnly: boolean
  readonly writeOnly: boolean
  readonly fallback: string | null
  /** Words about it (`description`, `example`, extensions), as JSON text. */
  readonly notes: ReadonlyMap<string, string>
  /** Keywords that are compared as they stand. */
  readonly rest: ReadonlyMap<string, string>
}

export interface Alternatives {
  readonly kind: 'oneOf' | 'anyOf'
  readonly branches: readonly unknown[]
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
export type Bound = (typeof lowerBounds)[number] | (typeof upperBounds)[number] | 'uniqueItems'

export function isLowerBound(bound: Bound): boolean {
  return bound === 'uniqueItems' || lowerBounds.some((name) => name === bound)
}

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

export interface SchemaReader {
  view(schemas: Schemas): SchemaView
}

/** Reads the schemas of one document; each is read once. */
export function createSchemaReader(resolver: Resolver, version: '3.0' | '3.1'): SchemaReader {
  const known = new WeakMap<object, SchemaView>()
  /** The outermost schema that holds itself, of those that are being read: what lies within was cut there. */
  let cutAt = Number.POSITIVE_INFINITY

  /** @param open schemas that are being read, with their depth */
  function viewOne(schema: unknown, open: ReadonlyMap<unknown, number>): SchemaView {
    if (schema === false) return { ...anything, kinds: new Set(), kindsStated: true }
    if (!isNode(schema)) return anything
    const openedAt = open.get(schema)
    if (openedAt !== undefined) {
      cutAt = Math.min(cutAt, openedAt)
      return anything
    }
    return known.get(schema) ?? readAndKeep(schema, open)
  }

  /** Kept unless a schema around it was cut out of it: read from there, it says more. */
  function readAndKeep(schema: Node, open: ReadonlyMap<unknown, number>): SchemaView {
    const outerCut = cutAt
    cutAt = Number.POSITIVE_INFINITY
    const view = readNode(schema, new Map([...open, [schema, open.size]]))
    if (cutAt >= open.size) known.set(schema, view)
    cutAt = Math.min(outerCut, cutAt >= open.size ? Number.POSITIVE_INFINITY : cutAt)
    return view
  }

  function readNode(node: Node, open: ReadonlyMap<unknown, number>): SchemaView {
    if (typeof node.$ref === 'string') {
      const target = { ...viewOne(resolver.at(node.$ref), open), name: refName(node.$ref) }
      const { $ref: _, ...siblings } = node
      return version === '3.1' && Object.keys(siblings).length > 0 ? both(ownView(siblings), target) : target
    }
    const parts = listOf(node.allOf).map((part) => viewOne(part, open))
    return foldNull(parts.reduce(both, ownView(node)), node, open)
  }

  /** `anyOf: [X, {type: null}]` is X, or null. */
  function foldNull(view: SchemaView, node: Node, open: ReadonlyMap<unknown, number>): SchemaView {
    const nullable = node.nullable === true && view.kinds !== null ? { ...view, nullable: true } : view
    const [only, ...more] = nullable.alternatives
    if (!only || more.length > 0) return nullable
    const branches = only.branches.filter((branch) => !isNull(branch))
    if (branches.length === only.branches.length) return nullable
    const rest = { ...nullable, nullable: true, alternatives: [{ ...only, branches }] }
    if (branches.length !== 1) return rest
    return { ...both({ ...rest, alternatives: [] }, viewOne(branches[0], open)), nullable: true }
  }

  const isNull = (branch: unknown) => {
    const node = resolver.follow(branch)
    return node.type === 'null' || canonical(node.enum) === '[null]' || node.const === null
  }

  return {
    view: (schemas) => {
      const [first, ...more] = schemas.map((schema) => viewOne(schema, new Map()))
      return more.reduce(both, first ?? anything)
    },
  }
}

const anything: SchemaView = {
  name: null,
  kinds: null,
  kindsStated: false,
  nullable: true,
  values: null,
  format: null,
  pattern: null,
  bounds: new Map(),
  properties: new Map(),
  required: new Set(),
  requiredStated: false,
  additional: null,
  items: null,
  alternatives: [],
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  fallback: null,
  notes: new Map(),
  rest: new Map(),
}

function ownView(node: Node): SchemaView {
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

/** Both apply. The words are those of the first, which stands nearer to the place. */
function both(a: SchemaView, b: SchemaView): SchemaView {
  return {
    name: a.name,
    kinds: sharedKinds(a.kinds, b.kinds),
    kindsStated: a.kindsStated || b.kindsStated,
    nullable: a.nullable && b.nullable,
    values:
      a.values && b.values ? new Set([...a.values].filter((v) => b.values?.has(v))) : (a.values ?? b.values),
    format: a.format ?? b.format,
    pattern: bothPatterns(a.pattern, b.pattern),
    bounds: tighterBounds(a.bounds, b.bounds),
    properties: bothProperties(a.properties, b.properties),
    required: new Set([...a.required, ...b.required]),
    requiredStated: a.requiredStated || b.requiredStated,
    additional: bothAdditional(a.additional, b.additional),
    items: a.items && b.items ? union(a.items, b.items) : (a.items ?? b.items),
    alternatives: union(a.alternatives, b.alternatives),
    deprecated: a.deprecated || b.deprecated,
    readOnly: a.readOnly || b.readOnly,
    writeOnly: a.writeOnly || b.writeOnly,
    fallback: a.fallback ?? b.fallback,
    notes: new Map([...b.notes, ...a.notes]),
    rest: new Map([...b.rest, ...a.rest]),
  }
}

function sharedKinds(
  a: ReadonlySet<string> | null,
  b: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  if (!a || !b) return a ?? b
  return new Set([...a, ...b].filter((kind) => allows(a, kind) && allows(b, kind)))
}

/** Whether a value of the kind is allowed; every integer is a number. */
export function allows(kinds: ReadonlySet<string>, kind: string): boolean {
  return kinds.has(kind) || (kind === 'integer' && kinds.has('number'))
}

function tighterBounds(
  a: ReadonlyMap<Bound, number>,
  b: ReadonlyMap<Bound, number>,
): ReadonlyMap<Bound, number> {
  const bounds = new Map(a)
  for (const [name, value] of b) {
    const old = bounds.get(name)
    const tighter = isLowerBound(name) ? Math.max : Math.min
    bounds.set(name, old === undefined ? value : tighter(old, value))
  }
  return bounds
}

/** Each once, however often the parts of an `allOf` repeat it. */
function union<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  return a === b ? a : [...new Set([...a, ...b])]
}

const AND = ' & '

function bothPatterns(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return union(a.split(AND), b.split(AND)).join(AND)
}

function bothProperties(
  a: ReadonlyMap<string, Schemas>,
  b: ReadonlyMap<string, Schemas>,
): ReadonlyMap<string, Schemas> {
  if (a.size === 0 || b.size === 0) return a.size === 0 ? b : a
  const properties = new Map(a)
  for (const [key, schemas] of b) {
    const known = properties.get(key) ?? []
    properties.set(key, union(known, schemas))
  }
  return properties
}

function bothAdditional(a: SchemaView['additional'], b: SchemaView['additional']): SchemaView['additional'] {
  if (a === false || b === false) return false
  if (Array.isArray(a) && Array.isArray(b)) return union(a, b)
  return Array.isArray(a) ? a : Array.isArray(b) ? b : (a ?? b)
}

/** The schema of a media type, parameter or header; an empty one where none is given. */
export function schemaOf(node: unknown): Schemas {
  const { schema } = asNode(node)
  return [schema === undefined ? {} : schema]
}
