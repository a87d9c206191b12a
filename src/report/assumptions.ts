import { OWN_RATE_PER_SECOND, type Profile } from '../specification/profile.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'

/**
 * What a profile picks beyond the specification, in words: a code of the catalogue is filled with the profile's own values, so
 * that it stays true where a user's profile changes them; every other text is the user's sentence, and stands as written.
 */
export function assumptionsOf(profile: Profile, catalogue: Catalogue, lang: Lang): string[] {
  const ui: Readonly<Record<string, string>> = catalogue.ui
  return profile.assumptions.map((one) => {
    const sentence = ui[`assumption.${one}`]
    return sentence === undefined ? one : fill(sentence, valuesOf(profile), lang)
  })
}

function valuesOf(profile: Profile) {
  const { hash, spacing, total, change, situation, deadToken, limitHit, tokenRequest, rate } = profile
  return {
    hashHeader: hash.header,
    intervalMs: spacing.intervalMs,
    paceMs: spacing.paceMs,
    totalMs: total.maxMs,
    changedField: change.field,
    changedText: change.sends,
    situation: situation.sends,
    deadTokenMarkers: deadToken.markers.join(', '),
    limitStatuses: limitHit.statuses.join(', '),
    limitMarkers: limitHit.markers.join(', '),
    tokenPath: tokenRequest.path,
    ownRate: OWN_RATE_PER_SECOND,
    perSecond: rate.perSecond,
    perDay: rate.perDay,
  }
}
