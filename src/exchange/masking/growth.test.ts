import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/growth.js'
import { isRedacted } from '../har/redacted.js'
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

describe('time goes with the length of', () => {
  it.each<[string, (length: number) => unknown]>([
    ['a header of blanks', (length) => headers(`Bearer Ab1cdEfgh,${' '.repeat(length)}x`)],
    ['a form that is cut after a long value', (length) => cutForm(`a=${'b'.repeat(length)}&c=d`)],
    ['a credential of blanks in a HAR', (length) => isRedacted(`Bearer a${' '.repeat(length)}b`)],
    ['a credential of dashes in a HAR', (length) => isRedacted(`Bearer ${'-'.repeat(length / 20)}!`)],
  ])('%s', async (_name, work) => {
    expect(await growth(work, FEW)).toBeLessThan(LINEAR)
  })
})

function headers(authorization: string) {
  return createMasker().maskHeaders([['Authorization', authorization]])
}

function cutForm(text: string) {
  return createMasker().maskBody(text, { isForm: true, isCut: true })
}

function mask(text: string): string {
  const masker = createMasker()
  masker.register('secret', 'S3cr&t "tok/en"+\\9é=Zq')
  masker.register('secret', '998877665544')
  return masker.maskText(text)
}
