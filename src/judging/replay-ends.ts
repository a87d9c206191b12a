import type { Note } from '../exchange/journal.js'
import type { EndedRun } from './grade-traffic.js'
import { runEndOf } from './notes.js'
import { watchRecovery } from './recovery.js'

const none: readonly number[] = []

/** The ends of runs as they were noted, in their order, each after as many exchanges as then. */
export function replayEnds(notes: readonly Note[]) {
  const recovery = watchRecovery()
  const waiting = new Map<number, EndedRun>()
  const deaths = new Map<number, Parameters<typeof recovery.see>[0]>()
  let next = 0

  const settle = (run: EndedRun): void => {
    const death = deaths.get(run.number)
    if (death === undefined) waiting.set(run.number, run)
    else recovery.see(death, run)
  }

  return {
    /** Numbers of the runs that were over before the next exchange, and whose end the exchanges do not tell. */
    due(seen: number): readonly number[] {
      if (next === notes.length && waiting.size === 0) return none
      const numbers: number[] = []
      for (; next < notes.length; next++) {
        const note = notes[next]
        const end = note ? runEndOf(note) : null
        if (!end) continue
        if (end.after > seen) break
        if (end.death !== undefined) {
          deaths.set(end.run, end.death)
          const run = waiting.get(end.run)
          if (run) recovery.see(end.death, run)
        }
        if (end.by !== 'traffic') numbers.push(end.run)
      }
      waiting.clear()
      return numbers
    },
    hear(ended: readonly EndedRun[]): readonly EndedRun[] {
      for (const run of ended) settle(run)
      return ended
    },
    get recovery() {
      return recovery.recovery
    },
  }
}
