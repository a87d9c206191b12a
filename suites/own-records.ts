/** The steps that create or find the records to which the bodies of a contract run refer, such as the contact of an order. */
import {
  type Captures,
  contractDefaults,
  type StepResponse,
  type Suite,
  type SuiteStep,
} from '../src/run/suite.js'
import { allRoutes } from '../src/specification/find-route.js'
import type { Route } from '../src/specification/route.js'
import { ownRecordRoutes, referenceName } from '../src/specification/samples/index.js'
import { captureCreatedId, captureFromList, captureMarked } from './captures.js'
import { namedStep, pathOnRecord, type Rest } from './steps.js'

/** The suite of these steps. It runs before all others. */
export function ownRecords(steps: readonly SuiteStep[]): Suite {
  return { id: 'own-records', title: 'own-records', runsFirst: true, steps, ...contractDefaults }
}

/**
 * Creates a record and reads it back, because only a read proves that it is the run's own. The list is read first, and the
 * gate remembers what it shows: such a record belongs to somebody else, even if the create returns its identifier. Returns
 * no steps if the collection has no routes for this.
 */
export function createReferredRecord(collection: string): SuiteStep[] {
  const routes = ownRecordRoutes(collection)
  if (routes === null) return []
  const { list, create, read } = routes
  const proven = referenceName(collection)
  const created = `created_${proven}`
  return [
    ownStep(list, 'list', { query: { limite: 100 }, tags: ['lookup'] }),
    ownStep(create, 'create', {
      record: proven, // its unique values belong to this name
      provides: created,
      captures: (response) => captureCreatedId(response, created),
    }),
    ownStep(read, 'read', {
      path: pathOnRecord(read, created),
      provides: proven,
      captures: (response) => captureMarked(response, proven),
    }),
  ]
}

/** Finds the first record of a list. It is used for lists whose records belong to no user, such as `vocabularies`. */
export function findReferredRecord(collection: string): SuiteStep[] {
  const route = allRoutes('specification').find(({ method, path }) => method === 'GET' && path === collection)
  if (!route) return []
  const name = referenceName(collection)
  const captures = (response: StepResponse): Captures => captureFromList(response, route, name, {})
  return [ownStep(route, 'find', { query: { limite: 5 }, tags: ['lookup'], provides: name, captures })]
}

/** A step with an id such as `own-records/create-contatos-create`. */
function ownStep(route: Route, verb: string, rest: Rest): SuiteStep {
  const id = `own-records/${verb}-${route.id.replace('/', '-')}`
  return { ...namedStep(route, '', rest), id }
}
