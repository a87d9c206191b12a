import { expect, it } from 'vitest'
import type { GradedRun } from '../judging/graded-traffic.js'
import { RevocationPlan } from './revocation-plan.js'

it('takes a run that began without step 1 for one whose token was never revoked', () => {
  const plan = new RevocationPlan()
  const run = { number: 1, judgement: { verdict: 'fail' } } as GradedRun
  expect(plan.endRun('app1', run)).toBe('never')
  expect(plan.recovery?.fails).toEqual([{ at: 'never', run }])
})
