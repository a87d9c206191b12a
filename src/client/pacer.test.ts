import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock.js'
import { createVirtualClock } from '../run/rehearsal/virtual-clock.js'
import { createPacer } from './pacer.js'

describe('spacing', () => {
  it('lets the first request go at once', async () => {
    const clock = createVirtualClock()
    await createPacer({ clock, spacingMs: 2000 }).turn()
    expect(clock.now()).toBe(0)
  })

  it.each([
    [1_999, 2_000],
    [2_000, 2_000],
    [2_001, 2_001],
  ])('asked for %i ms after the answer gives the turn at %i ms', async (askedMs, givenMs) => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    pacer.answered()
    clock.advance(askedMs)
    await pacer.turn()
    expect(clock.now()).toBe(givenMs)
  })

  it('counts from the arrival of the answer, not from the request', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    clock.advance(350)
    pacer.answered()
    expect(pacer.waitsUntil()).toBe(2350)
    await pacer.turn()
    expect(clock.now()).toBe(2350)
  })

  it('is never early, though every timer fires early', async () => {
    const clock = createVirtualClock({ takes: (ms) => Math.max(ms * 0.97, 0.01) })
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    pacer.answered()
    await pacer.turn()
    expect(clock.now()).toBeGreaterThanOrEqual(2000)
    expect(clock.now()).toBeLessThan(2000.02)
  })

  it('holds a turn back while a request is under way', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    expect(pacer.waitsUntil()).toBeNull()
    const second = pacer.turn()
    clock.advance(700)
    await Promise.resolve()
    pacer.answered()
    await second
    expect(clock.now()).toBe(2700)
  })

  it('remembers an earlier run of the account', async () => {
    const clock = createVirtualClock()
    await createPacer({ clock, spacingMs: 2000, lastAnsweredMs: -500 }).turn()
    expect(clock.now()).toBe(1500)
  })

  it('can be widened, and held back', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    pacer.answered()
    pacer.respace(2300)
    await pacer.turn()
    expect(clock.now()).toBe(2300)
    pacer.answered()
    pacer.holdUntil(9000)
    await pacer.turn()
    expect(clock.now()).toBe(9000)
  })

  it('is never early by the real clock', async () => {
    const pacer = createPacer({ clock: systemClock, spacingMs: 25 })
    const lateMs: number[] = []
    for (let i = 0; i < 8; i++) {
      await pacer.turn()
      const answeredMs = performance.now()
      pacer.answered()
      await pacer.turn()
      lateMs.push(performance.now() - answeredMs - 25)
      pacer.answered()
    }
    expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0)
  })
})

describe('a waiting turn', () => {
  it('is given up with the signal, and the next one is not held back by it', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    const control = new AbortController()
    const given = pacer.turn(control.signal)
    const next = pacer.turn()
    await Promise.resolve()
    control.abort(new Error('interrupted'))
    await expect(given).rejects.toThrow('interrupted')
    pacer.answered()
    await next
    expect(clock.now()).toBe(2000)
  })

  it('comes in the order of asking', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 10 })
    const order: string[] = []
    const turns = ['a', 'b', 'c'].map((name) =>
      pacer.turn().then(() => {
        order.push(`${name}@${clock.now()}`)
        pacer.answered()
      }),
    )
    await Promise.all(turns)
    expect(order).toEqual(['a@0', 'b@10', 'c@20'])
  })
})

describe('a rate', () => {
  /** When requests reach the service, each after a delay of its own. */
  async function arrivals(
    ratePerSecond: number,
    count: number,
    delayMs: (i: number) => number,
  ): Promise<number[]> {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 0, ratePerSecond })
    const seen: number[] = []
    for (let i = 0; i < count; i++) {
      await pacer.turn()
      clock.advance(delayMs(i))
      seen.push(clock.now())
      clock.advance(1)
      pacer.answered()
    }
    return seen
  }

  it.each([
    ['no delay', () => 0],
    ['a delay that shrinks', (i: number) => Math.max(900 - i * 40, 0)],
    ['a delay that jumps', (i: number) => (i % 3 === 0 ? 250 : 1)],
  ])('is never exceeded in any sliding second at the service, with %s', async (_what, delayMs) => {
    const seen = await arrivals(3, 40, delayMs)
    const windows = seen.slice(3).map((atMs, i) => atMs - (seen[i] ?? 0))
    expect(Math.min(...windows)).toBeGreaterThanOrEqual(1000)
  })

  it('is filled where the network is quick', async () => {
    const seen = await arrivals(3, 61, () => 2)
    expect(60 / (((seen.at(-1) ?? 0) - (seen[0] ?? 0)) / 1000)).toBeGreaterThan(2.94)
  })

  it('below one a second stretches the window', async () => {
    const seen = await arrivals(0.5, 3, () => 0)
    expect((seen[1] ?? 0) - (seen[0] ?? 0)).toBeGreaterThanOrEqual(2000)
  })

  it('holds in real time, by p-throttle', async () => {
    const pacer = createPacer({ clock: systemClock, spacingMs: 0, ratePerSecond: 20 })
    const seen: number[] = []
    for (let i = 0; i < 41; i++) {
      await pacer.turn()
      seen.push(performance.now())
      pacer.answered()
    }
    const windows = seen.slice(20).map((atMs, i) => atMs - (seen[i] ?? 0))
    expect(Math.min(...windows)).toBeGreaterThanOrEqual(1000)
    const steadyMs = (seen.at(-1) ?? 0) - (seen[20] ?? 0)
    expect(20 / (steadyMs / 1000)).toBeGreaterThan(15)
  })
})
