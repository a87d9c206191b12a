import { type Format, type Kind, kinds, type Shape } from './shape.js'
import type { RouteShapes, Shapes } from './shapes.js'

/** A path into a body as text: `$.data[].id`. `{}` replaces keys that are identifiers. */
const ROOT = '$'

const plainKey = /^[\p{L}_$@][\p{L}\p{N}_$@-]*$/u

/** `$.data` and `id` give `$.data.id`; a key of other characters is quoted: `$.data["e-mail de cobrança"]`. */
export function fieldPath(parent: string, key: string): string {
  return plainKey.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}

export function itemPath(parent: string): string {
  return `${parent}[]`
}

export function keyedPath(parent: string): string {
  return `${parent}{}`
}

/** The path of the place that holds this one; null for the root. */
export function parentPath(path: string): string | null {
  if (path === ROOT) return null
  if (path.endsWith('[]') || path.endsWith('{}')) return path.slice(0, -2)
  const quoted = /^(.*)\["(?:[^"\\]|\\.)*"\]$/su.exec(path)
  if (quoted) return quoted[1] ?? ROOT
  return path.slice(0, path.lastIndexOf('.'))
}

/** A place in response bodies as a baseline keeps it: the summary of its observations, not the observations. */
export interface Field {
  readonly path: string
  /** Sorted. `number` includes `integer`, and empty arrays do not add `array`. Empty if nothing is known. */
  readonly kinds: readonly Kind[]
  /** The one form that all texts had; null where they had several or none worth a name. */
  readonly format: Format | null
  /** How often it was there … */
  readonly present: number
  /** … in how many bodies, objects or items that could have held it. */
  readonly of: number
  /** The codes seen, sorted; null where the field has no short list of codes that came again and again. */
  readonly values: readonly (string | number)[] | null
}

export type Fields = ReadonlyMap<string, Field>

export interface RouteBaseline {
  readonly statuses: ReadonlyMap<number, number>
  /** Places by success status and path. */
  readonly bodies: ReadonlyMap<number, Fields>
}

/** The accepted shapes, by route (`GET /produtos/{idProduto}`). */
export interface Baseline {
  readonly routes: ReadonlyMap<string, RouteBaseline>
}

export const emptyBaseline: Baseline = { routes: new Map() }

/** A code counts as one of a field's values when it came this often, … */
const MIN_REPEATS = 3
/** … and a list of values is short. */
const MAX_LISTED = 10

export function toBaseline(shapes: Shapes): Baseline {
  return { routes: new Map([...shapes].map(([route, learned]) => [route, routeBaseline(learned)])) }
}

/** The places of a shape. `of`: bodies that could have had this shape's root. */
export function flatten(shape: Shape, of: number): Fields {
  const fields = new Map<string, Field>()
  if (shape.count > 0) flattenInto(fields, shape, ROOT, of)
  return fields
}

function routeBaseline(learned: RouteShapes): RouteBaseline {
  const bodies = new Map<number, Fields>()
  for (const [status, shape] of learned.bodies) {
    const fields = flatten(shape, learned.statuses.get(status) ?? shape.count)
    if (fields.size > 0) bodies.set(status, fields)
  }
  return { statuses: learned.statuses, bodies }
}

function flattenInto(fields: Map<string, Field>, shape: Shape, path: string, of: number): void {
  fields.set(path, fieldOf(shape, path, of))
  const objects = shape.kinds.get('object') ?? 0
  for (const [key, child] of shape.fields ?? []) flattenInto(fields, child, fieldPath(path, key), objects)
  if (shape.keyed) flattenInto(fields, shape.keyed, keyedPath(path), shape.keyed.count)
  if (shape.items) flattenInto(fields, shape.items, itemPath(path), shape.items.count)
}

function fieldOf(shape: Shape, path: string, of: number): Field {
  return {
    path,
    kinds: kindsOf(shape),
    format: formatOfAll(shape),
    present: shape.count,
    of: Math.max(of, shape.count),
    values: valuesOf(shape),
  }
}

function kindsOf({ kinds: counts, emptyArrays }: Shape): readonly Kind[] {
  return kinds.filter((kind) => {
    if (kind === 'array') return (counts.get('array') ?? 0) > emptyArrays
    return counts.has(kind) && !(kind === 'integer' && counts.has('number'))
  })
}

function formatOfAll(shape: Shape): Format | null {
  const [only = 'text', ...others] = [...shape.formats.keys()].filter((format) => format !== 'empty')
  return only === 'text' || others.length > 0 ? null : only
}

function valuesOf(shape: Shape): readonly (string | number)[] | null {
  if (!shape.values || shape.values.size === 0 || shape.values.size > MAX_LISTED) return null
  const entries = [...shape.values]
  if (entries.some(([, count]) => count < MIN_REPEATS)) return null
  const values = entries.map(([value]) => value)
  return new Set(values.map((value) => typeof value)).size === 1 ? sortValues(values) : null
}

export function sortValues(values: readonly (string | number)[]): (string | number)[] {
  return [...values].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b)),
  )
}

/** The same order on every machine. */
export function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
