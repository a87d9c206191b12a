import type { Exchange } from '../exchange/exchange.js'
import { replacedIn } from '../rules/auth/renewal.js'
import type { JudgeContext } from '../rules/context.js'
import type { Judgement, RunVerdict } from '../rules/finding.js'
import type { Observer } from '../rules/observer.js'
import { observers } from '../rules/observers.js'
import { isSuccess } from '../specification/recognise.js'
import { BesideGrader, MAX_FINDINGS } from './beside.js'
import type { GradedRun, GradedTraffic, Recovery } from './graded-traffic.js'
import { judge } from './judge.js'
import { judgeKilled } from './judged.js'
import { RunSplitter } from './split-runs.js'
import type { SplitOptions, TrafficRun } from './traffic-run.js'

export interface TrafficOptions extends SplitOptions {
  /** Default: the whole contract. */
  readonly observers?: readonly Observer[]
  /** Runs that are wanted: later ones are not judged. null: all. Default: null. */
  readonly runs?: number | null
}

/** A run at the moment in which it was judged, with its exchanges, which are not kept any longer. */
export interface EndedRun extends GradedRun {
  readonly exchanges: readonly Exchange[]
}

export const MAX_RUNS = 500
const MAX_REPLACED = 20_000
/** Refused requests in a row of a client that begins no run. */
const MOST_ASTRAY = 1_000

/**
 * Grades a stream of exchanges of any length: each run of the five steps by the judge when it is over, everything else by
 * the observers as it passes. What is kept is bounded, so a night of traffic needs no more memory than an hour.
 */
export class TrafficGrader {
  readonly splitter: RunSplitter
  /** Runs judged so far. Beyond {@link MAX_RUNS} only those that show something new are kept. */
  readonly runs: GradedRun[] = []
  /** Runs judged so far, also those not kept, by verdict. */
  readonly counts: Record<RunVerdict, number> = { pass: 0, fail: 0, incomplete: 0 }
  seen = 0
  readonly #wanted: number | null
  readonly #context: Omit<JudgeContext, 'ended'>
  readonly #beside: BesideGrader
  readonly #replaced = new Map<string, number>()
  readonly #known = new Set<string>()
  /** The last judgement of each open run: a display asks several times for each exchange. */
  readonly #soFar = new WeakMap<
    TrafficRun,
    { readonly of: readonly unknown[]; readonly judgement: Judgement }
  >()
  #astray = 0

  constructor(options: TrafficOptions) {
    this.#wanted = options.runs ?? null
    this.#context = { ...options.context, replaced: this.#replaced }
    this.splitter = new RunSplitter(options)
    this.#beside = new BesideGrader(this.#context, options.observers ?? observers)
  }

  /** Takes the next exchange; runs that were over before it come back judged. */
  see(exchange: Exchange): readonly EndedRun[] {
    this.seen++
    const { run, isProcedure, ended } = this.splitter.see(exchange)
    if (isProcedure) this.#beside.learn(exchange, run?.exchanges ?? null)
    else this.#beside.see(exchange, run !== null)
    // who renews its token between wrong requests has not found the way
    if (run !== null || (!isProcedure && exchange.response !== null && isSuccess(exchange.response)))
      this.#astray = 0
    else if (!isProcedure) this.#astray++
    return this.#gradeAll(ended)
  }

  /** Hears that exchanges are lost between this moment and the next. */
  lose(afterMs: number): void {
    this.splitter.lose(afterMs)
  }

  pass(nowMs: number, isBusy?: (run: TrafficRun) => boolean): readonly EndedRun[] {
    return this.#gradeAll(this.splitter.pass(nowMs, isBusy))
  }

  end(run?: TrafficRun): readonly EndedRun[] {
    return this.#gradeAll(this.splitter.end(run))
  }

  /** Ends every run. Its recorder was killed at this moment: what was under way then is not judged by what is missing. */
  abandon(nowMs: number): readonly EndedRun[] {
    return this.#gradeAll(this.splitter.end(), nowMs)
  }

  /** A client that begins another run at once is graded for those that were wanted. */
  #gradeAll(ended: readonly TrafficRun[], killedMs = Number.POSITIVE_INFINITY): readonly EndedRun[] {
    return ended.flatMap((run) => (this.isSated ? [] : [this.#grade(run, killedMs)]))
  }

  #grade(run: TrafficRun, killedMs: number): EndedRun {
    const { number, session, exchanges, isEndless, hasLost } = run
    const facts = { ...this.#context, hasLost, ended: true }
    const judgement = run.endsAtMs >= killedMs ? judgeKilled(exchanges, facts) : judge(exchanges, facts)
    if (this.#replaced.size < MAX_REPLACED)
      for (const token of replacedIn(exchanges, facts))
        this.#replaced.set(token, (this.#replaced.get(token) ?? 0) + 1)
    const exchangeIds = exchanges.map(({ id }) => id)
    const graded = { number, session, judgement, isEndless, exchangeIds }
    this.counts[judgement.verdict]++
    if (this.runs.length < MAX_RUNS || this.#showsSomethingNew(judgement)) this.runs.push(graded)
    for (const { fingerprint } of judgement.findings)
      if (this.#known.size < MAX_FINDINGS) this.#known.add(fingerprint)
    return { ...graded, exchanges }
  }

  #showsSomethingNew({ findings }: Judgement): boolean {
    return this.#known.size < MAX_FINDINGS && findings.some((one) => !this.#known.has(one.fingerprint))
  }

  /** Judges a run that is still open and does not report anything as missing. Can be called any number of times. */
  judgeSoFar(run: TrafficRun): Judgement {
    const of = [run.exchanges.length, run.exchanges.at(-1)]
    const known = this.#soFar.get(run)
    if (known && of.every((one, i) => one === known.of[i])) return known.judgement
    const judgement = judge(run.exchanges, { ...this.#context, ended: false })
    this.#soFar.set(run, { of, judgement })
    return judgement
  }

  /** Whether as many runs were judged as were wanted. */
  get isSated(): boolean {
    const { pass, fail, incomplete } = this.counts
    return this.#wanted !== null && pass + fail + incomplete >= this.#wanted
  }

  /** Whether a run is expected, but for long every request was refused. We stop waiting for it to begin. */
  get isAstray(): boolean {
    return this.#wanted !== null && this.#astray >= MOST_ASTRAY
  }

  get beside(): Judgement {
    return this.#beside.judgement()
  }

  /** Findings outside the runs so far: it rises with an exchange that shows something new. */
  get found(): number {
    return this.#beside.found
  }

  /** Everything that was graded. `wanted`: the runs that were to come; default: as the grader was told. */
  graded(more: { readonly wanted?: number | null; readonly recovery?: Recovery | null } = {}): GradedTraffic {
    const { runs, counts, beside } = this
    const wanted = more.wanted === undefined ? this.#wanted : more.wanted
    const nothing = judge([], { ...this.#context, ended: true })
    return { runs, counts, beside, wanted, recovery: more.recovery ?? null, nothing }
  }
}
