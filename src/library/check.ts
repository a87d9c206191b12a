import { homologation } from '../../suites/homologation.js'
import type { Credentials } from '../client/tokens.js'
import type { Exchange } from '../exchange/exchange.js'
import { createMasker, record } from '../exchange/masking.js'
import { judgeOwnRun } from '../judging/judge-recording.js'
import { buildReport } from '../report/build-report.js'
import type { Report } from '../report/report.js'
import { runLive } from '../run/homologation/live-run.js'
import type { InvalidateAt } from '../service/service.js'
import { loadShapesOf, type Shapes } from '../specification/shapes.js'
import { userAgent } from '../version.js'
import { noCredentials } from './no-credentials.js'
import type { CommonOptions } from './options.js'
import { metaOf, settle } from './settle.js'

export interface CheckOptions extends CommonOptions {
  /** Address of the service with its version prefix. Default: the embedded service. */
  readonly baseUrl?: string
  /** Needed with `baseUrl`. A token alone cannot be renewed, so that a run in which it dies fails. */
  readonly credentials?: Partial<Credentials>
  /** Milliseconds between an answer and the next request. Default: the profile's. */
  readonly spacingMs?: number
  /** Milliseconds for one request. Default: 10,000. */
  readonly timeoutMs?: number
  /** Step at which the embedded service kills the token. Default: one of 2 to 5, by the seed. */
  readonly invalidateAt?: InvalidateAt
  /** Seed of the embedded service. */
  readonly seed?: string
  readonly signal?: AbortSignal
}

export interface CheckResult {
  readonly verdict: Report['verdict']
  readonly report: Report
  readonly exchanges: readonly Exchange[]
}

/**
 * Runs the five steps of the homologation against a service and judges its answers. Nothing is written: a rotated refresh
 * token is not kept, so prefer the command for live accounts.
 *
 * @throws where the address is plain http to another machine, or credentials would leave for another origin
 */
export async function check(options: CheckOptions = {}): Promise<CheckResult> {
  const common = await settle(options)
  const { profile } = common
  const target = await targetOf(options, common.profile)
  const masker = createMasker()
  const exchanges: Exchange[] = []
  // loaded while the run waits for its second request
  let shapes: Promise<Shapes> | null = null
  const startedAt = new Date().toISOString()
  const beganMs = performance.now()
  try {
    const outcome = await runLive({
      suite: homologation,
      profile,
      baseUrl: target.baseUrl,
      credentials: target.credentials,
      userAgent,
      store: null,
      lock: null,
      onSecret: (kind, value) => masker.register(kind, value),
      onExchange(raw) {
        exchanges.push(record(raw, masker))
        shapes ??= loadShapesOf(profile, 'homologacao')
      },
      ...(options.spacingMs === undefined ? {} : { spacingMs: options.spacingMs }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    const { tokenUrl } = target.credentials
    const facts = { profile, baseUrl: target.baseUrl, tokenUrl, toleranceMs: 0, source: 'run' } as const
    const judgement = judgeOwnRun(
      exchanges,
      facts,
      outcome.stopped?.code ?? null,
      await (shapes ?? loadShapesOf(profile, 'homologacao')),
    )
    const meta = {
      ...metaOf('check', startedAt, common),
      repeats: outcome.repeats,
      durationMs: Math.round(performance.now() - beganMs),
      baseUrl: target.baseUrl,
      embedded: options.baseUrl === undefined,
      seed: target.seed,
    }
    const report = buildReport(meta, judgement, common.catalogue, common.lang)
    return { verdict: report.verdict, report, exchanges }
  } finally {
    await target.close()
  }
}

async function targetOf(
  { baseUrl, credentials = {}, invalidateAt, seed }: CheckOptions,
  profile: CheckProfile,
) {
  if (baseUrl !== undefined) {
    const close = async () => undefined
    return { baseUrl, credentials: { ...noCredentials, ...credentials }, seed: null, close }
  }
  const [{ createService }, { listen }] = await Promise.all([
    import('../service/service.js'),
    import('../service/listen.js'),
  ])
  const service = createService({
    profile,
    enforce: true,
    ...(invalidateAt === undefined ? {} : { invalidateAt }),
    ...(seed === undefined ? {} : { seed }),
  })
  const listener = await listen(service)
  return {
    baseUrl: listener.baseUrl,
    credentials: { ...service.credentials, tokenCommand: null, tokenUrl: listener.tokenUrl },
    seed: service.seed,
    close: () => listener.close(),
  }
}

type CheckProfile = Awaited<ReturnType<typeof settle>>['profile']
