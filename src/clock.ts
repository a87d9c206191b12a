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
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const leave = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }, ms)
      signal?.addEventListener('abort', leave, { once: true })
    }),
}
