import { type Exchange, endMs } from '../exchange/exchange.js'
import type { JudgeContext } from '../rules/context.js'
import { type Place, stepOf } from '../rules/place.js'
import { isUnread, type Outcome, outcomeOf } from '../rules/trace.js'
import type { StepNumber } from '../specification/homologation.js'

/** A run that waits this long for its next request counts as stopped, unless another time is set. */
export const IDLE_MS = 300_000

export interface SplitOptions {
  readonly context: Omit<JudgeContext, 'ended'>
  /** Milliseconds without a request after which a run that did not reach its end has stopped midway. */
  readonly idleMs: number
  /**
   * Milliseconds after the last response from which a step 1 in the middle of a run begins another; sooner, the operation was
   * begun twice. 0 where several runs in a row are expected. Default: 10,000.
   */
  readonly newRunAfterMs?: number
  /** Whether the owed step continues the run, however late it comes, as in a file. Default: false. */
  readonly resumes?: boolean
}

export type TrafficRun = Readonly<
  Pick<OpenRun, 'number' | 'session' | 'isEndless' | 'hasLost' | 'awaited' | 'endsAtMs'>
> & {
  /** In the order of their ends. */
  readonly exchanges: readonly Exchange[]
}

/** A run with more requests than this has long been lost. */
const MAX_RUN_EXCHANGES = 1_000
/** Two repetitions are lawful, and a refused token at each. */
const MOST_BEGINNINGS = 20
const NEW_RUN_AFTER_MS = 10_000
const REPEAT_WITHIN_MS = 60_000
/** Added to the spacing, so that a request exactly at the limit still belongs to the run. */
const GRACE_MS = 50

interface Beginning extends Pick<TrafficRun, 'number' | 'session'> {
  readonly owner: string
  readonly sentAtMs: number
  /** Exchanges that its owner sent before step 1 and that belong to the run. */
  readonly prelude: readonly Exchange[]
}

export class OpenRun {
  /** From 1, in the order in which they began. */
  readonly number: number
  readonly exchanges: Exchange[]
  session: string | null
  owner: string
  hasLost = false
  /** The step that would go on; null after step 5. */
  awaited: StepNumber | null = 1
  /** Milliseconds of the source's clock at which the run ends unless another request comes. */
  endsAtMs = 0
  lastSentAtMs: number
  lastOutcome: Outcome = 'unanswered'
  /** Whether the last step was refused its token, as far as can be read. */
  /** Whether its last response may have refused the token. */
  mayBeRefused = false
  isRenewed = false
  #mayHaveHitLimit = false
  #isDone = false
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
    const end = Math.max(endMs(exchange), this.lastSentAtMs)
    if (step === 1) this.#beginnings++
    if (step !== null) {
      const mayBeAny = isUnread(exchange, this.#options.context.profile)
      this.lastOutcome = outcome
      this.mayBeRefused = outcome === 'refused' || mayBeAny
      this.isRenewed = false
      this.#mayHaveHitLimit = outcome === 'limit' || mayBeAny
      this.#isDone = step === 5 && outcome === 'success'
      this.awaited = awaitedAfter(step, outcome)
    }
    const isLast = this.awaited === null || (step === 5 && outcome === 'error')
    this.endsAtMs = end + (isLast ? this.#doneMs(outcome) : this.#options.idleMs)
  }

  /** Lets go of one that turns out to be another's. */
  release(exchange: Exchange): void {
    this.exchanges.splice(this.exchanges.lastIndexOf(exchange), 1)
  }

  /** Whether a request, perhaps a step, of that moment comes after its end. */
  isOver(sentAtMs: number, step: StepNumber | null): boolean {
    if (this.#isFull) return true
    if (sentAtMs > this.endsAtMs) return !this.#options.resumes || step === null || step !== this.awaited
    if (step !== 1) return false
    if (this.#isDone || this.isEndless) return true
    if (this.#mayHaveHitLimit || this.#isRepeat(sentAtMs)) return false
    return sentAtMs > this.#lastResponseMs + (this.#options.newRunAfterMs ?? NEW_RUN_AFTER_MS)
  }

  /** Whether it began so often, or sent so many requests, that later ones do not belong to it any more. */
  get isEndless(): boolean {
    return this.#isFull || this.#beginnings >= MOST_BEGINNINGS
  }

  get #isFull(): boolean {
    return this.exchanges.length >= MAX_RUN_EXCHANGES
  }

  /** Step 1 again right after it was refused is the same run. */
  #isRepeat(nowMs: number): boolean {
    return (
      this.awaited === 1 && this.lastOutcome === 'refused' && nowMs <= this.#lastResponseMs + REPEAT_WITHIN_MS
    )
  }

  get #lastResponseMs(): number {
    return Math.max(this.lastSentAtMs, this.exchanges.at(-1)?.respondedAtMs ?? 0)
  }

  /** After an error at step 5 a client may still repeat it in its own pace, which is a fault that must be seen. */
  #doneMs(outcome: Outcome): number {
    const { context, idleMs } = this.#options
    const spacingMs = context.profile.spacing.intervalMs + context.toleranceMs + GRACE_MS
    return Math.min(idleMs, outcome === 'error' ? 2 * spacingMs : spacingMs)
  }
}

function awaitedAfter(step: StepNumber, outcome: Outcome): StepNumber | null {
  if (outcome === 'limit') return 1
  if (outcome !== 'success') return step
  return step === 5 ? null : ((step + 1) as StepNumber)
}
