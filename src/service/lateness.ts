import type { Clock } from '../clock.js'
import { queuedMs } from './queued.js'

/** When what is read now arrived, and how late this process may be in noting it: it was at work, or the machine gave it no time. */
interface Arrived {
  /** By the clock, milliseconds; in the middle of the moments at which it may have come, where these lie within {@link MIDDLED_MS}. */
  readonly atMs: number
  /** Milliseconds by which it may have come before; 0 where that is next to nothing. */
  readonly lateMs: number
}

export interface Lateness {
  /** To be asked by whatever begins to read, for the first in a turn of the loop sets the time for all. */
  now(): Arrived
  end(): void
}

/** A tick by which a pause of the whole process shows. */
const TICK_MS = 5
/** What any machine is late by, at any time. */
const USUAL_MS = 1

/** Of a longer wait for a processor nobody says that it came in its middle: it is told as lateness. */
const MIDDLED_MS = 4

/** Milliseconds so far that the event loop was at work, and that it waited. */
export type LoopTimes = () => { readonly active: number; readonly idle: number }

/**
 * What a turn of the loop reads was ready when it began, though it is read one after the other: all of it arrived then. Three signs tell
 * that it came before. The loop's own work: what becomes readable while it works is read when it has ended, so that an arrival may be as
 * old as the work since the loop last looked. A tick that comes late: neither work nor a wait of ours, but the machine's. And what the
 * system counts: a thread that an arrival wakes waits for a processor where others run, for milliseconds on a busy machine.
 */
export function watchLateness(
  clock: Clock,
  loopTimes: LoopTimes = () => performance.eventLoopUtilization(),
  queuedSoFarMs: () => number = queuedMs,
): Lateness {
  let turn: Arrived | null = null
  let before = loopTimes()
  let queuedBeforeMs = queuedSoFarMs()
  let stall = { atMs: Number.NEGATIVE_INFINITY, ms: 0 }
  let expectedMs = clock.now() + TICK_MS

  const tick = setInterval(() => {
    const nowMs = clock.now()
    const lateMs = nowMs - expectedMs
    if (lateMs > TICK_MS) stall = { atMs: nowMs, ms: lateMs + TICK_MS }
    expectedMs = nowMs + TICK_MS
    queuedBeforeMs = queuedSoFarMs()
  }, TICK_MS)
  tick.unref()

  function begin(): Arrived {
    const atMs = clock.now()
    const times = loopTimes()
    const hasWaited = times.idle > before.idle
    const workMs = hasWaited ? 0 : times.active - before.active
    const stalledMs = atMs - stall.atMs <= USUAL_MS ? stall.ms : 0
    const queuedMs = hasWaited ? queuedSoFarMs() - queuedBeforeMs : 0
    const middleMs = Math.min(queuedMs, MIDDLED_MS) / 2
    const lateMs = Math.max(workMs, stalledMs, queuedMs) - middleMs
    before = times
    setImmediate(() => {
      turn = null
      queuedBeforeMs = queuedSoFarMs()
    })
    return { atMs: atMs - middleMs, lateMs: lateMs <= USUAL_MS ? 0 : lateMs }
  }

  return {
    now() {
      turn ??= begin()
      return turn
    },
    end: () => clearInterval(tick),
  }
}
