import { routeById } from '../find-route.js'
import { sampleBody } from './bodies.js'
import { resourceOf } from './list.js'
import { fillSample, referencesOf, type Sample, type SampleObject } from './resource.js'

export interface BuiltBody {
  readonly body: SampleObject
  /** Collections without which the body lacks a required field: do not send it. */
  readonly missing: readonly string[]
}

/** Records that no route of the specification shows. */
const beyondRoutes: Readonly<Record<string, number>> = { '/canais-venda': 203_456_781, embalagem: 1 }

/** The sample body with its references filled; null where the route takes none. */
export function buildBody(routeId: string, idOf: (collection: string) => Sample | null): BuiltBody | null {
  const sample = sampleBody(routeId)
  const route = routeById(routeId)
  if (!sample || !route) return null
  const body = fillSample(sample, {
    idOf: (collection, field) =>
      field === null ? (beyondRoutes[collection] ?? idOf(collection)) : 'Armazém',
  }) as SampleObject
  const required = resourceOf(route.path)?.required ?? []
  const lost = required.filter((name) => Object.hasOwn(sample, name) && !Object.hasOwn(body, name))
  const missing = lost.flatMap((name) => referencesOf(sample[name] ?? null))
  return { body, missing }
}
