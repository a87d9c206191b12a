import type { FailureKind, Header } from '../exchange/exchange.js'
import type { Clock } from '../node/clock.js'
import type { Sender } from './sender.js'
import type { TokenFlaw } from './token-answer.js'
import type { TokenStore } from './token-store.js'

/** What the user gave; null where nothing was. */
export interface Credentials {
  readonly accessToken: string | null
  /** Renewed at `tokenUrl` for `clientId`: without either it is of no use. */
  readonly refreshToken: string | null
  readonly clientId: string | null
  readonly clientSecret: string | null
  /** A shell command that prints an access token. It wins over the refresh grant. */
  readonly tokenCommand: string | null
  /** Address for renewals, absolute. */
  readonly tokenUrl: string | null
}

/** Kinds of secrets, as masking knows them. */
export type TokenSecret = 'access_token' | 'refresh_token' | 'client_secret' | 'basic'

export interface TokenSourceOptions {
  readonly credentials: Credentials
  /** `either` sends Basic. */
  readonly clientAuth: 'basic' | 'body' | 'either'
  /** Of a token request, beside those of the grant. */
  readonly headers: readonly Header[]
  readonly clock: Clock
  readonly sender: Sender
  /** Where rotated tokens are kept; null: in memory alone (the embedded service). */
  readonly store: TokenStore | null
  /** Key of the account in the store; see `accountKey`. */
  readonly account: string
  /** Hears of every secret before any exchange that may hold it is recorded. */
  readonly onSecret: (kind: TokenSecret, value: string) => void
  /** For the token command. Default 30,000. */
  readonly commandTimeoutMs?: number
}

/** Why there is no token to go on with. */
export type RenewalFlaw =
  | TokenFlaw
  | 'no-way' // neither command nor refresh grant
  | 'stored-refused' // what an earlier renewal left went out in place of the settings' own
  | 'maybe-spent' // an earlier run sent the refresh token, and kept no answer
  | 'command-failed'
  | 'command-silent'
  | 'command-timeout'

export type Renewal =
  | { readonly ok: true; readonly accessToken: string }
  | { readonly ok: false; readonly flaw: RenewalFlaw; readonly evidence: RenewalEvidence }

/** Plain values for a sentence. `stderr` is not masked yet. */
export interface RenewalEvidence {
  readonly status?: number | null
  readonly error?: string | null
  readonly failure?: FailureKind | null
  readonly exit?: string
  readonly stderr?: string
  /** ISO 8601: when the refresh token that may be spent was sent. */
  readonly since?: string
}

export interface TokenSource {
  readonly canRenew: boolean
  /** How a new token is got; for words. */
  readonly way: 'command' | 'refresh' | 'none'
  /** The token to send now; null where there is none, or where it is known to have expired. */
  current(): string | null
  /** Whether there is a token that is known to have expired. */
  isExpired(): boolean
  /**
   * Gets a new token, once. A bad answer is an outcome, not an exception. Callers at the same time share one renewal. The signal
   * keeps it from beginning; once begun, it ends by its answer or the time-out, for the old token may be spent.
   *
   * @throws TokenStoreError, LockUnusableError where a new refresh token could not be kept: before the old one is spent, or
   * saying where the new one is
   */
  renew(signal?: AbortSignal): Promise<Renewal>
}
