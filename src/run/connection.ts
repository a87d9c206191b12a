import { type AccountLockOptions, lockAccount } from '../client/account-lock.js'
import type { Network } from '../client/network.js'
import { ownHeaders, type Sender } from '../client/sender.js'
import type { Credentials, TokenSecret, TokenSource, TokenSourceOptions } from '../client/token-source.js'
import type { TokenStore } from '../client/token-store.js'
import { accountKey, createTokenSource } from '../client/tokens.js'
import { createTransport, type Transport } from '../client/transport.js'
import type { RawExchange } from '../exchange/raw.js'
import { type Clock, systemClock } from '../node/clock.js'
import type { Profile } from '../specification/profile.js'

/** An account of a service, and how to connect to it. Every run over the network needs these options. */
export interface ConnectionOptions {
  readonly profile: Profile
  readonly baseUrl: string
  readonly credentials: Credentials
  /** `homologa/0.1.0` */
  readonly userAgent: string
  /** The store for rotated tokens; null for the embedded service. */
  readonly store: TokenStore | null
  /** The lock that keeps other runs away from the account; null for the embedded service. */
  readonly lock: Omit<AccountLockOptions, 'account' | 'signal' | 'clock'> | null
  readonly timeoutMs?: number | undefined
  /** Proxy and certificates. Default: none. */
  readonly network?: Network | undefined
  readonly clock?: Clock
  /** Default: a transport that sends over the network. Tests pass another one. */
  readonly transport?: Transport
  /** The clock's time that exchanges count from. Default: the moment at which the account was locked. */
  readonly originMs?: number
  /** Called with every secret before any exchange that may contain it. */
  readonly onSecret: (kind: TokenSecret, value: string) => void
  /** Called each time the token command has ended. */
  readonly onCommand?: TokenSourceOptions['onCommand']
  /** Called with every exchange, secrets included, in the order in which they end. */
  readonly onExchange: (exchange: RawExchange) => void
}

/** The shared parts of all traffic to a locked account. */
export interface Connection {
  /** See `accountKey` (tokens.ts). */
  readonly key: string
  readonly clock: Clock
  readonly transport: Transport
  /** Milliseconds since the last response that an earlier run got on this account; null if there was none. */
  readonly quietForMs: number | null
  /** Closes the connections and frees the account. */
  close(): void
}

/**
 * Locks the account and opens a transport that sends credentials only to the service and its token address.
 *
 * @throws AccountBusyError, LockUnusableError: what the user can fix
 */
export async function connect(options: ConnectionOptions, signal?: AbortSignal): Promise<Connection> {
  const { baseUrl, clock = systemClock, credentials, timeoutMs, network } = options
  const key = accountKey(new URL(baseUrl).origin, credentials)
  const lock = options.lock && (await lockAccount({ ...options.lock, account: key, signal, clock }))
  const { originMs = clock.now() } = options
  const credentialOrigins = [baseUrl, credentials.tokenUrl].filter((url) => url !== null)
  const transport =
    options.transport ?? createTransport({ clock, originMs, credentialOrigins, timeoutMs, network })
  return {
    key,
    clock,
    transport,
    quietForMs: lock?.quietForMs ?? null,
    close() {
      transport.close()
      lock?.release()
    },
  }
}

/** Creates the source of the account's tokens, which renews them through this sender. */
export function createAccountTokens(
  { profile, userAgent, credentials, store, onSecret, onCommand }: ConnectionOptions,
  { key: account, clock }: Connection,
  sender: Sender,
): TokenSource {
  const headers = ownHeaders(userAgent, profile.request.headers)
  const request = { clientAuth: profile.tokenRequest.clientAuth, headers, sender, clock }
  return createTokenSource({ ...request, account, credentials, store, onSecret, onCommand })
}
