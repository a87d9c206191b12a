import type { Exchange } from '../exchange/exchange.js'
import { Recent } from '../rules/memory.js'
import { type Place, placeOf, stepOf } from '../rules/place.js'
import { MAX_TOKENS, ofSession, RunOwners, sessionOf } from './run-owners.js'
import { OpenRun, type SplitOptions, type TrafficRun } from './traffic-run.js'

interface Split {
  readonly run: TrafficRun | null
  /** Whether it is a step, or was meant to be one, or asks for a token. */
  readonly isProcedure: boolean
  readonly ended: readonly TrafficRun[]
}

/** Token requests before a step 1: some programs fetch a token for each of the five steps first. */
const MAX_PRELUDE = 8

/**
 * Splits traffic into runs. Several applications may send requests at once, each several times. A run is the work of
 * one of them, from a step 1 until one spacing has passed after the response to step 5. Applications are
 * distinguished by session if the source knows it, else by their tokens, with old and new tokens linked by the
 * renewals between them.
 */
export class RunSplitter {
  begun = 0
  readonly #options: SplitOptions
  readonly #open = new Map<string, OpenRun>()
  readonly #preludes = new Recent<Exchange[]>(MAX_TOKENS)
  readonly #owners = new RunOwners(this.#open, this.#preludes)

  constructor(options: SplitOptions) {
    this.#options = options
  }

  see(exchange: Exchange): Split {
    const place = placeOf(exchange, this.#options.context, this.#owners.expectedOf(exchange))
    const step = stepOf(place)
    const begins = step !== null && !isRealRoute(place)
    const owner = this.#owners.of(exchange, place, begins ? step : null)
    if (owner === null) return { run: null, isProcedure: false, ended: [] }
    const former = this.#open.get(owner)
    // a renewal serves the step that is owed
    const meant = place.kind === 'token' ? (former?.awaited ?? null) : step
    const ended = former?.isOver(exchange.sentAtMs, meant) ? this.#close([former]) : []
    const run = this.#open.get(owner) ?? (begins ? this.#begin(owner, exchange) : null)
    if (run) run.append(exchange, place)
    else if (place.kind === 'token')
      this.#preludes.set(owner, [...(this.#preludes.get(owner) ?? []), exchange].slice(-MAX_PRELUDE))
    return { run, isProcedure: begins || place.kind === 'token' || (run !== null && step !== null), ended }
  }

  #begin(owner: string, { session, sentAtMs }: Exchange): OpenRun {
    const prelude = this.#preludes.get(owner) ?? []
    const number = ++this.begun
    const beginning = { number, owner, session: session ?? sessionOf(owner), sentAtMs, prelude }
    const run = new OpenRun(beginning, this.#options)
    this.#preludes.delete(owner)
    this.#open.set(owner, run)
    return run
  }

  #close(over: readonly OpenRun[]): readonly OpenRun[] {
    for (const run of over) this.#open.delete(run.owner)
    return over
  }

  /** Ends the runs whose time is over, except those that `isBusy` holds. */
  pass(nowMs: number, isBusy: (run: TrafficRun) => boolean = () => false): readonly TrafficRun[] {
    return this.#close([...this.#open.values()].filter((run) => nowMs > run.endsAtMs && !isBusy(run)))
  }

  /** Ends every run, or one of them: no more will come. */
  end(only?: TrafficRun): readonly TrafficRun[] {
    return this.#close([...this.#open.values()].filter((run) => only === undefined || run === only))
  }

  /** Any run that was under way at this moment may have had exchanges that the recording lost. */
  lose(afterMs: number): void {
    for (const run of this.#open.values()) run.hasLost ||= run.endsAtMs >= afterMs
  }

  get open(): readonly TrafficRun[] {
    return [...this.#open.values()]
  }

  openOf(session: string): TrafficRun | undefined {
    return this.#open.get(ofSession(session))
  }

  /** The run of a session that a step 1 at this moment would end, or null. */
  endedByStepOne(session: string, nowMs: number): TrafficRun | null {
    const run = this.#open.get(ofSession(session))
    return run?.isOver(nowMs, 1) ? run : null
  }
}

/** Writing to real products is an application's daily work: within a run it is a breach, outside it begins none. */
function isRealRoute(place: Place): boolean {
  return place.kind === 'astray' && place.how === 'real-route'
}
