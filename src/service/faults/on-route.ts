import { readAddress } from '../../exchange/address.js'
import { matchRoute } from '../../specification/find-route.js'
import { isSuccess } from '../../specification/recognise.js'
import type { Route } from '../../specification/route.js'
import type { HttpResponse } from '../response.js'
import type { FaultContext, Where } from './fault.js'

/** Selects routes outside the homologation: the id of a route, or a test. */
export type RoutePick = string | ((route: Route, context: FaultContext) => boolean)

/** For the `where` of a fault: selects responses of the picked routes with one of the statuses; by default successes. */
export function onRoutes(pick: RoutePick, statuses?: readonly number[]): Where {
  return (context: FaultContext, response: HttpResponse) => {
    const hasStatus = statuses ? statuses.includes(response.status) : isSuccess(response)
    const route = hasStatus ? routeAt(context) : null
    return route !== null && isPicked(pick, route, context)
  }
}

/** Returns the route that the request addresses; null for the homologation, the token address and unknown paths. */
export function routeAt({ request, path, channel, step }: FaultContext): Route | null {
  if (channel !== 'service' || step !== null) return null
  return matchRoute(request.method, path)?.route ?? null
}

export function isPicked(pick: RoutePick, route: Route, context: FaultContext): boolean {
  return typeof pick === 'string' ? route.id === pick : pick(route, context)
}

/** Whether the route reads one record, which the path ends with. */
export function isRead(route: Route): boolean {
  return route.method === 'GET' && route.success.data === 'object' && route.path.endsWith('}')
}

/** Whether the route is a tabulated list. That of the listings (anúncios) is one, although its table says `object`. */
export function isList(route: Route): boolean {
  return (
    route.method === 'GET' &&
    route.tabulated &&
    (route.success.data === 'array' || route.id === 'anuncios/list')
  )
}

/** Whether the route is a list with `pagina` and `limite`. */
export function isPagedList(route: Route): boolean {
  return isList(route) && Object.hasOwn(route.query, 'pagina')
}

export function queryOf({ request }: FaultContext): URLSearchParams {
  return new URLSearchParams(readAddress(request.path).query)
}

/** Keeps a value of earlier responses for each path and application. */
export function rememberByPath<T>() {
  const values = new Map<string, T>()
  const keyOf = (context: FaultContext) => ownerOf(context) + context.path
  return {
    get: (context: FaultContext) => values.get(keyOf(context)),
    set: (context: FaultContext, value: T) => values.set(keyOf(context), value),
  }
}

/**
 * A prefix for keys by which faults remember something about an application. All services of the process share the faults,
 * and the seed tells their applications apart.
 */
export function ownerOf({ seed, session }: FaultContext): string {
  return `${seed}/${session} `
}
