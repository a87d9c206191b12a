import type { Clock } from '../node/clock.js'
import type { RateLimiter } from './rate-limiter.js'

/**
 * Paces all traffic of one account.
 *
 * An interval begins when the response has arrived, because no request reached the service later than its response
 * reached us. So the service sees the interval kept even if the network has jitter. A request never leaves early,
 * although timers can fire a fraction early, and leaves late by milliseconds at most. §Limits
 */
export type Pacer = ReturnType<typeof createPacer>

export interface PacerOptions {
  readonly clock: Clock
  /** Milliseconds from a response's arrival to the next request. With more than 0, requests never overlap. */
  readonly spacingMs: number
  /** Left out: no rate. */
  readonly rateLimiter?: RateLimiter
  /** Moment of the clock of the account's last response, where an earlier run's is known. */
  readonly lastRespondedMs?: number | null
  /** Called half a second before a turn that is longer in coming, once or more: what the request will need can be made ready. */
  readonly onSoon?: () => void
}

/** Long enough to open a connection, and short enough that the service does not close it again. */
const SOON_MS = 500

export function createPacer(options: PacerOptions) {
  const { clock, onSoon, rateLimiter } = options
  const waiting: (() => void)[] = []
  let underWay = 0
  let spacingMs = options.spacingMs
  let lastRespondedMs = options.lastRespondedMs ?? null
  let heldUntilMs = Number.NEGATIVE_INFINITY
  let queue: Promise<unknown> = Promise.resolve()

  const isBlocked = () => spacingMs > 0 && underWay > 0

  const opensAtMs = () =>
    lastRespondedMs === null || spacingMs === 0
      ? heldUntilMs
      : Math.max(lastRespondedMs + spacingMs, heldUntilMs)

  const wait = async (signal?: AbortSignal) => {
    signal?.throwIfAborted()
    while (isBlocked()) await nextResponse(waiting, signal)
    await rateLimiter?.(signal)
    // timers can fire early, and what is waited for can move
    for (let leftMs = opensAtMs() - clock.now(); leftMs > 0; leftMs = opensAtMs() - clock.now()) {
      const isFarOff = onSoon !== undefined && leftMs > SOON_MS
      await clock.sleep(isFarOff ? leftMs - SOON_MS : leftMs, signal)
      if (isFarOff) onSoon()
    }
    signal?.throwIfAborted()
    underWay++
  }

  return {
    /** The wait in force, in milliseconds. */
    get spacingMs() {
      return spacingMs
    },
    /** Resolves when the next request may leave, in the order of the calls. Rejects with the signal's reason. */
    turn(signal?: AbortSignal): Promise<void> {
      const turn = queue.then(() => wait(signal))
      queue = turn.catch(() => undefined)
      return turn
    },
    /** Marks that a request under way has ended, now or at `atMs` of the clock: its response arrived, or none will. */
    responded(atMs?: number | null): void {
      underWay = Math.max(0, underWay - 1)
      lastRespondedMs = Math.max(atMs ?? clock.now(), lastRespondedMs ?? Number.NEGATIVE_INFINITY)
      for (const hear of waiting.splice(0)) hear()
    },
    /** When the next turn comes, by the clock; null while a request is under way that it must await. */
    waitsUntil: () => (isBlocked() ? null : Math.max(opensAtMs(), clock.now())),
    /** Changes the wait from the last response on. */
    respace(ms: number): void {
      spacingMs = ms
    },
    /** Gives no turn before this moment of the clock (`Retry-After`). */
    holdUntil(atMs: number): void {
      heldUntilMs = Math.max(heldUntilMs, atMs)
    },
  }
}

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
