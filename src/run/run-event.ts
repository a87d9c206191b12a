import type { RenewalEvidence, RenewalFlaw, TokenSource } from '../client/token-source.js'
import type { FailureKind } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import type { Captures } from './suite.js'

/** Why a run ended before its last step, as code and evidence. */
export type StopReason =
  | { readonly code: 'no-token'; readonly flaw: RenewalFlaw; readonly evidence: RenewalEvidence }
  | { readonly code: 'renewal-failed'; readonly flaw: RenewalFlaw; readonly evidence: RenewalEvidence }
  | { readonly code: 'refused-twice'; readonly step: string; readonly status: number }
  | { readonly code: 'limit-hit'; readonly step: string; readonly status: number; readonly repeats: number }
  | { readonly code: 'hold-too-long'; readonly step: string; readonly holdMs: number }
  | { readonly code: 'no-success'; readonly step: string; readonly status: number }
  | { readonly code: 'no-answer'; readonly step: string; readonly failure: FailureKind }
  | { readonly code: 'missing-capture'; readonly step: string; readonly captures: readonly string[] }
  /** Its route refuses the token, and was not asked again; see `refusals.ts`. */
  | { readonly code: 'refused-route'; readonly step: string }
  /** Our own gate did not let the request out; see `gate.ts`. */
  | { readonly code: 'not-permitted'; readonly step: string; readonly because: Prohibition }
  | { readonly code: 'interrupted' }

/** Why a request is kept back: what it would touch was not allowed, or does not belong to the run. */
export type Prohibition =
  | 'read-only'
  | 'not-allowed'
  | 'risky'
  | 'undeletable'
  | 'not-created-here'
  | 'not-verified'
  | 'no-mark'
  | 'method-not-shown'
  | 'homologation'
  | 'unknown-route'
  | 'budget'
  /** It would refer to a record that this run did not create, and that the user did not name. */
  | 'foreign-reference'
  /** It would create a record with a code or a document that a list shows as another's. */
  | 'known-key'

export type RenewalReason = 'refusal' | 'expiry' | 'no-token'

/**
 * An event of a run, emitted as it happens. Exchanges still hold their secrets, so they must be recorded (masked)
 * before they are shown or stored.
 */
export type RunEvent =
  /** The next request leaves at `untilMs`, by the run's clock. */
  | { readonly kind: 'waiting'; readonly step: string; readonly untilMs: number }
  | { readonly kind: 'sending'; readonly step: string }
  | { readonly kind: 'responded'; readonly step: string; readonly exchange: RawExchange }
  /** A token was refused (`refusal`), has expired, or is missing. */
  | {
      readonly kind: 'renewing'
      readonly step: string
      readonly because: RenewalReason
      readonly way: TokenSource['way']
    }
  | { readonly kind: 'renewed'; readonly step: string }
  | {
      readonly kind: 'not-renewed'
      readonly step: string
      readonly flaw: RenewalFlaw
      readonly evidence: RenewalEvidence
    }
  /** The limit was hit: everything again from step 1, `spacingMs` apart. `repeat` counts from 1. */
  | {
      readonly kind: 'restarting'
      readonly step: string
      readonly repeat: number
      readonly spacingMs: number
    }
  /** The limit was hit: the same step again, not before `untilMs`. */
  | { readonly kind: 'holding'; readonly step: string; readonly repeat: number; readonly untilMs: number }
  | { readonly kind: 'not-reached'; readonly step: string; readonly reason: StopReason }
  | { readonly kind: 'ended'; readonly outcome: RunOutcome }

export interface RunOutcome {
  /** The reason that ended the run early; null if it reached its last step. */
  readonly stopped: StopReason | null
  /** How often the whole suite was repeated after the limit was hit. */
  readonly repeats: number
  /** Ids of the steps that were a success, in the last round. */
  readonly succeeded: readonly string[]
  /** The captures of the last round, including those it started with. */
  readonly captures: Captures
}

/** Thrown by the gate before anything is sent. */
export class NotPermittedError extends Error {
  override readonly name = 'NotPermittedError'

  constructor(readonly because: Prohibition) {
    super(`the request was kept back: ${because}`)
  }
}
