import type { RenewalEvidence, RenewalFlaw, TokenSource } from '../client/token-source.js'
import type { FailureKind } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import type { Captures } from './suite.js'

/** Why a run ended early, or a step was not sent, as code and evidence. */
export type StopReason =
  | { readonly code: 'no-token'; readonly flaw: RenewalFlaw; readonly evidence: RenewalEvidence }
  | { readonly code: 'renewal-failed'; readonly flaw: RenewalFlaw; readonly evidence: RenewalEvidence }
  | { readonly code: 'refused-twice'; readonly step: string; readonly status: number }
  | { readonly code: 'limit-hit'; readonly step: string; readonly status: number; readonly repeats: number }
  /** A response about a limit asks for a longer pause than `LONGEST_RETRY_AFTER_MS`. */
  | { readonly code: 'hold-too-long'; readonly step: string; readonly holdMs: number }
  | { readonly code: 'no-success'; readonly step: string; readonly status: number }
  | { readonly code: 'no-answer'; readonly step: string; readonly failure: FailureKind }
  | { readonly code: 'missing-capture'; readonly step: string; readonly captures: readonly string[] }
  /** The route refuses a token that others accept, so the step was left out; see `refusals.ts`. */
  | { readonly code: 'refused-route'; readonly step: string }
  /** Our own gate did not let the request leave; see `gate.ts`. */
  | { readonly code: 'not-permitted'; readonly step: string; readonly because: Prohibition }
  | { readonly code: 'interrupted' }

/** Why our gate does not send a request. The user did not allow it, or its record is not proven to be this run's own. */
export type Prohibition =
  | 'read-only' // it writes, and the run has no `--write` or is cleaning up
  | 'not-allowed' // `--allow` names neither its route nor its resource
  | 'risky' // its route pays, sends a fiscal document or the like, so `--allow` must name that very route
  | 'undeletable' // it creates a record that clean-up could not delete, and only `*` allows it
  | 'not-created-here' // no create of this run returned the record that it changes
  | 'not-verified' // no read has shown the mark in the record that it changes
  | 'no-mark' // reads do not show the text that has the mark, so no record could be proven to be ours
  | 'method-not-shown' // the specification names its path without a method
  | 'homologation' // only `homologa check` sends the five steps to a live account
  | 'unknown-route'
  | 'budget' // the run has sent as many requests as `--budget` allows
  | 'foreign-reference' // it refers to a record that this run did not create and the user did not name
  | 'known-key' // it creates a record with a code or document number that another record already has

export type RenewalReason = 'refusal' | 'expiry' | 'no-token'

/**
 * An event of a run, emitted as it happens. Exchanges still hold their secrets, so they must be recorded (masked)
 * before they are shown or stored.
 */
export type RunEvent =
  /** The next request is sent at `untilMs`, by the run's clock. */
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
  /** A limit was hit: the whole suite is repeated, with requests `spacingMs` apart. `repeat` counts from 1. */
  | {
      readonly kind: 'restarting'
      readonly step: string
      readonly repeat: number
      readonly spacingMs: number
    }
  /** A limit was hit: the same step is sent again, not before `untilMs`. */
  | { readonly kind: 'holding'; readonly step: string; readonly repeat: number; readonly untilMs: number }
  | { readonly kind: 'not-reached'; readonly step: string; readonly reason: StopReason }
  | { readonly kind: 'ended'; readonly outcome: RunOutcome }

export interface RunOutcome {
  /** Why the run ended early; null if it reached its last step. */
  readonly stopped: StopReason | null
  /** How often the whole suite was repeated after the limit was hit. */
  readonly repeats: number
  /** Ids of the steps that succeeded, in the last round. */
  readonly succeeded: readonly string[]
  /** The captures of the last round, including those it started with. */
  readonly captures: Captures
}

/** Thrown by the gate for a request that it does not send. */
export class NotPermittedError extends Error {
  override readonly name = 'NotPermittedError'

  constructor(readonly because: Prohibition) {
    super(`the request was kept back: ${because}`)
  }
}
