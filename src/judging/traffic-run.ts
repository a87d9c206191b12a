import { type Exchange, endMs } from '../exchange/exchange.js'
import type { JudgeContext } from '../rules/context.js'
import { type Place, stepOf } from '../rules/place.js'
import { isUnreadableError, type Outcome, outcomeOf } from '../rules/trace.js'
import type { StepNumber } from '../specification/homologation.js'

/** A run that waits this long for its next request counts as stopped, unless another time is set. */
export const IDLE_MS = 300_000

/** Options of a `RunSplitter`. */
export interface SplitOptions {
  readonly context: Omit<JudgeContext, 'ended'>
  /** Milliseconds without a request after which a run that did not reach its end has stopped midway. */
  readonly idleMs: number
  /**
   * If a step 1 comes in the middle of a run, at least so many milliseconds after the last response, it begins another run. If it
   * comes sooner, it repeats the operation within the run. 0 if several runs in a row are expected. Default: 10,000.
   */
  readonly newRunAfterMs?: number
  /** Whether the next step continues the run even if it comes late, as it may in a file. Default: false. */
  readonly resumes?: boolean
}

/** A run that was found in traffic, as others may read it. */
export type TrafficRun = Readonly<
  Pick<OpenRun, 'number' | 'session' | 'isEndless' | 'hasLost' | 'awaited' | 'endsAtMs'>
> & {
  /** In the order in which they ended. */
  readonly exchanges: readonly Exchange[]
}

/** A run has at most this many exchanges. Further ones belong to another run. */
const MAX_RUN_EXCHANGES = 1_000
/** A run may begin anew: the operation may be repeated twice, and tokens may be refused. More than this is an endless loop. */
const MOST_BEGINNINGS = 20
/** Default of `newRunAfterMs`. */
const NEW_RUN_AFTER_MS = 10_000
/** A step 1 within this time after a step 1 that was refused continues the run. */
const REPEAT_WITHIN_MS = 60_000
/** Added to the spacing, so that a request exactly at the limit still belongs to the run. */
const GRACE_MS = 50

interface Beginning extends Pick<TrafficRun, 'number' | 'session'> {
  readonly owner: string
  readonly sentAtMs: number
  /** Exchanges that its owner sent before step 1 and that belong to the run. */
  readonly prelude: readonly Exchange[]
}

/**
 * A run that has begun and has not ended yet. It collects the exchanges of one application and finds out which step comes next and
 * when the run is over.
 */
export class OpenRun {
  /** From 1, in the order in which they began. */
  readonly number: number
  readonly exchanges: Exchange[]
  session: string | null
  /** The application that sends the run; see `RunOwners`. */
  owner: string
  /** Whether the recording may have lost exchanges of this run. */
  hasLost = false
  /** The step that comes next; null after a successful step 5. */
  awaited: StepNumber | null = 1
  /** Milliseconds of the source's clock at which the run ends unless another request comes. */
  endsAtMs = 0
  lastSentAtMs: number
  lastOutcome: Outcome = 'unanswered'
  /** Whether the last response refused the token, or cannot be read and so may have refused it. */
  isPossiblyRefused = false
  /** Whether the token was renewed since the last step. */
  isRenewed = false
  /** Whether the last response was a request limit, or may have been. A client may then begin again at step 1. */
  #isPossiblyLimited = false
  #beginnings = 0
  readonly #options: SplitOptions

  constructor({ number, owner, session, sentAtMs, prelude }: Beginning, options: SplitOptions) {
    this.number = number
    this.owner = owner
    this.session = session
    this.exchanges = [...prelude]
    this.lastSentAtMs = sentAtMs
    this.#options = options
  }

  append(exchange: Exchange, place: Place): void {
    this.exchanges.push(exchange)
    this.lastSentAtMs = Math.max(this.lastSentAtMs, exchange.sentAtMs)
    const step = stepOf(place)
    const outcome = outcomeOf(exchange, this.#options.context.profile)
    const newestMs = Math.max(endMs(exchange), this.lastSentAtMs)
    if (step === 1) this.#beginnings++
    if (step !== null) {
      const isUnreadable = isUnreadableError(exchange, this.#options.context.profile)
      this.lastOutcome = outcome
      this.isPossiblyRefused = outcome === 'refused' || isUnreadable
      this.isRenewed = false
      this.#isPossiblyLimited = outcome === 'limit' || isUnreadable
      this.awaited = awaitedAfter(step, outcome)
    }
    const isLast = this.awaited === null || (step === 5 && outcome === 'error')
    this.endsAtMs = newestMs + (isLast ? this.#waitAfterLastMs(outcome) : this.#options.idleMs)
  }

  /** Removes an exchange that turns out to be another application's, if the run has it. */
  remove(exchange: Exchange): void {
    const index = this.exchanges.lastIndexOf(exchange)
    if (index >= 0) this.exchanges.splice(index, 1)
  }

  /** True if a request of this moment, which may be a step, comes after the end of the run. */
  isOver(sentAtMs: number, step: StepNumber | null): boolean {
    const { resumes = false, newRunAfterMs = NEW_RUN_AFTER_MS } = this.#options
    if (this.#isFull) return true
    if (sentAtMs > this.endsAtMs) {
      const isLateNextStep = step !== null && step === this.awaited
      return !(resumes && isLateNextStep)
    }
    if (step !== 1) return false
    return this.awaited === null || this.isEndless || !this.#isRepeated(sentAtMs, newRunAfterMs)
  }

  /** Whether a step 1 of this moment, in the middle of the run, repeats the operation. If not, it begins another run. */
  #isRepeated(sentAtMs: number, newRunAfterMs: number): boolean {
    const lastResponseMs = Math.max(this.lastSentAtMs, this.exchanges.at(-1)?.respondedAtMs ?? 0)
    const isAfterRefusal = this.awaited === 1 && this.lastOutcome === 'refused'
    const withinMs = isAfterRefusal ? Math.max(REPEAT_WITHIN_MS, newRunAfterMs) : newRunAfterMs
    return this.#isPossiblyLimited || sentAtMs <= lastResponseMs + withinMs
  }

  /** True if the run began or repeated so often that nothing further belongs to it. */
  get isEndless(): boolean {
    return this.#isFull || this.#beginnings >= MOST_BEGINNINGS
  }

  get #isFull(): boolean {
    return this.exchanges.length >= MAX_RUN_EXCHANGES
  }

  /** How long to wait after step 5. After an error it is longer, because the client may repeat the step, which is a breach. */
  #waitAfterLastMs(outcome: Outcome): number {
    const { context, idleMs } = this.#options
    const spacingMs = context.profile.spacing.intervalMs + context.toleranceMs + GRACE_MS
    return Math.min(idleMs, outcome === 'error' ? 2 * spacingMs : spacingMs)
  }
}

/** The next step after one with this outcome; null if it was the last. */
function awaitedAfter(step: StepNumber, outcome: Outcome): StepNumber | null {
  if (outcome === 'limit') return 1
  if (outcome !== 'success') return step
  return step === 5 ? null : ((step + 1) as StepNumber)
}
