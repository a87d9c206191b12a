/**
 * Loads the shapes of responses, bodies and queries: zod schemas by route, from `shapes/<family>.ts`. Loading zod takes as
 * long as loading the whole tool, so this file imports it only when {@link loadShapes} is called. Rules do not wait; they
 * are given the loaded {@link Shapes}.
 */
import type { z } from 'zod'
import type { Family } from './find-route.js'
import type { Profile } from './profile-schema.js'
import type { Knowledge, Route } from './route.js'

/** The schemas of an operation. If a part is missing, nobody has shown its form. */
export interface OperationShape {
  /** `data` of a success response, or the whole response if the document shows it without `data` (`Documented.bare`). */
  readonly data?: z.ZodType
  readonly body?: z.ZodType
  /** The query as {@link readQuery} reads it: texts, and arrays of texts under names that end in `[]`. */
  readonly query?: z.ZodType
}

/** Shapes by action, as `shapes/<family>.ts` exports them. */
export type ShapeTable = Readonly<Record<string, OperationShape>>

export interface Shapes {
  /**
   * Returns the shape that the specification, or the public document, shows of a route's operation; null if it shows
   * none. To judge by both, call it twice.
   */
  of(route: Route, knowledge: Knowledge): OperationShape | null
}

/** A profile's own schema that cannot be used. */
export class OwnShapeFlaw extends Error {
  override readonly name = 'OwnShapeFlaw'
  constructor(
    /** `route`: the route is unknown; `reference`: the schema refers only to itself; `schema`: zod cannot read it. */
    readonly reason: 'route' | 'reference' | 'schema',
    /** Keys below the profile's `shapes`. */
    readonly path: readonly string[],
    readonly detail: string,
  ) {
    super(`${reason} ${path.join('.')}: ${detail}`)
  }
}

/** The exports of `shapes/<family>.ts` that are read here. */
interface FamilyShapes {
  readonly specification?: ShapeTable
  readonly document?: ShapeTable
}

type ShapesByFamily = Readonly<Partial<Record<string, FamilyShapes>>>

/** Loads zod and the shapes of every family, or of `homologacao` alone, which loads faster. */
export async function loadShapes(which?: 'homologacao'): Promise<Shapes> {
  const families: ShapesByFamily = which
    ? { homologacao: await import('./shapes/homologacao.js') }
    : await loadEveryFamily()
  const { generalShape, NoQuery, config } = await import('./shapes/general.js')
  // zod would compile each schema, which takes longer than the few uses of most schemas in a run
  config({ jitless: true })

  const findShape = (route: Route, knowledge: Knowledge): OperationShape | null => {
    const family = families[camelCase(route.family)]
    if (!family) return null
    const action = route.id.slice(route.family.length + 1)
    const shape = family[knowledge]?.[action]
    // the family's own parts replace those that hold for every route
    if (knowledge === 'document') return route.documented && { query: NoQuery, ...shape }
    const general = generalShape(route)
    return general || shape ? { ...general, ...shape } : null
  }

  // kept, because each schema that is made again would be compiled again, too
  const found = new Map<string, OperationShape | null>()
  return {
    of(route, knowledge) {
      const key = `${knowledge} ${route.id}`
      const known = found.get(key)
      if (known !== undefined) return known
      const shape = findShape(route, knowledge)
      found.set(key, shape)
      return shape
    },
  }
}

/** `pedidos-vendas` becomes `pedidosVendas`, as `shapes/every.ts` calls it. */
type CamelCase<S extends string> = S extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : S

async function loadEveryFamily(): Promise<ShapesByFamily> {
  const families: Readonly<Record<CamelCase<Family>, FamilyShapes>> = await import('./shapes/every.js')
  return families
}

function camelCase(family: string): string {
  return family.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Loads the shapes by which a profile judges: a schema of the profile replaces what the specification shows.
 * @throws {OwnShapeFlaw} if a schema of the profile cannot be used; `parseProfile` has found such a schema before
 */
export async function loadShapesOf(profile: Profile, which?: 'homologacao'): Promise<Shapes> {
  const shapes = await loadShapes(which)
  if (!profile.shapes) return shapes
  const { ownShapes } = await import('./own-shapes.js')
  return withOwnShapes(shapes, [{ shapes: ownShapes(profile) }])
}

/** A suite, or another source of a user's own schemas, by route id. */
export interface OwnShapeSource {
  readonly shapes?: Readonly<Record<string, OperationShape>>
}

/** Merges the schemas of several sources; a later one wins. */
export function mergeOwnShapes(sources: readonly OwnShapeSource[]): NonNullable<OwnShapeSource['shapes']> {
  return Object.assign({}, ...sources.map(({ shapes }) => shapes))
}

/** Replaces what the specification shows by a user's own schemas. */
export function withOwnShapes(shapes: Shapes, sources: readonly OwnShapeSource[]): Shapes {
  const byRoute = mergeOwnShapes(sources)
  if (Object.keys(byRoute).length === 0) return shapes
  return {
    of(route, knowledge) {
      const known = shapes.of(route, knowledge)
      const shape = knowledge === 'specification' ? byRoute[route.id] : undefined
      return shape ? { ...known, ...shape } : known
    },
  }
}

/** Reads a query for the schemas: `pagina=2&ids[0]=7&ids[1]=8` becomes `{ pagina: '2', 'ids[]': ['7', '8'] }`. */
export function readQuery(query: URLSearchParams): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = {}
  if (query.size === 0) return read
  for (const [name, value] of query) {
    const listName = name.replace(/\[\d*\]$/, '[]')
    if (listName.endsWith('[]')) read[listName] = [...(read[listName] ?? []), value]
    else read[name] = value
  }
  return read
}
