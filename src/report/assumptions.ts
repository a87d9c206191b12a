import type { Profile } from '../specification/profile.js'
import { ownRatePerSecond } from '../specification/rate.js'
import { type Catalogue, fill } from '../words/catalogue.js'
import { namesIn } from '../words/fill.js'
import type { Words } from './look.js'
import type { Report } from './report.js'

/**
 * An assumption of a profile beyond the specification, as report.json keeps it: a code of the catalogue with the values
 * that its sentence names, or a user's own sentence as the code.
 */
export type Assumed = NonNullable<Report['run']['assumed']>[number]

/** Collects the assumptions with the profile's own values, so that a changed profile is described correctly. */
export function assumedBy(profile: Profile, catalogue: Catalogue): Assumed[] {
  const values = Object.entries(valuesOf(profile))
  return profile.assumptions.map((code) => {
    const names = namesIn(sentenceOf(code, catalogue) ?? '')
    return { code, values: Object.fromEntries(values.filter(([name]) => names.includes(name))) }
  })
}

export function sayAssumptions(assumed: readonly Assumed[], { catalogue, lang }: Words): string[] {
  return assumed.map(({ code, values }) => {
    const sentence = sentenceOf(code, catalogue)
    return sentence === undefined ? code : fill(sentence, values, lang)
  })
}

/** The catalogue's sentence; undefined for a sentence that the user wrote into the profile. */
function sentenceOf(code: string, catalogue: Catalogue): string | undefined {
  const ui: Readonly<Record<string, string>> = catalogue.ui
  return ui[`assumption.${code}`]
}

/** The values of a profile under the names that sentences of the catalogue use. */
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
