import { lockAccount } from '../../client/account-lock.js'
import { createPacer } from '../../client/pacer.js'
import { createSender } from '../../client/sender.js'
import { accountKey } from '../../client/tokens.js'
import type { Transport } from '../../client/transport.js'
import { systemClock } from '../../node/clock.js'
import { type Reached, tokensOf, transportTo } from '../reached.js'
import { type RunEvent, type RunOutcome, runSuite } from '../runner.js'
import type { Suite } from '../suite.js'

export interface LiveRunOptions extends Reached {
  readonly suite: Suite
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  /** Wait after an answer. Default: the profile's `paceMs`. */
  readonly spacingMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a suite against a service over the network: everything between settings and the step runner.
 *
 * @throws InsecureAddressError, ForeignOriginError, AccountBusyError, LockUnusableError, TokenStoreError: what the user can mend
 */
export async function runLive(options: LiveRunOptions): Promise<RunOutcome> {
  const { clock = systemClock, credentials } = options
  const account = accountKey(new URL(options.baseUrl).origin, credentials)
  const { signal } = options
  const lock = options.lock && (await lockAccount({ ...options.lock, signal, account, clock }))
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
  return runSuite(options.suite, {
    baseUrl: options.baseUrl,
    profile,
    clock,
    sender,
    pacer: createPacer({
      clock,
      spacingMs: options.spacingMs ?? profile.spacing.paceMs,
      lastAnsweredMs: quietForMs === null ? null : clock.now() - quietForMs,
      onSoon: () => transport.prepare(options.baseUrl),
    }),
    tokens: tokensOf(options, account, sender, clock),
    userAgent,
    signal: options.signal,
    onEvent: options.onEvent,
  })
}
