/** Runs the five steps of the homologation against a service over the network. */

import { homologation } from '../../suites/homologation.js'
import { createPacer } from '../client/pacer.js'
import { createSender } from '../client/sender.js'
import type { Exchange } from '../exchange/exchange.js'
import { type Masker, record } from '../exchange/masking.js'
import { judgeOwnRun } from '../judging/judged.js'
import type { Judgement } from '../rules/finding.js'
import { userAgent } from '../settings/version.js'
import { loadShapesOf } from '../specification/shapes.js'
import { type ConnectionOptions, connect, createAccountTokens } from './connection.js'
import type { RunEvent, RunOutcome } from './run-event.js'
import { runSuite } from './runner.js'
import type { Suite } from './suite.js'

export interface StepsOptions
  extends Omit<LiveRunOptions, 'suite' | 'userAgent' | 'onSecret' | 'onExchange'> {
  readonly masker: Masker
  /** Whether the service is the embedded one, so that its credentials are known to be right. */
  readonly embedded: boolean
  /** Called with each exchange, masked, in the order in which they end. */
  readonly onExchange: (exchange: Exchange) => void
}

/** A run of the five steps that has ended and can be judged. */
export interface JudgedSteps {
  readonly outcome: RunOutcome
  judge(): Promise<Judgement>
}

/**
 * Runs the five steps of the homologation against a service, and records the exchanges, masked. `check` and the library
 * use it.
 * @throws what {@link runLive} throws
 */
export async function runSteps({
  masker,
  embedded,
  onExchange,
  ...options
}: StepsOptions): Promise<JudgedSteps> {
  const { profile, baseUrl, credentials } = options
  const exchanges: Exchange[] = []
  const outcome = await runLive({
    ...options,
    suite: homologation,
    userAgent,
    onSecret: (kind, value) => masker.register(kind, value),
    onExchange(raw) {
      const exchange = record(raw, masker)
      exchanges.push(exchange)
      onExchange(exchange)
      // loaded during the wait before the second step, so that judging need not wait for it
      void loadShapesOf(profile, 'homologacao')
    },
  })
  const { tokenUrl } = credentials
  // no tolerance, because our own pacer never sends early
  const facts = { profile, baseUrl, tokenUrl, toleranceMs: 0, source: 'run', embedded } as const
  const stopped = outcome.stopped?.code ?? null
  return {
    outcome,
    judge: async () => judgeOwnRun(exchanges, facts, stopped, await loadShapesOf(profile, 'homologacao')),
  }
}

export interface LiveRunOptions extends ConnectionOptions {
  readonly suite: Suite
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  /** Milliseconds to wait after each response. Default: the profile's `paceMs`. */
  readonly spacingMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Connects to a service, runs a suite against it, and closes the connection.
 *
 * @throws InsecureAddressError, ForeignOriginError, AccountBusyError, LockUnusableError, TokenStoreError: what the user can fix
 */
export async function runLive(options: LiveRunOptions): Promise<RunOutcome> {
  const { baseUrl, profile, userAgent, signal, onExchange, onEvent } = options
  const connection = await connect(options, signal)
  const { clock, transport, quietForMs } = connection
  const sender = createSender({ transport, onExchange })
  try {
    return await runSuite(options.suite, {
      baseUrl,
      profile,
      clock,
      sender,
      userAgent,
      signal,
      onEvent,
      pacer: createPacer({
        clock,
        spacingMs: options.spacingMs ?? profile.spacing.paceMs,
        lastRespondedMs: quietForMs === null ? null : clock.now() - quietForMs,
        onSoon: () => transport.prepare(baseUrl),
      }),
      tokens: createAccountTokens(options, connection, sender),
    })
  } finally {
    connection.close()
  }
}
