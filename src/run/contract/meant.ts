import { type Method, routeName } from '../../specification/route.js'
import type { Suite } from '../suite.js'
import { routeAt } from './permissions.js'
import type { Plan } from './plan.js'

/** The steps that this run means to send, and the routes that it does not, with their reasons. */
export function meantBy(plan: Plan, mine: readonly Suite[]) {
  const steps = new Map(
    mine.flatMap(({ steps }) => steps.map(({ id, title }) => [id, { id, route: title }] as const)),
  )
  // a suite of the user's may call a route as it likes
  const addressed = mine.flatMap(({ steps: own }) =>
    own.flatMap(({ title, method, path }) => [title, routeNameAt(method, path)]),
  )
  const routes = new Set(addressed)
  const notPlanned = plan.routes
    .map(({ route, reason }) => ({ route: routeName(route), reason: reason ?? ('other-shard' as const) }))
    .filter(({ route }) => !routes.has(route))
    .map(({ route, reason }) => ({ route, reason: `contract.reason.${reason}` }))
  return { steps: [...steps.values()], notPlanned }
}

function routeNameAt(method: Method, path: string): string {
  const route = routeAt(method, path, 'document')
  return route ? routeName(route) : ''
}
