import { createPacer, type Pacer } from '../client/pacer.js'
import { createRateLimiter } from '../client/rate-limiter.js'
import { createSender } from '../client/sender.js'
import type { RawExchange } from '../exchange/raw.js'
import { TIMEOUT_MS } from '../specification/profile.js'
import { createGate, type Gate } from './contract/gate.js'
import type { Ledger } from './contract/ledger.js'
import type { Permissions } from './contract/permissions.js'
import { createPatience } from './patience.js'
import { type Reached, reach, tokensOf } from './reached.js'
import type { RunContext } from './run-context.js'
import type { RunOutcome } from './run-event.js'
import { runSuite } from './runner.js'
import type { Suite, SuiteStep } from './suite.js'

/**
 * Options with which an account is opened. All traffic of an account shares one pacer, one token source and one gate.
 */
export interface AccountOptions extends Reached {
  readonly permissions: Permissions
  /** Makes the ledger of what is created; hears the account's key. */
  readonly ledger: (account: string) => Ledger
  /** Identifiers of records that the user named: what is created may refer to them. Default: none. */
  readonly named?: ReadonlySet<string>
  /** Most requests that leave; null: any number. */
  readonly budget: number | null
  /** Requests in any second; null: no limit. */
  readonly ratePerSecond: number | null
  /** Milliseconds before a read that failed in a way that may pass goes out once more. */
  readonly pauseMs?: number
}

export interface Account {
  readonly key: string
  readonly gate: Gate
  readonly ledger: Ledger
  run(suite: Suite, options?: AccountRunOptions): Promise<RunOutcome>
  /** Resolves when a request that left at this moment (milliseconds since 1970) has surely ended. */
  settled(atMs: number, signal?: AbortSignal): Promise<void>
  close(): void
}

type AccountRunOptions = Pick<RunContext, 'refusals' | 'signal' | 'captures' | 'onEvent'>

/**
 * Opens an account for as many suites as there are; they may run side by side.
 * @throws InsecureAddressError, AccountBusyError, LockUnusableError, TokenStoreError: what the user can mend
 */
export async function openAccount(options: AccountOptions): Promise<Account> {
  const opened = await reach(options)
  const { key, clock, transport } = opened
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
        // during clean-up an error of the recorder must not prevent records from being deleted
        if (!gate.isCleaning) throw error
      }
    },
  })
  const tokens = tokensOf(options, opened, sender)
  const { marginMs } = profile.rate
  const perSecond = options.ratePerSecond
  const limiting =
    perSecond === null ? {} : { rateLimiter: createRateLimiter({ perSecond, marginMs }, clock) }
  const pacer: Pacer = createPacer({ clock, spacingMs: 0, ...limiting })
  const patience = createPatience(options.pauseMs)
  const context = { baseUrl, profile, clock, sender: gate.guard(sender), pacer, tokens, userAgent, patience }
  return {
    key,
    gate,
    ledger,
    run: (suite, own = {}) => runSuite(suite, { ...context, ...own }),
    async settled(atMs, signal) {
      const leftMs = Math.min(atMs + timeoutMs - clock.wall().getTime(), timeoutMs)
      if (leftMs > 0) await clock.sleep(leftMs, signal)
    },
    close() {
      ledger.close()
      opened.close()
    },
  }
}

/** Sends one request with the runner's handling of tokens, pace and limits. */
export async function sendAlone(
  account: Account,
  step: SuiteStep,
  onResponded: (exchange: RawExchange) => void,
  signal?: AbortSignal,
): Promise<void> {
  const suite: Suite = {
    id: step.id,
    title: step.title,
    steps: [step],
    carriesHash: false,
    onLimit: 'repeats-step',
    withoutSuccess: 'goes-on',
  }
  await account.run(suite, {
    signal,
    onEvent: (event) => event.kind === 'responded' && onResponded(event.exchange),
  })
}
