import { ownHeaders, type SentExchange } from '../client/sender.js'
import { type Header, headerValue, headerValues } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import type { Profile } from '../specification/profile.js'
import {
  hitsLimit,
  isSuccess,
  LONGEST_RETRY_AFTER_MS,
  refusesToken,
  retryAfterMs,
} from '../specification/recognise.js'
import { isTemporary, revisedSpacingMs } from './patience.js'
import { findContradicted, responseOf } from './recheck.js'
import type { Run, RunContext } from './run-context.js'
import { NotPermittedError, type RunOutcome, type StopReason } from './run-event.js'
import {
  type Captures,
  missingCaptures,
  type StepResponse,
  type Suite,
  type SuiteStep,
  urlOf,
} from './suite.js'
import { renewRefused, stopOf, turnWithToken } from './turn.js'

/** After a limit was hit, the suite or the step (`onLimit`) is repeated twice at most. */
const MOST_REPEATS = 2
/** The pause before a step is repeated if the response names none (`Retry-After`). It doubles with each repeat. */
const FIRST_BACK_OFF_MS = 1_000

/**
 * Runs a suite once. It judges nothing: its only results are exchanges and events.
 *
 * Steps are paced. A refused token is renewed once and its step is sent again; a second refusal ends the run. A limit
 * that was hit repeats the whole suite or only the step (`onLimit`). If the context has patience, a read with a
 * temporary failure is sent once more; a read that a response contradicts is sent again (`rechecks`). No other
 * request is ever sent twice, because it may have been processed. A step without success, or without the captures it
 * needs, ends the run unless the suite continues (`withoutSuccess`).
 */
export async function runSuite(suite: Suite, context: RunContext): Promise<RunOutcome> {
  const run: Run = { suite, context, emit: context.onEvent ?? (() => {}), repeats: 0 }
  let round = await runRound(run)
  while (prepareRepeat(run, round)) round = await runRound(run)
  reportNotReached(run, round)
  const { stopped, succeeded, captures } = round
  const outcome = { stopped, repeats: run.repeats, succeeded, captures }
  run.emit({ kind: 'ended', outcome })
  return outcome
}

/** One pass through the steps of the suite, from the first to the last or to the one that stopped it. */
interface Round {
  /** The position in the suite of the step that is being run. */
  position: number
  /** Whether an event has shown a response to that step, or why it was not reached. Failures that are tried again do not count. */
  isStepReported: boolean
  /** The values captured so far. */
  captures: Captures
  /** The last request: its token, and when it was about to be sent, by the clock. */
  sent: { readonly token: string | null; readonly atMs: number }
  /** The newest hash of this round. */
  hash: string | null
  /** Ids of steps. */
  readonly succeeded: string[]
  stopped: StopReason | null
  /** The step that captured each value. A recheck sends it again under the id of the later step. */
  readonly capturedBy: Map<string, SuiteStep>
  /** The step whose response the newest response contradicts. */
  contradicted: SuiteStep | null
  /** The wait that a response about a limit asked for; null if it asked for none. */
  holdMs: number | null
}

async function runRound(run: Run): Promise<Round> {
  const round: Round = {
    position: 0,
    isStepReported: false,
    captures: run.context.captures ?? {},
    sent: { token: null, atMs: 0 },
    hash: null,
    succeeded: [],
    stopped: null,
    capturedBy: new Map(),
    contradicted: null,
    holdMs: null,
  }
  for (const [position, step] of run.suite.steps.entries()) {
    round.position = position
    round.isStepReported = false
    const reason = await runWithHolds(run, round, step)
    // the recheck does not count, because the success of an earlier step says nothing about this one
    if (reason === null) round.succeeded.push(step.id)
    round.stopped = ifItEndsRun(run, reason) ?? ifItEndsRun(run, await recheck(run, round, step))
    if (round.stopped !== null) break
  }
  return round
}

/** If the response contradicts an earlier one, sends that earlier step again, as a part of this step. */
async function recheck(run: Run, round: Round, { id }: SuiteStep): Promise<StopReason | null> {
  const { contradicted } = round
  const stopped = contradicted && (await runWithHolds(run, round, { ...contradicted, id }))
  // the repeated response may contradict yet another one, which is not sent again
  round.contradicted = null
  return stopped
}

/** Returns why a step had no success if the run ends with it; null if the run goes on. */
function ifItEndsRun({ suite }: Run, reason: StopReason | null): StopReason | null {
  return reason && (suite.withoutSuccess === 'ends' || ENDS_ALWAYS.has(reason.code)) ? reason : null
}

/** These reasons end every run; the others only that of a suite which ends `withoutSuccess`. */
const ENDS_ALWAYS = new Set<StopReason['code']>([
  'interrupted',
  'no-token',
  'renewal-failed',
  'refused-twice',
  'limit-hit',
  'hold-too-long',
])

/**
 * Runs a step; null if it succeeded, else why it did not. If the suite says so, a step that a limit refused is sent again
 * after a pause, because it was not processed.
 */
async function runWithHolds(run: Run, round: Round, step: SuiteStep): Promise<StopReason | null> {
  const { clock, pacer } = run.context
  for (let repeat = 1; ; repeat++) {
    const stopped = await runStep(run, round, step)
    if (stopped?.code !== 'limit-hit' || run.suite.onLimit === 'repeats-suite') return stopped
    const holdMs = round.holdMs ?? FIRST_BACK_OFF_MS * 2 ** (repeat - 1)
    if (holdMs > LONGEST_RETRY_AFTER_MS) return { code: 'hold-too-long', step: step.id, holdMs }
    if (repeat > MOST_REPEATS) return { ...stopped, repeats: MOST_REPEATS }
    pacer.holdUntil(clock.now() + holdMs)
    run.emit({ kind: 'holding', step: step.id, repeat, untilMs: clock.now() + holdMs })
  }
}

/** Sends one step, and repeats it once if its token is refused and renewed; null if it succeeded. */
async function runStep(run: Run, round: Round, step: SuiteStep): Promise<StopReason | null> {
  const captures = missingCaptures(step, round.captures)
  if (captures.length > 0) return notReached(run, round, { code: 'missing-capture', step: step.id, captures })
  if (run.context.refusals?.isSkipped(step))
    return notReached(run, round, { code: 'refused-route', step: step.id })
  const first = await sendStep(run, round, step)
  if ('code' in first) return first
  if (!refusesStep(run, step, first)) return afterResponse(run, round, step, first)
  // a renewal did not help when another route refused this token, so none is tried here
  const openReason = run.context.refusals?.findOpenReason(step, round.sent.token)
  if (openReason) return stopUnlessRouteIsAtFault(run, round, step, openReason)
  const renewal = await renewRefused(run, step, round.sent.token)
  if (!renewal.ok) {
    const { flaw, evidence } = renewal
    return stopUnlessRouteIsAtFault(run, round, step, stopOf(run, { code: 'renewal-failed', flaw, evidence }))
  }
  const second = await sendStep(run, round, step)
  if ('code' in second) return second
  if (!refusesStep(run, step, second)) return afterResponse(run, round, step, second)
  const reason: StopReason = { code: 'refused-twice', step: step.id, status: second.status }
  return stopUnlessRouteIsAtFault(run, round, step, reason)
}

/**
 * Ends the run after a refusal that a renewal did not cure, unless only this route refuses the token. To find out, a read
 * of another route that worked before is sent with the same token, which stays in use after a failed renewal. If no read
 * has worked yet, the refusal by a second route ends the run. Too many renewals end it as well.
 */
async function stopUnlessRouteIsAtFault(
  run: Run,
  round: Round,
  step: SuiteStep,
  reason: StopReason,
): Promise<StopReason> {
  const { clock, refusals } = run.context
  if (!refusals || reason.code === 'interrupted') return reason
  const endsNow = refusals.recordRefusal(step, round.sent.token, { atMs: clock.now(), reason })
  if (endsNow) return endsNow
  // if no response decides, `refusals` keeps the question open, and the run continues without the route
  const refusedRoute: StopReason = { code: 'refused-route', step: step.id }
  const read = refusals.findOtherRead(step)
  if (read === null) return refusedRoute
  const response = await sendStep(run, round, { ...read, id: step.id })
  if ('code' in response) return response.code === 'interrupted' ? response : refusedRoute
  if (refusesToken(response, run.context.profile)) return reason
  if (isSuccess(response)) refusals.recordSuccess(read, round.sent.token, round.sent.atMs)
  return refusedRoute
}

/** Reports why a step was not sent. A further request of a step that was sent may be kept back as well; that is not reported. */
function notReached(run: Run, round: Round, reason: StopReason & { readonly step: string }): StopReason {
  if (!round.isStepReported) run.emit({ kind: 'not-reached', step: reason.step, reason })
  round.isStepReported = true
  return reason
}

/** Whether the response refuses the token. Steps that lack a token, or get 400 for a wrong request, are meant to fail. */
function refusesStep(run: Run, step: SuiteStep, response: StepResponse): boolean {
  if (step.intent === 'without-token' || (step.intent === 'invalid' && response.status === 400)) return false
  return refusesToken(response, run.context.profile)
}

/** Records the outcome of a step whose token was accepted; null if it succeeded. */
function afterResponse(run: Run, round: Round, step: SuiteStep, response: StepResponse): StopReason | null {
  const { context } = run
  if (hitsLimit(response, context.profile)) {
    round.holdMs = retryAfterMs(headerValue(response.headers, 'retry-after'), context.clock.wall().getTime())
    return { code: 'limit-hit', step: step.id, status: response.status, repeats: run.repeats }
  }
  if (!isSuccess(response)) return { code: 'no-success', step: step.id, status: response.status }
  // without a token, a success does not show that the token works
  if (step.intent !== 'without-token')
    context.refusals?.recordSuccess(step, round.sent.token, round.sent.atMs)
  const captured = step.captures?.(response, context.profile) ?? {}
  round.captures = { ...round.captures, ...captured }
  for (const name of Object.keys(captured)) round.capturedBy.set(name, step)
  return null
}

/** Sends a step's request and keeps the hash of the response. Without a whole response the result is a reason to stop. */
async function sendStep(run: Run, round: Round, step: SuiteStep): Promise<StepResponse | StopReason> {
  const exchange = await sendWithPatience(run, round, step)
  if ('code' in exchange) return exchange
  const response = responseOf(exchange)
  if (response !== null) round.hash = newestHash(response, run.context.profile) ?? round.hash
  if (run.context.signal?.aborted) return { code: 'interrupted' }
  if (exchange.failure === null && response !== null) return response
  return { code: 'no-answer', step: step.id, failure: exchange.failure?.kind ?? 'reset' }
}

/** Sends a step's request, once more after a temporary failure. */
async function sendWithPatience(run: Run, round: Round, step: SuiteStep): Promise<RawExchange | StopReason> {
  const { clock, patience, signal } = run.context
  const goesAgain = patience?.allowsRetry(step.method) ? isTemporary : () => false
  const first = await sendOnce(run, round, step, goesAgain)
  if (!patience || 'code' in first || !first.sentAgain) return first
  // the pacer would hold back the suites that run side by side as well
  await clock.sleep(patience.pauseMs, signal).catch(() => undefined)
  if (signal?.aborted) return { code: 'interrupted' }
  const second = await sendOnce(run, round, step, () => false)
  if (!('code' in second)) patience.recordRetry(second)
  return second
}

/** Waits for the step's turn and sends its request. `goesAgain` tells whether an outcome lets it be sent once more. */
async function sendOnce(
  run: Run,
  round: Round,
  step: SuiteStep,
  goesAgain: typeof isTemporary,
): Promise<RawExchange | StopReason> {
  const { clock, pacer, signal, sender } = run.context
  const token = await turnWithToken(run, step)
  if ('code' in token) return token
  round.sent = { token: token.accessToken, atMs: clock.now() }
  run.emit({ kind: 'sending', step: step.id })
  const request = requestOf(run, round, step, token.accessToken)
  // the sender asks this once, before it records the exchange; `recheck` sends the contradicted step afterwards
  const isRechecked = (exchange: Pick<RawExchange, 'response'>) => {
    round.contradicted = findContradicted(step, exchange, round)
    return round.contradicted !== null
  }
  const { id, intent } = step
  const purpose = { channel: 'service', step: id, signal, goesAgain, isRechecked } as const
  let seen: SentExchange | undefined
  try {
    seen = await sender.send(request, { ...purpose, ...(intent && { intent }) })
  } catch (error) {
    if (!(error instanceof NotPermittedError)) throw error
    return notReached(run, round, { code: 'not-permitted', step: id, because: error.because })
  } finally {
    pacer.responded(seen?.endedAtMs)
  }
  const { exchange } = seen
  if (!exchange.sentAgain) round.isStepReported = true
  run.emit({ kind: 'responded', step: id, exchange })
  return exchange
}

function requestOf(run: Run, round: Round, step: SuiteStep, accessToken: string) {
  const { context, suite } = run
  const { profile } = context
  const body = step.body?.(round.captures, profile)
  const headers: Header[] =
    step.intent === 'without-token' ? [] : [['authorization', `Bearer ${accessToken}`]]
  headers.push(...ownHeaders(context.userAgent, profile.request.headers))
  if (body !== undefined) headers.push(['content-type', 'application/json'])
  if (suite.carriesHash && round.hash !== null) headers.push([profile.hash.header, round.hash])
  return {
    method: step.method,
    url: urlOf(step, context.baseUrl, round.captures),
    headers: [...headers, ...(step.headers ?? [])],
    body: body === undefined ? null : Buffer.from(body, 'utf8'),
  }
}

/**
 * Returns the hash that the response issues; null if it issues none, so that the one before stays valid. The profile says whether
 * a response that refuses the token may issue one (`refusalIssues`).
 */
function newestHash(response: StepResponse, profile: Profile): string | null {
  if (!profile.hash.refusalIssues && refusesToken(response, profile)) return null
  return headerValues(response.headers, profile.hash.header).findLast((value) => value !== '') ?? null
}

/** Returns whether the whole suite is repeated after a limit. If so, emits the event and adapts the pace. */
function prepareRepeat(run: Run, round: Round): boolean {
  const { clock, pacer, profile, signal } = run.context
  const { stopped, holdMs } = round
  if (stopped?.code !== 'limit-hit' || run.suite.onLimit !== 'repeats-suite') return false
  if (run.repeats >= MOST_REPEATS || signal?.aborted) return false
  if (holdMs !== null && holdMs > LONGEST_RETRY_AFTER_MS) {
    round.stopped = { code: 'hold-too-long', step: stopped.step, holdMs }
    return false
  }
  run.repeats++
  pacer.respace(revisedSpacingMs(pacer.spacingMs, profile, stopped.status))
  if (holdMs !== null) pacer.holdUntil(clock.now() + holdMs)
  run.emit({ kind: 'restarting', step: stopped.step, repeat: run.repeats, spacingMs: pacer.spacingMs })
  return true
}

/** Reports the steps that the run did not get to. The step at which it stopped is one of them if it got no token or no turn. */
function reportNotReached(run: Run, { position, isStepReported, stopped }: Round): void {
  if (stopped === null) return
  for (const { id } of run.suite.steps.slice(isStepReported ? position + 1 : position))
    run.emit({ kind: 'not-reached', step: id, reason: stopped })
}
