import { matchRoute } from '../../specification/find-route.js'
import { isSuccess } from '../../specification/recognise.js'
import type { Route } from '../../specification/route.js'
import type { HttpResponse } from '../response.js'
import type { Moment, Where } from './fault.js'

/** The route of a resource that the request addresses; null for the homologation, the token address and the unknown. */
export function routeAt({ place, channel, step }: Moment): Route | null {
  if (channel !== 'service' || step !== null) return null
  const space = place.indexOf(' ')
  return matchRoute(place.slice(0, space), place.slice(space + 1))?.route ?? null
}

/** The id of a route, or a test that picks some. */
export type RoutePick = string | ((route: Route, moment: Moment) => boolean)

export function isPicked(pick: RoutePick, route: Route, moment: Moment): boolean {
  return typeof pick === 'string' ? route.id === pick : pick(route, moment)
}

/** Responses of the routes that are picked, where they have one of the statuses; by default any success. */
export function onRoutes(pick: RoutePick, statuses?: readonly number[]): Where {
  return (moment: Moment, response: HttpResponse) => {
    const fits = statuses ? statuses.includes(response.status) : isSuccess(response)
    const route = fits ? routeAt(moment) : null
    return route !== null && isPicked(pick, route, moment)
  }
}

/** Reads of one record. */
export function isRead(route: Route): boolean {
  return route.method === 'GET' && route.success.data === 'object' && route.path.endsWith('}')
}

/** Tabulated lists, the listings' included. */
export function isList(route: Route): boolean {
  return (
    route.method === 'GET' &&
    route.tabulated &&
    (route.success.data === 'array' || route.id === 'anuncios/list')
  )
}

/** Lists with `pagina` and `limite`. */
export function isPagedList(route: Route): boolean {
  return isList(route) && Object.hasOwn(route.query, 'pagina')
}

export function queryOf({ request }: Moment): URLSearchParams {
  const mark = request.path.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : request.path.slice(mark + 1))
}
