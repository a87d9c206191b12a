/** Turns and tokens for the requests of a run. A turn is the moment at which the pacer lets the next request leave. */

import { nextEventLoopTurn } from '../client/event-loop-turn.js'
import type { Renewal, TokenSource } from '../client/token-source.js'
import type { Run } from './run-context.js'
import type { RenewalReason, StopReason } from './run-event.js'
import type { SuiteStep } from './suite.js'

/** Waits for the turn of a step's request; returns false if the run was interrupted meanwhile. */
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

/** Waits for a turn, and returns the token to send. If the token is refused while we wait, we wait for its renewal as well. */
export async function turnWithToken(run: Run, step: SuiteStep): Promise<Token | StopReason> {
  const { pacer, tokens } = run.context
  for (;;) {
    await renewals.get(tokens)
    const token = await tokenFor(run, step)
    if ('code' in token) return token
    if (!(await takeTurn(run, step))) return { code: 'interrupted' }
    // a response that has just arrived may refuse the token, and its suite then begins a renewal
    await nextEventLoopTurn()
    if (!renewals.has(tokens)) return { accessToken: tokens.current() ?? token.accessToken }
    // nothing is sent in this turn, and no other request must wait for its response
    pacer.responded()
  }
}

interface Token {
  readonly accessToken: string
}

/** Returns the token to send. Gets one first if it is missing or known to have expired. */
async function tokenFor(run: Run, step: SuiteStep): Promise<Token | StopReason> {
  const { tokens } = run.context
  const accessToken = tokens.current()
  if (accessToken !== null) return { accessToken }
  const renewal = await renew(run, step, tokens.isExpired() ? 'expiry' : 'no-token')
  if (renewal.ok) return renewal
  return stopOf(run, { code: 'no-token', flaw: renewal.flaw, evidence: renewal.evidence })
}

/** Renews a refused token, unless another suite of this run has done so already. */
export async function renewRefused(run: Run, step: SuiteStep, refused: string | null): Promise<Renewal> {
  const accessToken = run.context.tokens.current()
  if (accessToken !== null && accessToken !== refused) return { ok: true, accessToken }
  return renew(run, step, 'refusal')
}

/** Renewals that have begun. Suites that run side by side share one, and none sends the old token meanwhile. */
const renewals = new WeakMap<TokenSource, Promise<Renewal>>()

function renew(run: Run, step: SuiteStep, because: RenewalReason): Promise<Renewal> {
  const { tokens } = run.context
  const begun = renewals.get(tokens)
  if (begun) return begun
  const renewal = requestRenewal(run, step, because).finally(() => renewals.delete(tokens))
  renewals.set(tokens, renewal)
  return renewal
}

/**
 * Renews the token at once. A token request waits for a turn like any other if the profile counts it for the spacing, or if
 * the run has no spacing, because then the rate limit counts every request. A token command sends none.
 */
async function requestRenewal(run: Run, step: SuiteStep, because: RenewalReason): Promise<Renewal> {
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

/** Returns why the run stops. After an interrupt that is the reason, even if it made something else fail. */
export function stopOf(run: Run, reason: StopReason): StopReason {
  return run.context.signal?.aborted ? { code: 'interrupted' } : reason
}
