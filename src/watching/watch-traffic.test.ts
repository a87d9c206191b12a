import { describe, expect, it } from 'vitest'
import { createHandClock } from '../../test/verdicts/virtual-watch.js'
import { createTrafficGrader } from '../judging/grade-traffic.js'
import { contextOf, course, step } from '../rules/course.fixture.js'
import { watchTraffic } from './watch-traffic.js'

/** Somebody who wakes the watch late, before what came meanwhile is heard. */
function watched(idleMs = 1_000) {
  const clock = createHandClock()
  const grader = createTrafficGrader({ context: contextOf(), runs: 1, idleMs })
  const watch = watchTraffic({
    ...{ grader, clock, originMs: 0, timeoutMs: 1_000, isBusy: () => false, onRun: () => undefined },
    close: async () => undefined,
  })
  const state = { ending: null as string | null }
  void watch.done.then((ending) => {
    state.ending = ending
  })
  return { clock, grader, watch, state }
}

describe('the watch over traffic', () => {
  it('ends after the time without a request', async () => {
    const { clock, state } = watched()
    for (const ms of [990, 1_050]) await clock.moveTo(ms)
    expect(state.ending).toBe(null)
    await clock.moveTo(1_100)
    expect(state.ending).toBe('timeout')
  })

  it('hears who called in time before it ends, though it wakes late', async () => {
    const { clock, watch, state } = watched()
    await clock.moveTo(5_000)
    watch.touch()
    await clock.moveTo(5_100)
    expect(state.ending).toBe(null)
    watch.stop()
  })

  it('hears a run that went on in time before it ends it, though it wakes late', async () => {
    const { clock, grader, watch } = watched()
    const [first, second] = course([step(1), step(2, { afterMs: 900 })])
    if (!first || !second) throw new Error('no exchanges')
    await clock.moveTo(5)
    watch.see(first)
    await clock.moveTo(5_000)
    watch.see(second)
    expect(grader.splitter.open[0]?.exchanges).toHaveLength(2)
    watch.stop()
  })
})
