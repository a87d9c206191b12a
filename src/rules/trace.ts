import { type Exchange, headerValue, headerValues } from '../exchange/exchange.js'
import { type Json, type ParsedJson, parseJson, property } from '../exchange/json.js'
import type { StepNumber } from '../specification/homologation.js'
import type { Profile } from '../specification/profile.js'
import { hitsLimit, isSuccess, refusesToken } from '../specification/recognise.js'
import { type Place, placeOf } from './place.js'

/** What the judge must know beside the exchanges. */
export interface JudgeContext {
  readonly profile: Profile
  /** Base address of the service under the version prefix: `https://host/Api/v3`. */
  readonly baseUrl: string
  /** null: known by its shape only. */
  readonly tokenUrl: string | null
  /** Milliseconds by which foreign clocks may err; 0 for our own. */
  readonly toleranceMs: number
  /** Whether the run is over; while it goes on, nothing is judged missing. */
  readonly ended: boolean
  /** Who is under test: blame on this side is the cause where both sides erred. */
  readonly underTest: 'service' | 'application'
}

/** How an exchange came out, as far as the procedure cares. */
export type Outcome = 'success' | 'refused' | 'limit' | 'error' | 'unanswered'

/** An exchange with its place in the procedure. */
export interface Placed {
  readonly exchange: Exchange
  /** Position among all exchanges of the run, by the time they were sent. */
  readonly index: number
  readonly place: Place
  /** The step it is, or was meant to be; null for everything else. */
  readonly step: StepNumber | null
  /** Which repetition of the whole operation it belongs to, from 1. */
  readonly attempt: number
  readonly outcome: Outcome
  /** Token after `Bearer`, as its label; null where the header is missing or of another kind. */
  readonly bearer: string | null
  /** Identifier in the path; null where the path has none. */
  readonly productId: string | null
  readonly requestJson: ParsedJson | null
  readonly answerJson: ParsedJson | null
}

export interface Trace {
  readonly context: JudgeContext
  readonly profile: Profile
  /** Everything, in the order sent. */
  readonly all: readonly Placed[]
  /** The five steps and what was meant for them, in the order sent. */
  readonly procedure: readonly Placed[]
  /** Requests to the token address. */
  readonly renewals: readonly Placed[]
  readonly attempts: number
}

/** Puts a run's exchanges in order and gives each its place in the procedure. */
export function trace(exchanges: readonly Exchange[], context: JudgeContext): Trace {
  const all: Placed[] = []
  const progress = { attempt: 1, last: null as Placed | null, lastStep: 0 }
  const ordered = [...exchanges].sort((a, b) => a.sentAtMs - b.sentAtMs)
  for (const [index, exchange] of ordered.entries()) {
    const place = placeOf(exchange, context, progress.lastStep + 1)
    const step = 'step' in place ? place.step : null
    const outcome = outcomeOf(exchange, context.profile)
    if (step === 1 && progress.last && !isRetry(progress.last, step)) progress.attempt++
    const placed = placeExchange(exchange, { index, place, step, attempt: progress.attempt, outcome })
    all.push(placed)
    if (step === null) continue
    progress.lastStep =
      outcome === 'success' || step > progress.lastStep || step === 1 ? step : progress.lastStep
    if (outcome !== 'success') progress.lastStep = Math.max(0, Math.min(progress.lastStep, step - 1))
    progress.last = placed
  }
  return {
    context,
    profile: context.profile,
    all,
    procedure: all.filter((placed) => placed.step !== null),
    renewals: all.filter((placed) => placed.place.kind === 'token'),
    attempts: progress.attempt,
  }
}

/** Step 1 again right after step 1 was refused is the same attempt; after anything else a new one begins. */
function isRetry(last: Placed, step: StepNumber): boolean {
  return last.step === step && last.outcome === 'refused'
}

function placeExchange(
  exchange: Exchange,
  rest: Pick<Placed, 'index' | 'place' | 'step' | 'attempt' | 'outcome'>,
): Placed {
  let requestJson: ParsedJson | null | undefined
  let answerJson: ParsedJson | null | undefined
  return {
    exchange,
    ...rest,
    bearer: bearerOf(exchange),
    productId: 'productId' in rest.place ? rest.place.productId : null,
    get requestJson() {
      requestJson ??= jsonOf(exchange.request.body?.text)
      return requestJson
    },
    get answerJson() {
      answerJson ??= jsonOf(exchange.answer?.body?.text)
      return answerJson
    },
  }
}

function jsonOf(text: string | null | undefined): ParsedJson | null {
  return text === null || text === undefined || text === '' ? null : parseJson(text)
}

export function bearerOf(exchange: Exchange): string | null {
  const values = headerValues(exchange.request.headers, 'authorization')
  const match = values.length === 1 ? /^bearer +(\S+) *$/i.exec(values[0] ?? '') : null
  return match?.[1] ?? null
}

export function outcomeOf(exchange: Exchange, profile: Profile): Outcome {
  const { answer, failure } = exchange
  if (!answer || failure) return 'unanswered'
  const signs = { status: answer.status, headers: answer.headers, text: answer.body?.text ?? null }
  if (hitsLimit(signs, profile)) return 'limit'
  if (refusesToken(signs, profile)) return 'refused'
  return isSuccess(signs) ? 'success' : 'error'
}

/** Value of the hash header in an answer, or null where it brings none (an empty one is none). */
export function issuedHash(placed: Placed, profile: Profile): string | null {
  const value = placed.exchange.answer
    ? headerValue(placed.exchange.answer.headers, profile.hash.header)
    : null
  return value === null || value.trim() === '' ? null : value.trim()
}

/** Hashes issued before an exchange was sent, oldest first. */
export function hashesBefore(run: Trace, placed: Placed): readonly { by: Placed; value: string }[] {
  const issued = run.procedure
    .filter((earlier) => earlier.index < placed.index && earlier.attempt === placed.attempt)
    .filter(
      (earlier) =>
        (earlier.exchange.answeredAtMs ?? Infinity) <= placed.exchange.sentAtMs + overlapSlackMs(run),
    )
    .filter((earlier) => run.profile.hash.refusalIssues || earlier.outcome !== 'refused')
  return issued.flatMap((by) => {
    const value = issuedHash(by, run.profile)
    return value === null ? [] : [{ by, value }]
  })
}

/** Milliseconds by which an answer's end and the next request may seem to overlap without doing so. */
export function overlapSlackMs(run: Trace): number {
  return Math.max(5, run.context.toleranceMs) + wholeMillisecondsSlack(run)
}

/** A recording that keeps whole milliseconds only may be off by one. */
export function wholeMillisecondsSlack(run: Trace): number {
  return run.all.some(({ exchange }) => exchange.gaps.includes('whole-milliseconds')) ? 1 : 0
}

/** The product data of the attempt: `data` of the newest successful step 1 before the exchange, or null. */
export function productDataBefore(run: Trace, placed: Placed): { readonly [key: string]: Json } | null {
  const first = newestSuccess(run, 1, placed)
  const data = first?.answerJson?.ok ? property(first.answerJson.value, 'data') : undefined
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (data as { readonly [key: string]: Json })
    : null
}

/** The newest successful exchange of a step before another one, in its attempt. */
export function newestSuccess(run: Trace, step: StepNumber, before: Placed): Placed | null {
  const found = run.procedure.filter(
    (placed) =>
      placed.step === step &&
      placed.place.kind === 'step' &&
      placed.outcome === 'success' &&
      placed.attempt === before.attempt &&
      placed.index < before.index,
  )
  return found.at(-1) ?? null
}

/** The exchange of the procedure that follows, or null. */
export function nextInProcedure(run: Trace, placed: Placed): Placed | null {
  return run.procedure.find((later) => later.index > placed.index) ?? null
}

/** The identifier that step 2 answered, as text; null where it shows none that the profile allows. */
export function productIdIn(json: ParsedJson | null, profile: Profile): string | null {
  if (!json?.ok) return null
  const data = property(json.value, 'data')
  const candidates = [property(data, 'id'), property(data, 'idProduto'), data, property(json.value, 'id')]
  for (const candidate of candidates) {
    if (isProductId(candidate, profile)) return String(candidate)
  }
  return null
}

export function isProductId(value: Json | undefined, profile: Profile): value is string | number {
  const { idForm } = profile.product
  if (typeof value === 'number') return idForm !== 'text' && Number.isInteger(value) && value > 0
  return typeof value === 'string' && idForm !== 'integer' && value.trim() !== ''
}
