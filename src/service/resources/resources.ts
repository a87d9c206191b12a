import { allRoutes, matchRoute } from '../../specification/families/index.js'
import { type Resource, resourceAt, resourceOf } from '../../specification/samples/index.js'
import type { Resources } from '../settings.js'
import { invalid } from './answers.js'
import { type Call, firstParam, type Operation } from './operation.js'
import { operationOf } from './operations.js'
import { createSeeds } from './seeded.js'
import { createShelf, type Shelf } from './shelf.js'

export interface ResourceOptions {
  /** Everything that the records hold follows from it. */
  readonly seed: string
  /** Records of each resource to begin with. Default: what the samples say, up to 24. */
  readonly count?: number
}

/** Applications whose records are kept; beyond, the one that was silent longest begins anew. */
const MOST_APPLICATIONS = 1000

type Shelves = Map<string, Shelf>

/**
 * Every route of version 3 outside the homologation, with records of its own for each application: what was created can be
 * listed, read, replaced, changed and deleted. In memory alone.
 */
export function createResources({ seed, count }: ResourceOptions): Resources {
  const seededOf = createSeeds(seed, count ?? null)
  const applications = new Map<string, Shelves>()

  function shelfIn(shelves: Shelves, resource: Resource): Shelf {
    const known = shelves.get(resource.collection)
    if (known) return known
    const shelf = createShelf(resource, seededOf(resource))
    shelves.set(resource.collection, shelf)
    return shelf
  }

  return (request, { path, search, session, refuse }) => {
    const found = matchRoute(request.method, path)
    const handling = found && handlings.get(found.route.id)
    if (!handling) return null
    const shelves = recent(applications, session)
    const call: Call = {
      route: found.route,
      params: found.params,
      query: new URLSearchParams(search),
      request,
      shelf: shelfIn(shelves, handling.resource),
      shelfOf: (collection) => shelfIn(shelves, resourceAt(collection) ?? handling.resource),
      refuse,
    }
    return malformedIdentifier(call) ?? handling.operation(call)
  }
}

/** 400 where the tables have it: no digits where an identifier is a number, a blank where it is a text. */
function malformedIdentifier(call: Call) {
  const { route, params, shelf } = call
  if (!route.errors.includes(400) || Object.keys(params).length === 0) return null
  const isSound =
    shelf.resource.idForm === 'integer' ? /^\d+$/.test(firstParam(call)) : firstParam(call).trim() !== ''
  return isSound ? null : invalid(call, Object.keys(params)[0] ?? 'id', 'O identificador não é válido.')
}

interface Handling {
  readonly resource: Resource
  readonly operation: Operation
}

/** What each route needs, found once. */
const handlings = new Map<string, Handling>(
  allRoutes('specification').flatMap((route) => {
    const resource = route.family === 'homologacao' ? null : resourceOf(route.path)
    const operation = resource && operationOf(route, resource.collection)
    return operation ? [[route.id, { resource, operation }] as const] : []
  }),
)

/** The application's shelves, moved to the end of the line of those to forget. */
function recent(applications: Map<string, Shelves>, session: string): Shelves {
  const shelves = applications.get(session) ?? new Map<string, Shelf>()
  if (applications.size < MOST_APPLICATIONS / 2 && applications.has(session)) return shelves
  applications.delete(session)
  applications.set(session, shelves)
  if (applications.size > MOST_APPLICATIONS) applications.delete(applications.keys().next().value ?? '')
  return shelves
}
