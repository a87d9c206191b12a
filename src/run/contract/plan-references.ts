/** Plans the records that requests refer to: whose they are, and which requests are left out for want of one. */

import { createdToReferTo, listedToReferTo, ownRecords } from '../../../suites/own-records.js'
import {
  ownRecordRoutes,
  referenceName,
  referredCollections,
  vocabularies,
} from '../../specification/samples/index.js'
import { type Captures, neededCaptures, type Suite, type SuiteStep } from '../suite.js'
import { type Permissions, prohibitionOf } from './permissions.js'
import { identifiersIn, referencesOfStep } from './references.js'

/** Under which leave a plan is made, and what the user's file of samples says. */
interface PlanContext {
  readonly permissions: Permissions
  readonly captures: Captures
}

/**
 * `own`: a record that this run creates. `named`: one that the user named. `service`: an entry of a list that the service fills. `listed`:
 * the first record of a list of the embedded service, where nothing belongs to anybody.
 */
type ReferenceOrigin = 'own' | 'named' | 'service' | 'listed'

export interface PlannedReference {
  /** `POST /pedidos/vendas` */
  readonly route: string
  /** `parcelas.formaPagamento.id` */
  readonly path: string
  /** `/formas-pagamentos`; null where a body of the user's holds an identifier. */
  readonly collection: string | null
  readonly origin: ReferenceOrigin
  /** Known beforehand where the user named it. */
  readonly id: string | null
}

/** Returns where a record of the collection comes from; null if this run may refer to none. */
function originOf(collection: string, { permissions, captures }: PlanContext): ReferenceOrigin | null {
  if (captures[referenceName(collection)] !== undefined) return 'named'
  if (vocabularies.has(collection)) return 'service'
  if (permissions.embedded) return listedToReferTo(collection).length > 0 ? 'listed' : null
  return isCreatable(collection, { permissions, captures }) ? 'own' : null
}

function isCreatable(collection: string, around: PlanContext): boolean {
  const routes = ownRecordRoutes(collection)
  if (routes === null || prohibitionOf(routes.create, 'POST', around.permissions) !== null) return false
  return createdToReferTo(collection).every(
    (step) => step.method === 'GET' || lackedBy(step, around).length === 0,
  )
}

/** The collections of which a step needs a record and gets none. What names a record by more than its identifier needs one of our own. */
function lackedBy(step: SuiteStep, around: PlanContext): string[] {
  return referencesOfStep(step, around.captures)
    .filter(({ isNeeded }) => isNeeded)
    .filter(({ collection, field }) => {
      const origin = originOf(collection, around)
      return origin === null || (field !== null && origin === 'named')
    })
    .map(({ collection }) => collection)
}

interface Reach {
  readonly suites: readonly Suite[]
  /** By the id of a route: the collections without a record of which its requests are kept back. */
  readonly lacks: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Leaves out the steps that need a record which this run may not create and the user did not name, and the steps that
 * depend on those.
 */
export function withoutMissingRecords(suites: readonly Suite[], around: PlanContext): Reach {
  const lacks = new Map<string, ReadonlySet<string>>()
  const reached = suites.map((suite) => {
    /** Captures that no step provides any more, with the collections that are missing for them. */
    const lost = new Map<string, ReadonlySet<string>>()
    const steps = suite.steps.flatMap((step) => {
      const inherited = neededCaptures(step).flatMap((name) => [...(lost.get(name) ?? [])])
      const lacked = new Set([...lackedBy(step, around), ...inherited])
      if (lacked.size === 0) return [withNeeds(step, around)]
      if (step.provides !== undefined) lost.set(step.provides, lacked)
      lacks.set(step.title, new Set([...(lacks.get(step.title) ?? []), ...lacked]))
      return []
    })
    return { ...suite, steps }
  })
  return { suites: reached, lacks }
}

/** A step that is not sent where what its body cannot do without was not made. */
function withNeeds(step: SuiteStep, { captures }: PlanContext): SuiteStep {
  const referred = referencesOfStep(step, captures).filter(({ isNeeded }) => isNeeded)
  const needs = new Set([
    ...(step.needs ?? []),
    ...referred.map(({ collection }) => referenceName(collection)),
  ])
  return needs.size === 0 ? step : { ...step, needs: [...needs] }
}

/** The suite that makes or finds what these refer to; none where they refer to nothing. */
export function ownRecordsFor(suites: readonly Suite[], around: PlanContext): Suite[] {
  const needed = new Set<string>()
  const visit = (step: SuiteStep) => {
    for (const { collection } of referencesOfStep(step, around.captures)) {
      if (needed.has(collection)) continue
      needed.add(collection)
      for (const inner of stepsFor(collection, around)) visit(inner)
    }
  }
  for (const step of suites.flatMap(({ steps }) => steps)) visit(step)
  const steps = referredCollections
    .filter((collection) => needed.has(collection))
    .flatMap((collection) => stepsFor(collection, around))
    .map((step) => withNeeds(step, around))
  return steps.length === 0 ? [] : [ownRecords(steps)]
}

function stepsFor(collection: string, around: PlanContext): SuiteStep[] {
  const origin = originOf(collection, around)
  if (origin === null || origin === 'named') return []
  return origin === 'own' ? createdToReferTo(collection) : listedToReferTo(collection)
}

/** Lists what the suites refer to, each field of each route once. */
export function plannedReferences(suites: readonly Suite[], around: PlanContext): PlannedReference[] {
  const found = new Map<string, PlannedReference>()
  for (const step of suites.flatMap(({ steps }) => steps).filter(({ method }) => method !== 'GET'))
    for (const one of [...referencesByStep(step, around), ...namedInBody(step, around)])
      found.set(`${one.route} ${one.path}`, one)
  return [...found.values()]
}

function referencesByStep(step: SuiteStep, around: PlanContext): PlannedReference[] {
  return referencesOfStep(step, around.captures).flatMap(({ path, collection }) => {
    const origin = originOf(collection, around)
    if (origin === null) return []
    const id = origin === 'named' ? String(around.captures[referenceName(collection)]?.value) : null
    return [{ route: step.title, path, collection, origin, id }]
  })
}

function namedInBody({ sample, title }: SuiteStep, { captures }: PlanContext): PlannedReference[] {
  const body = captures[`sample ${sample}`]?.value
  return identifiersIn(body ?? null).map(({ path, id }) => ({
    route: title,
    path,
    collection: null,
    origin: 'named',
    id,
  }))
}
