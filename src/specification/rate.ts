/**
 * Requests a second that our own run sends to a live account where the profile names no rate: careful, and no requirement. §Limits is
 * silent about rates outside the procedure.
 */
const OWN_RATE_PER_SECOND = 3

/** Requests a second that our own run sends to a live account. */
export function ownRatePerSecond(profile: { readonly rate: { readonly perSecond: number | null } }): number {
  return profile.rate.perSecond ?? OWN_RATE_PER_SECOND
}

/**
 * The rates that can be kept, in requests a second. A slower one would outlast a timer's longest wait, and a faster one
 * would ask for turns closer than a clock tells apart.
 */
export const RATE_BOUNDS = { least: 0.01, most: 1000 } as const

/** Milliseconds that our own window of a second is longer, for networks whose delay varies; 2 % of the rate. */
export const RATE_MARGIN_MS = 20
