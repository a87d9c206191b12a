/** A careful rate for a profile that names none. §Limits is silent about rates outside the procedure. */
const OWN_RATE_PER_SECOND = 3

/** Requests a second that our own run sends to a live account. */
export function ownRatePerSecond(profile: { readonly rate: { readonly perSecond: number | null } }): number {
  return profile.rate.perSecond ?? OWN_RATE_PER_SECOND
}

/**
 * The rates that a user may choose, in requests a second. A lower rate would exceed the longest wait of a timer, and a higher
 * rate the resolution of a clock.
 */
export const RATE_BOUNDS = { least: 0.01, most: 1000 } as const

/** Our own run counts a second as this much longer, because a network's delay varies. It lowers the rate by 2 %. */
export const RATE_MARGIN_MS = 20
