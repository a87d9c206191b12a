import { setTimeout as timer } from 'node:timers/promises'

/** Time is passed in as a clock, so that tests need not wait. */
export interface Clock {
  /** Monotonic milliseconds with fractions, since an arbitrary moment. Only differences mean something. */
  now(): number
  /** Date and time of day, which the user may change. */
  wall(): Date
  /** Resolves after `ms` milliseconds, which may be a fraction early or some late. Rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => new Date(),
  sleep: (ms, signal) => timer(ms, undefined, { signal }).catch(() => signal?.throwIfAborted()),
}
