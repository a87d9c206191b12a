import { isObject, type Json } from '../../exchange/json.js'
import { fieldPath, itemPath, keyedPath } from '../place-path.js'
import type { SchemaReader, Schemas, SchemaView } from './schema/schema-reader.js'

/** A field that no schema of its place names. */
export interface Undocumented {
  readonly path: string
  readonly value: Json
}

/** The topmost fields that the document does not name. Objects that it does not describe, or leaves open, hide nothing. */
export function undocumentedFields(reader: SchemaReader, schemas: Schemas, body: Json): Undocumented[] {
  const search: Search = { reader, found: new Map() }
  walk(search, [schemas], body, '$')
  return [...search.found.values()]
}

interface Search {
  readonly reader: SchemaReader
  readonly found: Map<string, Undocumented>
}

function walk(search: Search, possible: readonly Schemas[], value: Json, path: string): void {
  const { reader } = search
  if (typeof value !== 'object' || value === null || possible.length === 0) return
  const views = possible.flatMap((schemas) => withBranches(reader, reader.view(schemas), 0))
  if (Array.isArray(value)) {
    const items = views.flatMap((view) => (view.items ? [view.items] : []))
    for (const item of value) walk(search, items, item, itemPath(path))
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) walkField(search, views, [key, child], path)
  }
}

function walkField(
  search: Search,
  views: readonly SchemaView[],
  [key, child]: readonly [string, Json],
  path: string,
) {
  const { found } = search
  const named = views.flatMap((view) => (view.properties.has(key) ? [view.properties.get(key) ?? []] : []))
  if (named.length > 0) return walk(search, named, child, fieldPath(path, key))
  const further = views.flatMap(({ additional }) =>
    additional === null || typeof additional === 'boolean' ? [] : [additional],
  )
  if (further.length > 0) return walk(search, further, child, keyedPath(path))
  const describes = views.some((view) => view.properties.size > 0)
  const isOpen = views.some((view) => view.additional === true || view.isPatterned)
  const at = fieldPath(path, key)
  if (describes && !isOpen && !found.has(at)) found.set(at, { path: at, value: child })
}

/** A schema and all that its alternatives could make of it. */
function withBranches(reader: SchemaReader, view: SchemaView, depth: number): SchemaView[] {
  if (depth > 8) return [view]
  return [view, ...view.branches.flatMap((branch) => withBranches(reader, reader.view([branch]), depth + 1))]
}
