import { expect, it } from 'vitest'
import type { GradedRun, GradedTraffic, Revocation } from '../judging/graded-traffic.js'
import { loadCatalogue } from '../words/catalogue.js'
import { reportOf } from './report-of.js'
import { judgements, meta } from './sample-run.fixture.js'

const deaths: readonly Revocation[] = [1, 2, 3, 4, 5, 'never']

/** The cause of an examination whose application survives these deaths of its token alone. */
async function causeOf(survived: readonly Revocation[]): Promise<string | null> {
  const runs = deaths.map((at, i): GradedRun => {
    const judgement = survived.includes(at) ? judgements.pass : judgements.fail
    return { number: i + 1, session: 's1', judgement, isEndless: false, exchangeIds: [] }
  })
  const fails = runs.flatMap((run, i) =>
    run.judgement === judgements.fail ? [{ at: deaths[i] ?? 'never', run }] : [],
  )
  const traffic: GradedTraffic = {
    runs,
    counts: { pass: survived.length, fail: fails.length, incomplete: 0 },
    outside: { ...judgements.pass, findings: [] },
    wanted: 6,
    recovery: {
      recovers: survived,
      fails,
      untried: [],
      revocations: new Map(deaths.map((at, i) => [i + 1, at] as const)),
    },
    nothing: judgements.incomplete,
  }
  const judged = { judgement: judgements.fail, traffic }
  return reportOf(meta, judged, { catalogue: await loadCatalogue('en'), lang: 'en' }).cause
}

it.each([
  [[1, 2, 3, 5, 'never'], /^recovers at 1, 2, 3, 5, never; fails at 4: /],
  [['never'], /^passes only without a revocation; fails at 1, 2, 3, 4, 5: /],
  [[], /^(?!.*(recovers|passes|fails at))/],
] as const)('says what an application survives that survives %j', async (survived, cause) => {
  expect(await causeOf(survived)).toMatch(cause)
})
