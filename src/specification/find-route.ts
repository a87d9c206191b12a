import { keysOf } from './plain-object.js'
import type { Knowledge, Route } from './route.js'
import { compile, isKnown } from './route-tree.js'
import { type Family, families } from './routes.js'

export { routeName } from './route.js'
export { type Family, families } from './routes.js'

export const familyNames = keysOf(families)

export function isFamily(name: string): name is Family {
  return Object.hasOwn(families, name)
}

const all: readonly Route[] = Object.values(families).flat()

const routesKnown: Readonly<Record<Knowledge, readonly Route[]>> = {
  specification: all.filter((route) => isKnown(route, 'specification')),
  document: all,
}

/** Every route that version 3 names, in the order of the families; with those of the public document where it is known. */
export function allRoutes(knowledge: Knowledge): readonly Route[] {
  return routesKnown[knowledge]
}

const routesById = new Map(all.map((route) => [route.id, route]))

/** The route of an id such as `borderos/read`, or null. */
export function routeById(id: string): Route | null {
  return routesById.get(id) ?? null
}

/**
 * Finds the route that a request addresses, with its path identifiers percent-decoded; null if version 3 has no such
 * route. `path` is below the base address and has no query; a trailing slash is tolerated. Routes that only the
 * public document shows are found if `knowledge` is `document`.
 */
export const matchRoute = compile(all, { 'forma-pagamentos': 'formas-pagamentos' })
