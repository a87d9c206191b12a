/** Plans what a contract run will send: the steps of each suite, and for other routes the reason why they get none. */

import { allRoutes, routeById } from '../../specification/find-route.js'
import { groupBy } from '../../specification/plain-object.js'
import { type Route, routeName } from '../../specification/route.js'
import { referenceName } from '../../specification/samples/index.js'
import { SettingsError } from '../../words/errors.js'
import type { Prohibition } from '../run-event.js'
import { type Captures, type Suite, type SuiteStep, withDocumentedQuery } from '../suite.js'
import { type Permissions, prohibitionOf, routeAt } from './permissions.js'
import {
  ownRecordsFor,
  type PlannedReference,
  plannedReferences,
  withoutMissingRecords,
} from './plan-references.js'

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
  /** All suites. */
  readonly suites: readonly Suite[]
  /** Resources that the user selected, by the id of their suite; empty: all. */
  readonly selected: readonly string[]
  /** Tags that the user selected; empty: all steps. */
  readonly tags?: readonly string[]
  readonly permissions: Permissions
  /** The user's samples, as `readSamples` returns them. Default: the parameters that the embedded service knows; none on a live one. */
  readonly captures?: Captures | undefined
}

export interface Plan {
  /** The suites with the steps that may be sent. The first one creates the records that the others refer to. */
  readonly suites: readonly Suite[]
  /** The captures that every suite starts with: the user's samples and the records that the user names. */
  readonly captures: Captures
  /** The records that requests refer to, besides the one that they read or write. */
  readonly references: readonly PlannedReference[]
  /** All routes of version 3, in the order of the specification's families. */
  readonly routes: readonly PlannedRoute[]
  /** The number of requests, without renewals, repeats and the final clean-up. */
  readonly requests: number
}

interface PlannedRoute {
  readonly route: Route
  readonly requests: number
  /** Why there are no requests; null if there are some. */
  readonly reason: RouteReason | null
  /** The collections of which the route needs a record, but this run may not create one and the user named none. */
  readonly lacks: readonly string[]
}

/**
 * Plans a contract run from the suites, the user's selection and the permissions.
 * @throws SettingsError if two steps have the same id, because findings name the step by its id
 */
export function planContract(options: PlanOptions): Plan {
  const { permissions, selected, tags = [] } = options
  const { captures: samples = permissions.embedded ? embeddedQuery : {} } = options
  const captures = { ...(permissions.embedded && embeddedRecords), ...samples }
  checkStepIds(options.suites)
  const routeOf = ({ method, path }: SuiteStep) => routeAt(method, path, permissions.knowledge)
  const context = { permissions, captures }
  // each list narrows the one before: chosen by the user, allowed to be sent, possible with the records at hand, wanted by the tags
  const chosen = options.suites.filter(({ id }) => selected.length === 0 || selected.includes(id))
  const allowed = chosen.map((suite) => ({
    ...suite,
    steps: suite.steps
      .filter((step) => isSent(step, routeOf(step), options))
      .map((step) => withDocumentedQuery(step, permissions.knowledge)),
  }))
  const { suites: possible, lacks } = withoutMissingRecords(allowed, context)
  // a suite of which a tag leaves only lists and lookups would show nothing of what was asked for
  const tagged = possible.filter(({ steps }) =>
    tags.length === 0 ? steps.length > 0 : steps.some((step) => isTagged(step, tags)),
  )
  const wanted = tags.includes('token') ? tagged : withOneTestWithoutToken(tagged)
  const suites = [...ownRecordsFor(wanted, context), ...wanted]
  // the gate lets everything through to the embedded service
  const sent = suites
    .flatMap(({ steps }) => steps)
    .filter((step) => permissions.embedded || !isHeldBack(step, routeOf(step)))
  const idOf = (step: SuiteStep) => routeOf(step)?.id
  const sentByRoute = groupBy(sent, idOf)
  const routesOfChosen = new Set(chosen.flatMap(({ steps }) => steps.map(idOf)))
  const routes = allRoutes(permissions.knowledge).map((route): PlannedRoute => {
    const requests = sentByRoute.get(route.id)?.length ?? 0
    if (requests > 0) return { route, requests, reason: null, lacks: [] }
    const lacked = [...(lacks.get(routeName(route)) ?? [])]
    const reason = reasonOf(route, routesOfChosen.has(route.id), lacked.length > 0, options)
    return { route, requests, reason, lacks: reason === 'needs-record' ? lacked : [] }
  })
  const references = plannedReferences(suites, context)
  return { suites, captures, references, routes, requests: sent.length }
}

/** Returns why a route gets no request. `isInChosen`: the chosen suites have a step of it. */
function reasonOf(
  route: Route,
  isInChosen: boolean,
  lacksRecord: boolean,
  { permissions, selected, tags = [] }: PlanOptions,
): RouteReason {
  const prohibited = prohibitionOf(route, route.method, permissions)
  if (!isInChosen) return selected.length > 0 ? 'not-selected' : (prohibited ?? 'no-step')
  if (prohibited !== null) return prohibited
  if (lacksRecord) return 'needs-record'
  if (tags.length > 0) return 'not-tagged'
  // its steps only serve other routes, and none of these may be called
  return selected.length === 0 || selected.includes(route.family) ? 'not-allowed' : 'not-selected'
}

/**
 * Keeps only the first of the requests without a token. Whether the service refuses such a request is observed and not
 * judged, and the other resources would show nothing new. `--tag token` sends them all.
 */
function withOneTestWithoutToken(suites: readonly Suite[]): Suite[] {
  const [first] = suites.flatMap(({ steps }) => steps.filter(({ intent }) => intent === 'without-token'))
  return suites.map((suite) => ({
    ...suite,
    steps: suite.steps.filter((step) => step.intent !== 'without-token' || step === first),
  }))
}

/** @throws SettingsError if two steps have the same id */
export function checkStepIds(suites: readonly Suite[]): void {
  const seen = new Set<string>()
  for (const { id } of suites.flatMap(({ steps }) => steps)) {
    if (seen.has(id)) throw new SettingsError('contract.error.step-twice', { step: id })
    seen.add(id)
  }
}

/** Returns the least seconds that the requests take if one second's worth is sent at once; 0 without a rate. */
export function minimumSeconds(requests: number, ratePerSecond: number | null): number {
  if (ratePerSecond === null || requests === 0) return 0
  return Math.max(0, (requests - ratePerSecond) / ratePerSecond)
}

function isTagged(step: SuiteStep, tags: readonly string[]): boolean {
  return step.tags?.some((tag) => tags.includes(tag)) === true
}

/** A step is sent if its route may be called, and, if it only serves other routes, one of these as well. */
function isSent(step: SuiteStep, route: Route | null, { permissions, tags = [] }: PlanOptions): boolean {
  if (tags.length > 0 && !isTagged(step, tags) && !providesIdentifiers(step)) return false
  if (prohibitionOf(route, step.method, permissions) !== null) return false
  const { serves } = step
  return serves === undefined || serves.some((id) => isAllowed(id, permissions))
}

/** Whether our gate will hold the step back: a write to a fixed record, which cannot be the run's own. */
function isHeldBack({ method, path }: SuiteStep, route: Route | null): boolean {
  return method !== 'GET' && route?.path.includes('{') === true && !path.includes('{')
}

/** Lists and lookups are sent for every tag, because the other steps of the suite get their identifiers from them. */
function providesIdentifiers({ tags = [], serves, captures }: SuiteStep): boolean {
  return tags.includes('lookup') || (serves === undefined && captures !== undefined)
}

function isAllowed(id: string, permissions: Permissions): boolean {
  const route = routeById(id)
  if (route === null || (route.known === 'document' && permissions.knowledge !== 'document')) return false
  return prohibitionOf(route, route.method, permissions) === null
}

/** Captures with the query parameters that some lists of the embedded service require. */
export const embeddedQuery: Captures = {
  'query tipoIntegracao': { text: '"MercadoLivre"', value: 'MercadoLivre' },
  'query idLojaQuery': { text: '203456781', value: 203_456_781 },
}

/** Captures with records of the embedded service that bodies refer to and no list shows. */
export const embeddedRecords: Captures = {
  [referenceName('/canais-venda')]: { text: '203456781', value: 203_456_781 },
  [referenceName('embalagem')]: { text: '1', value: 1 },
}
