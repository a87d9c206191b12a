import { expect, it } from 'vitest'
import { TrafficGrader } from '../../src/judging/grade-traffic.js'
import { combineJudgements } from '../../src/judging/graded-traffic.js'
import { type Course, recordCourse } from '../broken/client.js'

const halfway: Course = { habits: { steps: [1, 2] } }

/** A client that passes, and begins again at once. */
function graded(runs: number | null) {
  const first = recordCourse({})
  const lastMs = first.exchanges.at(-1)?.respondedAtMs ?? 0
  const again = recordCourse(halfway).exchanges.map((one) => ({
    ...one,
    sentAtMs: one.sentAtMs + lastMs + 10,
    respondedAtMs: (one.respondedAtMs ?? 0) + lastMs + 10,
  }))
  const { profile, baseUrl, tokenUrl } = first
  const context = { profile, baseUrl, tokenUrl, toleranceMs: 5, underTest: 'application' } as const
  const grader = new TrafficGrader({ context, idleMs: 60_000, runs })
  for (const exchange of [...first.exchanges, ...again]) grader.see(exchange)
  const isSated = grader.hasAllWantedRuns
  grader.end()
  return { isSated, counts: grader.counts, verdict: combineJudgements(grader.graded()).verdict }
}

it('grades a client that begins another run at once for the runs that were wanted', () => {
  expect(graded(1)).toEqual({
    isSated: true,
    counts: { pass: 1, fail: 0, incomplete: 0 },
    verdict: 'pass',
  })
})

it.each([2, null])('grades the second one where %s were wanted', (runs) => {
  expect(graded(runs)).toEqual({
    isSated: false,
    counts: { pass: 1, fail: 1, incomplete: 0 },
    verdict: 'fail',
  })
})
