import type { Clock } from '../clock.js'

/** How late this process may be in noting what arrives: it was at work, or the machine gave it no time. */
export interface Lateness {
  /** Milliseconds by which an arrival that is noted at this moment may have come before it; 0 where that is next to nothing. */
  at(nowMs: number): number
  end(): void
}

/** A tick by which a pause of the whole process shows. */
const TICK_MS = 5
/** What any machine is late by, at any time. */
const USUAL_MS = 1

/** Milliseconds so far that the event loop was at work, and that it waited. */
export type LoopTimes = () => { readonly active: number; readonly idle: number }

/**
 * Two signs. The loop's own work: what becomes readable while it works is read when it has ended, so that an arrival may be as old
 * as the work since the loop last looked. And a tick that comes late: neither work nor a wait of ours, but the machine's.
 */
export function watchLateness(
  clock: Clock,
  loopTimes: LoopTimes = () => performance.eventLoopUtilization(),
): Lateness {
  let turn = { ...loopTimes(), isNew: true }
  let before = turn
  let stall = { atMs: Number.NEGATIVE_INFINITY, ms: 0 }
  let expectedMs = clock.now() + TICK_MS

  const tick = setInterval(() => {
    const nowMs = clock.now()
    const lateMs = nowMs - expectedMs
    if (lateMs > TICK_MS) stall = { atMs: nowMs, ms: lateMs + TICK_MS }
    expectedMs = nowMs + TICK_MS
  }, TICK_MS)
  tick.unref()

  return {
    at(nowMs) {
      const { active, idle } = loopTimes()
      if (turn.isNew) {
        before = turn
        turn = { active, idle, isNew: false }
        setImmediate(() => {
          turn.isNew = true
        })
      }
      const hasWaited = turn.idle > before.idle
      const workMs = active - (hasWaited ? turn : before).active
      const stalledMs = nowMs - stall.atMs <= USUAL_MS ? stall.ms : 0
      const lateMs = Math.max(workMs, stalledMs)
      return lateMs <= USUAL_MS ? 0 : lateMs
    },
    end: () => clearInterval(tick),
  }
}
