/** The credentials of the user, the source of a run's access tokens, which `tokens.ts` creates, and the outcome of a renewal. */
import type { Header } from '../exchange/exchange.js'
import type { Clock } from '../node/clock.js'
import type { TokenlessEvidence } from '../words/renewal-words.js'
import type { Sender } from './sender.js'
import type { TokenFlaw } from './token-response.js'
import type { TokenStore } from './token-store.js'

/** The credentials from the user's settings; null for each that is not set. */
export interface Credentials {
  readonly accessToken: string | null
  /** Used only together with `tokenUrl` and `clientId`. */
  readonly refreshToken: string | null
  readonly clientId: string | null
  readonly clientSecret: string | null
  /** A shell command that prints an access token. If it is set, the refresh token is not used. */
  readonly tokenCommand: string | null
  /** Absolute address for token requests. */
  readonly tokenUrl: string | null
}

/** The kinds of secrets that are registered with the masker. */
export type TokenSecret = 'access_token' | 'refresh_token' | 'client_secret' | 'basic'

export interface TokenSourceOptions {
  readonly credentials: Credentials
  /** The part of a token request that has the client's credentials. `either`: both are allowed, and the header (Basic) is sent. */
  readonly clientAuth: 'basic' | 'body' | 'either'
  /** Additional headers of a token request. */
  readonly headers: readonly Header[]
  readonly clock: Clock
  readonly sender: Sender
  /** The store for new tokens; null: they are kept in memory, as for the embedded service and the library. */
  readonly store: TokenStore | null
  /** Key of the account in the store; see `accountKey`. */
  readonly account: string
  /** Called for every secret, before an exchange with it is recorded. */
  readonly onSecret: (kind: TokenSecret, value: string) => void
  /** Called each time the token command has ended; `flaw` is null if it printed a token. */
  readonly onCommand?: ((ended: { readonly flaw: RenewalFlaw | null }) => void) | undefined
  /** Time limit of the token command. Default: 30,000. */
  readonly commandTimeoutMs?: number
}

/** Why no usable token could be obtained. */
export type RenewalFlaw =
  | TokenFlaw
  | 'no-way' // there is neither a token command nor a refresh token
  | 'stored-refused' // the service refused a refresh token that an earlier run had stored
  | 'maybe-spent' // an earlier run sent the refresh token and did not get a response
  | 'command-failed'
  | 'command-silent'
  | 'command-timeout'

export type Renewal =
  | { readonly ok: true; readonly accessToken: string }
  | { readonly ok: false; readonly flaw: RenewalFlaw; readonly evidence: RenewalEvidence }

/** Values for the message. `stderr` is not masked. */
export type RenewalEvidence = TokenlessEvidence

/** Gives a run its access tokens. */
export interface TokenSource {
  /** The way in which new tokens are obtained; `none`: the credentials do not suffice for a renewal. */
  readonly way: 'command' | 'refresh' | 'none'
  /** Returns the token to send now; null if none exists or it is known to have expired. */
  current(): string | null
  /** Whether the current token is known to have expired. */
  isExpired(): boolean
  /** Obtains a new token. Calls at the same time share one renewal, which `signal` can prevent but not abort. @throws TokenStoreError, LockUnusableError */
  renew(signal?: AbortSignal): Promise<Renewal>
}
