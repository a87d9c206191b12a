import type { AccountLockOptions } from '../client/account-lock.js'
import type { Network } from '../client/network.js'
import { ownHeaders, type Sender } from '../client/sender.js'
import type { Credentials, TokenSecret, TokenSource } from '../client/token-source.js'
import type { TokenStore } from '../client/token-store.js'
import { createTokenSource } from '../client/tokens.js'
import { createTransport, type Transport } from '../client/transport.js'
import type { RawExchange } from '../exchange/raw.js'
import type { Clock } from '../node/clock.js'
import type { Profile } from '../specification/profile.js'

/** An account of a service, and how it is reached: what every run over the network begins with. */
export interface Reached {
  readonly profile: Profile
  readonly baseUrl: string
  readonly credentials: Credentials
  /** `homologa/0.1.0` */
  readonly userAgent: string
  /** The store for rotated tokens; null for the embedded service. */
  readonly store: TokenStore | null
  /** Keeps other runs off the account; null for the embedded service. */
  readonly lock: Omit<AccountLockOptions, 'account' | 'signal' | 'clock'> | null
  readonly timeoutMs?: number | undefined
  /** Default: directly. */
  readonly network?: Network | undefined
  readonly clock?: Clock
  /** The clock's value that exchanges count from. Default: the moment in which the account was free. */
  readonly originMs?: number
  /** Hears of every secret before any exchange that may hold it. */
  readonly onSecret: (kind: TokenSecret, value: string) => void
  /** Hears of every exchange, secrets and all, in the order of their ends. */
  readonly onExchange: (exchange: RawExchange) => void
}

/** Creates a transport that sends credentials only to the service and its token address. */
export function transportTo(reached: Reached, clock: Clock): Transport {
  const { baseUrl, credentials, timeoutMs, network, originMs = clock.now() } = reached
  return createTransport({
    clock,
    originMs,
    credentialOrigins: [baseUrl, credentials.tokenUrl].flatMap((url) => (url === null ? [] : [url])),
    ...{ timeoutMs, network },
  })
}

/** The account's tokens, renewed over this sender. */
export function tokensOf(
  { profile, userAgent, credentials, store, onSecret }: Reached,
  account: string,
  sender: Sender,
  clock: Clock,
): TokenSource {
  const headers = ownHeaders(userAgent, profile.request.headers).filter(([name]) => name !== 'accept')
  const { clientAuth } = profile.tokenRequest
  return createTokenSource({ credentials, clientAuth, headers, clock, sender, store, account, onSecret })
}
