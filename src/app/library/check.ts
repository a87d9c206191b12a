import { z } from 'zod'
import type { Credentials } from '../../client/token-source.js'
import type { Exchange } from '../../exchange/exchange.js'
import { createMasker } from '../../exchange/masking.js'
import { buildReport } from '../../report/build-report.js'
import type { Report } from '../../report/report.js'
import { runSteps, type StepsOptions } from '../../run/run-steps.js'
import type { InvalidateAt } from '../../service/service.js'
import { embeddedSteps, liveTarget, type Target } from '../target.js'
import {
  abortSignal,
  address,
  type Common,
  type CommonOptions,
  commonShape,
  credentialsShape,
  elsewhere,
  fitting,
  metaOf,
  milliseconds,
  noCredentials,
  refuseUnknownDeath,
  requestTime,
  type ShapeOf,
  settle,
} from './options.js'

/** Whom {@link check} runs against, and how. */
export interface CheckOptions extends CommonOptions {
  /** Address of the service with its version prefix. Default: the embedded service. */
  readonly baseUrl?: string
  /**
   * Needed with `baseUrl`. A token without the other credentials cannot be renewed, so a run in which it expires
   * fails.
   */
  readonly credentials?: Partial<Credentials>
  /** Milliseconds between an answer and the next request. Default: the profile's. */
  readonly spacingMs?: number
  /** Milliseconds for one request. Default: 10,000. */
  readonly timeoutMs?: number
  /** Step at which the embedded service kills the token. Default: one of 3 to 5, by the seed. */
  readonly invalidateAt?: InvalidateAt
  /** Seed of the embedded service. */
  readonly seed?: string
  /** Ends the run early. */
  readonly signal?: AbortSignal
}

/** The five steps, judged. */
export interface CheckResult {
  /** `incomplete`: too little happened to tell, as without a connection, or after an interrupt. */
  readonly verdict: Report['verdict']
  /** The same as `report.json` of the command. */
  readonly report: Report
  /** All that was sent and answered, masked. */
  readonly exchanges: readonly Exchange[]
}

const shape: ShapeOf<CheckOptions> = {
  ...commonShape,
  ...{ baseUrl: address, credentials: credentialsShape, spacingMs: milliseconds, timeoutMs: requestTime },
  ...{ invalidateAt: elsewhere, seed: z.string(), signal: abortSignal },
}

/**
 * Runs the five steps (§Homologation procedure) against a service and judges its answers. Nothing is written: a rotated refresh
 * token is not kept, so prefer the command for live accounts.
 *
 * @throws where an option does not fit, the address is plain http to another machine, or credentials would leave for another origin
 */
export async function check(given: CheckOptions = {}): Promise<CheckResult> {
  const options = await fitting('check', shape, given)
  const common = await settle(options)
  refuseUnknownDeath(options.invalidateAt)
  const { spacingMs, timeoutMs, signal } = options
  return checkAt(await targetOf(options, common), common, {
    ...{ store: null, lock: null, spacingMs, timeoutMs, signal },
  })
}

/** @internal */
type Reach = Pick<StepsOptions, 'store' | 'lock' | 'spacingMs' | 'timeoutMs' | 'network' | 'signal'>

/** Runs the five steps against a target and closes it. @internal */
export async function checkAt(target: Target, common: Common, reach: Reach): Promise<CheckResult> {
  const { baseUrl, embedded, credentials, seed } = target
  const exchanges: Exchange[] = []
  const startedAt = new Date().toISOString()
  const beganMs = performance.now()
  try {
    const { outcome, judge } = await runSteps({
      ...{ ...reach, masker: createMasker(), embedded, profile: common.profile, baseUrl, credentials },
      onExchange: (exchange) => exchanges.push(exchange),
    })
    const meta = {
      ...{ ...metaOf('check', startedAt, common), repeats: outcome.repeats, baseUrl, embedded, seed },
      durationMs: Math.round(performance.now() - beganMs),
    }
    const report = buildReport(meta, await judge(), common.catalogue, common.lang)
    return { verdict: report.verdict, report, exchanges }
  } finally {
    await target.close()
  }
}

function targetOf(
  { baseUrl, credentials, invalidateAt, seed }: CheckOptions,
  { profile }: Common,
): Promise<Target> {
  if (baseUrl === undefined) return embeddedSteps({ profile, invalidateAt, seed })
  return Promise.resolve(liveTarget(baseUrl, { ...noCredentials, ...credentials }))
}
