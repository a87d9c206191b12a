import type { Clock } from '../node/clock.js'

/** Resolves when one more request may be sent; rejects with the signal's reason. Call it again only when it has resolved. */
export type RateLimiter = (signal?: AbortSignal) => Promise<void>

export interface Rate {
  readonly perSecond: number
  /** Milliseconds added to each second, so that two requests arrive a second apart although the network delays the first of them for longer. */
  readonly marginMs: number
}

/**
 * Limits how many requests of an account are sent in any second. For less than one request a second, the interval is longer.
 *
 * It uses p-throttle, which is loaded with the first request, because most commands need no limit. p-throttle reads the wall clock, and
 * would wait an hour if that is set back by an hour. So a throttle that waits longer than its interval is replaced by a new one.
 */
export function createRateLimiter({ perSecond, marginMs }: Rate, clock: Clock): RateLimiter {
  const limit = Math.max(1, Math.floor(perSecond))
  // a timer may fire a fraction of a millisecond early
  const interval = Math.ceil(Math.max(1000, 1000 / perSecond) + marginMs) + 1
  const load = async () => {
    const { default: pThrottle } = await import('p-throttle')
    return pThrottle({ limit, interval, strict: true })((turn: { isFree: boolean }) => {
      turn.isFree = true
    })
  }
  let throttle: ReturnType<typeof load> | null = null

  /** Asks the throttle for a turn. If one is free, p-throttle sets `isFree` at once. Otherwise `granted` resolves when the turn comes. */
  const requestTurn = async () => {
    throttle ??= load()
    const throttled = await throttle
    const turn = { isFree: false }
    const granted = throttled(turn)
    return { isFree: turn.isFree, granted }
  }

  return async (signal) => {
    signal?.throwIfAborted()
    const { isFree, granted } = await requestTurn()
    if (isFree) return
    const over = new AbortController()
    const stopped = AbortSignal.any([over.signal, ...(signal ? [signal] : [])])
    // no wait is longer than the interval unless the wall clock was set back
    const grantedByNewThrottle = clock.sleep(interval, stopped).then(async () => {
      throttle = null
      await (await requestTurn()).granted
    })
    try {
      await Promise.race([granted, grantedByNewThrottle])
    } finally {
      over.abort()
      grantedByNewThrottle.catch(() => undefined) // it rejects when its sleep is aborted
    }
  }
}
