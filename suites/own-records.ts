import type { Captures, StepAnswer, Suite, SuiteStep } from '../src/run/suite.js'
import { allRoutes } from '../src/specification/find-route.js'
import { ownRecordRoutes, referenceName } from '../src/specification/samples/index.js'
import { createdId, listed, localName, onRecord, readMarked, step } from './steps.js'

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
    step(list, `list-${localName(list.id)}`, { query: { limite: 100 }, tags: ['lookup'] }),
    step(create, `create-${localName(create.id)}`, {
      record: name,
      provides: made,
      captures: (answer) => createdId(answer, made),
    }),
    step(read, `read-${localName(read.id)}`, {
      path: onRecord(read, made),
      provides: name,
      captures: (answer) => readMarked(answer, name),
    }),
  ].map(inOwnSuite)
}

/** The first record that the collection's list shows: of the service's own lists, and where nothing belongs to anybody. */
export function listedToReferTo(collection: string): SuiteStep[] {
  const route = allRoutes('specification').find(({ method, path }) => method === 'GET' && path === collection)
  if (!route) return []
  const name = referenceName(collection)
  const captures = (answer: StepAnswer): Captures => listed(answer, route, name, {})
  const found = step(route, `find-${localName(route.id)}`, {
    query: { limite: 5 },
    tags: ['lookup'],
    provides: name,
    captures,
  })
  return [inOwnSuite(found)]
}

function inOwnSuite(one: SuiteStep): SuiteStep {
  return { ...one, id: `own-records/${one.id.slice(one.id.indexOf('/') + 1)}` }
}
