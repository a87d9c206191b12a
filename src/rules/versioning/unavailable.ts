import { collectionPath } from '../../exchange/address.js'
import { matchRoute } from '../../specification/find-route.js'
import type { Route } from '../../specification/route.js'
import { unavailableResource, v2Path } from '../../specification/versions.js'
import type { Severity } from '../finding.js'
import { type ObservedOptions, requestObserver } from '../observer.js'
import type { SeenExchange } from '../seen.js'
import { wrongPrefix } from './base-address.js'
import { isForService } from './v2-route.js'

/**
 * No request for a resource that version 3 does not have. Those that the specification calls unavailable are a must, other
 * paths that it does not name should not be asked for; what exists all the same is observed.
 */
export const unavailable = requestObserver('versioning/unavailable', () => (seen, note) => {
  if (!isForService(seen)) return
  note.tested()
  const { method } = seen.exchange.request
  if (method === 'OPTIONS' || method === 'HEAD') return
  const path = seen.path.slice(0, 120)
  const resource = seen.route ? resourceOfRoute(seen.route) : unavailableResource(seen.path)
  // our own run asks for what its profile knows
  const isPlanned = seen.route !== null && seen.meant !== null
  if (resource !== null && !isPlanned)
    note.breach('asked', { values: { path, resource }, ...told(seen, resource) })
  else if (resource === null && isUnknown(seen))
    note.breach('unknown-path', {
      values: { method, path, status: seen.status },
      ...told(seen, collectionPath(seen.path), 'warning'),
    })
})

const resources = new Map<Route, ReturnType<typeof unavailableResource>>()

function resourceOfRoute(route: Route): ReturnType<typeof unavailableResource> {
  const known = resources.get(route)
  if (known !== undefined) return known
  const resource = unavailableResource(route.path)
  resources.set(route, resource)
  return resource
}

/** The procedure's own paths are `homologation/right-routes`, those of version 2 `versioning/v2-route`; a wrong prefix is `versioning/base-address`. */
function isUnknown(seen: SeenExchange): boolean {
  const { route, path, isBelowBase } = seen
  if (route !== null || !isBelowBase || wrongPrefix(seen)) return false
  return !/^\/homologacao(?=\/|$)/.test(path) && v2Path(path) === null
}

/**
 * Reports each resource separately. It is only observed if the profile or the user's document has the route, the
 * service responded to it, or the service refused access. An observation is a separate finding, so that it does not
 * absorb a later one that is more severe.
 */
function told(seen: SeenExchange, resource: string, severity?: Severity): ObservedOptions {
  const isOwn = isOwnRoute(seen.context.profile.routes, seen.exchange.request.method, seen.path)
  const exists = seen.route !== null || seen.isSuccess || isOwn
  const isOpen = seen.isTurnedAway || seen.status === null || isBelowNamed(seen.path)
  if (exists || isOpen) return { severity: 'info', subject: `observed ${resource}` }
  return { ...(severity && { severity }), subject: resource }
}

/** Whether the specification names the resource, or the collection of its record, without any methods. */
function isBelowNamed(path: string): boolean {
  const parent = path.slice(0, path.lastIndexOf('/'))
  return [path, parent].some((it) => matchRoute('GET', it)?.route.namedOnly)
}

/** Routes that a profile names beyond those that are known, by method and number of segments. */
type Table = ReadonlyMap<string, readonly (readonly string[])[]>

const tables = new WeakMap<readonly string[], Table>()

/** Whether a request addresses one of the named routes (`GET /lojas/{idLoja}`). */
export function isOwnRoute(routes: readonly string[] | undefined, method: string, path: string): boolean {
  if (!routes || routes.length === 0) return false
  const table = tables.get(routes) ?? tabulate(routes)
  tables.set(routes, table)
  const segments = segmentsOf(path)
  const rows = table.get(`${method} ${segments.length}`) ?? []
  return rows.some((row) =>
    row.every((segment, i) => (segment.includes('{') ? segments[i] !== '' : segment === segments[i])),
  )
}

function tabulate(routes: readonly string[]): Table {
  const table = new Map<string, (readonly string[])[]>()
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const segments = segmentsOf(path)
    const key = `${method} ${segments.length}`
    table.set(key, [...(table.get(key) ?? []), segments])
  }
  return table
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\/|(?<=.)\/$/g, '').split('/')
}
