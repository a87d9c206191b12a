import { describe, expect, it } from 'vitest'
import { createHandClock } from '../../test/verdicts/virtual-watch.js'
import { createTrafficGrader } from '../judging/grade-traffic.js'
import { contextOf, course, renewal, step } from '../rules/course.fixture.js'
import { watchTraffic } from './watch-traffic.js'

/** Somebody who wakes the watch late, before what came meanwhile is heard. */
function watched(idleMs = 1_000, runs: number | null = 1) {
  const clock = createHandClock()
  const grader = createTrafficGrader({ context: contextOf(), runs, idleMs })
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

  it('ends where all that comes is refused and nothing begins a run, however long it goes on', async () => {
    const { clock, watch, state } = watched()
    const [sound, lost] = course([
      { ask: 'GET /produtos', answer: { data: [] } },
      { ask: 'GET /homologacao/produto', status: 404, answer: {} },
    ])
    const [renewed] = course([renewal()])
    if (!sound || !lost || !renewed) throw new Error('no exchanges')
    const hammer = (times: number) => {
      for (let i = 0; i < times; i++) watch.see(lost)
    }
    hammer(999)
    watch.see(sound)
    hammer(999)
    watch.see(renewed)
    await clock.moveTo(100)
    expect(state.ending).toBe(null)
    hammer(1)
    await clock.moveTo(200)
    expect(state.ending).toBe('timeout')
  })

  it('goes on where no run is awaited, whatever is refused', async () => {
    const { clock, watch, state } = watched(1_000, null)
    const [lost] = course([{ ask: 'GET /homologacao/produto', status: 404, answer: {} }])
    for (let i = 0; i < 1_001 && lost; i++) watch.see(lost)
    await clock.moveTo(100)
    expect(state.ending).toBe(null)
    watch.stop()
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
