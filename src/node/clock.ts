import { setTimeout as timer } from 'node:timers/promises'

/** Time as a passed-in value, so that rules of time can be tested without waiting. */
export interface Clock {
  /** Monotonic milliseconds, fractions kept. The origin is the clock's own. */
  now(): number
  /** Wall time. */
  wall(): Date
  /** Resolves after `ms` milliseconds, possibly a fraction early or some late; rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => new Date(),
  sleep: (ms, signal) => timer(ms, undefined, { signal }).catch(() => signal?.throwIfAborted()),
}
