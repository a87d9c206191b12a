import type { Clock } from '../node/clock.js'
import type { RateLimiter } from './rate-limiter.js'

/**
 * Makes all requests of one account wait for each other: the next one is sent two seconds after the last response. §Limits. The response
 * arrives later than the service received its request, so the service sees at least the required interval, however slow the network is.
 */
export type Pacer = ReturnType<typeof createPacer>

export interface PacerOptions {
  readonly clock: Clock
  /** Milliseconds from a response's arrival to the next request. With more than 0, requests never overlap. */
  readonly spacingMs: number
  /** Default: no limit. */
  readonly rateLimiter?: RateLimiter
  /** When the account's last response in an earlier run arrived, by the clock; null or left out if it is not known. */
  readonly lastRespondedMs?: number | null
  /** Called half a second before a request may be sent, so that its connection can be opened. It may be called more than once. */
  readonly onSoon?: () => void
}

/** Long enough to open a connection, and short enough that the service does not close it again. */
const SOON_MS = 500

export function createPacer(options: PacerOptions) {
  const { clock, onSoon, rateLimiter } = options
  const waiting: (() => void)[] = []
  let openRequests = 0
  let spacingMs = options.spacingMs
  let lastRespondedMs = options.lastRespondedMs ?? null
  let heldUntilMs = Number.NEGATIVE_INFINITY
  let queue: Promise<unknown> = Promise.resolve()

  const isBlocked = () => spacingMs > 0 && openRequests > 0

  /** When the next request may be sent, unless another one is in progress. */
  const opensAtMs = () => {
    if (lastRespondedMs === null || spacingMs === 0) return heldUntilMs
    return Math.max(lastRespondedMs + spacingMs, heldUntilMs)
  }

  const wait = async (signal?: AbortSignal) => {
    signal?.throwIfAborted()
    while (isBlocked()) await nextResponse(waiting, signal)
    await rateLimiter?.(signal)
    // timers can fire early, and the moment can move while we wait
    for (let leftMs = opensAtMs() - clock.now(); leftMs > 0; leftMs = opensAtMs() - clock.now()) {
      const isFarOff = onSoon !== undefined && leftMs > SOON_MS
      await clock.sleep(isFarOff ? leftMs - SOON_MS : leftMs, signal)
      if (isFarOff) onSoon()
    }
    signal?.throwIfAborted()
    openRequests++
  }

  return {
    /** The current wait between response and request, in milliseconds. */
    get spacingMs() {
      return spacingMs
    },
    /** Resolves when the next request may be sent, in the order of the calls. Rejects with the signal's reason. */
    turn(signal?: AbortSignal): Promise<void> {
      const turn = queue.then(() => wait(signal))
      queue = turn.catch(() => undefined)
      return turn
    },
    /** Must be called when a request has ended, with or without a response. `atMs` is the moment by the clock; default: now. */
    responded(atMs?: number | null): void {
      openRequests = Math.max(0, openRequests - 1)
      lastRespondedMs = Math.max(atMs ?? clock.now(), lastRespondedMs ?? Number.NEGATIVE_INFINITY)
      for (const wake of waiting.splice(0)) wake()
    },
    /** When the next request may be sent, by the clock; null while it waits for the end of another one. */
    waitsUntil: () => (isBlocked() ? null : Math.max(opensAtMs(), clock.now())),
    /** Changes the wait, also for the request that is waiting now. */
    respace(ms: number): void {
      spacingMs = ms
    },
    /** Sends no request before this moment of the clock, as `Retry-After` demands. */
    holdUntil(atMs: number): void {
      heldUntilMs = Math.max(heldUntilMs, atMs)
    },
  }
}

/** Resolves when a request under way ends. */
function nextResponse(waiters: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    waiters.push(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    })
  })
}
