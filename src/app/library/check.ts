import type { Exchange } from '../../exchange/exchange.js'
import { createMasker } from '../../exchange/masking.js'
import { runSteps, type StepsOptions } from '../../run/run-steps.js'
import { stopNote } from '../../run/stop-sentence.js'
import type { InvalidateAt } from '../../service/service.js'
import { liveTarget, startStepsTarget, type Target } from '../target.js'
import type { Graded } from './matchers.js'
import {
  type Common,
  gradeRun,
  milliseconds,
  noCredentials,
  type RunOptions,
  readOptions,
  revocation,
  runShape,
  type ShapeOf,
} from './options.js'

/** The service that {@link check} runs against, and how it runs. */
export interface CheckOptions extends RunOptions {
  /** Milliseconds between a response and the next request. Default: the profile's. */
  readonly spacingMs?: number
  /** Step at which the embedded service revokes the token. Default: one of 3 to 5, by the seed. */
  readonly invalidateAt?: InvalidateAt
}

/** The five steps, judged. */
export interface CheckResult extends Graded {
  /** All that was sent and received, masked. */
  readonly exchanges: readonly Exchange[]
}

const shape: ShapeOf<CheckOptions> = { ...runShape, spacingMs: milliseconds, invalidateAt: revocation() }

/**
 * Runs the five steps (§Homologation procedure) against a service and judges its responses. It writes nothing: a rotated
 * refresh token is not kept, so prefer the command for live accounts.
 *
 * @throws if an option is invalid, the address is plain http to another machine, or credentials would go to another origin
 */
export async function check(userOptions: CheckOptions = {}): Promise<CheckResult> {
  const { options, common } = await readOptions('check', shape, userOptions)
  const { baseUrl, credentials, invalidateAt, seed, spacingMs, timeoutMs, signal } = options
  const target =
    baseUrl === undefined
      ? await startStepsTarget({ profile: common.profile, invalidateAt, seed })
      : liveTarget(baseUrl, { ...noCredentials, ...credentials })
  return checkAt(target, common, { store: null, lock: null, spacingMs, timeoutMs, signal })
}

/** How to connect, and how long to wait. @internal */
type Connection = Pick<StepsOptions, 'store' | 'lock' | 'spacingMs' | 'timeoutMs' | 'network' | 'signal'>

/** Runs the five steps against a target and closes it. @internal */
export async function checkAt(target: Target, common: Common, connection: Connection): Promise<CheckResult> {
  const { baseUrl, embedded, credentials } = target
  const exchanges: Exchange[] = []
  const masker = createMasker()
  const graded = await gradeRun('check', target, common, async (journal) => {
    const { outcome, judge } = await runSteps({
      ...connection,
      masker,
      embedded,
      profile: common.profile,
      baseUrl,
      credentials,
      onExchange(exchange) {
        journal.append(exchange)
        exchanges.push(exchange)
      },
    })
    const { repeats, stopped } = outcome
    if (stopped !== null) journal.note(stopNote(stopped, masker.maskText))
    journal.note({ kind: 'ended', repeats })
    return { judgement: await judge(), repeats }
  })
  return { ...graded, exchanges }
}
