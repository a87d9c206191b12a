import { type Clock, LAST_STRETCH_MS } from '../node/clock.js'
import type { RateLimiter } from './rate-limiter.js'

/**
 * Paces all traffic of one account.
 *
 * An interval begins when the response has arrived, because no request reached the service later than its response
 * reached us. So the service sees the interval kept even if the network has jitter. A request never leaves early,
 * although timers can fire a fraction early, and leaves late by milliseconds at most. §Limits
 */
export interface Pacer {
  /** The wait in force, in milliseconds. */
  readonly spacingMs: number
  /**
   * Resolves when the next request may leave, in the order of the calls, or `readyMs` earlier, so that the request can be prepared. The
   * caller then awaits `due`. Both reject with the signal's reason.
   */
  turn(signal?: AbortSignal): Promise<Turn>
  /** Marks that a request under way has ended, now or at `atMs` of the clock: its response arrived, or none will. */
  answered(atMs?: number | null): void
  /** When the next turn comes, by the clock; null while a request is under way that it must await. */
  waitsUntil(): number | null
  /** Changes the wait from the last answer on. */
  respace(spacingMs: number): void
  /** Gives no turn before this moment of the clock (`Retry-After`). */
  holdUntil(atMs: number): void
}

export interface Turn {
  /** Resolves when the request may leave. */
  due(): Promise<void>
}

interface Waiting {
  readonly signal: AbortSignal | undefined
  readonly onSoon?: (() => void) | undefined
  /** Longest single sleep. */
  readonly mostMs?: number
}

export interface PacerOptions {
  readonly clock: Clock
  /** Milliseconds from an answer's arrival to the next request. With more than 0, requests never overlap. */
  readonly spacingMs: number
  /** Left out: no rate. */
  readonly rateLimiter?: RateLimiter
  /** Moment of the clock of the account's last answer, where an earlier run's is known. */
  readonly lastAnsweredMs?: number | null
  /** Called half a second before a turn that is longer in coming, once or more: what the request will need can be made ready. */
  readonly onSoon?: () => void
  /** Milliseconds before a request may leave at which its turn begins; only where requests are spaced. Default: 0. */
  readonly readyMs?: number
}

/** Long enough to open a connection, and short enough that the service does not close it again. */
const SOON_MS = 500

export function createPacer(options: PacerOptions): Pacer {
  const { clock, onSoon, rateLimiter, readyMs = 0 } = options
  const waiting: (() => void)[] = []
  let underWay = 0
  let spacingMs = options.spacingMs
  let lastAnsweredMs = options.lastAnsweredMs ?? null
  let heldUntilMs = Number.NEGATIVE_INFINITY
  let queue: Promise<unknown> = Promise.resolve()

  const isBlocked = () => spacingMs > 0 && underWay > 0

  const opensAtMs = () =>
    lastAnsweredMs === null || spacingMs === 0
      ? heldUntilMs
      : Math.max(lastAnsweredMs + spacingMs, heldUntilMs)

  /** Timers can fire early, and what is waited for can move. */
  const until = async (
    atMs: () => number,
    { signal, onSoon, mostMs = Number.POSITIVE_INFINITY }: Waiting,
  ) => {
    for (let leftMs = atMs() - clock.now(); leftMs > 0; leftMs = atMs() - clock.now()) {
      const isFarOff = onSoon !== undefined && leftMs > SOON_MS
      await clock.sleep(Math.min(isFarOff ? leftMs - SOON_MS : leftMs, mostMs), signal)
      if (isFarOff) onSoon()
    }
    signal?.throwIfAborted()
  }

  const wait = async (signal?: AbortSignal) => {
    signal?.throwIfAborted()
    while (isBlocked()) await heard(waiting, signal)
    await rateLimiter?.(signal)
    const aheadMs = spacingMs > 0 ? readyMs : 0
    await until(() => opensAtMs() - aheadMs, { signal, onSoon })
    const opensMs = opensAtMs()
    underWay++
    return { due: () => until(() => Math.max(opensMs, heldUntilMs), { signal, mostMs: LAST_STRETCH_MS }) }
  }

  return {
    get spacingMs() {
      return spacingMs
    },
    turn(signal) {
      const turn = queue.then(() => wait(signal))
      queue = turn.catch(() => undefined)
      return turn
    },
    answered(atMs) {
      underWay = Math.max(0, underWay - 1)
      lastAnsweredMs = Math.max(atMs ?? clock.now(), lastAnsweredMs ?? Number.NEGATIVE_INFINITY)
      for (const hear of waiting.splice(0)) hear()
    },
    waitsUntil: () => (isBlocked() ? null : Math.max(opensAtMs(), clock.now())),
    respace(ms) {
      spacingMs = ms
    },
    holdUntil(atMs) {
      heldUntilMs = Math.max(heldUntilMs, atMs)
    },
  }
}

function heard(waiters: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    waiters.push(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    })
  })
}
