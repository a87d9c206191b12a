import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../clock.js'
import { watchLateness } from './lateness.js'

let nowMs = 0
let loop = { active: 0, idle: 0 }
let queuedMs = 0
const watch = () =>
  watchLateness(
    clock,
    () => loop,
    () => queuedMs,
  )
const clock: Clock = { now: () => nowMs, wall: () => new Date(0), sleep: async () => {} }

beforeEach(() => {
  vi.useFakeTimers()
  nowMs = 0
  loop = { active: 0, idle: 0 }
  queuedMs = 0
})
afterEach(() => vi.useRealTimers())

/** Time goes by, at work or waiting, and the loop turns. */
function pass(ms: number, how: 'active' | 'idle'): void {
  nowMs += ms
  loop = { ...loop, [how]: loop[how] + ms }
}

const turn = () => vi.advanceTimersByTime(0)

describe('an arrival', () => {
  it('is noted in time where the loop waited for it', () => {
    const lateness = watch()
    lateness.now()
    pass(30, 'active')
    turn()
    pass(1, 'idle')
    expect(lateness.now()).toEqual({ atMs: 31, lateMs: 0 })
  })

  it('is as early as the first that was read in its turn, whatever that one took', () => {
    const lateness = watch()
    pass(1, 'idle')
    expect(lateness.now()).toEqual({ atMs: 1, lateMs: 0 })
    pass(12, 'active')
    expect(lateness.now()).toEqual({ atMs: 1, lateMs: 0 })
  })

  it('may be as old as the work since the loop last looked', () => {
    const lateness = watch()
    pass(1, 'idle')
    lateness.now()
    pass(12, 'active')
    turn()
    pass(3, 'active')
    expect(lateness.now()).toEqual({ atMs: 16, lateMs: 15 })
    turn()
    pass(1, 'active')
    expect(lateness.now()).toEqual({ atMs: 17, lateMs: 0 })
  })

  it('may be as old as a pause in which the machine gave no time', () => {
    const lateness = watch()
    nowMs += 45
    loop.idle += 45
    vi.advanceTimersByTime(5)
    expect(lateness.now().lateMs).toBe(45)
    pass(5, 'idle')
    vi.advanceTimersByTime(5)
    expect(lateness.now().lateMs).toBe(0)
    lateness.end()
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1)
  })

  it.each([
    [0.5, { atMs: 29.75, lateMs: 0 }],
    [3, { atMs: 28.5, lateMs: 1.5 }],
    [4, { atMs: 28, lateMs: 2 }],
    [20, { atMs: 28, lateMs: 18 }],
  ])('that woke a thread which then waited %s ms for a processor came in the middle of it', (ms, arrived) => {
    const lateness = watch()
    pass(30, 'idle')
    queuedMs += ms
    expect(lateness.now()).toEqual(arrived)
    pass(2, 'active')
    expect(lateness.now()).toEqual(arrived)
  })

  it('is no earlier for what a thread waited before the loop waited for it', () => {
    const lateness = watch()
    pass(3, 'idle')
    lateness.now()
    queuedMs += 3
    turn()
    pass(1, 'idle')
    expect(lateness.now()).toEqual({ atMs: 4, lateMs: 0 })
    turn()
    queuedMs += 3
    pass(5, 'idle')
    vi.advanceTimersByTime(5)
    pass(1, 'idle')
    expect(lateness.now()).toEqual({ atMs: 10, lateMs: 0 })
  })

  it('is no earlier for what a thread waited at work, of which it may be as old as the whole', () => {
    const lateness = watch()
    lateness.now()
    turn()
    pass(3, 'active')
    queuedMs += 2
    expect(lateness.now()).toEqual({ atMs: 3, lateMs: 3 })
  })
})
