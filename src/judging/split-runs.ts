import type { Exchange } from '../exchange/exchange.js'
import { Recent } from '../rules/memory.js'
import { type Place, placeOf, stepOf } from '../rules/place.js'
import { MAX_TOKENS, ofSession, RunOwners, sessionOf } from './run-owners.js'
import { OpenRun, type SplitOptions, type TrafficRun } from './traffic-run.js'

/**
 * Splits traffic into runs. Several applications may send requests at once, each several times. A run is the work of
 * one of them, from a step 1 until one spacing has passed after the response to step 5. Applications are
 * distinguished by session if the source knows it, else by their tokens, with old and new tokens linked by the
 * renewals between them.
 */

interface Split {
  /** The run that the exchange belongs to, or null. */
  readonly run: TrafficRun | null
  /** Whether it is a step, or was meant to be one, or asks for a token. */
  readonly isProcedure: boolean
  /** Runs that were over before this exchange. */
  readonly ended: readonly TrafficRun[]
}

export interface RunSplitter {
  see(exchange: Exchange): Split
  /** Ends the runs whose time is over, except those that `isBusy` holds. */
  pass(nowMs: number, isBusy?: (run: TrafficRun) => boolean): readonly TrafficRun[]
  /** Ends every run, or one of them: no more will come. */
  end(run?: TrafficRun): readonly TrafficRun[]
  /** Any run that was under way at this moment may have had exchanges that the recording lost. */
  lose(afterMs: number): void
  readonly open: readonly TrafficRun[]
  /** The run of a session that is under way, or undefined. */
  openOf(session: string): TrafficRun | undefined
  /** The run of a session that a step 1 at this moment would end, or null. */
  endedByStepOne(session: string, nowMs: number): TrafficRun | null
  /** Runs that began so far. */
  readonly begun: number
}

/** Token requests before a step 1: some programs fetch a token for each of the five steps first. */
const MAX_PRELUDE = 8

const none: readonly OpenRun[] = []
/** The split of an exchange that belongs to no run. */
const ordinary: Split = { run: null, isProcedure: false, ended: none }

export function createRunSplitter(options: SplitOptions): RunSplitter {
  const open = new Map<string, OpenRun>()
  const preludes = new Recent<Exchange[]>(MAX_TOKENS)
  const owners = new RunOwners(open, preludes)
  let begun = 0

  function see(exchange: Exchange): Split {
    const place = placeOf(exchange, options.context, owners.expectedOf(exchange))
    const step = stepOf(place)
    const begins = step !== null && !isRealRoute(place)
    const owner = owners.of(exchange, place, begins ? step : null)
    if (owner === null) return ordinary
    const former = open.get(owner)
    // a renewal serves the step that is owed
    const meant = place.kind === 'token' ? (former?.awaited ?? null) : step
    const ended = former?.isOver(exchange.sentAtMs, meant) ? close([former]) : none
    const run = open.get(owner) ?? (begins ? begin(owner, exchange) : null)
    if (run) run.append(exchange, place)
    else if (place.kind === 'token')
      preludes.set(owner, [...(preludes.get(owner) ?? []), exchange].slice(-MAX_PRELUDE))
    return { run, isProcedure: begins || place.kind === 'token' || (run !== null && step !== null), ended }
  }

  function begin(owner: string, { session, sentAtMs }: Exchange): OpenRun {
    const prelude = preludes.get(owner) ?? []
    const run = new OpenRun(
      { number: ++begun, owner, session: session ?? sessionOf(owner), sentAtMs, prelude },
      options,
    )
    preludes.delete(owner)
    open.set(owner, run)
    return run
  }

  function close(over: readonly OpenRun[]): readonly OpenRun[] {
    for (const run of over) open.delete(run.owner)
    return over
  }

  return {
    see,
    pass: (nowMs, isBusy = () => false) =>
      close([...open.values()].filter((run) => nowMs > run.endsAtMs && !isBusy(run))),
    end: (only) => close([...open.values()].filter((run) => only === undefined || run === only)),
    lose(afterMs) {
      for (const run of open.values()) run.hasLost ||= run.endsAtMs >= afterMs
    },
    get open() {
      return [...open.values()]
    },
    openOf: (session) => open.get(ofSession(session)),
    endedByStepOne(session, nowMs) {
      const run = open.get(ofSession(session))
      return run?.isOver(nowMs, 1) ? run : null
    },
    get begun() {
      return begun
    },
  }
}

/** Writing to real products is an application's daily work: within a run it is a breach, outside it begins none. */
function isRealRoute(place: Place): boolean {
  return place.kind === 'astray' && place.how === 'real-route'
}
