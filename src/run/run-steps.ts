import { homologation } from '../../suites/homologation.js'
import { createPacer } from '../client/pacer.js'
import { createSender } from '../client/sender.js'
import type { Exchange } from '../exchange/exchange.js'
import { type Masker, record } from '../exchange/masking.js'
import { judgeOwnRun } from '../judging/judged.js'
import type { Judgement } from '../rules/finding.js'
import { userAgent } from '../settings/version.js'
import { loadShapesOf } from '../specification/shapes.js'
import { type Reached, reach, tokensOf } from './reached.js'
import { type RunEvent, type RunOutcome, runSuite } from './runner.js'
import type { Suite } from './suite.js'

export interface StepsOptions
  extends Omit<LiveRunOptions, 'suite' | 'userAgent' | 'onSecret' | 'onExchange'> {
  readonly masker: Masker
  /** Whether the service is the embedded one, so that its credentials are known to be right. */
  readonly embedded: boolean
  /** Hears of each exchange once it is safe to keep, in the order of their ends. */
  readonly onExchange: (exchange: Exchange) => void
}

/** The five steps against one service, as the command and the library run them: recorded, then judged. */
export interface JudgedSteps {
  readonly outcome: RunOutcome
  /** Judges what came. */
  judge(): Promise<Judgement>
}

/** @throws what {@link runLive} throws: what the user can mend */
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
      // in the wait before the second step, so that the end need not wait
      void loadShapesOf(profile, 'homologacao')
    },
  })
  const { tokenUrl } = credentials
  const facts = { profile, baseUrl, tokenUrl, toleranceMs: 0, source: 'run', embedded } as const
  const stopped = outcome.stopped?.code ?? null
  return {
    outcome,
    judge: async () => judgeOwnRun(exchanges, facts, stopped, await loadShapesOf(profile, 'homologacao')),
  }
}

export interface LiveRunOptions extends Reached {
  readonly suite: Suite
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  /** Wait after a response. Default: the profile's `paceMs`. */
  readonly spacingMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a suite against a service over the network: everything between settings and the step runner.
 *
 * @throws InsecureAddressError, ForeignOriginError, AccountBusyError, LockUnusableError, TokenStoreError: what the user can fix
 */
export async function runLive(options: LiveRunOptions): Promise<RunOutcome> {
  const { baseUrl, profile, userAgent, signal, onExchange, onEvent } = options
  const opened = await reach(options, signal)
  const { clock, transport, quietForMs } = opened
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
      tokens: tokensOf(options, opened, sender),
    })
  } finally {
    opened.close()
  }
}
