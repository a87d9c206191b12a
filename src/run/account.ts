/** The account that a run of the contract works in, with everything that its requests share. */

import { createPacer } from '../client/pacer.js'
import { createRateLimiter } from '../client/rate-limiter.js'
import { createSender } from '../client/sender.js'
import type { RawExchange } from '../exchange/raw.js'
import { TIMEOUT_MS } from '../specification/profile.js'
import { type ConnectionOptions, connect, createAccountTokens } from './connection.js'
import { createGate, type Gate } from './contract/gate.js'
import type { Ledger } from './contract/ledger.js'
import type { Permissions } from './contract/permissions.js'
import { createPatience } from './patience.js'
import type { RunContext } from './run-context.js'
import type { RunOutcome } from './run-event.js'
import { runSuite } from './runner.js'
import { contractDefaults, type Suite, type SuiteStep } from './suite.js'

export interface AccountOptions extends ConnectionOptions {
  readonly permissions: Permissions
  /** Creates the ledger of created records, for the account with this key. */
  readonly ledger: (account: string) => Ledger
  /** Identifiers of records that the user named; new records may refer to them. Default: none. */
  readonly named?: ReadonlySet<string>
  /** The most requests that may be sent; null: any number. */
  readonly budget: number | null
  /** The most requests in any second; null: no limit. */
  readonly ratePerSecond: number | null
  /** Milliseconds before a read that failed temporarily is sent once more. */
  readonly pauseMs?: number
}

/** A locked account of a service, for runs of the contract. */
export interface Account {
  /** See `accountKey` (tokens.ts). */
  readonly key: string
  readonly gate: Gate
  readonly ledger: Ledger
  run(suite: Suite, options?: AccountRunOptions): Promise<RunOutcome>
  /** Waits until a request that was sent at this moment (milliseconds since 1970) has surely ended. */
  waitUntilEnded(atMs: number, signal?: AbortSignal): Promise<void>
  close(): void
}

type AccountRunOptions = Pick<RunContext, 'refusals' | 'signal' | 'captures' | 'onEvent'>

/**
 * Opens an account, in which suites can then be run side by side. All its traffic shares one pacer, one token source and
 * one gate.
 * @throws InsecureAddressError, AccountBusyError, LockUnusableError, TokenStoreError: errors that the user can fix
 */
export async function openAccount(options: AccountOptions): Promise<Account> {
  const connection = await connect(options)
  const { key, clock, transport } = connection
  const { profile, userAgent, baseUrl, timeoutMs = TIMEOUT_MS } = options
  const ledger = options.ledger(key)
  const { permissions, budget, named = new Set<string>() } = options
  const gate = createGate({ baseUrl, permissions, ledger, budget, named })
  const sender = createSender({
    transport,
    onExchange: (exchange) => {
      try {
        options.onExchange(exchange)
      } catch (error) {
        // during clean-up, an error in the recorder must not keep records from being deleted
        if (!gate.isCleaning) throw error
      }
    },
  })
  const tokens = createAccountTokens(options, connection, sender)
  const { marginMs } = profile.rate
  const perSecond = options.ratePerSecond
  const limiting =
    perSecond === null ? {} : { rateLimiter: createRateLimiter({ perSecond, marginMs }, clock) }
  // the spacing of two seconds holds for the five steps alone
  const pacer = createPacer({ clock, spacingMs: 0, ...limiting })
  const patience = createPatience(options.pauseMs)
  const context = { baseUrl, profile, clock, sender: gate.guard(sender), pacer, tokens, userAgent, patience }
  return {
    key,
    gate,
    ledger,
    run: (suite, runOptions = {}) => runSuite(suite, { ...context, ...runOptions }),
    async waitUntilEnded(atMs, signal) {
      // no longer than the time limit, even if the wall clock was set back since
      const leftMs = Math.min(atMs + timeoutMs - clock.wall().getTime(), timeoutMs)
      if (leftMs > 0) await clock.sleep(leftMs, signal)
    },
    close() {
      ledger.close()
      connection.close()
    },
  }
}

/**
 * Sends one step as a suite of its own, so that the runner handles tokens, pace and limits. Returns its exchanges: several if it
 * was sent again, and none if it was not sent.
 */
export async function sendSingleStep(
  account: Account,
  step: SuiteStep,
  signal?: AbortSignal,
): Promise<readonly RawExchange[]> {
  const suite: Suite = { id: step.id, title: step.title, steps: [step], ...contractDefaults }
  const exchanges: RawExchange[] = []
  await account.run(suite, {
    signal,
    onEvent: (event) => event.kind === 'responded' && exchanges.push(event.exchange),
  })
  return exchanges
}
