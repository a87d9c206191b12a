import type { Clock } from '../node/clock.js'

/** Resolves when one more request may leave; rejects with the signal's reason. It is asked again when it has resolved. */
export type RateLimiter = (signal?: AbortSignal) => Promise<void>

export interface Rate {
  readonly perSecond: number
  /**
   * Milliseconds that a window of one second is longer for us. Requests that left a second and this margin apart reach the service at least
   * a second apart, as long as the network delays one of them by no more than the margin beyond another.
   */
  readonly marginMs: number
}

/**
 * Keeps a rate of requests for everything that talks to one account. A rate below one a second uses a longer window. p-throttle is loaded
 * with the first request, because most commands need no rate.
 *
 * p-throttle reads the wall clock. If that is set back, it would hold requests for as long, so a throttle that holds a request longer than
 * its window is replaced.
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

  const ask = async () => {
    throttle ??= load()
    const next = await throttle
    const turn = { isFree: false }
    const waited = next(turn)
    return { isFree: turn.isFree, waited }
  }

  return async (signal) => {
    signal?.throwIfAborted()
    const { isFree, waited } = await ask()
    if (isFree) return
    const passed = new AbortController()
    const ends = AbortSignal.any([passed.signal, ...(signal ? [signal] : [])])
    const isStuck = clock.sleep(interval, ends).then(() => {
      throttle = null
      return ask()
    })
    try {
      await Promise.race([waited, isStuck])
    } finally {
      passed.abort()
      isStuck.catch(() => undefined)
    }
  }
}
