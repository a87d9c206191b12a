/** Time as a passed-in value, so that rules of time can be tested without waiting. */
export interface Clock {
  /** Monotonic milliseconds, fractions kept. The origin is the clock's own. */
  now(): number
  /** Wall time. */
  wall(): Date
  /** Resolves after `ms` milliseconds, possibly a fraction early or some late; rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * Timers count whole milliseconds and are late by one or two, or by more if the machine was idle. Therefore the last
 * stretch of a sleep, or a whole sleep that is no longer than it, waits by turns of the event loop.
 */
export const LAST_STRETCH_MS = 2
/** The longest rest of the thread between two turns, and the time that must remain after the last rest. */
const REST_MS = { most: 0.2, after: 0.1 }

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => new Date(),
  sleep: async (ms, signal) => {
    const untilMs = performance.now() + ms
    if (ms > LAST_STRETCH_MS) await timer(ms - LAST_STRETCH_MS, signal)
    signal?.throwIfAborted()
    waking++
    try {
      await turnsUntil(untilMs, signal)
    } finally {
      waking--
    }
  },
}

/**
 * Without rests, the turns would make so much garbage that it would be collected at the very moment that is waited
 * for. If several callers wait at once, the thread does not rest, because a rest for one would delay the others.
 */
async function turnsUntil(untilMs: number, signal?: AbortSignal): Promise<void> {
  for (let leftMs = untilMs - performance.now(); leftMs > 0; leftMs = untilMs - performance.now()) {
    if (waking === 1 && leftMs > REST_MS.after)
      Atomics.wait(nobody, 0, 0, Math.min(leftMs - REST_MS.after, REST_MS.most))
    await new Promise((resolve) => setImmediate(resolve))
    signal?.throwIfAborted()
  }
}

/** Wakes no one. */
const nobody = new Int32Array(new SharedArrayBuffer(4))
/** Sleeps of this thread in their last stretch. */
let waking = 0

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
