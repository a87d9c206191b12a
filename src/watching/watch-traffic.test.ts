import { describe, expect, it } from 'vitest'
import { createHandClock } from '../../test/verdicts/virtual-watch.js'
import { TrafficGrader } from '../judging/grade-traffic.js'
import type { RunEndedNote } from '../judging/notes.js'
import { contextOf, exchangesOf, renewal, step } from '../rules/exchanges.fixture.js'
import { type TrafficWatchOptions, watchPlanOf, watchTraffic } from './watch-traffic.js'

/** Somebody who wakes the watch late, before what came meanwhile is heard. */
function watched(idleMs = 1_000, runs: number | null = 1, more: Partial<TrafficWatchOptions> = {}) {
  const clock = createHandClock()
  const notes: RunEndedNote[] = []
  const grader = new TrafficGrader({ context: contextOf(), runs, idleMs })
  const watch = watchTraffic({
    grader,
    clock,
    originMs: 0,
    timeoutMs: 1_000,
    isBusy: () => false,
    onRun: (_run, note) => notes.push(note),
    close: async () => undefined,
    ...more,
  })
  const state = { ending: null as string | null }
  watch.done.then(
    (ending) => {
      state.ending = ending
    },
    () => undefined,
  )
  return { clock, grader, watch, state, notes }
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
    const [sound, lost] = exchangesOf([
      { ask: 'GET /produtos', response: { data: [] } },
      { ask: 'GET /homologar/produto', status: 404, response: {} },
    ])
    const [renewed] = exchangesOf([renewal()])
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
    const [lost] = exchangesOf([{ ask: 'GET /homologar/produto', status: 404, response: {} }])
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
    const [first, second] = exchangesOf([step(1), step(2, { afterMs: 900 })])
    if (!first || !second) throw new Error('no exchanges')
    await clock.moveTo(5)
    watch.see(first)
    await clock.moveTo(5_000)
    watch.see(second)
    expect(grader.splitter.open[0]?.exchanges).toHaveLength(2)
    watch.stop()
  })

  it('gives the next run its time after one that stopped midway, and notes where that one ended', async () => {
    const { clock, watch, state, notes } = watched(1_000, 2)
    for (const exchange of exchangesOf([step(1)])) watch.see(exchange)
    for (const ms of [1_000, 1_050, 1_100, 1_150, 2_000]) await clock.moveTo(ms)
    expect(notes).toEqual([{ kind: 'run-ended', run: 1, after: 1, by: 'time' }])
    expect(state.ending).toBe(null)
    for (const ms of [2_100, 2_200]) await clock.moveTo(ms)
    expect(state.ending).toBe('timeout')
  })

  it('notes a run that the traffic itself ends', async () => {
    const { watch, notes } = watched(60_000, 2)
    for (const exchange of exchangesOf([step(1), step(2), step(1, { afterMs: 50_000 })])) watch.see(exchange)
    expect(notes).toEqual([{ kind: 'run-ended', run: 1, after: 3, by: 'traffic' }])
    watch.stop()
  })

  it('ends one of the runs under way where one alone is over', () => {
    const { grader, watch } = watched(60_000, 2)
    const [first] = exchangesOf([step(1)])
    if (!first) throw new Error('no exchange')
    watch.see(first)
    watch.see({ ...first, id: 'e2', session: 's2' })
    watch.endRuns(grader.splitter.open[0])
    expect(grader.splitter.open.map(({ session }) => session)).toEqual(['s2'])
    watch.stop()
  })

  it('waits for an answer that is under way, of a run or of none', async () => {
    const [first] = exchangesOf([step(1)])
    for (const [exchange, isBusy] of [
      [first, (run: unknown) => run !== null],
      [null, (run: unknown) => run === null],
    ] as const) {
      const { clock, watch, state } = watched(1_000, 1, { isBusy })
      if (exchange) watch.see(exchange)
      for (const ms of [1_000, 1_100, 1_200]) await clock.moveTo(ms)
      expect(state.ending).toBe(null)
      watch.stop()
    }
  })

  it('waits as long again for a response that is held back, and then ends, whoever still waits', async () => {
    const [first] = exchangesOf([step(1)])
    for (const exchange of [first, null]) {
      const { clock, watch, state } = watched(1_000, 1, { isBusy: () => true })
      if (exchange) watch.see(exchange)
      for (const ms of [1_000, 1_900]) await clock.moveTo(ms)
      expect(state.ending).toBe(null)
      for (const ms of [2_000, 2_100, 2_200]) await clock.moveTo(ms)
      expect(state.ending).toBe('timeout')
    }
  })

  it('counts the time from what it last saw', async () => {
    const { clock, watch, state } = watched()
    const [other] = exchangesOf([{ ask: 'GET /produtos', response: { data: [] } }])
    await clock.moveTo(900)
    if (other) watch.see(other)
    for (const ms of [1_000, 1_100, 1_200]) await clock.moveTo(ms)
    expect(state.ending).toBe(null)
    watch.stop()
  })

  it('judges no run that a fault of ours broke off', async () => {
    const { watch, notes } = watched()
    for (const exchange of exchangesOf([step(1)])) watch.see(exchange)
    watch.fail(new Error('lost'))
    await expect(watch.done).rejects.toThrow('lost')
    expect(notes).toEqual([])
  })
})

it.each([
  [{ newRunAfterMs: 0 }, 0],
  [{}, null],
])('the plan of a watch keeps when another run begins: %o', (more, newRunAfterMs) => {
  expect(watchPlanOf({ runs: 2, idleMs: 5, ...more })).toEqual({ runs: 2, idleMs: 5, newRunAfterMs })
})
