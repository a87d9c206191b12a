import { property } from '../exchange/json.js'
import { bodyJson, type RawExchange } from '../exchange/raw.js'
import type { Profile } from '../specification/profile.js'

type Result = Pick<RawExchange, 'response' | 'failure'>

export type Patience = ReturnType<typeof createPatience>

const PAUSE_MS = 1_000
/** After so many retries in a row that failed as well, there are no more. */
const MOST_FAILED_RETRIES = 5

/** Decides whether a read that failed temporarily is sent once more; `pauseMs` is the pause before that. */
export function createPatience(pauseMs = PAUSE_MS) {
  let failedRetries = 0
  return {
    pauseMs,
    /** Writes are never repeated. Reads are not, either, once the service seems dead: that must not cost a whole night. */
    allowsRetry: (method: string) => method === 'GET' && failedRetries < MOST_FAILED_RETRIES,
    recordRetry(result: Result): void {
      failedRetries = isTemporary(result) ? failedRetries + 1 : 0
    },
  }
}

const gatewayStatuses = new Set([502, 503, 504])

/**
 * Whether a failure may be over soon: a broken connection, or an error of a gateway in front of the service. A body with
 * `error` comes from the service itself and is no such failure.
 */
export function isTemporary({ response, failure }: Result): boolean {
  if (failure) return failure.kind === 'reset' || failure.kind === 'unconnected'
  if (response === null || !gatewayStatuses.has(response.status)) return false
  return property(bodyJson(response.body), 'error') === undefined
}

/**
 * Returns the wait between requests after a time limit was hit, "revised" as §Limits asks. Normally the requests were
 * too close together, so the wait grows by a tenth and 100 ms. If the profile reads the interval as a maximum, the run
 * waited too long, so the wait is halved; but a 429 says that there were too many requests, so the wait grows, to at most
 * nine tenths of that maximum.
 */
export function revisedSpacingMs(spacingMs: number, { spacing }: Profile, status: number): number {
  if (spacing.reading === 'at-most' && status !== 429) return spacingMs / 2
  const wider = spacingMs * 1.1 + 100
  return spacing.reading === 'at-most' ? Math.min(wider, spacing.intervalMs * 0.9) : wider
}
