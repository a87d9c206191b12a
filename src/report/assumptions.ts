import type { Profile } from '../specification/profile.js'
import { ownRatePerSecond } from '../specification/rate.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import type { Report } from './report.js'

/** An assumption as it is kept: a code of the catalogue with the values that its sentence names, or a user's own sentence. */
export type Assumed = NonNullable<Report['run']['assumed']>[number]

/**
 * The assumptions of a profile beyond the specification. A code of the catalogue is filled with the profile's own
 * values, so that it stays true when a user's profile changes them. Any other text is the user's own sentence.
 */
export function assumedBy(profile: Profile, catalogue: Catalogue): Assumed[] {
  const values = Object.entries(valuesOf(profile))
  return profile.assumptions.map((code) => {
    const sentence = sentenceOf(code, catalogue)
    return { code, values: Object.fromEntries(values.filter(([name]) => sentence?.includes(`{${name}}`))) }
  })
}

/** The sentences, in the language of the reader. */
export function sayAssumptions(assumed: readonly Assumed[], catalogue: Catalogue, lang: Lang): string[] {
  return assumed.map(({ code, values }) => {
    const sentence = sentenceOf(code, catalogue)
    return sentence === undefined ? code : fill(sentence, values, lang)
  })
}

export function assumptionsOf(profile: Profile, catalogue: Catalogue, lang: Lang): string[] {
  return sayAssumptions(assumedBy(profile, catalogue), catalogue, lang)
}

function sentenceOf(code: string, { ui }: Catalogue): string | undefined {
  const said: Readonly<Record<string, string>> = ui
  return said[`assumption.${code}`]
}

function valuesOf(profile: Profile) {
  const { hash, spacing, change, limitHit, rate } = profile
  return {
    hashHeader: hash.header,
    intervalMs: spacing.intervalMs,
    paceMs: spacing.paceMs,
    totalMs: profile.total.maxMs,
    changedField: change.field,
    changedText: change.sends,
    situation: profile.situation.sends,
    deadTokenMarkers: profile.deadToken.markers.join(', '),
    limitStatuses: limitHit.statuses.join(', '),
    limitMarkers: limitHit.markers.join(', '),
    scopeMarkers: profile.missingScope?.markers.join(', ') ?? null,
    tokenPath: profile.tokenRequest.path,
    ownRate: ownRatePerSecond({ rate }),
    perSecond: rate.perSecond,
    perDay: rate.perDay,
    serviceHost: profile.service?.host ?? null,
  }
}
