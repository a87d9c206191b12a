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
  /** Default: one over the network. */
  readonly transport?: Transport
  /** The clock's value that exchanges count from. Default: the moment in which the account was free. */
  readonly originMs?: number
  /** Hears of every secret before any exchange that may hold it. */
  readonly onSecret: (kind: TokenSecret, value: string) => void
  /** Called each time the token command has ended. */
  readonly onCommand?: TokenSourceOptions['onCommand']
  /** Hears of every exchange, secrets and all, in the order of their ends. */
  readonly onExchange: (exchange: RawExchange) => void
}

/** What all traffic to a locked account shares. */
export interface Opened {
  /** See `accountKey` (tokens.ts). */
  readonly key: string
  readonly clock: Clock
  readonly transport: Transport
  /** Milliseconds since an earlier run's last response on this account; null where none is known. */
  readonly quietForMs: number | null
  /** Closes the connections and frees the account. */
  close(): void
}

/**
 * Locks the account and opens a transport that sends credentials only to the service and its token address.
 *
 * @throws AccountBusyError, LockUnusableError: what the user can fix
 */
export async function reach(reached: Reached, signal?: AbortSignal): Promise<Opened> {
  const { baseUrl, clock = systemClock, credentials, timeoutMs, network } = reached
  const key = accountKey(new URL(baseUrl).origin, credentials)
  const lock = reached.lock && (await lockAccount({ ...reached.lock, account: key, signal, clock }))
  const { originMs = clock.now() } = reached
  const credentialOrigins = [baseUrl, credentials.tokenUrl].filter((url) => url !== null)
  const transport =
    reached.transport ?? createTransport({ clock, originMs, credentialOrigins, timeoutMs, network })
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

/** The account's tokens, renewed over this sender. */
export function tokensOf(
  { profile, userAgent, credentials, store, onSecret, onCommand }: Reached,
  { key: account, clock }: Opened,
  sender: Sender,
): TokenSource {
  const headers = ownHeaders(userAgent, profile.request.headers).filter(([name]) => name !== 'accept')
  const { clientAuth } = profile.tokenRequest
  return createTokenSource({
    credentials,
    clientAuth,
    headers,
    clock,
    sender,
    store,
    account,
    onSecret,
    onCommand,
  })
}
