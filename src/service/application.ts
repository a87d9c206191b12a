import type { LifeEvent } from '../exchange/exchange.js'
import type { Sent } from './rate.js'
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
  /** Numbers, as the service writes them. */
  readonly scopes?: readonly string[]
}

export interface Token {
  readonly value: string
  readonly kind: 'access' | 'refresh'
  readonly application: ApplicationState
  alive: boolean
  /** The chosen event that it died of; null while it lives, and where it died as tokens do. */
  diedOf: LifeEvent | null
  /** null until a token that was there from the start is first seen. */
  expiresAtMs: number | null
}

/** All that the service remembers of one application. */
export interface ApplicationState {
  readonly id: string
  name: string
  readonly clientId: string
  readonly clientSecret: string
  redirectLink: string | null
  scopes: readonly string[]
  inactivated: boolean
  /** Paths whose scope was taken away: `/produtos` and all below. */
  readonly barred: string[]
  /** In order, the newest hundred. */
  readonly befell: LifeEvent[]
  /** Requests to the API so far, refused ones included. */
  requests: number
  /** The newest last; the oldest are forgotten. */
  readonly tokens: Token[]
  /** How many tokens were issued so far. */
  issued: number
  run: Run | null
  /** How often each fault struck. */
  strikes: Record<string, number> | null
  /** Requests that count against the rate. */
  readonly sent: Sent
}
