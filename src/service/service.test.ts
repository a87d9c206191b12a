import { describe, expect, it } from 'vitest'
import { bling, spec } from '../spec/profile.js'
import { createService } from './service.js'
import { passThrough } from './virtual-client.fixture.js'

const steps = ['step 1', 'step 2', 'step 3', 'step 4', 'step 5']

const variants = (['spec', 'bling'] as const).flatMap((name) =>
  ([1, 2, 3, 4, 5, 'never'] as const).flatMap((invalidateAt) =>
    (['rotating', 'fixed'] as const).flatMap((hash) =>
      (['every-step', 'after-invalidation', 'never'] as const).flatMap((hashNeeded) =>
        (['401', '400'] as const).flatMap((deadToken) =>
          [true, false].map((hashOnRefusal) => ({
            name,
            invalidateAt,
            hash,
            hashNeeded,
            deadToken,
            hashOnRefusal,
          })),
        ),
      ),
    ),
  ),
)

describe('a conforming client', () => {
  it.each(variants)(
    'passes $name, $invalidateAt, $hash, $hashNeeded, $deadToken, $hashOnRefusal',
    ({ name, ...options }) => {
      const profile = { spec, bling }[name]
      const service = createService({ ...options, profile, enforce: true, seed: 'variants' })
      const course = passThrough(service, { paceMs: profile.spacing.paceMs })
      const { invalidateAt } = options
      const expected =
        invalidateAt === 'never'
          ? steps
          : steps.flatMap((step) => (step === `step ${invalidateAt}` ? [step, 'renewal', step] : [step]))
      expect(course.labels).toEqual(expected)
      expect(course.passed).toBe(true)
    },
  )
})
