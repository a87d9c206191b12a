/**
 * A baseline: the shapes of responses as they were when the user accepted them. `shape.ts` counts what it learns; a
 * baseline keeps one {@link Field} for each path, which `baseline-file.ts` writes as a line of YAML.
 */
import { type Format, type Kind, kinds, type Shape } from './shape.js'
import type { RouteShapes, Shapes } from './shapes.js'

/** The root of a path into a body, such as `$.data[].id`. In a path, `{}` stands for all keys that are data, such as ids. */
const ROOT = '$'

/** A key that a path does not quote: letters, digits, `_`, `$`, `@` and `-`. */
const plainKey = /^[\p{L}_$@][\p{L}\p{N}_$@-]*$/u

/** Returns `$.data.id` for `$.data` and `id`. Other keys are quoted: `$.data["e-mail de cobrança"]`. */
export function fieldPath(parent: string, key: string): string {
  return plainKey.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}

export function itemPath(parent: string): string {
  return `${parent}[]`
}

export function keyedPath(parent: string): string {
  return `${parent}{}`
}

/** Whether a path ends in `[]` or `{}`, so that it names no single key. */
export function isItemOrKeyedPath(path: string): boolean {
  return path.endsWith('[]') || path.endsWith('{}')
}

/** Returns `$.data[]` for `$.data[].id`, and null for the root. */
export function parentPath(path: string): string | null {
  if (path === ROOT) return null
  if (isItemOrKeyedPath(path)) return path.slice(0, -2)
  const quoted = /^(.*)\["(?:[^"\\]|\\.)*"\]$/su.exec(path)
  if (quoted) return quoted[1] ?? ROOT
  return path.slice(0, path.lastIndexOf('.'))
}

/** A place in the bodies of responses: what was seen there, and how often. */
export interface Field {
  readonly path: string
  /** In the order of `kinds` in `shape.ts`. `number` includes `integer`. The list is empty if only empty arrays were seen. */
  readonly kinds: readonly Kind[]
  /** The format that all texts had; null if they had several, or none but `text`. */
  readonly format: Format | null
  /** How often the field was present. */
  readonly present: number
  /** How many bodies, objects or items could have had the field. */
  readonly of: number
  /** The codes seen, sorted; null if there are too many, if one came only once or twice, or if some are texts and some numbers. */
  readonly values: readonly (string | number)[] | null
}

export type Fields = ReadonlyMap<string, Field>

export interface RouteBaseline {
  readonly statuses: ReadonlyMap<number, number>
  /** The fields of bodies, by success status. */
  readonly bodies: ReadonlyMap<number, Fields>
}

/** The accepted shapes, by route (`GET /produtos/{idProduto}`). */
export interface Baseline {
  readonly routes: ReadonlyMap<string, RouteBaseline>
}

/** Finds any field of the objects at a path, but not `{}`. */
export function findKeyField(fields: Fields, path: string): Field | undefined {
  return [...fields.values()].find(
    (field) => !isItemOrKeyedPath(field.path) && parentPath(field.path) === path,
  )
}

/** How many objects were seen at a path. A field of theirs knows, while `present` of the path also counts nulls and the like. */
export function countObjects(fields: Fields, path: string): number {
  const field = fields.get(path)
  if (!field?.kinds.includes('object')) return 0
  return findKeyField(fields, path)?.of ?? field.present
}

export const emptyBaseline: Baseline = { routes: new Map() }

/** If a code came less often, the values are not listed: there may be others, and the code may be somebody's data. */
const MIN_REPEATS = 3
/** The longest list of a field's values. */
const MAX_LISTED = 10

export function toBaseline(shapes: Shapes): Baseline {
  return { routes: new Map([...shapes].map(([route, learned]) => [route, toRouteBaseline(learned)])) }
}

/** The fields of a shape, by path. `of`: how many responses could have had this body. */
export function flattenShape(shape: Shape, of: number): Fields {
  const fields = new Map<string, Field>()
  if (shape.count > 0) addFields(fields, shape, ROOT, of)
  return fields
}

function toRouteBaseline(learned: RouteShapes): RouteBaseline {
  const bodies = new Map<number, Fields>()
  for (const [status, shape] of learned.bodies) {
    const fields = flattenShape(shape, learned.statuses.get(status) ?? shape.count)
    if (fields.size > 0) bodies.set(status, fields)
  }
  return { statuses: learned.statuses, bodies }
}

/** Adds a shape and all shapes in it. `of`: how often the shape could have been seen at the path. */
function addFields(fields: Map<string, Field>, shape: Shape, path: string, of: number): void {
  fields.set(path, {
    path,
    kinds: kindsOf(shape),
    format: commonFormat(shape),
    present: shape.count,
    of,
    values: valuesOf(shape),
  })
  const objects = shape.kinds.get('object') ?? 0
  for (const [key, child] of shape.fields) addFields(fields, child, fieldPath(path, key), objects)
  // an object has any number of identifiers, and an array of items, so that none of them can be missing
  if (shape.keyed) addFields(fields, shape.keyed, keyedPath(path), shape.keyed.count)
  if (shape.items) addFields(fields, shape.items, itemPath(path), shape.items.count)
}

function kindsOf({ kinds: counts, emptyArrays }: Shape): readonly Kind[] {
  return kinds.filter((kind) => {
    // some services respond `[]` for an empty object, so an empty array proves no array
    if (kind === 'array') return (counts.get('array') ?? 0) > emptyArrays
    return counts.has(kind) && !(kind === 'integer' && counts.has('number'))
  })
}

function commonFormat(shape: Shape): Format | null {
  const [format, ...others] = [...shape.formats.keys()].filter((each) => each !== 'empty')
  return format === undefined || format === 'text' || others.length > 0 ? null : format
}

function valuesOf(shape: Shape): readonly (string | number)[] | null {
  if (!shape.values || shape.values.size === 0 || shape.values.size > MAX_LISTED) return null
  const entries = [...shape.values]
  if (entries.some(([, count]) => count < MIN_REPEATS)) return null
  const values = entries.map(([value]) => value)
  const types = new Set(values.map((value) => typeof value))
  return types.size === 1 ? sortValues(values) : null
}

export function sortValues(values: readonly (string | number)[]): (string | number)[] {
  return [...values].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b)),
  )
}

export function sortByNumber<V>(map: ReadonlyMap<number, V>): [number, V][] {
  return [...map].sort(([a], [b]) => a - b)
}

/** Orders texts by their characters' codes, because the order of `localeCompare` depends on the machine. */
export function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
