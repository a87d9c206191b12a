import type { Knowledge, Route } from '../../specification/route.js'
import type { OperationShape } from '../../specification/shapes.js'
import type { ObservedOptions } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import type { Difference } from './differences.js'

/** The shape of an operation and the source that shows it. */
export interface KnownShape extends OperationShape {
  readonly by: Knowledge
}

const nothing: readonly KnownShape[] = []
const shapesByRoute = new WeakMap<SeenExchange['context'], Map<Route, readonly KnownShape[]>>()

/**
 * The shapes of the exchange's operation: the specification's first, then the document's, if the profile knows the
 * document.
 */
export function shapesOf({ route, context }: Pick<SeenExchange, 'route' | 'context'>): readonly KnownShape[] {
  if (!route || !context.shapes) return nothing
  return shapesByRoute.get(context)?.get(route) ?? gathered(route, context)
}

function gathered(route: Route, context: SeenExchange['context']): readonly KnownShape[] {
  const byRoute = shapesByRoute.get(context) ?? new Map<Route, readonly KnownShape[]>()
  const by: readonly Knowledge[] =
    context.profile.knowledge === 'document' ? ['specification', 'document'] : ['specification']
  const shapes = by.flatMap((knowledge) => shapeOf(route, knowledge, context.shapes))
  shapesByRoute.set(context, byRoute.set(route, shapes))
  return shapes
}

function shapeOf(
  route: Route,
  by: Knowledge,
  shapes: SeenExchange['context']['shapes'],
): readonly KnownShape[] {
  const shape = shapes?.of(route, by)
  return shape ? [{ ...shape, by }] : []
}

/**
 * A requirement of the specification is a MUST. A requirement that only the document shows is a SHOULD, unless the
 * user wants it strict.
 */
export function severityBy(by: Knowledge, { context }: SeenExchange): Pick<ObservedOptions, 'severity'> {
  if (by === 'specification' || context.profile.strictShapes) return {}
  return { severity: 'warning' }
}

/** The evidence of a difference; the page finds the place in the body by its path. */
export function evidenceOf({ path, expected, seen, places }: Difference): ObservedOptions {
  return { values: { path, expected, seen, places }, subject: path }
}
