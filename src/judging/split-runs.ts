import { authorizationOf, type Exchange } from '../exchange/exchange.js'
import { parseJson, property } from '../exchange/json.js'
import { isPlaceholder } from '../exchange/masking/places.js'
import { sightOf } from '../exchange/sources.js'
import { type Place, placeOf } from '../rules/place.js'
import { createRecent } from '../rules/recent.js'
import { bearerOf, type JudgeContext, type Outcome, outcomeOf } from '../rules/trace.js'
import type { StepNumber } from '../specification/homologation.js'

/**
 * Runs out of traffic. Several applications may pass by at once, each several times; a run is what one of them does from a
 * step 1 until one spacing has passed after the answer to step 5. Applications are told apart by session where the source
 * knows it, else by their tokens, old and new ones linked by the renewals between them.
 */

export interface SplitOptions {
  readonly context: Omit<JudgeContext, 'ended'>
  /** Milliseconds without a request after which a run that did not reach its end has stopped midway. */
  readonly idleMs: number
  /**
   * Milliseconds after the last answer from which a step 1 in the middle of a run begins another; sooner, the operation was
   * begun twice. 0 where several runs in a row are expected. Default: 10,000.
   */
  readonly newRunAfterMs?: number
}

export interface TrafficRun {
  /** From 1, in the order in which they began. */
  readonly number: number
  /** The session, where the source tells them apart. */
  readonly session: string | null
  /** In the order of their ends; at most {@link MAX_RUN_EXCHANGES}. */
  readonly exchanges: readonly Exchange[]
  /** Exchanges beyond that, which were not kept. */
  readonly leftOut: number
  /** The step that would go on; null after step 5. */
  readonly awaited: StepNumber | null
  /** Milliseconds of the source's clock at which the run ends unless another request comes. */
  readonly endsAtMs: number
}

export interface Split {
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
  readonly open: readonly TrafficRun[]
  /** The run of a session that is under way, or undefined. */
  openOf(session: string): TrafficRun | undefined
  /** The run of a session that a step 1 at this moment would end, or null. */
  endedByStepOne(session: string, nowMs: number): TrafficRun | null
  /** Runs that began so far. */
  readonly begun: number
}

/** A run with more requests than this has long been lost; what comes after is counted only. */
export const MAX_RUN_EXCHANGES = 1_000
const NEW_RUN_AFTER_MS = 10_000
const REPEAT_WITHIN_MS = 60_000
/** Beyond the spacing, so that a request on the very limit still belongs to the run. */
const GRACE_MS = 50
const MAX_TOKENS = 20_000
const MAX_PRELUDE = 4

const none: readonly OpenRun[] = []

interface OpenRun extends TrafficRun {
  session: string | null
  owner: string
  readonly exchanges: Exchange[]
  leftOut: number
  awaited: StepNumber | null
  endsAtMs: number
  lastSentAtMs: number
  lastOutcome: Outcome
  isDone: boolean
}

export function createRunSplitter({
  context,
  idleMs,
  newRunAfterMs = NEW_RUN_AFTER_MS,
}: SplitOptions): RunSplitter {
  const judged: JudgeContext = { ...context, ended: false }
  const open = new Map<string, OpenRun>()
  const owners = createRecent<string>(MAX_TOKENS)
  const preludes = createRecent<Exchange[]>(MAX_TOKENS)
  let begun = 0
  let strangers = 0

  function see(exchange: Exchange): Split {
    const place = placeOf(exchange, judged, expectedOf(exchange))
    const step = 'step' in place ? place.step : null
    const mayBegin = step !== null && !isOrdinary(exchange, place)
    const owner = ownerOf(exchange, place, mayBegin ? step : null)
    const begins = mayBegin || place.kind === 'token'
    if (owner === null) return { run: null, isProcedure: begins, ended: none }
    learn(exchange, place, owner)
    const former = open.get(owner)
    const ended = former && isOver(former, exchange, step) ? [former] : none
    for (const run of ended) open.delete(run.owner)
    const run = open.get(owner) ?? (mayBegin ? begin(owner, exchange) : null)
    if (run) append(run, exchange, place)
    else if (place.kind === 'token') {
      preludes.set(owner, [...(preludes.get(owner) ?? []), exchange].slice(-MAX_PRELUDE))
    }
    return { run, isProcedure: begins || (run !== null && step !== null), ended }
  }

  /** What the request may mean depends on what its application owes next. */
  function expectedOf(exchange: Exchange): number {
    const owner =
      exchange.session === null ? owners.get(tokenOf(exchange) ?? '') : ofSession(exchange.session)
    const run = owner === undefined ? newest(() => true) : open.get(owner)
    return run ? (run.awaited ?? 6) : 1
  }

  function isOver(run: OpenRun, { sentAtMs }: Pick<Exchange, 'sentAtMs'>, step: StepNumber | null): boolean {
    if (sentAtMs > run.endsAtMs) return true
    if (step !== 1) return false
    if (run.isDone) return true
    if (run.lastOutcome === 'limit' || isRepeat(run, sentAtMs)) return false
    return sentAtMs > lastAnswer(run) + newRunAfterMs
  }

  function begin(owner: string, { session, sentAtMs }: Exchange): OpenRun {
    const run: OpenRun = {
      number: ++begun,
      owner,
      session: session ?? sessionOf(owner),
      exchanges: [...(preludes.get(owner) ?? [])],
      leftOut: 0,
      awaited: 1,
      endsAtMs: sentAtMs + idleMs,
      lastSentAtMs: sentAtMs,
      lastOutcome: 'unanswered',
      isDone: false,
    }
    preludes.delete(owner)
    open.set(owner, run)
    return run
  }

  function append(run: OpenRun, exchange: Exchange, place: Place): void {
    if (run.exchanges.length < MAX_RUN_EXCHANGES) run.exchanges.push(exchange)
    else run.leftOut++
    run.lastSentAtMs = Math.max(run.lastSentAtMs, exchange.sentAtMs)
    const step = 'step' in place ? place.step : null
    const outcome = outcomeOf(exchange, context.profile)
    const end = Math.max(exchange.answeredAtMs ?? exchange.sentAtMs, run.lastSentAtMs)
    if (step !== null) {
      run.lastOutcome = outcome
      run.isDone = step === 5 && outcome === 'success'
      run.awaited = awaitedAfter(step, outcome)
    }
    const isLast = run.awaited === null || (step === 5 && outcome === 'error')
    run.endsAtMs = end + (isLast ? doneMs(outcome) : idleMs)
  }

  /** After an error at step 5 a client may still repeat it in its own pace, which is a fault that must be seen. */
  function doneMs(outcome: Outcome): number {
    const { intervalMs } = context.profile.spacing
    const spacingMs = intervalMs + context.toleranceMs + GRACE_MS
    return Math.min(idleMs, outcome === 'error' ? 2 * spacingMs : spacingMs)
  }

  function ownerOf(exchange: Exchange, place: Place, step: StepNumber | null): string | null {
    if (exchange.session !== null) {
      const owner = ofSession(exchange.session)
      if (place.kind === 'token' && !open.has(owner)) adopt(owner, exchange.session)
      return owner
    }
    if (place.kind === 'token') return ownerOfRenewal(exchange)
    const token = tokenOf(exchange)
    const known = token === null ? undefined : owners.get(token)
    if (known !== undefined) return known
    if (step === null) return token === null ? null : ofToken(token)
    if (isOursToAnswer(exchange)) return ownerOfStranger(token, step)
    const waiting = newest((run) => run.lastOutcome === 'refused')
    if (waiting && (token !== null || step === waiting.awaited)) return waiting.owner
    const current = step === 1 ? undefined : newest(() => true)
    return current?.owner ?? ofToken(token)
  }

  /**
   * The embedded service knows its own tokens, so this one is nobody's. It may still be the one client's that is there, with its token
   * lost or spoilt on the way to the very step that it owes; where several are, a stranger must not spoil the run of another.
   */
  function ownerOfStranger(token: string | null, step: StepNumber): string {
    const only = open.size === 1 ? [...open.values()][0] : undefined
    const mayBe = token === null || step > 1 || only?.lastOutcome === 'refused'
    if (only?.awaited === step && mayBe) return only.owner
    return ofToken(token)
  }

  /** A renewal belongs to whoever held its refresh token, else to the run whose token was refused last. */
  function ownerOfRenewal(exchange: Exchange): string {
    for (const token of tokensIn(exchange)) {
      const known = owners.get(token)
      if (known !== undefined) return known
    }
    const only = open.size === 1 ? [...open.values()][0] : undefined
    if (isOursToAnswer(exchange)) {
      return only?.lastOutcome === 'refused' ? only.owner : `stranger ${++strangers}`
    }
    const waiting = newest((run) => run.lastOutcome === 'refused')
    return (waiting ?? only)?.owner ?? `stranger ${++strangers}`
  }

  /** A token that nobody issued was refused; the renewal that follows tells whose it was. */
  function adopt(owner: string, session: string): void {
    const orphans = [...open.values()].filter((run) => run.session === null && run.lastOutcome === 'refused')
    const orphan = orphans.length === 1 ? orphans[0] : undefined
    if (!orphan) return
    open.delete(orphan.owner)
    orphan.owner = owner
    orphan.session = session
    open.set(owner, orphan)
    for (const one of orphan.exchanges) {
      const token = tokenOf(one)
      if (token !== null) owners.set(token, owner)
    }
  }

  function learn(exchange: Exchange, place: Place, owner: string): void {
    if (place.kind === 'token') for (const token of tokensIn(exchange)) owners.set(token, owner)
    else {
      const token = tokenOf(exchange)
      if (token !== null) owners.set(token, owner)
    }
  }

  function newest(fits: (run: OpenRun) => boolean): OpenRun | undefined {
    let found: OpenRun | undefined
    for (const run of open.values()) {
      if (fits(run) && (!found || run.lastSentAtMs >= found.lastSentAtMs)) found = run
    }
    return found
  }

  return {
    see,
    pass(nowMs, isBusy = () => false) {
      const over = [...open.values()].filter((run) => nowMs > run.endsAtMs && !isBusy(run))
      for (const run of over) open.delete(run.owner)
      return over
    },
    end(only) {
      const over = [...open.values()].filter((run) => only === undefined || run === only)
      for (const run of over) open.delete(run.owner)
      return over
    },
    get open() {
      return [...open.values()]
    },
    openOf: (session) => open.get(ofSession(session)),
    endedByStepOne(session, nowMs) {
      const run = open.get(ofSession(session))
      return run && isOver(run, { sentAtMs: nowMs }, 1) ? run : null
    },
    get begun() {
      return begun
    },
  }
}

// --- owners: who sends, as far as it can be told ---

const SESSION = 'session '

function ofSession(session: string): string {
  return SESSION + session
}

/** Those without a token are one. */
function ofToken(token: string | null): string {
  return `token ${token}`
}

function sessionOf(owner: string): string | null {
  return owner.startsWith(SESSION) ? owner.slice(SESSION.length) : null
}

/** Most requests carry the token of the one before. */
let last: { readonly sent: string; readonly token: string | null } | null = null

/** The access token that was sent, also where it is quoted, doubled or bare; null where none is, or a variable's name. */
function tokenOf(exchange: Exchange): string | null {
  const [sent = '', ...others] = authorizationOf(exchange)
  if (others.length > 0) return tokenIn([sent, ...others].join(' '), exchange)
  if (last?.sent !== sent) last = { sent, token: tokenIn(sent, exchange) }
  return last.token
}

function tokenIn(sent: string, exchange: Exchange): string | null {
  const label = /\[(?:access|refresh)_token#\d+\]/.exec(sent)?.[0]
  const bearer = label ?? bearerOf(exchange)
  return bearer === null || isPlaceholder(bearer) ? null : bearer
}

/** The embedded service knows which tokens it issued, and to whom. */
function isOursToAnswer(exchange: Exchange): boolean {
  return sightOf(exchange).plays === 'service'
}

/** Writing to the real catalogue is an application's daily work, unless it came to be examined or is in the middle of a run. */
function isOrdinary(exchange: Exchange, place: Place): boolean {
  return !isOursToAnswer(exchange) && place.kind === 'astray' && place.how === 'real-route'
}

/** Step 1 again right after it was refused is the same run. */
function isRepeat(run: OpenRun, nowMs: number): boolean {
  return run.awaited === 1 && run.lastOutcome === 'refused' && nowMs <= lastAnswer(run) + REPEAT_WITHIN_MS
}

function awaitedAfter(step: StepNumber, outcome: Outcome): StepNumber | null {
  if (outcome === 'limit') return 1
  if (outcome !== 'success') return step
  return step === 5 ? null : ((step + 1) as StepNumber)
}

function lastAnswer(run: OpenRun): number {
  const last = run.exchanges.at(-1)
  return Math.max(run.lastSentAtMs, last?.answeredAtMs ?? 0)
}

/** The tokens that a renewal was asked with and answered, as labels. */
function tokensIn({ request, answer }: Exchange): string[] {
  const sent = request.body?.text ?? ''
  const form = new URLSearchParams(sent).get('refresh_token')
  const asked = parseJson(sent)
  const given = parseJson(answer?.body?.text ?? '')
  const values = [
    form,
    asked.ok ? property(asked.value, 'refresh_token') : null,
    ...(given.ok ? [property(given.value, 'refresh_token'), property(given.value, 'access_token')] : []),
  ]
  return values.filter((value): value is string => typeof value === 'string' && value !== '')
}
