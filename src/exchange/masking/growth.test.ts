import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/growth.js'
import { createMasker } from '../masking.js'
import { hostileBodies } from './hostile-bodies.fixture.js'

/** Characters of the shorter body. */
const FEW = 15_000

describe('time goes with the length of a body that holds', () => {
  it.each(Object.entries(hostileBodies))('%s', async (_name, make) => {
    const bodies = new Map([FEW, 4 * FEW].map((length) => [length, make(length)]))
    const masked = (length: number) => mask(bodies.get(length) ?? '')
    mask(make(FEW))
    expect(await growth(masked, FEW)).toBeLessThan(LINEAR)
  })
})

function mask(text: string): string {
  const masker = createMasker()
  masker.register('secret', 'S3cr&t "tok/en"+\\9é=Zq')
  masker.register('secret', '998877665544')
  return masker.maskText(text)
}
