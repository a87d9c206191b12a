import { describe, expect, it } from 'vitest'
import { createVirtualClock } from '../../test/rehearsal/virtual-clock.js'
import { systemClock } from '../node/clock.js'
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
  ])('asked for %i ms after the response gives the turn at %i ms', async (askedMs, givenMs) => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    pacer.responded()
    clock.advance(askedMs)
    await pacer.turn()
    expect(clock.now()).toBe(givenMs)
  })

  it('counts from the arrival of the answer, not from the request', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    clock.advance(350)
    pacer.responded()
    expect(pacer.waitsUntil()).toBe(2350)
    await pacer.turn()
    expect(clock.now()).toBe(2350)
  })

  it.each([
    [0, [1_500]],
    [1_499, [1_500]],
    [1_500, []],
    [2_500, []],
  ])('asked for %i ms after the response tells of the turn at %j ms', async (askedMs, toldMs) => {
    const clock = createVirtualClock()
    const told: number[] = []
    const pacer = createPacer({ clock, spacingMs: 2000, onSoon: () => told.push(clock.now()) })
    await pacer.turn()
    pacer.responded()
    clock.advance(askedMs)
    await pacer.turn()
    expect(told).toEqual(toldMs)
    expect(clock.now()).toBe(Math.max(askedMs, 2_000))
  })

  it('is never early, though every timer fires early', async () => {
    const clock = createVirtualClock({ takes: (ms) => Math.max(ms * 0.97, 0.01) })
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    pacer.responded()
    await pacer.turn()
    expect(clock.now()).toBeGreaterThanOrEqual(2000)
    expect(clock.now()).toBeLessThan(2000.02)
  })

  it('is added to a rate: each turn waits for both', async () => {
    const clock = createVirtualClock()
    const asked: number[] = []
    const rateLimiter = async () => void asked.push(clock.now())
    const pacer = createPacer({ clock, spacingMs: 2000, rateLimiter })
    await pacer.turn()
    pacer.responded()
    await pacer.turn()
    expect([asked, clock.now()]).toEqual([[0, 0], 2000])
  })

  it('holds a turn back while a request is under way', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    expect(pacer.waitsUntil()).toBeNull()
    const second = pacer.turn()
    clock.advance(700)
    await Promise.resolve()
    pacer.responded()
    await second
    expect(clock.now()).toBe(2700)
  })

  it('remembers an earlier run of the account', async () => {
    const clock = createVirtualClock()
    await createPacer({ clock, spacingMs: 2000, lastRespondedMs: -500 }).turn()
    expect(clock.now()).toBe(1500)
  })

  it('can be widened, and held back', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    pacer.responded()
    pacer.respace(2300)
    await pacer.turn()
    expect(clock.now()).toBe(2300)
    pacer.responded()
    pacer.holdUntil(9000)
    await pacer.turn()
    expect(clock.now()).toBe(9000)
  })

  it('is never early by the real clock', async () => {
    const pacer = createPacer({ clock: systemClock, spacingMs: 25 })
    const lateMs: number[] = []
    for (let i = 0; i < 8; i++) {
      await pacer.turn()
      const respondedMs = performance.now()
      pacer.responded()
      await pacer.turn()
      lateMs.push(performance.now() - respondedMs - 25)
      pacer.responded()
    }
    expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0)
  })
})

describe('what a pacer tells', () => {
  it('is when the next turn comes: now, later, or not before an answer', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    expect([pacer.spacingMs, pacer.waitsUntil()]).toEqual([2000, 0])
    await pacer.turn()
    expect(pacer.waitsUntil()).toBeNull()
    clock.advance(100)
    pacer.responded()
    expect(pacer.waitsUntil()).toBe(2100)
    clock.advance(5_000)
    expect(pacer.waitsUntil()).toBe(5100)
    pacer.respace(2500)
    expect(pacer.spacingMs).toBe(2500)
  })

  it('counts from the moment of the answer, where that is known better than now', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 2000 })
    await pacer.turn()
    clock.advance(500)
    pacer.responded(300)
    expect(pacer.waitsUntil()).toBe(2300)
    await pacer.turn()
    pacer.responded(null)
    expect(pacer.waitsUntil()).toBe(4300)
  })

  it('takes no answer for earlier than the one before it', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 100, lastRespondedMs: 900 })
    pacer.responded(50)
    expect(pacer.waitsUntil()).toBe(1000)
  })

  it('keeps the longest hold, whatever comes after', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 0 })
    pacer.holdUntil(700)
    pacer.holdUntil(200)
    expect(pacer.waitsUntil()).toBe(700)
    await pacer.turn()
    expect(clock.now()).toBe(700)
  })

  it('without spacing lets requests overlap', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 0, lastRespondedMs: 5_000 })
    await pacer.turn()
    await pacer.turn()
    expect([clock.now(), pacer.waitsUntil()]).toEqual([0, 0])
  })

  it('begins no turn after an interrupt, and forgets whom it woke', async () => {
    const clock = createVirtualClock()
    const pacer = createPacer({ clock, spacingMs: 10 })
    await expect(pacer.turn(AbortSignal.abort(new Error('^C')))).rejects.toThrow('^C')
    expect(pacer.waitsUntil()).toBe(0)
    await pacer.turn()
    const control = new AbortController()
    const second = pacer.turn(control.signal)
    await Promise.resolve()
    pacer.responded()
    await second
    pacer.responded()
    control.abort(new Error('too late'))
    await pacer.turn()
    expect(clock.now()).toBe(20)
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
    pacer.responded()
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
        pacer.responded()
      }),
    )
    await Promise.all(turns)
    expect(order).toEqual(['a@0', 'b@10', 'c@20'])
  })
})
