import type { Exchange } from '../exchange/exchange.js'
import type { WatchPlan } from '../exchange/journal.js'
import type { EndedRun, TrafficGrader } from '../judging/grade-traffic.js'
import type { RunEndedNote } from '../judging/notes.js'
import type { TrafficRun } from '../judging/traffic-run.js'
import type { Clock } from '../node/clock.js'

/**
 * Why watching ended: enough runs were judged; no request came in time, or the client only repeated refused requests (`timeout`); or it was
 * stopped.
 */
export type Ending = 'runs' | 'timeout' | 'stopped'

export interface TrafficWatchOptions {
  /** Splits the traffic into runs (`splitter`) and judges them. */
  readonly grader: TrafficGrader
  readonly clock: Clock
  /** The clock's time at the start, which is 0 ms in the exchanges. */
  readonly originMs: number
  /** Milliseconds without a request after which watching ends, or twice as many while a run is open; null: never. */
  readonly timeoutMs: number | null
  /** Whether a request of this run, or any request (null), is in progress. */
  readonly isBusy: (run: TrafficRun | null) => boolean
  /** Called for each judged run. The note goes into the journal, so that `judge` splits it into the same runs later. */
  readonly onRun: (run: EndedRun, note: RunEndedNote) => void
  /** Stops listening. It is called before the last runs are judged. */
  readonly close: () => Promise<void>
}

/**
 * Follows the traffic of `examine` or `proxy` while it passes, and decides when a run is over: after its fifth step, when its client has been
 * silent too long, or when its client has ended.
 */
export interface TrafficWatch {
  /** Adds an exchange that has ended. */
  see(exchange: Exchange): void
  /** Notes that a client has sent a request, so that the time limit begins again. */
  touch(): void
  /** Ends one run or all of them now, because their client has ended or begins another run. */
  endRuns(run?: TrafficRun): void
  /** Resolves when watching has ended and every run is judged. */
  readonly done: Promise<Ending>
  /** Ends watching now. */
  stop(): void
  /** Ends watching because of an internal error, with which `done` rejects. Runs that are not over are not judged. */
  fail(fault: Error): void
}

/** How often the open runs are looked at: short enough that nobody notices the wait after the last request. */
const TICK_MS = 50

/** Returns the settings that the journal keeps, so that it can be split into the same runs later. */
export function watchPlanOf(plan: Omit<WatchPlan, 'newRunAfterMs'> & Partial<WatchPlan>): WatchPlan {
  return { ...plan, newRunAfterMs: plan.newRunAfterMs ?? null }
}

/** Starts to follow traffic. Until {@link TrafficWatch.done} resolves, it looks at the open runs every {@link TICK_MS}. */
export function watchTraffic(options: TrafficWatchOptions): TrafficWatch {
  const { grader, clock, originMs, timeoutMs, isBusy, onRun } = options
  const stopping = new AbortController()
  let lastActivityMs = clock.now()
  let fault: Error | null = null

  /** `by`: an exchange showed the end (`traffic`), no request came (`time`), or the client or the watch ended (`client`). */
  const reportEnded = (ended: readonly EndedRun[], by: RunEndedNote['by']): void => {
    for (const run of ended) {
      // the wait for the next run begins now
      lastActivityMs = clock.now()
      onRun(run, { kind: 'run-ended', run: run.number, after: grader.seen, by })
    }
  }

  /** Time limits are compared with the time of the previous tick, because on a busy machine newer exchanges may not have been reported yet. */
  async function waitForEnd(): Promise<Ending> {
    let previousTickMs = clock.now()
    while (!stopping.signal.aborted) {
      // ends the runs whose client has been silent too long
      reportEnded(grader.endExpired(previousTickMs - originMs, isBusy), 'time')
      if (grader.hasAllWantedRuns) return 'runs'
      // true for a client that only repeats refused requests and never begins a run
      if (grader.hasOnlyRefusals) return 'timeout'
      // twice as long while a run is open, so that its own time limit ends it first
      const periods = grader.splitter.open.length > 0 || isBusy(null) ? 2 : 1
      if (timeoutMs !== null && previousTickMs - lastActivityMs >= periods * timeoutMs) return 'timeout'
      previousTickMs = clock.now()
      await clock.sleep(TICK_MS, stopping.signal).catch(() => undefined)
    }
    return 'stopped'
  }

  async function conclude(): Promise<Ending> {
    const ending = await waitForEnd()
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
