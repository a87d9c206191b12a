import { routeName } from '../../specification/route.js'
import type { Plan } from './plan.js'

/** The steps that this run means to send, and the routes that it does not, with their reasons. */
export function meantBy({ suites, routes }: Plan) {
  const steps = new Map(
    suites.flatMap((suite) => suite.steps.map(({ id, title }) => [id, { id, route: title }] as const)),
  )
  const notPlanned = routes.flatMap(({ route, reason }) =>
    reason === null ? [] : [{ route: routeName(route), reason: `contract.reason.${reason}` }],
  )
  return { steps: [...steps.values()], notPlanned }
}
