import { expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { type Profile, spec } from '../../specification/profile.js'
import { contextOf, exchangesOf, type Shot } from '../exchanges.fixture.js'

/** The different codes of the roots among a run's findings, without those that are only info. */
export function roots(shots: readonly Shot[], profile: Profile = spec): string[] {
  const { findings } = judge(exchangesOf(shots), contextOf({ profile }))
  const own = findings.filter(({ consequenceOf, severity }) => consequenceOf === null && severity !== 'info')
  return [...new Set(own.map(({ code }) => code))]
}

/** A run, the words for it in the title of a test, and the profile that judges it. Default: `spec`. */
type Row = readonly [what: string, shots: readonly Shot[], profile?: Profile]

/** Tests that these runs have no findings. */
export function harmless(rows: readonly Row[]) {
  for (const [what, shots, profile] of rows) {
    it(`accuses nobody of ${what}`, () => expect(roots(shots, profile)).toEqual([]))
  }
}

/** Tests that each run has one root with this code, and compares its findings with the snapshot. */
export function broken(
  rows: readonly (readonly [what: string, code: string, shots: readonly Shot[], profile?: Profile])[],
) {
  for (const [what, code, shots, profile] of rows) {
    it(`names ${what} and nothing else`, () => expect(roots(shots, profile)).toEqual([code]))
    it(`tells of ${what} who erred, and what was seen`, () => {
      const { findings } = judge(exchangesOf(shots), contextOf(profile && { profile }))
      const told = findings.map(
        (one) => `${one.code} | ${one.severity} | ${one.blame} | ${one.step} | ${JSON.stringify(one.values)}`,
      )
      expect(told.join('\n')).toMatchSnapshot()
    })
  }
}
