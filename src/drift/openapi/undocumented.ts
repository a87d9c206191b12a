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
  const found = new Map<string, Undocumented>()

  function walk(possible: readonly Schemas[], value: Json, path: string): void {
    if (typeof value !== 'object' || value === null || possible.length === 0) return
    const views = possible.flatMap((one) => withBranches(reader, reader.view(one), 0))
    if (Array.isArray(value)) {
      const items = views.flatMap((view) => (view.items ? [view.items] : []))
      for (const item of value) walk(items, item, itemPath(path))
    } else if (isObject(value)) {
      for (const [key, child] of Object.entries(value)) walkField(views, [key, child], path)
    }
  }

  function walkField(views: readonly SchemaView[], [key, child]: readonly [string, Json], path: string) {
    const at = fieldPath(path, key)
    const named = views.flatMap((view) => (view.properties.has(key) ? [view.properties.get(key) ?? []] : []))
    if (named.length > 0) return walk(named, child, at)
    const further = views.flatMap(({ additional }) =>
      additional === null || typeof additional === 'boolean' ? [] : [additional],
    )
    if (further.length > 0) return walk(further, child, keyedPath(path))
    const describes = views.some((view) => view.properties.size > 0)
    const isOpen = views.some((view) => view.additional === true || view.isPatterned)
    if (describes && !isOpen && !found.has(at)) found.set(at, { path: at, value: child })
  }

  walk([schemas], body, '$')
  return [...found.values()]
}

/** A schema and all that its alternatives could make of it. */
function withBranches(reader: SchemaReader, view: SchemaView, depth: number): SchemaView[] {
  if (depth > 8) return [view]
  return [view, ...view.branches.flatMap((branch) => withBranches(reader, reader.view([branch]), depth + 1))]
}
