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
  /** Why it was not exercised: of the route itself, or of its first step that gives a reason. */
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

/** Groups all routes of a report by resource: those of its steps, and those that only the coverage or an error names. */
export function groupRoutes({
  steps,
  coverage,
  findings,
}: Pick<Report, 'steps' | 'coverage' | 'findings'>): OverviewResource[] {
  const { exercised, notExercised } = coverage.routes
  const stepsOf = groupBy(steps, ({ route }) => route)
  const reasonOf = new Map(notExercised.map(({ route, reason }) => [route, reason]))
  const failed = new Set(failedRoutes(steps, findings))
  const names = new Set([...stepsOf.keys(), ...reasonOf.keys(), ...exercised, ...failed])
  const stateOf = (route: string): RouteState => {
    if (failed.has(route)) return 'fail'
    if (stepsOf.get(route)?.some(({ verdict }) => verdict === 'pass')) return 'pass'
    // an application may also call routes that no step names
    const isOnlyExercised = !stepsOf.has(route) && !reasonOf.has(route)
    return isOnlyExercised ? 'pass' : 'not-exercised'
  }
  const routes = [...names].map((route): OverviewRoute => {
    const [method = '', path = ''] = route.split(/ (.*)/)
    const ofRoute = stepsOf.get(route) ?? []
    return {
      route,
      method,
      path,
      state: stateOf(route),
      steps: ofRoute.length,
      failed: ofRoute.filter(({ verdict }) => verdict === 'fail').length,
      reason: reasonOf.get(route) ?? ofRoute.find(({ reason }) => reason)?.reason ?? null,
    }
  })
  return byResource(routes)
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
