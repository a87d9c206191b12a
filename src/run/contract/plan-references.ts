/**
 * Plans the records that requests refer to, such as the contact of a new sale: where they come from, and which requests
 * are left out because there is none.
 */

import { createReferredRecord, findReferredRecord, ownRecords } from '../../../suites/own-records.js'
import {
  ownRecordRoutes,
  referenceName,
  referredCollections,
  userBodyName,
  vocabularies,
} from '../../specification/samples/index.js'
import { type Captures, neededCaptures, type Suite, type SuiteStep } from '../suite.js'
import { type Permissions, prohibitionOf } from './permissions.js'
import { identifiersIn, referencesOfStep } from './references.js'

/** The basis of a plan: the permissions and the user's samples. */
interface PlanContext {
  readonly permissions: Permissions
  readonly captures: Captures
  /** The collections whose records need the one that is being planned, so that theirs can only come later. */
  readonly neededBy?: readonly string[]
}

/**
 * `own`: a record that this run creates. `named`: one that the user named. `service`: an entry of a list that the service
 * itself fills. `listed`: the first record of a list of the embedded service, whose records belong to nobody.
 */
type ReferenceOrigin = 'own' | 'named' | 'service' | 'listed'

export interface PlannedReference {
  /** `POST /pedidos/vendas` */
  readonly route: string
  /** `parcelas.formaPagamento.id` */
  readonly path: string
  /** `/formas-pagamentos`; null if the identifier stands in a body of the user. */
  readonly collection: string | null
  readonly origin: ReferenceOrigin
  /** The identifier, if the user named the record. */
  readonly id: string | null
}

/** Returns where a record of the collection comes from; null if this run may not refer to one. */
function originOf(collection: string, context: PlanContext): ReferenceOrigin | null {
  if (context.captures[referenceName(collection)] !== undefined) return 'named'
  if (vocabularies.has(collection)) return 'service'
  if (context.permissions.embedded) return findReferredRecord(collection).length > 0 ? 'listed' : null
  return isCreatable(collection, context) ? 'own' : null
}

/** Whether the run may create a record of the collection, and each record that this one refers to. */
function isCreatable(collection: string, context: PlanContext): boolean {
  const { neededBy = [], permissions } = context
  const routes = neededBy.includes(collection) ? null : ownRecordRoutes(collection)
  if (routes === null || prohibitionOf(routes.create, 'POST', permissions) !== null) return false
  const inner = { ...context, neededBy: [...neededBy, collection] }
  return createReferredRecord(collection).every(
    (step) => step.method === 'GET' || lackedBy(step, inner).length === 0,
  )
}

/**
 * Returns the collections of which a step needs a record but gets none. A reference to another field than the identifier (`field`)
 * needs an own record, because of a record that the user named only the identifier is known.
 */
function lackedBy(step: SuiteStep, context: PlanContext): string[] {
  return referencesOfStep(step, context.captures)
    .filter(({ isNeeded }) => isNeeded)
    .filter(({ collection, field }) => {
      const origin = originOf(collection, context)
      return origin === null || (field !== null && origin === 'named')
    })
    .map(({ collection }) => collection)
}

/**
 * Leaves out the steps that need a record which this run may not create and the user did not name, and the steps that
 * depend on them. `lacks`: the collections of which requests lack a record, by the title of their route.
 */
export function withoutMissingRecords(suites: readonly Suite[], context: PlanContext) {
  const lacks = new Map<string, ReadonlySet<string>>()
  const possible = suites.map((suite) => {
    /** The captures that no step provides because it is left out, with the collections that it lacks. */
    const lost = new Map<string, ReadonlySet<string>>()
    const steps = suite.steps.flatMap((step) => {
      const inherited = neededCaptures(step).flatMap((name) => [...(lost.get(name) ?? [])])
      const lacked = new Set([...lackedBy(step, context), ...inherited])
      if (lacked.size === 0) return [withNeeds(step, context)]
      if (step.provides !== undefined) lost.set(step.provides, lacked)
      lacks.set(step.title, new Set([...(lacks.get(step.title) ?? []), ...lacked]))
      return []
    })
    return { ...suite, steps }
  })
  return { suites: possible, lacks }
}

/** Makes the step need the captures of the records that its body refers to. */
function withNeeds(step: SuiteStep, { captures }: PlanContext): SuiteStep {
  const referred = referencesOfStep(step, captures).filter(({ isNeeded }) => isNeeded)
  const needs = new Set([
    ...(step.needs ?? []),
    ...referred.map(({ collection }) => referenceName(collection)),
  ])
  return needs.size === 0 ? step : { ...step, needs: [...needs] }
}

/** Returns a suite that creates or finds the records that these suites refer to; none if they refer to no record. */
export function ownRecordsFor(suites: readonly Suite[], context: PlanContext): Suite[] {
  const visited = new Set<string>()
  const ordered: SuiteStep[] = []
  const addReferred = (steps: readonly SuiteStep[]) => {
    const references = steps.flatMap((step) => referencesOfStep(step, context.captures))
    const referred = new Set(references.map(({ collection }) => collection))
    for (const collection of referredCollections) {
      if (!referred.has(collection) || visited.has(collection)) continue
      visited.add(collection)
      const ownSteps = stepsFor(collection, context)
      // the records that this one refers to must exist before it; a user's body may refer to other ones than ours
      addReferred(ownSteps)
      ordered.push(...ownSteps.map((step) => withNeeds(step, context)))
    }
  }
  addReferred(suites.flatMap(({ steps }) => steps))
  return ordered.length === 0 ? [] : [ownRecords(ordered)]
}

function stepsFor(collection: string, context: PlanContext): SuiteStep[] {
  const origin = originOf(collection, context)
  if (origin === null || origin === 'named') return []
  return origin === 'own' ? createReferredRecord(collection) : findReferredRecord(collection)
}

/** Lists what the suites refer to, each field of each route once. */
export function plannedReferences(suites: readonly Suite[], context: PlanContext): PlannedReference[] {
  const found = new Map<string, PlannedReference>()
  for (const step of suites.flatMap(({ steps }) => steps).filter(({ method }) => method !== 'GET'))
    for (const reference of [...referencesByStep(step, context), ...namedInBody(step, context)])
      found.set(`${reference.route} ${reference.path}`, reference)
  return [...found.values()]
}

function referencesByStep(step: SuiteStep, context: PlanContext): PlannedReference[] {
  return referencesOfStep(step, context.captures).flatMap(({ path, collection }) => {
    const origin = originOf(collection, context)
    if (origin === null) return []
    const id = origin === 'named' ? String(context.captures[referenceName(collection)]?.value) : null
    return [{ route: step.title, path, collection, origin, id }]
  })
}

/** The records that a user's own body names by their identifiers. */
function namedInBody({ sample, title }: SuiteStep, { captures }: PlanContext): PlannedReference[] {
  const body = sample === undefined ? null : captures[userBodyName(sample)]?.value
  const common = { route: title, collection: null, origin: 'named' } as const
  return identifiersIn(body ?? null).map(({ path, id }) => ({ ...common, path, id }))
}
