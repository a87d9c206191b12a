import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../node/clock.js'
import { createRandom } from '../service/random.js'
import { createPacer } from './pacer.js'
import { createRateLimiter, type Rate } from './rate-limiter.js'

/** Timers and clocks are the test's: a minute of requests takes no time. */
beforeEach(async () => {
  await import('p-throttle')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const clock: Clock = {
  now: () => performance.now(),
  wall: () => new Date(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
}

/** When requests leave, as many as there are, one asked for after the other. */
async function departures(rate: Rate, count: number): Promise<number[]> {
  const pacer = createPacer({ clock, spacingMs: 0, rateLimiter: createRateLimiter(rate, clock) })
  const left: number[] = []
  const all = (async () => {
    for (let i = 0; i < count; i++) {
      await pacer.turn()
      left.push(performance.now())
    }
  })()
  while (left.length < count) await vi.advanceTimersByTimeAsync(10)
  await all
  return left.map((at) => at - (left[0] ?? 0))
}

/** Most moments within any second. */
function mostInASecond(moments: readonly number[]): number {
  const sorted = [...moments].sort((a, b) => a - b)
  return Math.max(...sorted.map((from, i) => sorted.filter((at, j) => j >= i && at < from + 1000).length))
}

describe('a rate', () => {
  it.each([
    [3, 20, 3],
    [3, 80, 3],
    [20, 20, 20],
    [3.9, 20, 3],
    [1, 0, 1],
  ])(
    'of %d a second is exceeded in no second at a service whose network delays requests by up to %i ms',
    async (perSecond, marginMs, most) => {
      for (const seed of ['a', 'b', 'c', 'd']) {
        const random = createRandom(seed)
        const left = await departures({ perSecond, marginMs }, 60)
        const arrived = left.map((at) => at + 40 + random() * marginMs)
        expect(mostInASecond(arrived)).toBeLessThanOrEqual(most)
      }
    },
  )

  it('of 3 a second is used up: 61 requests take 2 % longer than they must', async () => {
    const left = await departures({ perSecond: 3, marginMs: 20 }, 61)
    const tookMs = left.at(-1) ?? 0
    expect(tookMs / (60_000 / 3)).toBeLessThanOrEqual(1.021)
  })

  it.each([
    [0.5, 2_020],
    [0.01, 100_020],
  ])('of %d a second lets one request go in %i ms', async (perSecond, apartMs) => {
    const [, second = 0, third = 0] = await departures({ perSecond, marginMs: 20 }, 3)
    for (const gapMs of [second, third - second]) {
      expect(gapMs).toBeGreaterThanOrEqual(apartMs - 1)
      expect(gapMs).toBeLessThan(apartMs + 20)
    }
  })

  it('holds nobody up where the wall clock is put back by an hour', async () => {
    const limiter = createRateLimiter({ perSecond: 2, marginMs: 20 }, clock)
    let passed = 0
    const all = (async () => {
      for (; passed < 8; passed++) {
        if (passed === 4) vi.setSystemTime(Date.now() - 3_600_000)
        await limiter()
      }
    })()
    await vi.advanceTimersByTimeAsync(8_000)
    expect(passed).toBe(8)
    await all
  })

  it('is awaited no longer after an interrupt, and the next request is held back no more than it would have been', async () => {
    const limiter = createRateLimiter({ perSecond: 1, marginMs: 20 }, clock)
    await limiter()
    const control = new AbortController()
    const waiting = limiter(control.signal)
    control.abort(new Error('^C'))
    await expect(waiting).rejects.toThrow('^C')
    await expect(limiter(AbortSignal.abort(new Error('^C')))).rejects.toThrow('^C')
  })
})
