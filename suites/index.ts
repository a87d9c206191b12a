import { type Suite, type SuiteStep, withDocumentedQuery } from '../src/run/suite.js'
import { matchRoute } from '../src/specification/find-route.js'
import { type Knowledge, parameterName, type Route } from '../src/specification/route.js'
import { integration } from '../src/specification/routes.js'
import { contractSuites } from './families.js'

/**
 * The contract suites that a run with this knowledge can send. A step is left out if the knowledge has no such route. A step tagged
 * `document` is on a route that the specification has as well, but only the public document explains it. A suite without steps is left out.
 */
export function suitesKnown(knowledge: Knowledge): Suite[] {
  const suites = contractSuites.map((makeSuite) => makeSuite())
  return suites
    .map((suite) => ({ ...suite, steps: suite.steps.flatMap((step) => knownStep(step, knowledge)) }))
    .filter(({ steps }) => steps.length > 0)
}

function knownStep(step: SuiteStep, knowledge: Knowledge): SuiteStep[] {
  const route = matchRoute(step.method, step.path, knowledge)?.route
  const needsDocument = step.tags?.includes('document') ?? false
  if (!route || (needsDocument && knowledge !== 'document')) return []
  return [withKnownParameters(step, route, knowledge)]
}

/** Gives query parameters, and those that are sent if their value is known (`offers`), the names that this knowledge has for them. */
function withKnownParameters(step: SuiteStep, route: Route, knowledge: Knowledge): SuiteStep {
  const { query, offers, ...rest } = withDocumentedQuery(step, knowledge)
  const rename = <T>(parameters: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [parameterName(route, name, knowledge), value]),
    )
  const needs = [...(rest.needs ?? []), ...requiredParameters(route, knowledge)]
  return {
    ...rest,
    ...(needs.length > 0 && { needs }),
    ...(query && { query: rename(query) }),
    ...(offers && { offers: rename(offers) }),
  }
}

/**
 * The public document requires two query parameters on nearly every operation on listings, and only the user knows their
 * values. Without them no listing is created, because it could not be deleted afterwards.
 */
function requiredParameters({ family }: Route, knowledge: Knowledge): string[] {
  if (knowledge !== 'document' || family !== 'anuncios') return []
  return Object.keys(integration).map((name) => `query ${name}`)
}
