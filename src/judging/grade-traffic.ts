import { pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import { findReplacedTokens } from '../rules/auth/renewal.js'
import type { JudgeContext } from '../rules/context.js'
import type { Judgement, RunVerdict } from '../rules/finding.js'
import type { Observer } from '../rules/observer.js'
import { observers } from '../rules/observers.js'
import { isSuccess } from '../specification/recognise.js'
import type { GradedRun, GradedTraffic } from './graded-traffic.js'
import { judge } from './judge.js'
import { judgeKilled } from './judged.js'
import { MAX_FINDINGS, OutsideGrader } from './outside-runs.js'
import { RunSplitter } from './split-runs.js'
import type { SplitOptions, TrafficRun } from './traffic-run.js'

export interface TrafficOptions extends SplitOptions {
  /** Default: all observers. */
  readonly observers?: readonly Observer[]
  /** How many runs are wanted: later ones are not judged. Default: null, which means all. */
  readonly runs?: number | null
}

/** A run that was just judged, with its exchanges. The grader itself does not keep them. */
export interface EndedRun extends GradedRun {
  readonly exchanges: readonly Exchange[]
}

/** The judgement of an open run, and the exchanges that it is about: their number and the last of them. */
interface OpenJudgement {
  readonly length: number
  readonly last: Exchange | undefined
  readonly judgement: Judgement
}

/** Further runs are only kept if they show something new. */
export const MAX_RUNS = 500
/** Further replaced tokens are not remembered. */
const MAX_REPLACED = 20_000
/** After this many failed requests in a row we stop waiting for a client to begin a run. */
const MOST_FAILED = 1_000

/**
 * Grades a stream of exchanges of any length. The judge judges each run of the five steps when it is over, and observers
 * judge everything else as it passes. What is kept is bounded, so a night of traffic needs no more memory than an hour.
 */
export class TrafficGrader {
  readonly splitter: RunSplitter
  /** Runs judged so far. Beyond {@link MAX_RUNS} only those that show something new are kept. */
  readonly runs: GradedRun[] = []
  /** Runs judged so far, also those not kept, by verdict. */
  readonly counts: Record<RunVerdict, number> = { pass: 0, fail: 0, incomplete: 0 }
  /** Number of exchanges so far. */
  seen = 0
  /** The first request to the API, or else to the token address, as `GET /path → 404`; null if none came. */
  first: string | null = null
  #isFirstToApi = false
  readonly #wanted: number | null
  readonly #context: Omit<JudgeContext, 'ended'>
  readonly #outside: OutsideGrader
  /** How many runs had replaced each refresh token by a newer one. */
  readonly #replaced = new Map<string, number>()
  /** Fingerprints of the findings in the runs so far. */
  readonly #fingerprints = new Set<string>()
  /** The last judgement of each open run, because a display asks several times for each exchange. */
  readonly #openJudgements = new WeakMap<TrafficRun, OpenJudgement>()
  /** Requests outside runs that failed, since the last one that succeeded. */
  #failedInRow = 0

  constructor(options: TrafficOptions) {
    this.#wanted = options.runs ?? null
    this.#context = { ...options.context, replaced: this.#replaced }
    this.splitter = new RunSplitter(options)
    this.#outside = new OutsideGrader(this.#context, options.observers ?? observers)
  }

  /** Takes the next exchange, and returns the runs that were over before it, judged. */
  see(exchange: Exchange): readonly EndedRun[] {
    this.seen++
    this.#noteFirst(exchange)
    const { run, isProcedure, ended } = this.splitter.see(exchange)
    if (isProcedure) this.#outside.learn(exchange, run?.exchanges ?? null)
    else this.#outside.see(exchange, { isInRun: run !== null })
    const hasSucceeded = exchange.response !== null && isSuccess(exchange.response)
    // a token request between failed requests does not show that the client will begin a run
    const isLoneTokenRequest = run === null && isProcedure
    if (!isLoneTokenRequest) this.#failedInRow = run !== null || hasSucceeded ? 0 : this.#failedInRow + 1
    return this.#gradeAll(ended)
  }

  #noteFirst({ channel, request, response }: Exchange): void {
    if (this.#isFirstToApi || (this.first !== null && channel === 'token')) return
    this.first = `${request.method} ${pathOf(request.url).slice(0, 120)} → ${response?.status ?? '–'}`
    this.#isFirstToApi = channel !== 'token'
  }

  /** Ends and judges the runs whose time is over, except those that `isBusy` is true for. */
  endExpired(nowMs: number, isBusy?: (run: TrafficRun) => boolean): readonly EndedRun[] {
    return this.#gradeAll(this.splitter.endExpired(nowMs, isBusy))
  }

  /** Ends and judges one run, or all of them. */
  end(run?: TrafficRun): readonly EndedRun[] {
    return this.#gradeAll(this.splitter.end(run))
  }

  /** Ends every run of a recorder that was killed at this moment. A run that was open then is not judged by what it lacks. */
  abandon(nowMs: number): readonly EndedRun[] {
    return this.#gradeAll(this.splitter.end(), nowMs)
  }

  /** Judges the ended runs, except those beyond the wanted number. `killedMs`: when the recorder was killed; default: it was not. */
  #gradeAll(ended: readonly TrafficRun[], killedMs = Number.POSITIVE_INFINITY): readonly EndedRun[] {
    return ended.flatMap((run) => (this.hasAllWantedRuns ? [] : [this.#grade(run, killedMs)]))
  }

  #grade(run: TrafficRun, killedMs: number): EndedRun {
    const { number, session, exchanges, isEndless, hasLost } = run
    const context = { ...this.#context, hasLost, ended: true }
    const judgement = run.endsAtMs >= killedMs ? judgeKilled(exchanges, context) : judge(exchanges, context)
    if (this.#replaced.size < MAX_REPLACED)
      for (const token of findReplacedTokens(exchanges, context))
        this.#replaced.set(token, (this.#replaced.get(token) ?? 0) + 1)
    const exchangeIds = exchanges.map(({ id }) => id)
    const graded = { number, session, judgement, isEndless, exchangeIds }
    this.counts[judgement.verdict]++
    if (this.runs.length < MAX_RUNS || this.#showsSomethingNew(judgement)) this.runs.push(graded)
    for (const { fingerprint } of judgement.findings)
      if (this.#fingerprints.size < MAX_FINDINGS) this.#fingerprints.add(fingerprint)
    return { ...graded, exchanges }
  }

  #showsSomethingNew({ findings }: Judgement): boolean {
    if (this.#fingerprints.size >= MAX_FINDINGS) return false
    return findings.some(({ fingerprint }) => !this.#fingerprints.has(fingerprint))
  }

  /** Judges a run that is still open and does not report anything as missing. Can be called any number of times. */
  judgeSoFar(run: TrafficRun): Judgement {
    const { length } = run.exchanges
    const last = run.exchanges.at(-1)
    const known = this.#openJudgements.get(run)
    if (known && known.length === length && known.last === last) return known.judgement
    const judgement = judge(run.exchanges, { ...this.#context, ended: false })
    this.#openJudgements.set(run, { length, last, judgement })
    return judgement
  }

  /** True once as many runs were judged as were wanted. */
  get hasAllWantedRuns(): boolean {
    const { pass, fail, incomplete } = this.counts
    return this.#wanted !== null && pass + fail + incomplete >= this.#wanted
  }

  /** True if a run is wanted, but only requests that failed have come for long. We then stop waiting for the run. */
  get hasOnlyRefusals(): boolean {
    return this.#wanted !== null && this.#failedInRow >= MOST_FAILED
  }

  /** The judgement of the traffic outside the runs. */
  get outside(): Judgement {
    return this.#outside.judgement()
  }

  /** Number of findings outside the runs so far. It rises with an exchange that shows something new. */
  get findingCount(): number {
    return this.#outside.findingCount
  }

  /** Returns everything that was graded. `wanted`: how many runs were expected; default: the option `runs`. */
  graded(more: Partial<Pick<GradedTraffic, 'wanted' | 'recovery'>> = {}): GradedTraffic {
    const { runs, counts, outside } = this
    const nothing = judge([], { ...this.#context, ended: true })
    return { runs, counts, outside, wanted: this.#wanted, recovery: null, nothing, ...more }
  }
}
