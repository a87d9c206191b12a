import type { Exchange } from '../exchange/exchange.js'
import { RecentMap } from '../rules/memory.js'
import { type Place, placeOf, stepOf } from '../rules/place.js'
import { MAX_REMEMBERED, ownerOfSession, RunOwners, sessionOfOwner } from './run-owners.js'
import { OpenRun, type SplitOptions, type TrafficRun } from './traffic-run.js'

/** The run of an exchange, and the runs that it ended. */
interface Split {
  readonly run: TrafficRun | null
  /** Whether it is a step, an attempt at a step, or a token request. */
  readonly isProcedure: boolean
  /** Runs that were over before it. */
  readonly ended: readonly TrafficRun[]
}

/** At most this many token requests before a run's first step belong to the run. Some programs fetch a token for each step in advance. */
const MAX_PRELUDE = 8

/**
 * Splits traffic into runs. Several applications may send requests at the same time, each for several runs. A run has the requests
 * of one application. It begins with step 1, or with a later step if the application left step 1 out. It ends when the interval
 * between two steps has passed after the response to step 5. `RunOwners` tells the applications apart.
 */
export class RunSplitter {
  /** Number of runs that have begun. */
  runCount = 0
  /** The open runs by owner, which is the application that sends them. */
  readonly #open = new Map<string, OpenRun>()
  /** By owner, the token requests before a run. */
  readonly #preludes = new RecentMap<Exchange[]>(MAX_REMEMBERED)
  readonly #owners = new RunOwners(this.#open, this.#preludes)

  constructor(private readonly options: SplitOptions) {}

  see(exchange: Exchange): Split {
    const place = placeOf(exchange, this.options.context, this.#owners.expectedStep(exchange))
    const step = stepOf(place)
    const canBegin = step !== null && !isRealRoute(place)
    const owner = this.#owners.findOwner(exchange, place, canBegin ? step : null)
    if (owner === null) return { run: null, isProcedure: false, ended: [] }
    const openRun = this.#open.get(owner)
    // a token request prepares the next step
    const nextStep = place.kind === 'token' ? (openRun?.awaited ?? null) : step
    const ended = openRun?.isOver(exchange.sentAtMs, nextStep) ? this.#close([openRun]) : []
    // looked up again, because it may just have ended
    const run = this.#open.get(owner) ?? (canBegin ? this.#begin(owner, exchange) : null)
    if (run) run.append(exchange, place)
    else if (place.kind === 'token')
      this.#preludes.set(owner, [...(this.#preludes.get(owner) ?? []), exchange].slice(-MAX_PRELUDE))
    return {
      run,
      isProcedure: canBegin || place.kind === 'token' || (run !== null && step !== null),
      ended,
    }
  }

  #begin(owner: string, { session, sentAtMs }: Exchange): OpenRun {
    const prelude = this.#preludes.get(owner) ?? []
    const number = ++this.runCount
    const beginning = { number, owner, session: session ?? sessionOfOwner(owner), sentAtMs, prelude }
    const run = new OpenRun(beginning, this.options)
    this.#preludes.delete(owner)
    this.#open.set(owner, run)
    return run
  }

  #close(runs: readonly OpenRun[]): readonly OpenRun[] {
    for (const run of runs) this.#open.delete(run.owner)
    return runs
  }

  /** Ends the runs whose time is over, except those that `isBusy` is true for. */
  endExpired(nowMs: number, isBusy: (run: TrafficRun) => boolean = () => false): readonly TrafficRun[] {
    return this.#close([...this.#open.values()].filter((run) => nowMs > run.endsAtMs && !isBusy(run)))
  }

  /** Ends one run, or all of them. */
  end(wanted?: TrafficRun): readonly TrafficRun[] {
    return this.#close([...this.#open.values()].filter((run) => wanted === undefined || run === wanted))
  }

  /** Takes note that the recording lost exchanges after this moment. They may belong to any run that was open then. */
  lose(afterMs: number): void {
    for (const run of this.#open.values()) run.hasLost ||= run.endsAtMs >= afterMs
  }

  get open(): readonly TrafficRun[] {
    return [...this.#open.values()]
  }

  /** The open run of a session. */
  openOf(session: string): TrafficRun | undefined {
    return this.#open.get(ownerOfSession(session))
  }

  /** The run of a session that a step 1 at this moment would end, or null. */
  endedByStepOne(session: string, nowMs: number): TrafficRun | null {
    const run = this.#open.get(ownerOfSession(session))
    return run?.isOver(nowMs, 1) ? run : null
  }
}

/** True for requests to the routes of real products (`POST /produtos`). Within a run they are a breach; outside they are daily work. */
function isRealRoute(place: Place): boolean {
  return place.kind === 'astray' && place.how === 'real-route'
}
