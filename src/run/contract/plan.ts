import { allRoutes, routeById } from '../../specification/find-route.js'
import { type Knowledge, type Route, routeName } from '../../specification/route.js'
import { referenceName } from '../../specification/samples/index.js'
import { SettingsError } from '../../words/errors.js'
import type { Prohibition } from '../run-event.js'
import type { Captures, Suite, SuiteStep } from '../suite.js'
import { type Permissions, prohibitionOf, routeAt } from './permissions.js'
import {
  ownRecordsFor,
  type PlannedReference,
  plannedReferences,
  withoutMissingRecords,
} from './plan-references.js'

/** Plans what a contract run will send: the steps of each suite, and why a route gets none. */

/** Why a route is not exercised: a key below `contract.reason.` of the catalogues. */
export type RouteReason =
  | Prohibition
  | 'no-identifier'
  | 'no-parameter'
  | 'needs-record'
  | 'no-answer'
  | 'refused-route'
  | 'stopped'
  | 'not-selected'
  | 'not-tagged'
  | 'other-shard'
  | 'no-step'

export interface PlanOptions {
  /** Every suite there is. */
  readonly suites: readonly Suite[]
  /** Resources that were asked for, by id of their suite; empty: all. */
  readonly selected: readonly string[]
  /** Steps that carry one of these tags; empty: all. */
  readonly tags?: readonly string[]
  readonly permissions: Permissions
  /** The contents of the user's samples file. Default: nothing. */
  readonly captures?: Captures
}

export interface Plan {
  /** The suites with the steps that may be sent; before all others the one that makes what they refer to. */
  readonly suites: readonly Suite[]
  /** The captures that every suite starts with: the user's samples and the records that the user names. */
  readonly captures: Captures
  /** The records that requests refer to, besides the one that each is about. */
  readonly references: readonly PlannedReference[]
  /** All routes of version 3, in the order of the specification's families. */
  readonly routes: readonly PlannedRoute[]
  /** Requests, as far as they can be foreseen: without renewals, repeats and the final clean-up. */
  readonly requests: number
}

interface PlannedRoute {
  readonly route: Route
  readonly requests: number
  /** Why none; null where there are some. */
  readonly reason: RouteReason | null
  /** The collections of which the route needs a record, but this run may not create one and the user named none. */
  readonly lacks: readonly string[]
}

/** @throws SettingsError where two steps have one id, by which responses are judged and reports speak */
export function planContract(options: PlanOptions): Plan {
  const { permissions, selected, tags = [] } = options
  const captures = { ...(permissions.embedded && embeddedRecords), ...options.captures }
  refuseTwins(options.suites)
  const routeOf = lookup(permissions.knowledge)
  const chosen = options.suites.filter(
    ({ id, runsFirst }) => !runsFirst && (selected.length === 0 || selected.includes(id)),
  )
  const open = chosen.map((suite) => ({
    ...suite,
    steps: suite.steps.filter((step) => isSent(step, routeOf(step), options)),
  }))
  const { suites: reached, lacks } = withoutMissingRecords(open, { permissions, captures })
  const wanted = reached.filter(({ steps }) =>
    tags.length === 0 ? steps.length > 0 : steps.some((step) => isTagged(step, tags)),
  )
  const asked = tags.includes('token') ? wanted : refusedOnce(wanted)
  const suites = [...ownRecordsFor(asked, { permissions, captures }), ...asked]
  const idOf = (step: SuiteStep) => routeOf(step)?.id
  const counts = new Map<string, number>()
  const leaving = suites
    .flatMap(({ steps }) => steps)
    .filter((step) => permissions.embedded || !concernsNobodys(step, routeOf(step)))
  for (const step of leaving) {
    const id = idOf(step) ?? ''
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const known = new Set(chosen.flatMap(({ steps }) => steps.map(idOf)))
  const reasonOf = (route: Route): RouteReason => {
    const prohibited = prohibitionOf(route, route.method, permissions)
    if (!known.has(route.id)) return selected.length > 0 ? 'not-selected' : (prohibited ?? 'no-step')
    if (prohibited !== null) return prohibited
    if (lacks.has(routeName(route))) return 'needs-record'
    if (tags.length > 0) return 'not-tagged'
    // what was only to serve another resource
    return selected.length === 0 || selected.includes(route.family) ? 'not-allowed' : 'not-selected'
  }
  const routes = allRoutes(permissions.knowledge).map((route) => {
    const requests = counts.get(route.id) ?? 0
    const reason = requests > 0 ? null : reasonOf(route)
    return {
      route,
      requests,
      reason,
      lacks: reason === 'needs-record' ? [...(lacks.get(routeName(route)) ?? [])] : [],
    }
  })
  const references = plannedReferences(suites, { permissions, captures })
  return { suites, captures, references, routes, requests: leaving.length }
}

/**
 * The suites with the first of the requests without a token. That such a request is refused is observed and never judged, and one
 * service looks at tokens in one place, so another of each resource would tell nothing new. `--tag token` sends them all.
 */
function refusedOnce(suites: readonly Suite[]): Suite[] {
  const [first] = suites.flatMap(({ steps }) => steps.filter(({ intent }) => intent === 'without-token'))
  return suites.map((suite) => ({
    ...suite,
    steps: suite.steps.filter((step) => step.intent !== 'without-token' || step === first),
  }))
}

function refuseTwins(suites: readonly Suite[]): void {
  const seen = new Set<string>()
  for (const { id } of suites.flatMap(({ steps }) => steps)) {
    if (seen.has(id)) throw new SettingsError('contract.error.step-twice', { step: id })
    seen.add(id)
  }
}

/** Returns the minimum number of seconds for so many requests at this rate; 0 without a rate. */
export function leastSeconds(requests: number, ratePerSecond: number | null): number {
  return ratePerSecond === null || requests === 0
    ? 0
    : Math.max(0, (requests - ratePerSecond) / ratePerSecond)
}

/** The route of each step, which several ask for, looked up once. */
function lookup(knowledge: Knowledge): (step: SuiteStep) => Route | null {
  const known = new Map<SuiteStep, Route | null>()
  return (step) => {
    const found = known.get(step)
    if (found !== undefined) return found
    const route = routeAt(step.method, step.path, knowledge)
    known.set(step, route)
    return route
  }
}

function isTagged(step: SuiteStep, tags: readonly string[]): boolean {
  return step.tags?.some((tag) => tags.includes(tag)) === true
}

/** A step goes out when its own route may be called, and one of those for whose sake it is sent. */
function isSent(step: SuiteStep, route: Route | null, { permissions, tags = [] }: PlanOptions): boolean {
  if (tags.length > 0 && !isTagged(step, tags) && !isGroundwork(step)) return false
  if (prohibitionOf(route, step.method, permissions) !== null) return false
  const { serves } = step
  return serves === undefined || serves.some((id) => isOpen(id, permissions))
}

/** A write to a record that no capture names: it cannot be the run's own, so that the gate keeps it back, and the report says so. */
function concernsNobodys({ method, path }: SuiteStep, route: Route | null): boolean {
  return method !== 'GET' && route?.path.includes('{') === true && !path.includes('{')
}

/** Without the lists and the lookups nothing else of their suite finds its identifiers. */
function isGroundwork({ tags = [], serves, captures }: SuiteStep): boolean {
  return tags.includes('lookup') || (serves === undefined && captures !== undefined)
}

function isOpen(id: string, permissions: Permissions): boolean {
  const route = routeById(id)
  if (route === null || (route.known === 'document' && permissions.knowledge !== 'document')) return false
  return prohibitionOf(route, route.method, permissions) === null
}

/** Values of the shared query parameters for the embedded service, as a samples file gives them under `query`. */
export const ofEmbedded: Captures = {
  'query tipoIntegracao': { text: '"MercadoLivre"', value: 'MercadoLivre' },
  'query idLojaQuery': { text: '203456781', value: 203_456_781 },
}

/** Records of the embedded service that bodies refer to and none of its lists shows. */
export const embeddedRecords: Captures = {
  [referenceName('/canais-venda')]: { text: '203456781', value: 203_456_781 },
  [referenceName('embalagem')]: { text: '1', value: 1 },
}
