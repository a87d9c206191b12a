import { type AccountLock, type Holder, lockAccount } from '../../client/account-lock.js'
import type { Network } from '../../client/network.js'
import { createPacer } from '../../client/pacer.js'
import { createSender, ownHeaders } from '../../client/sender.js'
import type { Credentials, TokenSecret } from '../../client/token-source.js'
import type { TokenStore } from '../../client/token-store.js'
import { accountKey, createTokenSource } from '../../client/tokens.js'
import type { Transport } from '../../client/transport.js'
import { type Clock, systemClock } from '../../clock.js'
import type { RawExchange } from '../../exchange/raw.js'
import type { Profile } from '../../specification/profile.js'
import { type RunEvent, type RunOutcome, runSuite } from '../runner.js'
import type { Suite } from '../suite.js'
import { transportTo } from '../transport-to.js'

export interface LiveRunOptions {
  readonly suite: Suite
  readonly profile: Profile
  readonly baseUrl: string
  readonly credentials: Credentials
  /** `homologa/0.1.0` */
  readonly userAgent: string
  /** Where rotated tokens are kept; null for the embedded service. */
  readonly store: TokenStore | null
  /** Keeps other runs off the account; null for the embedded service. */
  readonly lock: LockOptions | null
  /** Hears of every secret before any exchange that may hold it. */
  readonly onSecret: (kind: TokenSecret, value: string) => void
  /** Hears of every exchange, secrets and all, in the order of their ends. */
  readonly onExchange: (exchange: RawExchange) => void
  readonly onEvent?: (event: RunEvent) => void
  /** Wait after an answer. Default: the profile's `paceMs`. */
  readonly spacingMs?: number
  readonly timeoutMs?: number
  /** Default: directly. */
  readonly network?: Network
  readonly signal?: AbortSignal
  readonly clock?: Clock
  /** The clock's value that exchanges count from. Default: the moment in which the account was free. */
  readonly originMs?: number
}

export interface LockOptions {
  /** What other runs are told of this one, without secrets: `homologa check`. */
  readonly command: string
  /** Default 120,000; 0 does not wait. */
  readonly waitMs?: number
  readonly onWaiting?: (holder: Holder) => void
  /** Hears of the lock at once, so that exit handlers can release it. */
  readonly onLocked?: (lock: AccountLock) => void
  readonly folder?: string
}

/** Longer than it takes to make a request ready, with code that runs for the first time. */
const READY_MS = 10

/**
 * Runs a suite against a service over the network: everything between settings and the step runner.
 *
 * @throws InsecureAddressError, ForeignOriginError, AccountBusyError, LockUnusableError, TokenStoreError: what the user can mend
 */
export async function runLive(options: LiveRunOptions): Promise<RunOutcome> {
  const { clock = systemClock, credentials } = options
  const account = accountKey(new URL(options.baseUrl).origin, credentials)
  const lock =
    options.lock === null
      ? null
      : await lockAccount({ ...options.lock, ...signalOf(options), account, clock })
  if (lock !== null) options.lock?.onLocked?.(lock)
  const transport = transportTo(options, clock)
  try {
    return await runOver(options, transport, account, lock?.quietForMs ?? null)
  } finally {
    transport.close()
    lock?.release()
  }
}

function runOver(
  options: LiveRunOptions,
  transport: Transport,
  account: string,
  quietForMs: number | null,
): Promise<RunOutcome> {
  const { clock = systemClock, profile, userAgent } = options
  const sender = createSender({ transport, onExchange: options.onExchange })
  const headers = ownHeaders(userAgent, profile.request.headers).filter(([name]) => name !== 'accept')
  const { credentials, store, onSecret } = options
  const { clientAuth } = profile.tokenRequest
  return runSuite(options.suite, {
    baseUrl: options.baseUrl,
    profile,
    clock,
    sender,
    pacer: createPacer({
      clock,
      spacingMs: options.spacingMs ?? profile.spacing.paceMs,
      lastAnsweredMs: quietForMs === null ? null : clock.now() - quietForMs,
      readyMs: READY_MS,
      onSoon: () => transport.prepare(options.baseUrl),
    }),
    tokens: createTokenSource({ credentials, clientAuth, headers, clock, sender, store, account, onSecret }),
    userAgent,
    ...signalOf(options),
    ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
  })
}

function signalOf({ signal }: LiveRunOptions) {
  return signal === undefined ? {} : { signal }
}
