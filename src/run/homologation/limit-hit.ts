import type { Profile } from '../../specification/profile.js'

/**
 * The wait for the next round, "revised" as §Limits asks. Too close together: wider by a tenth and 100 ms. Where requests
 * may lie at most an interval apart, the limit of time is hit by waiting too long, so the wait is halved; unless the
 * status says that there were too many requests.
 */
export function revisedSpacingMs(spacingMs: number, { spacing }: Profile, status: number): number {
  if (spacing.reading === 'at-most' && status !== 429) return spacingMs / 2
  const wider = spacingMs * 1.1 + 100
  return spacing.reading === 'at-most' ? Math.min(wider, spacing.intervalMs * 0.9) : wider
}
