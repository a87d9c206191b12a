import type { Exchange } from '../exchange/exchange.js'
import type { WatchPlan } from '../exchange/journal.js'
import type { EndedRun, TrafficGrader } from '../judging/grade-traffic.js'
import type { RunEndedNote } from '../judging/notes.js'
import type { TrafficRun } from '../judging/traffic-run.js'
import type { Clock } from '../node/clock.js'

/** Why watching ended: enough runs were judged, no client connected in time, or it was stopped. */
export type Ending = 'runs' | 'timeout' | 'stopped'

export interface TrafficWatchOptions {
  readonly grader: TrafficGrader
  readonly clock: Clock
  /** The clock's value that exchanges count from. */
  readonly originMs: number
  /** Milliseconds without a request after which watching ends; null: never. */
  readonly timeoutMs: number | null
  /** Whether a response of the run, or of any (null), is still under way. */
  readonly isBusy: (run: TrafficRun | null) => boolean
  /** Is called for each judged run, with the note by which a recording is later split into the same runs. */
  readonly onRun: (run: EndedRun, note: RunEndedNote) => void
  /** Ends the listener before the last runs are judged. */
  readonly close: () => Promise<void>
}

/** Watches traffic as it passes, for `examine` and `proxy`. */
export interface TrafficWatch {
  see(exchange: Exchange): void
  /** A client sent something that is no exchange yet. */
  touch(): void
  /** Ends runs at once, all of them or one: their client has ended, or begins another. */
  endRuns(run?: TrafficRun): void
  /** Resolves when it is over and every run is judged. */
  readonly done: Promise<Ending>
  /** Ends it at once. */
  stop(): void
  /** Ends it with an internal error, with which `done` rejects. A run that we broke off ourselves is not judged. */
  fail(fault: Error): void
}

const TICK_MS = 50

/** The plan that lets a journal be split into the same runs later. */
export function watchPlanOf(plan: {
  readonly runs: number | null
  readonly idleMs: number | null
  readonly newRunAfterMs?: number
}): WatchPlan {
  return { runs: plan.runs, idleMs: plan.idleMs, newRunAfterMs: plan.newRunAfterMs ?? null }
}

export function watchTraffic(options: TrafficWatchOptions): TrafficWatch {
  const { grader, clock, originMs, timeoutMs, isBusy, onRun } = options
  const stopping = new AbortController()
  let lastActivityMs = clock.now()
  let fault: Error | null = null

  const reportEnded = (ended: readonly EndedRun[], by: RunEndedNote['by']): void => {
    for (const run of ended) {
      lastActivityMs = Math.max(lastActivityMs, clock.now())
      onRun(run, { kind: 'run-ended', run: run.number, after: grader.seen, by })
    }
  }

  /** Judges by the time of the previous tick, because on a busy machine newer exchanges may not have been reported yet. */
  async function loop(): Promise<Ending> {
    let previousTickMs = clock.now()
    while (!stopping.signal.aborted) {
      reportEnded(grader.pass(previousTickMs - originMs, isBusy), 'time')
      if (grader.isSated) return 'runs'
      // a client that only repeats refused requests begins no run
      if (grader.isAstray) return 'timeout'
      if (timeoutMs !== null && previousTickMs - lastActivityMs >= quietMs(timeoutMs)) return 'timeout'
      previousTickMs = clock.now()
      await clock.sleep(TICK_MS, stopping.signal).catch(() => undefined)
    }
    return 'stopped'
  }

  /** Waits twice as long while a run is open or a response is under way. */
  function quietMs(idleMs: number): number {
    const isQuiet = grader.splitter.open.length === 0 && !isBusy(null)
    return isQuiet ? idleMs : 2 * idleMs
  }

  async function conclude(): Promise<Ending> {
    const ending = await loop()
    await options.close()
    if (fault !== null) throw fault
    reportEnded(grader.end(), 'client')
    return ending
  }

  return {
    see(exchange) {
      lastActivityMs = clock.now()
      reportEnded(grader.see(exchange), 'traffic')
    },
    touch() {
      lastActivityMs = clock.now()
    },
    endRuns: (run) => reportEnded(grader.end(run), 'client'),
    done: conclude(),
    stop: () => stopping.abort(),
    fail(error) {
      fault = error
      stopping.abort()
    },
  }
}
