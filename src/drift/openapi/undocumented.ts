import { isObject, type Json } from '../../exchange/json.js'
import { fieldPath, itemPath, keyedPath } from '../place-path.js'
import type { SchemaReader, Schemas, SchemaView } from './schema-view.js'

/** A field that no schema of its place names. */
export interface Undocumented {
  readonly path: string
  readonly value: Json
}

/** The topmost fields that the document does not name. Objects that it does not describe, or leaves open, hide nothing. */
export function undocumentedFields(reader: SchemaReader, schemas: Schemas, body: Json): Undocumented[] {
  const found = new Map<string, Undocumented>()
  walk(reader, [schemas], body, '$', found)
  return [...found.values()]
}

function walk(
  reader: SchemaReader,
  possible: readonly Schemas[],
  value: Json,
  path: string,
  found: Map<string, Undocumented>,
): void {
  if (typeof value !== 'object' || value === null || possible.length === 0) return
  const views = possible.flatMap((schemas) => withBranches(reader, reader.view(schemas), 0))
  if (Array.isArray(value)) {
    const items = views.flatMap((view) => (view.items ? [view.items] : []))
    for (const item of value) walk(reader, items, item, itemPath(path), found)
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) walkField(reader, views, key, child, path, found)
  }
}

function walkField(
  reader: SchemaReader,
  views: readonly SchemaView[],
  key: string,
  child: Json,
  path: string,
  found: Map<string, Undocumented>,
) {
  const named = views.flatMap((view) => (view.properties.has(key) ? [view.properties.get(key) ?? []] : []))
  if (named.length > 0) return walk(reader, named, child, fieldPath(path, key), found)
  const further = views.flatMap(({ additional }) =>
    Array.isArray(additional) ? [additional as Schemas] : [],
  )
  if (further.length > 0) return walk(reader, further, child, keyedPath(path), found)
  const describes = views.some((view) => view.properties.size > 0)
  const isOpen = views.some((view) => view.additional === true || view.rest.has('patternProperties'))
  const at = fieldPath(path, key)
  if (describes && !isOpen && !found.has(at)) found.set(at, { path: at, value: child })
}

/** A schema and all that its alternatives could make of it. */
function withBranches(reader: SchemaReader, view: SchemaView, depth: number): SchemaView[] {
  if (depth > 8) return [view]
  const branches = view.alternatives.flatMap((group) => group.branches)
  return [view, ...branches.flatMap((branch) => withBranches(reader, reader.view([branch]), depth + 1))]
}
