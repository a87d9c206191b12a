/**
 * Places the exchanges of one run of the five steps: which step each request is, in which attempt, what came before it,
 * and what its sender could know by then. The rules about runs (`rule.ts`) read the trace and nothing else.
 */
import { parseExactJson } from '../exchange/exact-json.js'
import { authorizationOf, type Exchange, endMs, isUnreachable } from '../exchange/exchange.js'
import type { ParsedJson } from '../exchange/json.js'
import type { StepNumber } from '../specification/homologation.js'
import type { Profile } from '../specification/profile.js'
import { hitsLimit, isSuccess, needsText, refusesToken } from '../specification/recognise.js'
import type { JudgeContext } from './context.js'
import { HashLog, issuedHashes, KnownHashes } from './hashes.js'
import { type Place, placeOf, stepOf } from './place.js'

/** How a request ended: `refused` is a refused token, `limit` the request limit, `error` any other error status. */
export type Outcome = 'success' | 'refused' | 'limit' | 'error' | 'unanswered'

/** An exchange of a run with its place in the run. */
export interface PlacedExchange {
  readonly exchange: Exchange
  /** Position among all exchanges of the run, by the time they were sent. */
  readonly index: number
  readonly place: Place
  /** The step that the request is, or was meant to be; null for everything else. */
  readonly step: StepNumber | null
  /** The number of the attempt, from 1. Corrected if a later request shows that no new attempt had begun. */
  attempt: number
  /** If the recording lacks the text of an error, the outcome is corrected by what the application did next. */
  outcome: Outcome
  /** Whether the recording keeps too little of the response to distinguish one error from another. */
  readonly isErrorUnreadable: boolean
  /** The token after `Bearer`, as the label that masking gave it; null if there is no such header. */
  readonly bearer: string | null
  readonly productId: string | null
  readonly requestJson: ParsedJson | null
  readonly responseJson: ParsedJson | null
  /** The request of the procedure before this one, and the one after it. */
  readonly before: PlacedExchange | null
  next: PlacedExchange | null
  /** The newest request before this one whose token was refused. */
  readonly lastRefusal: PlacedExchange | null
  /** Token requests between this request and the next one of the procedure. */
  readonly renewals: PlacedExchange[]
  /** By step, the newest success in the attempt at the moment when this request was sent: `done[2]` created the product. */
  readonly done: SuccessByStep
  /** Hashes of the attempt. The first `hashCount` were issued to requests that were sent before this one. */
  readonly hashes: HashLog
  readonly hashCount: number
}

type SuccessByStep = Readonly<Partial<Record<StepNumber, PlacedExchange>>>

/** A run that grows by `add`, for live traffic. Whatever rules ask about the past of a request is stored when it is added. */
export class Trace {
  /** All exchanges, in the order in which they were sent. */
  readonly all: PlacedExchange[] = []
  /** Those that are one of the five steps or were meant to be. */
  readonly procedure: PlacedExchange[] = []
  /** Requests to the token address. */
  readonly renewals: PlacedExchange[] = []
  attempts = 1
  /** Whether the recording left out something that rules read. */
  hidesContent: boolean
  /** Whether the recording lost requests that may belong to the run. */
  hasLost: boolean
  /** 1 in a recording of whole milliseconds, because times are rounded by up to that; else 0. */
  roundingMs = 0
  /** 1,000 in a recording of whole seconds, where a request may seem to precede the response that it followed; else 0. */
  coarseMs = 0
  /** The step that should come next, 6 after the last one. A step that did not succeed should come again. */
  #expectedStep = 1
  #lastRefusal: PlacedExchange | null = null
  #done: SuccessByStep = {}
  #hashes = new HashLog()
  /** The attempt before a repeated step 1, as long as it may go on; null if it is certainly over, as after a limit. */
  #openAttempt: Pick<PlacedExchange, 'attempt' | 'done' | 'hashes'> | null = null
  /** Exchanges since the last request of the procedure, whose `next` is not known yet. */
  #withoutNext: PlacedExchange[] = []

  constructor(readonly context: JudgeContext) {
    this.hasLost = context.hasLost ?? false
    this.hidesContent = this.hasLost
  }

  get profile(): Profile {
    return this.context.profile
  }

  /** The requests of the procedure in the last attempt. */
  get lastAttempt(): PlacedExchange[] {
    return this.procedure.filter(({ attempt }) => attempt === this.attempts)
  }

  /** Adds the next request. Requests must be added in the order in which they were sent. */
  add(exchange: Exchange): PlacedExchange {
    const place = placeOf(exchange, this.context, this.#expectedStep)
    const step = stepOf(place)
    const before = this.procedure.at(-1) ?? null
    if (step !== null && before) {
      // first, because the attempt depends on the outcome of the request before
      this.#interpretError(before, exchange, step)
      if (step === 1) this.#beginAttemptAfter(before)
      else this.#decideAttempt(step)
    }
    const placed = withLazyBodies({
      exchange,
      place,
      step,
      outcome: outcomeOf(exchange, this.context.profile),
      isErrorUnreadable: isUnreadableError(exchange, this.context.profile),
      before,
      index: this.all.length,
      attempt: this.attempts,
      lastRefusal: this.#lastRefusal,
      done: this.#done,
      hashes: this.#hashes,
      hashCount: this.#hashes.size,
    })
    this.all.push(placed)
    this.#noteGaps(exchange)
    if (place.kind === 'token') {
      this.renewals.push(placed)
      before?.renewals.push(placed)
    }
    if (step !== null) this.#addToProcedure(placed, step)
    this.#withoutNext.push(placed)
    return placed
  }

  #beginAttemptAfter(before: PlacedExchange): void {
    // step 1 again right after it was refused, or could not be sent, belongs to the same attempt
    if (before.step === 1 && (before.outcome === 'refused' || neverConnected(before))) return
    // if step 1 is repeated several times, the attempt before the first repetition is kept
    if (this.#openAttempt === null && before.outcome !== 'limit')
      this.#openAttempt = { attempt: this.attempts, done: this.#done, hashes: this.#hashes }
    this.attempts++
    this.#done = {}
    this.#hashes = new HashLog(this.#hashes)
  }

  /**
   * A repeated step 1 seems to begin a new attempt. The first step after it decides: if it is not step 2 although the
   * unfinished previous attempt had a step 2, the client only repeated step 1 and is still in the previous attempt.
   */
  #decideAttempt(step: StepNumber): void {
    const previous = this.#openAttempt
    this.#openAttempt = null
    if (!previous || step === 2) return
    const isUnfinished = previous.done[1] && !previous.done[5]
    const hadStep2 = this.procedure.some((placed) => placed.step === 2 && placed.attempt === previous.attempt)
    if (!isUnfinished || !hadStep2) return
    this.attempts = previous.attempt
    this.#done = { ...previous.done, ...this.#done }
    this.#hashes = previous.hashes
    const lastOfPrevious = this.procedure.findLastIndex((placed) => placed.attempt <= previous.attempt)
    for (const repeated of this.procedure.slice(lastOfPrevious + 1)) {
      repeated.attempt = previous.attempt
      // so far only the log of the supposed attempt has its hashes
      this.#noteHashes(repeated)
    }
  }

  #addToProcedure(placed: PlacedExchange, step: StepNumber): void {
    this.procedure.push(placed)
    for (const earlier of this.#withoutNext) earlier.next = placed
    this.#withoutNext = []
    const { outcome, place } = placed
    if (outcome === 'refused') this.#lastRefusal = placed
    if (outcome === 'success' && place.kind === 'step') this.#done = { ...this.#done, [step]: placed }
    this.#expectedStep = outcome === 'success' ? step + 1 : step
    if (!placed.isErrorUnreadable) this.#noteHashes(placed)
  }

  /** Corrects the outcome of a request by the one that followed it, if its error is unreadable. */
  #interpretError(failed: PlacedExchange, next: Exchange, nextStep: StepNumber): void {
    if (!failed.isErrorUnreadable) return
    failed.outcome = guessOutcome(failed, next, nextStep)
    if (failed.outcome === 'refused') this.#lastRefusal = failed
    this.#noteHashes(failed)
  }

  /** Adds the hashes that a response issued. The outcome must be known: under some profiles a refusal issues none. */
  #noteHashes(placed: PlacedExchange): void {
    if (placed.outcome === 'refused' && !this.profile.hash.refusalIssues) return
    for (const value of issuedHashes(placed.exchange, this.profile.hash.header))
      this.#hashes.add({ request: placed, value })
  }

  #noteGaps({ gaps }: Exchange): void {
    for (const gap of gaps) {
      if (gap === 'times') this.coarseMs = 1000
      if (gap === 'exchanges') this.hasLost = true
      if (gap === 'whole-milliseconds') this.roundingMs = 1
      else this.hidesContent = true
    }
  }
}

/**
 * Guesses an unreadable error from the request after it. The same step again with a new token, or with a token that was
 * not recorded, suggests that the token was refused; a restart suggests that the limit was hit.
 */
function guessOutcome(unreadable: PlacedExchange, next: Exchange, nextStep: StepNumber): Outcome {
  const { renewals, bearer, exchange, step } = unreadable
  const isSameStep = step === nextStep
  const nextBearer = bearerOf(next)
  const hasOtherToken = bearer !== null && nextBearer !== null && nextBearer !== bearer
  if (isSameStep && (renewals.length > 0 || hasOtherToken)) return 'refused'
  if (nextStep === 1) return 'limit'
  return isSameStep && exchange.gaps.includes('authorization') ? 'refused' : 'error'
}

/** Whether an error may also be a limit or a refused token, because only the text tells and the recording lacks it. */
export function isUnreadableError(exchange: Exchange, profile: Profile): boolean {
  const { response } = exchange
  if (!response || !needsText(response, profile) || outcomeOf(exchange, profile) !== 'error') return false
  return response.body?.flaw === 'not-recorded' || response.body?.flaw === 'truncated'
}

/** Whether no connection was established, so that the service received no request. */
export function neverConnected({ exchange: { failure } }: Pick<PlacedExchange, 'exchange'>): boolean {
  return failure !== null && isUnreachable(failure.kind)
}

/** The newest request of the procedure that fits, from the given one backwards. */
export function findBackFrom(end: PlacedExchange | null, fits: (placed: PlacedExchange) => boolean) {
  let placed = end
  while (placed && !fits(placed)) placed = placed.before
  return placed
}

/** Adds the fields that are computed from the exchange. Bodies are parsed when a rule first reads them. */
function withLazyBodies(
  known: Omit<PlacedExchange, 'bearer' | 'productId' | 'requestJson' | 'responseJson' | 'next' | 'renewals'>,
): PlacedExchange {
  const { exchange, place } = known
  let requestJson: ParsedJson | null = null
  let responseJson: ParsedJson | null = null
  return {
    ...known,
    bearer: bearerOf(exchange),
    productId: 'productId' in place ? place.productId : null,
    next: null,
    renewals: [],
    get requestJson() {
      requestJson ??= parseBody(exchange.request.body?.text)
      return requestJson
    },
    get responseJson() {
      responseJson ??= parseBody(exchange.response?.body?.text)
      return responseJson
    },
  }
}

function parseBody(text: string | null | undefined): ParsedJson | null {
  return text ? parseExactJson(text) : null
}

/** Whether the recording lacks the body of the response. */
export function isBodyHidden({ exchange: { response } }: PlacedExchange): boolean {
  return response?.body?.flaw === 'not-recorded'
}

export function statusOf({ exchange: { response } }: PlacedExchange): number | null {
  return response ? response.status : null
}

/** The token after `Bearer`; null if there is not exactly one, or if the recorder crossed it out, so that all look alike. */
export function bearerOf(exchange: Exchange): string | null {
  if (exchange.gaps.includes('authorization')) return null
  const [value, ...others] = authorizationOf(exchange)
  if (value === undefined || others.length > 0) return null
  return /^bearer +(\S+) *$/i.exec(value)?.[1] ?? null
}

export function outcomeOf(exchange: Exchange, profile: Profile): Outcome {
  const { response, failure } = exchange
  if (!response || failure) return 'unanswered'
  const signs = { status: response.status, headers: response.headers, text: response.body?.text ?? null }
  if (hitsLimit(signs, profile)) return 'limit'
  if (refusesToken(signs, profile)) return 'refused'
  return isSuccess(signs) ? 'success' : 'error'
}

/** Whether the sender of a request could know an earlier response: it had arrived by then, as precisely as this exchange tells times. */
export function couldKnowResponse(
  { exchange: { sentAtMs, gaps } }: PlacedExchange,
  { exchange: earlier }: PlacedExchange,
): boolean {
  const roundedByMs = gaps.includes('whole-milliseconds') ? 1 : 0
  return endMs(earlier) <= sentAtMs + (gaps.includes('times') ? 1000 : roundedByMs)
}

/** The hashes that the sender of a request could know: those of its attempt whose responses had arrived. */
export function findKnownHashes(run: Trace, placed: PlacedExchange): KnownHashes {
  const knownAtMs = placed.exchange.sentAtMs + overlapSlackMs(run) + run.coarseMs
  return new KnownHashes(placed.hashes, placed.hashCount, knownAtMs)
}

/**
 * Milliseconds by which a response and the next request may seem to overlap without doing so: at least 5, because a
 * client may act on a response before the other side has noted that it was sent.
 */
export function overlapSlackMs(run: Trace): number {
  return Math.max(5, run.context.toleranceMs) + run.roundingMs
}

/** Milliseconds by which a measured time may miss a limit. */
export function slackMs(run: Trace): number {
  return run.context.toleranceMs + run.roundingMs
}
