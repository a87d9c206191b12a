import { parseExactJson } from '../exchange/exact-json.js'
import { authorizationOf, type Exchange, endMs, isUnreachable } from '../exchange/exchange.js'
import type { ParsedJson } from '../exchange/json.js'
import type { StepNumber } from '../specification/homologation.js'
import type { Profile } from '../specification/profile.js'
import { hitsLimit, isSuccess, refusesToken, speaksByText } from '../specification/recognise.js'
import type { JudgeContext } from './context.js'
import { HashLog, issuedHashes, KnownHashes } from './hashes.js'
import { type Place, placeOf, stepOf } from './place.js'

/** How an exchange came out, as far as the procedure cares. */
export type Outcome = 'success' | 'refused' | 'limit' | 'error' | 'unanswered'

export interface Placed {
  readonly exchange: Exchange
  /** Position among all exchanges of the run, by the time they were sent. */
  readonly index: number
  readonly place: Place
  /** The step it is, or was meant to be; null for everything else. */
  readonly step: StepNumber | null
  /** Which repetition of the whole operation it belongs to, from 1. The trace may settle it later. */
  attempt: number
  /** If the recording keeps no text of an error, the next request shows how the client understood it. */
  outcome: Outcome
  /** Whether the recording keeps too little of the response to distinguish one error from another. */
  readonly isErrorUnreadable: boolean
  /** Token after `Bearer`, as its label; null where the header is missing or of another kind. */
  readonly bearer: string | null
  readonly productId: string | null
  readonly requestJson: ParsedJson | null
  readonly responseJson: ParsedJson | null
  readonly before: Placed | null
  next: Placed | null
  /** The newest refusal of a token before it, or null. */
  readonly lastRefusal: Placed | null
  /** Token requests between this one and the next of the procedure. */
  readonly renewals: Placed[]
  /** The newest success of each step of its attempt, as of the moment in which it was sent. */
  readonly done: SuccessByStep
  /** Hashes of its attempt; the first `hashCount` belong to requests that were sent before it. */
  readonly hashes: HashLog
  readonly hashCount: number
}

export type SuccessByStep = Readonly<Partial<Record<StepNumber, Placed>>>

/** A run as it grows. What a rule asks about the past of a request is settled once, when the request is added. */
export class Trace {
  readonly context: JudgeContext
  /** Everything, in the order sent. */
  readonly all: Placed[] = []
  /** The five steps and what was meant for them, in the order sent. */
  readonly procedure: Placed[] = []
  /** Requests to the token address. */
  readonly renewals: Placed[] = []
  attempts = 1
  /** Whether a recording left out something that rules read. */
  hidesContent: boolean
  /** Whether the recording lost requests that may have been the run's. */
  hasLost: boolean
  /** Milliseconds by which a recording of whole milliseconds may be off: 1; else 0. */
  roundingMs = 0
  /** Milliseconds by which a request may seem to come before a response that it followed: 1,000 in a recording of whole seconds, else 0. */
  coarseMs = 0
  #lastStep = 0
  #refusal: Placed | null = null
  #done: SuccessByStep = {}
  #hashes = new HashLog()
  /** The previous attempt, until a step after step 1 shows that a new one began. */
  #former: Former | null = null
  #waiting: Placed[] = []

  constructor(context: JudgeContext) {
    this.context = context
    this.hasLost = context.hasLost ?? false
    this.hidesContent = this.hasLost
  }

  get profile(): Profile {
    return this.context.profile
  }

  /** Adds the next request. One that was sent before the last here has no place: trace the run anew. */
  add(exchange: Exchange): Placed {
    const place = placeOf(exchange, this.context, this.#lastStep + 1)
    const step = stepOf(place)
    const outcome = outcomeOf(exchange, this.context.profile)
    const before = this.procedure.at(-1) ?? null
    if (step !== null && before) this.#read(before, exchange, step)
    // step 1 again right after it was refused, or never left, is the same attempt
    const isRetry = before?.step === step && (before.outcome === 'refused' || gotNowhere(before))
    if (step === 1 && before && !isRetry) this.#beginAttempt(before)
    else if (step !== null && step > 1) this.#settleAttempt(step)
    const placed = withLazyBodies({
      exchange,
      place,
      step,
      outcome,
      isErrorUnreadable: isUnread(exchange, this.context.profile),
      before,
      index: this.all.length,
      attempt: this.attempts,
      lastRefusal: this.#refusal,
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
    if (step !== null) this.#goOn(placed, step)
    this.#waiting.push(placed)
    return placed
  }

  #beginAttempt(before: Placed): void {
    if (this.#former === null && before.outcome !== 'limit')
      this.#former = { attempt: this.attempts, done: this.#done, hashes: this.#hashes }
    this.attempts++
    this.#done = {}
    this.#hashes = new HashLog(this.#hashes)
  }

  /** A client that goes on after step 2 of the former attempt only repeated step 1, and is still in that attempt. */
  #settleAttempt(step: StepNumber): void {
    const former = this.#former
    this.#former = null
    if (!former || step === 2 || !former.done[1] || former.done[5]) return
    if (!this.procedure.some((one) => one.step === 2 && one.attempt === former.attempt)) return
    this.attempts = former.attempt
    this.#done = { ...former.done, ...this.#done }
    this.#hashes = former.hashes
    const read = this.procedure.slice(
      this.procedure.findLastIndex((one) => one.attempt <= former.attempt) + 1,
    )
    for (const placed of read) {
      placed.attempt = former.attempt
      this.#noteHashes(placed)
    }
  }

  #goOn(placed: Placed, step: StepNumber): void {
    this.procedure.push(placed)
    for (const earlier of this.#waiting) earlier.next = placed
    this.#waiting = []
    const { outcome, place } = placed
    if (outcome === 'refused') this.#refusal = placed
    if (outcome === 'success' && place.kind === 'step') this.#done = { ...this.#done, [step]: placed }
    this.#lastStep = outcome === 'success' ? step : step - 1
    if (!placed.isErrorUnreadable) this.#noteHashes(placed)
  }

  /** The next request tells an unreadable error: a restart suggests a limit, a new token a refused one. */
  #read(unread: Placed, next: Exchange, step: StepNumber): void {
    if (!unread.isErrorUnreadable || unread.next) return
    unread.outcome = guessOutcome(unread, next, step)
    if (unread.outcome === 'refused') this.#refusal = unread
    this.#noteHashes(unread)
  }

  #noteHashes(placed: Placed): void {
    if (placed.outcome === 'refused' && !this.profile.hash.refusalIssues) return
    for (const value of issuedHashes(placed.exchange, this.profile.hash.header))
      this.#hashes.add({ request: placed, value })
  }

  #noteGaps({ gaps }: Exchange): void {
    for (const gap of gaps) {
      if (gap === 'times') this.coarseMs = 1000
      if (gap === 'whole-milliseconds') this.roundingMs = 1
      else this.hidesContent = true
      if (gap === 'exchanges') this.hasLost = true
    }
  }
}

/** The state that an attempt had reached. */
type Former = Pick<Placed, 'attempt' | 'done' | 'hashes'>

function guessOutcome(
  { renewals, bearer, exchange, step }: Placed,
  next: Exchange,
  nextStep: StepNumber,
): Outcome {
  const after = bearerOf(next)
  const isRenewed = renewals.length > 0 || (bearer !== null && after !== null && after !== bearer)
  if (step === nextStep && isRenewed) return 'refused'
  if (nextStep === 1) return 'limit'
  return step === nextStep && exchange.gaps.includes('authorization') ? 'refused' : 'error'
}

/** An error of which the recording keeps neither text nor a status that would tell it from a limit, or a refused token. */
export function isUnread(exchange: Exchange, profile: Profile): boolean {
  const { response } = exchange
  if (!response || !speaksByText(response, profile) || outcomeOf(exchange, profile) !== 'error') return false
  return response.body?.flaw === 'not-recorded' || response.body?.flaw === 'truncated'
}

/** No connection was established, so the service received no request. */
export function gotNowhere({ exchange: { failure } }: Pick<Placed, 'exchange'>): boolean {
  return failure !== null && isUnreachable(failure.kind)
}

/** Bodies are parsed when a rule first asks. */
function withLazyBodies(
  settled: Omit<Placed, 'bearer' | 'productId' | 'requestJson' | 'responseJson' | 'next' | 'renewals'>,
): Placed {
  const { exchange, place } = settled
  let requestJson: ParsedJson | null = null
  let responseJson: ParsedJson | null = null
  return {
    ...settled,
    bearer: bearerOf(exchange),
    productId: 'productId' in place ? place.productId : null,
    next: null,
    renewals: [],
    get requestJson() {
      requestJson ??= jsonOf(exchange.request.body?.text)
      return requestJson
    },
    get responseJson() {
      responseJson ??= jsonOf(exchange.response?.body?.text)
      return responseJson
    },
  }
}

function jsonOf(text: string | null | undefined): ParsedJson | null {
  return text === null || text === undefined || text === '' ? null : parseExactJson(text)
}

export function isBodyHidden({ exchange: { response } }: Placed): boolean {
  return response?.body?.flaw === 'not-recorded'
}

export function statusOf({ exchange: { response } }: Placed): number | null {
  return response ? response.status : null
}

/** null where it carries none, or one that its recording crossed out: all of those look alike. */
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

/** Whether the sender of a request may have known of a response: it had come by then, as far as the recording's clock tells. */
export function couldKnowResponse(
  { exchange: { sentAtMs, gaps } }: Placed,
  { exchange: of }: Placed,
): boolean {
  const roundingMs = gaps.includes('times') ? 1000 : gaps.includes('whole-milliseconds') ? 1 : 0
  return endMs(of) <= sentAtMs + roundingMs
}

/** The hashes that a request could have known: those of its attempt whose responses had arrived. */
export function findKnownHashes(run: Trace, placed: Placed): KnownHashes {
  const byMs = placed.exchange.sentAtMs + overlapSlackMs(run) + run.coarseMs
  return new KnownHashes(placed.hashes, placed.hashCount, byMs)
}

/** Milliseconds by which a response's end and the next request may seem to overlap without doing so. */
export function overlapSlackMs(run: Trace): number {
  return Math.max(5, run.context.toleranceMs) + run.roundingMs
}

/** Milliseconds by which a measured limit may be missed. */
export function slackMs(run: Trace): number {
  return run.context.toleranceMs + run.roundingMs
}
