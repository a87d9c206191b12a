import type { LifeEvent } from '../exchange/exchange.js'
import type { FaultCounts } from './faults/fault.js'
import type { CountedRequests } from './rate.js'
import type { Run } from './run.js'

/** The credentials of an application, with the newest tokens that were issued. */
export interface Credentials {
  readonly accessToken: string
  readonly refreshToken: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface Registration {
  /** Shown on the consent page. */
  readonly name?: string
  /** The address that the consent page redirects the browser to. */
  readonly redirectLink?: string | null
  /** The service writes a scope as a number: `98309`. */
  readonly scopes?: readonly string[]
}

export interface Token {
  readonly value: string
  readonly kind: 'access' | 'refresh'
  readonly application: ApplicationState
  /** Does not say whether it has expired. */
  isRevoked: boolean
  /** The lifecycle event that revoked it; null if the procedure or a renewal did, or if it was not revoked. */
  revokedBy: LifeEvent | null
  /** null until the first use of a token that was issued without a time, as an application's first tokens are. */
  expiresAtMs: number | null
}

/** Everything that the embedded service remembers of one application. */
export interface ApplicationState {
  readonly id: string
  name: string
  readonly clientId: string
  readonly clientSecret: string
  redirectLink: string | null
  scopes: readonly string[]
  inactivated: boolean
  /** Paths whose scope was taken away: `/produtos` and all below. */
  readonly removedScopes: string[]
  /** The newest hundred lifecycle events, in order. */
  readonly pastEvents: LifeEvent[]
  /** Number of requests to the API so far, refused ones included. */
  requests: number
  /** The newest last; the oldest of each kind are forgotten. */
  readonly tokens: Token[]
  /** Number of tokens and codes that were issued so far. The next one is derived from it and the seed. */
  issued: number
  run: Run | null
  readonly faultCounts: FaultCounts
  readonly countedRequests: CountedRequests
}
