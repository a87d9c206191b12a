import type { Clock } from '../../src/node/clock.js'

export interface VirtualClock extends Clock {
  /** Lets time pass without anybody sleeping. */
  advance(ms: number): void
}

export interface VirtualClockOptions {
  /** Wall time at 0. Default: 2026-01-01T00:00:00Z. */
  readonly startsAt?: Date
  /** Milliseconds that a sleep of `ms` takes, for timers that fire early or late. Default: exactly `ms`. */
  readonly takes?: (ms: number) => number
}

/**
 * Time that passes by sleeping alone: a sleep moves the clock and returns. For whatever does one thing at a time.
 */
export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  const startsAtMs = (options.startsAt ?? new Date('2026-01-01T00:00:00Z')).getTime()
  const takes = options.takes ?? ((ms) => ms)
  let nowMs = 0
  return {
    now: () => nowMs,
    wall: () => new Date(startsAtMs + nowMs),
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      nowMs += Math.max(takes(ms), 0)
    },
    advance(ms) {
      nowMs += ms
    },
  }
}
