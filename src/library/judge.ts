import type { Exchange } from '../exchange/exchange.js'
import { readRecording } from '../exchange/recording.js'
import { createTrafficGrader } from '../judging/grade-traffic.js'
import { judge as judgeRun } from '../judging/judge.js'
import { buildTrafficReport } from '../report/build-traffic-report.js'
import type { Report } from '../report/report.js'
import type { CommonOptions } from './options.js'
import { metaOf, settle } from './settle.js'

export interface JudgeOptions extends CommonOptions {
  /** Address of the service with its version prefix. Default: the recording's own, or read from its first homologation. */
  readonly baseUrl?: string
  /** Address for renewals. Default: the recording's own, or known by its shape. */
  readonly tokenUrl?: string
}

export interface JudgeResult {
  readonly verdict: Report['verdict']
  readonly report: Report
}

/** In a recording a run that waits so long for its next request has stopped midway. */
const IDLE_MS = 60_000

/**
 * Grades a journal or a HAR 1.2 file, without network and in bounded memory: each run of the five steps in it, and every
 * other route by the contract. The same exchanges give the same verdict as they did live.
 *
 * @throws RecordingError where the file is missing, or neither a journal nor a HAR
 */
export async function judge(file: string, options: JudgeOptions = {}): Promise<JudgeResult> {
  const recording = await readRecording(file, {
    ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    ...(options.tokenUrl === undefined ? {} : { tokenUrl: options.tokenUrl }),
  })
  const own = recording.header
  const common = await settle({
    ...(own ? { profile: own.profile, toleranceMs: own.toleranceMs } : {}),
    ...options,
  })
  const guessed = recording.kind === 'har' ? recording.baseUrl : null
  const context = {
    profile: common.profile,
    baseUrl: options.baseUrl ?? own?.baseUrl ?? guessed ?? 'http://unknown.invalid/Api/v3',
    tokenUrl: options.tokenUrl ?? own?.tokenUrl ?? null,
    toleranceMs: common.toleranceMs,
    underTest: own?.source === 'run' ? ('service' as const) : ('application' as const),
  }
  const grader = createTrafficGrader({ context, idleMs: IDLE_MS })
  const span = { first: null as Exchange | null, lastMs: 0 }
  for await (const exchange of recording.exchanges) {
    span.first ??= exchange
    span.lastMs = Math.max(span.lastMs, exchange.answeredAtMs ?? exchange.sentAtMs)
    grader.see(exchange)
    if (grader.seen % 256 === 0) grader.pass(exchange.sentAtMs)
  }
  grader.end()
  const { runs, counts, beside } = grader
  const nothing = judgeRun([], { ...context, ended: true })
  const startedAt = own?.startedAt ?? span.first?.startedAt ?? new Date().toISOString()
  const meta = {
    ...metaOf('judge', startedAt, common),
    durationMs: Math.max(0, Math.round(span.lastMs - (span.first?.sentAtMs ?? 0))),
    baseUrl: context.baseUrl,
    embedded: own?.embedded ?? false,
    seed: own?.seed ?? null,
  }
  const report = buildTrafficReport(
    meta,
    { runs, counts, beside, wanted: null, nothing },
    common.catalogue,
    common.lang,
  )
  return { verdict: report.verdict, report }
}
