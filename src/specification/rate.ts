/** A careful rate for a profile that names none. §Limits is silent about rates outside the procedure. */
const OWN_RATE_PER_SECOND = 3

/** Requests a second that our own run sends to a live account. The file of the type `Profile` imports this one, so it is not named here. */
export function ownRatePerSecond({ rate }: { readonly rate: { readonly perSecond: number | null } }): number {
  return rate.perSecond ?? OWN_RATE_PER_SECOND
}

/** The rates that a user may choose, in requests a second. A timer waits at most 24 days and counts milliseconds, so both need a bound. */
export const RATE_BOUNDS = { least: 0.01, most: 1000 } as const

/** Our own run counts a second as this much longer, because a network's delay varies. It lowers the rate by 2 %. */
export const RATE_MARGIN_MS = 20
