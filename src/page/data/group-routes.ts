import { failedRoutes } from '../../report/contract-lines.js'
import type { Report } from '../../report/report.js'
import { groupBy } from '../../specification/plain-object.js'

export type RouteState = 'pass' | 'fail' | 'not-exercised'

/** A route of the report, and the result of its steps. */
export interface OverviewRoute {
  readonly route: string
  readonly method: string
  readonly path: string
  readonly state: RouteState
  readonly steps: number
  readonly failed: number
  /** Why it was not exercised. */
  readonly reason: string | null
}

/** The routes of one resource, and how many of them are in each state. */
export interface OverviewResource {
  /** `contatos`, or two segments of the path: `contas/pagar`. */
  readonly name: string
  readonly routes: readonly OverviewRoute[]
  readonly passed: number
  readonly failed: number
  readonly notExercised: number
}

/** Groups all routes of a report by resource. */
export function groupRoutes({
  steps,
  coverage,
  findings,
}: Pick<Report, 'steps' | 'coverage' | 'findings'>): OverviewResource[] {
  const routes = new Map<string, OverviewRoute>()
  for (const step of steps)
    routes.set(step.route, addStep(routes.get(step.route) ?? emptyRoute(step.route), step))
  for (const { route, reason } of coverage.routes.notExercised) {
    const known = routes.get(route)
    if (!known || known.state === 'not-exercised')
      routes.set(route, { ...(known ?? emptyRoute(route)), reason })
  }
  // an application may also call routes that no step names
  for (const route of coverage.routes.exercised) {
    if (!routes.has(route)) routes.set(route, { ...emptyRoute(route), state: 'pass' })
  }
  for (const route of failedRoutes(steps, findings))
    routes.set(route, { ...(routes.get(route) ?? emptyRoute(route)), state: 'fail' })
  return byResource([...routes.values()])
}

function emptyRoute(route: string): OverviewRoute {
  const [method = '', path = ''] = route.split(/ (.*)/)
  return { route, method, path, state: 'not-exercised', steps: 0, failed: 0, reason: null }
}

/** Counts a step of the route. A step without a result gives the reason why the route may not have been exercised. */
function addStep(route: OverviewRoute, step: Report['steps'][number]): OverviewRoute {
  if (step.verdict === 'not-reached' || step.verdict === 'not-applicable') {
    return { ...route, steps: route.steps + 1, reason: route.reason ?? step.reason ?? null }
  }
  const failed = route.failed + (step.verdict === 'fail' ? 1 : 0)
  return { ...route, steps: route.steps + 1, failed, state: failed > 0 ? 'fail' : 'pass' }
}

function byResource(routes: readonly OverviewRoute[]): OverviewResource[] {
  const groups = groupBy(routes, ({ path }) => resourceOf(path))
  return [...groups]
    .map(([name, members]) => ({
      name,
      routes: members.sort(
        (a, b) => compare(a.path, b.path) || methods.indexOf(a.method) - methods.indexOf(b.method),
      ),
      passed: members.filter(({ state }) => state === 'pass').length,
      failed: members.filter(({ state }) => state === 'fail').length,
      notExercised: members.filter(({ state }) => state === 'not-exercised').length,
    }))
    .sort((a, b) => compare(a.name, b.name))
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Matches the paths of resources whose name has two segments, like `/contas/pagar/{idContaPagar}`. */
const twoSegments =
  /^\/((?:categorias|contas|pedidos)\/[^/{]+|produtos\/(?:estruturas|fornecedores|lojas|variacoes))(?=\/|$)/

/** The resource of a path: `contatos` for `/contatos/{idContato}`. */
export function resourceOf(path: string): string {
  return twoSegments.exec(path)?.[1] ?? path.split('/')[1] ?? path
}

/** Compares by code units, so that the order is the same in every language. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
