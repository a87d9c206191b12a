/** Reads which fields and items the schemas of an OpenAPI document describe, to find fields that it does not mention. */
import { isObject, type Json } from '../../../exchange/json.js'
import { groupBy } from '../../../specification/plain-object.js'
import { fieldPath, itemPath, keyedPath } from '../../baseline.js'
import { isNode, listOf, membersOf, type Node, type Resolver } from '../document.js'

/** Schemas that all apply to the same value, for example the parts of an `allOf`. */
export type Schemas = readonly unknown[]

/**
 * The fields and items that a schema describes. References are followed, the parts of an `allOf` are merged, and
 * `anyOf: [X, { type: null }]` is read as X.
 */
export interface SchemaView {
  readonly properties: ReadonlyMap<string, Schemas>
  /** The schema of additional properties; null if the document does not say. */
  readonly additional: boolean | Schemas | null
  readonly items: Schemas | null
  /** Branches of `oneOf` and `anyOf`. */
  readonly branches: readonly unknown[]
  /** Whether `patternProperties` describes further fields. */
  readonly isPatterned: boolean
}

type SchemaReader = ReturnType<typeof createSchemaReader>

const emptyView: SchemaView = {
  properties: new Map(),
  additional: null,
  items: null,
  branches: [],
  isPatterned: false,
}

/** Makes a reader of a document's schemas. It remembers what it has read. */
export function createSchemaReader(resolver: Resolver, version: '3.0' | '3.1') {
  const known = new WeakMap<object, SchemaView>()

  /** A schema is not read again within itself (`enclosing`). Views made there are incomplete, so only outermost ones are kept. */
  function viewOf(schema: unknown, enclosing: ReadonlySet<unknown>): SchemaView {
    if (!isNode(schema) || enclosing.has(schema)) return emptyView
    const view = known.get(schema) ?? readNode(schema, new Set([...enclosing, schema]))
    if (enclosing.size === 0) known.set(schema, view)
    return view
  }

  function readNode(node: Node, enclosing: ReadonlySet<unknown>): SchemaView {
    if (typeof node.$ref === 'string') {
      const target = viewOf(resolver.resolvePointer(node.$ref), enclosing)
      const { $ref: _, ...siblings } = node
      const hasSiblings = version === '3.1' && Object.keys(siblings).length > 0
      return hasSiblings ? mergeViews([ownView(siblings), target]) : target
    }
    const parts = listOf(node.allOf).map((part) => viewOf(part, enclosing))
    const own = ownView(node)
    const [branch, ...otherBranches] = own.branches.filter((each) => !isNull(each))
    // `anyOf: [X, { type: null }]`
    const isNullableBranch = own.branches.length > 1 && otherBranches.length === 0
    if (!isNullableBranch) return mergeViews([own, ...parts])
    return mergeViews([{ ...own, branches: [] }, ...parts, viewOf(branch, enclosing)])
  }

  function isNull(branch: unknown): boolean {
    const { type, enum: values, const: value } = resolver.follow(branch)
    return (
      type === 'null' || value === null || (Array.isArray(values) && values.every((each) => each === null))
    )
  }

  return { view: (schemas: Schemas) => mergeViews(schemas.map((schema) => viewOf(schema, new Set()))) }
}

/** The view of a schema's own keywords, without references and `allOf`. */
function ownView(node: Node): SchemaView {
  return {
    properties: new Map(membersOf(node.properties).map(([key, schema]) => [key, [schema]])),
    additional: additionalOf(node.additionalProperties),
    items: node.items === undefined ? null : [node.items],
    branches: [...listOf(node.oneOf), ...listOf(node.anyOf)],
    isPatterned: 'patternProperties' in node,
  }
}

/** Reads `additionalProperties`. An empty schema allows any field, as `true` does. */
function additionalOf(value: unknown): boolean | Schemas | null {
  if (typeof value === 'boolean') return value
  if (!isNode(value)) return null
  return Object.keys(value).length === 0 ? true : [value]
}

/** Merges the views of schemas that all apply to the same value. */
function mergeViews(views: readonly SchemaView[]): SchemaView {
  if (views.length <= 1) return views[0] ?? emptyView
  return {
    properties: mergeProperties(views),
    additional: mergeAdditional(views.map(({ additional }) => additional)),
    items: mergeSchemas(views.map(({ items }) => items)),
    branches: withoutRepeats(views.flatMap(({ branches }) => branches)),
    isPatterned: views.some(({ isPatterned }) => isPatterned),
  }
}

/** Omits repeats, because parts of an `allOf` that repeat each other would otherwise double at every level. */
function withoutRepeats<T>(all: readonly T[]): readonly T[] {
  return [...new Set(all)]
}

function mergeProperties(views: readonly SchemaView[]): ReadonlyMap<string, Schemas> {
  const properties = views.flatMap((view) => [...view.properties])
  const byKey = groupBy(properties, ([key]) => key)
  return new Map(
    [...byKey].map(([key, found]) => [key, mergeSchemas(found.map(([, schemas]) => schemas)) ?? []]),
  )
}

function mergeSchemas(found: readonly (Schemas | null)[]): Schemas | null {
  const different = withoutRepeats(found).filter((schemas) => schemas !== null)
  if (different.length <= 1) return different[0] ?? null
  return withoutRepeats(different.flat())
}

function mergeAdditional(found: readonly SchemaView['additional'][]): SchemaView['additional'] {
  if (found.includes(false)) return false
  const schemas = mergeSchemas(
    found.map((additional) => (typeof additional === 'boolean' ? null : additional)),
  )
  return schemas ?? (found.includes(true) ? true : null)
}

export interface Undocumented {
  readonly path: string
  readonly value: Json
}

/**
 * Finds the fields of a body that the document does not mention, without the fields below them. An object that the document
 * does not describe, or in which it allows any field, has none.
 */
export function undocumentedFields(reader: SchemaReader, schemas: Schemas, body: Json): Undocumented[] {
  const found = new Map<string, Undocumented>()

  /** `possible`: the schemas that the value may have, one for each branch that describes it. */
  function walk(possible: readonly Schemas[], value: Json, path: string): void {
    if (typeof value !== 'object' || value === null || possible.length === 0) return
    const views = possible.flatMap((schemas) => withBranches(reader, reader.view(schemas), 0))
    if (Array.isArray(value)) {
      const items = views.flatMap((view) => (view.items ? [view.items] : []))
      for (const item of value) walk(items, item, itemPath(path))
    } else if (isObject(value)) {
      for (const [key, child] of Object.entries(value)) walkField(views, [key, child], path)
    }
  }

  function walkField(views: readonly SchemaView[], [key, child]: readonly [string, Json], path: string) {
    const childPath = fieldPath(path, key)
    const own = views.map((view) => view.properties.get(key)).filter((schemas) => schemas !== undefined)
    if (own.length > 0) return walk(own, child, childPath)
    const additional = views
      .map((view) => view.additional)
      .filter((schemas) => schemas !== null && typeof schemas !== 'boolean')
    if (additional.length > 0) return walk(additional, child, keyedPath(path))
    const isDescribed = views.some((view) => view.properties.size > 0)
    const isOpen = views.some((view) => view.additional === true || view.isPatterned)
    if (isDescribed && !isOpen && !found.has(childPath))
      found.set(childPath, { path: childPath, value: child })
  }

  walk([schemas], body, '$')
  return [...found.values()]
}

/** Branches that are nested deeper are not looked at, because a branch may contain itself. */
const MAX_BRANCH_DEPTH = 8

/** A view and those of its branches. */
function withBranches(reader: SchemaReader, view: SchemaView, depth: number): SchemaView[] {
  if (depth > MAX_BRANCH_DEPTH) return [view]
  return [view, ...view.branches.flatMap((branch) => withBranches(reader, reader.view([branch]), depth + 1))]
}
