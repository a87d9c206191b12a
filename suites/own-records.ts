import type { Captures, StepResponse, Suite, SuiteStep } from '../src/run/suite.js'
import { allRoutes } from '../src/specification/find-route.js'
import type { Route } from '../src/specification/route.js'
import { ownRecordRoutes, referenceName } from '../src/specification/samples/index.js'
import { createdId, listed, namedStep, onRecord, type Rest, readMarked } from './steps.js'

/** The suite that creates or finds what the bodies of a run refer to. It runs before all others. */
export function ownRecords(steps: readonly SuiteStep[]): Suite {
  return {
    id: 'own-records',
    title: 'own-records',
    runsFirst: true,
    steps,
    carriesHash: false,
    onLimit: 'repeats-step',
    withoutSuccess: 'goes-on',
  }
}

/**
 * Creates a record to refer to, and reads it back: only a read proves that it is the run's own, and no step refers to
 * it before. The list is read first, because a record that it shows already belongs to somebody else, even if a
 * create returns its identifier. Returns no steps if no such record can be created or proven.
 */
export function createdToReferTo(collection: string): SuiteStep[] {
  const routes = ownRecordRoutes(collection)
  if (routes === null) return []
  const { list, create, read } = routes
  const name = referenceName(collection)
  const made = `made_${name}`
  return [
    ownStep(list, 'list', { query: { limite: 100 }, tags: ['lookup'] }),
    ownStep(create, 'create', {
      record: name,
      provides: made,
      captures: (response) => createdId(response, made),
    }),
    ownStep(read, 'read', {
      path: onRecord(read, made),
      provides: name,
      captures: (response) => readMarked(response, name),
    }),
  ]
}

/** The first record that the collection's list shows: of the service's own lists, and where nothing belongs to anybody. */
export function listedToReferTo(collection: string): SuiteStep[] {
  const route = allRoutes('specification').find(({ method, path }) => method === 'GET' && path === collection)
  if (!route) return []
  const name = referenceName(collection)
  const captures = (response: StepResponse): Captures => listed(response, route, name, {})
  const found = { query: { limite: 5 }, tags: ['lookup'], provides: name, captures }
  return [ownStep(route, 'find', found)]
}

/** `own-records/create-contatos-create` */
function ownStep(route: Route, verb: string, rest: Rest): SuiteStep {
  const id = `own-records/${verb}-${route.id.replace('/', '-')}`
  return { ...namedStep(route, '', rest), id }
}
