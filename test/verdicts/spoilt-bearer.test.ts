import { expect, it } from 'vitest'
import { TrafficGrader } from '../../src/judging/grade-traffic.js'
import { judgedTraffic } from '../../src/judging/judged.js'
import { recordCourse, withHeader } from '../broken/client.js'

/** One request of the run bears a spoilt token; the client renews, as after any refusal, and goes on. */
function graded(spoil: (token: string) => string) {
  const { exchanges, profile, baseUrl, tokenUrl } = recordCourse({
    service: { invalidateAt: 'never' },
    habits: {
      alter: (out, step, { memory }, repeat) =>
        step === 3 && repeat === 0
          ? withHeader(out, 'Authorization', `Bearer ${spoil(memory.accessToken)}`)
          : out,
    },
  })
  const context = { profile, baseUrl, tokenUrl, toleranceMs: 5, underTest: 'application' } as const
  const grader = new TrafficGrader({ context, idleMs: 60_000, runs: 1 })
  for (const exchange of exchanges) grader.see(exchange)
  grader.end()
  return { runs: grader.splitter.runCount, ...judgedTraffic(grader.graded()).judgement }
}

it.each([
  ['auth/bearer:placeholder', () => 'undefined'],
  ['auth/bearer:placeholder', () => '{{token}}'],
  ['auth/bearer:quoted', (token: string) => `"${token}"`],
  ['auth/bearer:doubled', (token: string) => `Bearer ${token}`],
  ['auth/bearer:no-token', (token: string) => `${token} ${token.slice(0, 8)}`],
] as const)('is %s at its step, and no second run', (code, spoil) => {
  const { runs, verdict, cause, findings } = graded(spoil)
  const errors = findings.filter(
    ({ severity, consequenceOf }) => severity === 'error' && consequenceOf === null,
  )
  expect({
    runs,
    verdict,
    cause: cause?.code,
    step: cause?.step,
    roots: errors.map((one) => one.code),
  }).toEqual({
    runs: 1,
    verdict: 'fail',
    cause: code,
    step: 'homologation/3',
    roots: [code],
  })
})
