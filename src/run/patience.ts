import { property } from '../exchange/json.js'
import { bodyJson, type RawExchange } from '../exchange/raw.js'
import type { Profile } from '../specification/profile.js'

type Met = Pick<RawExchange, 'response' | 'failure'>

export type Patience = ReturnType<typeof createPatience>

const PAUSE_MS = 1_000
/** After this many second attempts in a row failed the same way, no more are made. */
const MOST_IN_VAIN = 5

/** Handles temporary failures in an account's run: reads are sent once more, after a pause. */
export function createPatience(pauseMs = PAUSE_MS) {
  let inVain = 0
  return {
    pauseMs,
    /** Writes are never repeated, and reads no more once the service seems dead, which must not cost a whole night. */
    allows: (method: string) => method === 'GET' && inVain < MOST_IN_VAIN,
    /** Hears what came of the second attempt. */
    learn(second: Met): void {
      inVain = mayPass(second) ? inVain + 1 : 0
    },
  }
}

const ofGateways = new Set([502, 503, 504])

/**
 * True for a broken connection and for an error of a gateway in front of the service. A body with `error` comes from
 * the service and counts as its response.
 */
export function mayPass({ response, failure }: Met): boolean {
  if (failure) return failure.kind === 'reset' || failure.kind === 'unconnected'
  if (response === null || !ofGateways.has(response.status)) return false
  return property(bodyJson(response.body), 'error') === undefined
}

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
