import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../clock.js'
import { watchLateness } from './lateness.js'

let nowMs = 0
let loop = { active: 0, idle: 0 }
const clock: Clock = { now: () => nowMs, wall: () => new Date(0), sleep: async () => {} }

beforeEach(() => {
  vi.useFakeTimers()
  nowMs = 0
  loop = { active: 0, idle: 0 }
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
    const lateness = watchLateness(clock, () => loop)
    lateness.now()
    pass(30, 'active')
    turn()
    pass(1, 'idle')
    expect(lateness.now()).toEqual({ atMs: 31, lateMs: 0 })
  })

  it('is as early as the first that was read in its turn, whatever that one took', () => {
    const lateness = watchLateness(clock, () => loop)
    pass(1, 'idle')
    expect(lateness.now()).toEqual({ atMs: 1, lateMs: 0 })
    pass(12, 'active')
    expect(lateness.now()).toEqual({ atMs: 1, lateMs: 0 })
  })

  it('may be as old as the work since the loop last looked', () => {
    const lateness = watchLateness(clock, () => loop)
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
    const lateness = watchLateness(clock, () => loop)
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
})
