import type { FailureKind, Header } from '../exchange/exchange.js'
import type { Clock } from '../node/clock.js'
import type { Sender } from './sender.js'
import type { TokenFlaw } from './token-response.js'
import type { TokenStore } from './token-store.js'

/** The credentials from the user's settings; null for each that is not set. */
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
  /** Headers of a token request, added to those of the grant. */
  readonly headers: readonly Header[]
  readonly clock: Clock
  readonly sender: Sender
  /** The store for rotated tokens; null keeps them only in memory (the embedded service). */
  readonly store: TokenStore | null
  /** Key of the account in the store; see `accountKey`. */
  readonly account: string
  /** Hears of every secret before any exchange that may hold it is recorded. */
  readonly onSecret: (kind: TokenSecret, value: string) => void
  /** Called each time the token command has ended; `flaw` is null if it printed a token. */
  readonly onCommand?: ((ended: { readonly flaw: RenewalFlaw | null }) => void) | undefined
  /** For the token command. Default 30,000. */
  readonly commandTimeoutMs?: number
}

/** The reason why no usable token could be obtained. */
export type RenewalFlaw =
  | TokenFlaw
  | 'no-way' // neither command nor refresh grant
  | 'stored-refused' // what an earlier renewal left went out in place of the settings' own
  | 'maybe-spent' // an earlier run sent the refresh token, and kept no response
  | 'command-failed'
  | 'command-silent'
  | 'command-timeout'

export type Renewal =
  | { readonly ok: true; readonly accessToken: string }
  | { readonly ok: false; readonly flaw: RenewalFlaw; readonly evidence: RenewalEvidence }

/** Plain values to fill a message with. `stderr` is not masked. */
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
  /** Returns the token to send now; null if none exists or it is known to have expired. */
  current(): string | null
  /** Whether there is a token that is known to have expired. */
  isExpired(): boolean
  /**
   * Gets a new token, once. A bad response is an outcome, not an exception. Callers at the same time share one
   * renewal. The signal can only prevent it from starting: once started, it ends with its response or the time-out,
   * because the old token may be spent.
   *
   * @throws TokenStoreError, LockUnusableError if a new refresh token could not be stored: either before the old one
   * is spent, or with a message that says where the new one is
   */
  renew(signal?: AbortSignal): Promise<Renewal>
}
