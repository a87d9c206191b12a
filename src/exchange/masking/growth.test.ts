import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import { hostileBodies } from './hostile-bodies.fixture.js'

/** Characters; four times as many may cost at most so many times as much. */
const FEW = 60_000
const MOST_GROWTH = 9
/** Below this the machine's own noise is larger than what is measured. */
const NOISE_MS = 8

describe('time goes with the length of a body that holds', () => {
  it.each(Object.entries(hostileBodies))('%s', (_name, make) => {
    const few = make(FEW)
    const many = make(4 * FEW)
    const growth = () => (fastest(many) + NOISE_MS) / (fastest(few) + NOISE_MS)
    // a neighbour on the machine may disturb one measurement, not three
    const least = [growth, growth, growth].reduce(
      (lowest, measure) => (lowest <= MOST_GROWTH ? lowest : Math.min(lowest, measure())),
      Number.POSITIVE_INFINITY,
    )
    expect(least).toBeLessThanOrEqual(MOST_GROWTH)
  })
})

function fastest(text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const masker = createMasker()
    masker.register('secret', 'S3cr&t "tok/en"+\\9é=Zq')
    masker.register('secret', '998877665544')
    const began = performance.now()
    masker.maskText(text, { cut: true })
    best = Math.min(best, performance.now() - began)
  }
  return best
}
