import type { Renewal, TokenSource } from '../client/token-source.js'
import { whatArrived } from '../client/what-arrived.js'
import type { Run } from './run-context.js'
import type { RenewalReason, StopReason } from './run-event.js'
import type { SuiteStep } from './suite.js'

/** Waits until a step's request may leave; false if the run was interrupted meanwhile. */
async function takeTurn(run: Run, step: SuiteStep): Promise<boolean> {
  const { clock, pacer, signal } = run.context
  const untilMs = pacer.waitsUntil()
  if (untilMs !== null && untilMs > clock.now()) run.emit({ kind: 'waiting', step: step.id, untilMs })
  try {
    await pacer.turn(signal)
    return true
  } catch (error) {
    if (signal?.aborted) return false
    throw error
  }
}

/** A turn, and the token to take it with: what was refused while the turn was awaited is not sent again. */
export async function turnWithToken(run: Run, step: SuiteStep): Promise<Token | StopReason> {
  const { pacer, tokens } = run.context
  for (;;) {
    await renewals.get(tokens)
    const token = await tokenFor(run, step)
    if ('code' in token) return token
    if (!(await takeTurn(run, step))) return { code: 'interrupted' }
    await whatArrived()
    if (!renewals.has(tokens)) return { accessToken: tokens.current() ?? token.accessToken }
    pacer.responded()
  }
}

interface Token {
  readonly accessToken: string
}

/** The token to send; one that is missing or known to have expired is got first. */
async function tokenFor(run: Run, step: SuiteStep): Promise<Token | StopReason> {
  const { tokens } = run.context
  const accessToken = tokens.current()
  if (accessToken !== null) return { accessToken }
  const renewal = await renew(run, step, tokens.isExpired() ? 'expiry' : 'no-token')
  if (renewal.ok) return renewal
  return stopOf(run, { code: 'no-token', flaw: renewal.flaw, evidence: renewal.evidence })
}

/** If another suite of this run has renewed the refused token already, its new token is used. */
export async function renewRefused(run: Run, step: SuiteStep, refused: string | null): Promise<Renewal> {
  const accessToken = run.context.tokens.current()
  if (accessToken !== null && accessToken !== refused) return { ok: true, accessToken }
  return renew(run, step, 'refusal')
}

/** Renewals under way: suites side by side share one, and none of them sends the old token meanwhile. */
const renewals = new WeakMap<TokenSource, Promise<Renewal>>()

function renew(run: Run, step: SuiteStep, because: RenewalReason): Promise<Renewal> {
  const { tokens } = run.context
  const underWay = renewals.get(tokens)
  if (underWay) return underWay
  const renewal = renewAlone(run, step, because).finally(() => renewals.delete(tokens))
  renewals.set(tokens, renewal)
  return renewal
}

/**
 * A renewal is sent at once, except if the profile counts it or the run is paced only by a rate: then it takes a turn
 * like any request.
 */
async function renewAlone(run: Run, step: SuiteStep, because: RenewalReason): Promise<Renewal> {
  const { pacer, profile, signal, tokens } = run.context
  const isPaced = tokens.way === 'refresh' && (profile.spacing.countsRenewal || pacer.spacingMs === 0)
  if (isPaced && !(await takeTurn(run, step)))
    return { ok: false, flaw: 'no-answer', evidence: { failure: 'aborted' } }
  run.emit({ kind: 'renewing', step: step.id, because, way: tokens.way })
  const renewal = await tokens.renew(signal).finally(() => isPaced && pacer.responded())
  if (renewal.ok) run.emit({ kind: 'renewed', step: step.id })
  else run.emit({ kind: 'not-renewed', step: step.id, flaw: renewal.flaw, evidence: renewal.evidence })
  return renewal
}

/** After an interrupt the reason is the interrupt, even if it made something else fail. */
export function stopOf(run: Run, reason: StopReason): StopReason {
  return run.context.signal?.aborted ? { code: 'interrupted' } : reason
}
