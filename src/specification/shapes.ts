/**
 * The shapes of responses, bodies and queries, by route and by where the knowledge of them ends. They are zod schemas, and zod
 * takes as long to load as the whole tool: so nothing here is loaded before {@link loadShapes} is called, and rules, which
 * never wait, are given what it found.
 */
import type { z } from 'zod'
import type { Family } from './find-route.js'
import type { Profile } from './profile-schema.js'
import type { Knowledge, Route } from './route.js'

/**
 * The schemas of an operation; a missing one means that its part is not shown. Objects accept keys that their schema
 * does not name, unless it is strict.
 */
export interface OperationShape {
  /** `data` of a success response with a body, or the whole response where the document shows it bare (`Documented.bare`). */
  readonly data?: z.ZodType
  readonly body?: z.ZodType
  /** The query as `readQuery` reads it: texts, and arrays of texts under names that end in `[]`. */
  readonly query?: z.ZodType
}

/** Shapes by action, as `shapes/<family>.ts` exports them. */
export type ShapeTable = Readonly<Record<string, OperationShape>>

export interface Shapes {
  /**
   * Returns the shape that the specification or the public document shows of a route's operation; null if it shows
   * none. To judge by both, ask twice.
   */
  of(route: Route, knowledge: Knowledge): OperationShape | null
}

/** The exports of `shapes/<family>.ts` that the judge reads. */
interface FamilySchemas {
  readonly specification?: ShapeTable
  readonly document?: ShapeTable
}

/** Loads zod and the schemas, of the five steps alone or of every family. Modules that are loaded stay loaded. */
export async function loadShapes(which?: 'homologacao'): Promise<Shapes> {
  const [schemas, { generalShape, NoQuery, config }] = await Promise.all([
    which ? ofHomologation() : ofEveryFamily(),
    import('./shapes/general.js'),
  ])
  // most schemas are used once or twice in a run: compiling one costs more than parsing with it a hundred times
  config({ jitless: true })
  const shapeOf = (route: Route, knowledge: Knowledge): OperationShape | null => {
    const tables = schemas[camelled(route.family)]
    const shown = tables?.[knowledge]?.[route.id.slice(route.family.length + 1)]
    if (!tables || (knowledge === 'document' && !route.documented)) return null
    if (knowledge === 'document') return { query: NoQuery, ...shown }
    const general = generalShape(route)
    return general || shown ? { ...general, ...shown } : null
  }
  const known = { specification: new Map<string, Shown>(), document: new Map<string, Shown>() }
  return {
    of(route, knowledge) {
      const before = known[knowledge].get(route.id)
      if (before !== undefined) return before
      const shape = shapeOf(route, knowledge)
      known[knowledge].set(route.id, shape)
      return shape
    },
  }
}

type Shown = OperationShape | null
type Camelled<S extends string> = S extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camelled<Rest>>}`
  : S
type SchemasByFamily = Readonly<Partial<Record<string, FamilySchemas>>>

async function ofHomologation(): Promise<SchemasByFamily> {
  return { homologacao: await import('./shapes/homologacao.js') }
}

async function ofEveryFamily(): Promise<SchemasByFamily> {
  const all: Readonly<Record<Camelled<Family>, FamilySchemas>> = await import('./shapes/every.js')
  return all
}

function camelled(family: string): string {
  return family.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * The shapes that a profile judges by: ours, with its own in the place of what the specification shows.
 * @throws {import('./own-shape-flaw.js').OwnShapeFlaw} where the profile was not read by `parseProfile`, and its shapes are damaged
 */
export async function loadShapesOf(profile: Profile, which?: 'homologacao'): Promise<Shapes> {
  const shapes = await loadShapes(which)
  if (!profile.shapes) return shapes
  const { ownShapes } = await import('./own-shapes.js')
  return withOwnShapes(shapes, [{ shapes: ownShapes(profile) }])
}

/** Replaces shapes of the specification by a user's own, by id of the route. */
export function withOwnShapes(
  shapes: Shapes,
  own: readonly { readonly shapes?: Readonly<Record<string, OperationShape>> }[],
): Shapes {
  const byRoute: Readonly<Record<string, OperationShape>> = Object.assign({}, ...own.map((one) => one.shapes))
  if (Object.keys(byRoute).length === 0) return shapes
  return {
    of(route, knowledge) {
      const known = shapes.of(route, knowledge)
      const shape = knowledge === 'specification' ? byRoute[route.id] : undefined
      return shape ? { ...known, ...shape } : known
    },
  }
}

/** A query string as the schemas take it: the last value of a name, all values of one that ends in `[]` (or `[0]`, `[1]`). */
export function readQuery(query: URLSearchParams): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = {}
  if (query.size === 0) return read
  for (const [name, value] of query) {
    const many = name.replace(/\[\d*\]$/, '[]')
    if (many.endsWith('[]')) read[many] = [...(read[many] ?? []), value]
    else read[name] = value
  }
  return read
}
