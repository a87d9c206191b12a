import type { Suite, SuiteStep } from '../src/run/suite.js'
import { matchRoute } from '../src/specification/find-route.js'
import { type Knowledge, parameterName, type Route } from '../src/specification/route.js'
import { integration } from '../src/specification/routes.js'
import { contractSuites } from './families.js'

/** The suites with the steps whose routes are known; those that have any. */
export function suitesKnown(knowledge: Knowledge): Suite[] {
  return Object.values(contractSuites)
    .map((make) => make())
    .map((suite) => ({
      ...suite,
      steps: suite.steps.flatMap((step) => {
        const route = matchRoute(step.method, step.path, knowledge)?.route
        const isMeant = knowledge === 'document' || !step.tags?.includes('document')
        return route && isMeant ? [inWordsOf(knowledge, step, route)] : []
      }),
    }))
    .filter(({ steps }) => steps.length > 0)
}

/** A step whose query names its parameters as the profile knows them. */
function inWordsOf(knowledge: Knowledge, step: SuiteStep, route: Route): SuiteStep {
  const { documentedQuery, offers, ...rest } = step
  const query =
    knowledge === 'document' && documentedQuery ? { ...rest.query, ...documentedQuery } : rest.query
  const named = <T>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [parameterName(route, name, knowledge), value]),
    )
  const needs = [...(rest.needs ?? []), ...demandedOf(knowledge, route)]
  return {
    ...rest,
    ...(needs.length > 0 && { needs }),
    ...(query && { query: named(query) }),
    ...(offers && { offers: named(offers) }),
  }
}

/**
 * Returns the shared parameters that the document requires of nearly every operation on listings. Without their
 * values no write to listings is sent, because a created listing could not be deleted.
 */
function demandedOf(knowledge: Knowledge, { family }: Route): string[] {
  const isDemanded = knowledge === 'document' && family === 'anuncios'
  return isDemanded ? Object.keys(integration).map((name) => `query ${name}`) : []
}
