/** Time as a passed-in value, so that rules of time can be tested without waiting. */
export interface Clock {
  /** Monotonic milliseconds, fractions kept. The origin is the clock's own. */
  now(): number
  /** Wall time. */
  wall(): Date
  /** Resolves after `ms` milliseconds, possibly a fraction early or some late; rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Timers count whole milliseconds and come late by one or two: the last stretch goes by turns of the event loop. */
const LAST_STRETCH_MS = 2

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => new Date(),
  sleep: async (ms, signal) => {
    const untilMs = performance.now() + ms
    if (ms > LAST_STRETCH_MS) await timer(ms - LAST_STRETCH_MS, signal)
    signal?.throwIfAborted()
    while (performance.now() < untilMs) {
      await new Promise((resolve) => setImmediate(resolve))
      signal?.throwIfAborted()
    }
  },
}

function timer(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const leave = () => {
      clearTimeout(timeout)
      reject(signal?.reason)
    }
    const timeout = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
