import type { Exchange } from '../exchange/exchange.js'
import type { Note, RunHeader } from '../exchange/read-journal.js'
import {
  combineJudgements,
  type GradedTraffic,
  type Recovery,
  type Revocation,
} from '../judging/graded-traffic.js'
import { judgeRecording } from '../judging/judge-recording.js'
import type { Judged } from '../judging/judged.js'
import { bling, spec } from '../specification/profile.js'
import { fill, findingSentence } from '../words/catalogue.js'
import { buildReport, buildReportOfRuns, type ReportMeta } from './build-report.js'
import type { Words } from './look.js'
import type { Report, ReportFinding, ReportProfile } from './report.js'

/** Builds the report of anything that was judged: a run of our own, a contract run, or watched traffic. */
export function reportOf(meta: ReportMeta, judged: Judged, words: Words): Report {
  if (judged.traffic !== null) return buildTrafficReport(meta, judged.traffic, words)
  return withLeastRoutes(buildReport(meta, judged.judgement, words), judged.leastRoutes ?? null, words)
}

/** A run that exercised fewer routes than `--min-routes` is incomplete, even if nothing failed. */
export function withLeastRoutes(report: Report, least: number | null, { catalogue, lang }: Words): Report {
  const count = report.coverage.routes.exercised.length
  if (least === null || count >= least || report.verdict !== 'pass') return report
  const cause = fill(catalogue.ui['contract.too-few-routes'], { count, least }, lang)
  return { ...report, verdict: 'incomplete', cause }
}

/** The report of watched traffic: of one run, or of several together. */
function buildTrafficReport(meta: ReportMeta, traffic: GradedTraffic, words: Words): Report {
  const combined = buildReport(meta, combineJudgements(traffic), words)
  const { runs, outside, recovery } = traffic
  const isFailed = runs.some((run) => run.judgement.verdict === 'fail')
  const cause = recovery && isFailed ? recoverySentence(recovery, words) : combined.cause
  const report = { ...combined, cause }
  // A single run is not listed, unless the token was to be revoked at each step in turn (`recovery`).
  if (runs.length === 0 || (runs.length === 1 && !recovery)) return report
  const listed = runs.map((run) => ({ ...run, death: recovery?.revocations.get(run.number) }))
  const ofRuns = buildReportOfRuns(meta, listed, words)
  const ofOthers = buildReport(meta, outside, words)
  return { ...report, findings: [...ofRuns.findings, ...ofOthers.findings], runs: ofRuns.runs }
}

/**
 * Says after which revocations of its token the application recovered, and after which not: `recovers at 2, 3, 5; fails at 4:
 * sends the old hash after the renewal`. If every run failed with the same cause, the sentence is that cause.
 */
function recoverySentence({ recovers, fails, untried }: Recovery, words: Words): string {
  const { catalogue, lang } = words
  const { ui } = catalogue
  const nameOf = (step: Revocation) => (step === 'never' ? ui['examine.step.never'] : String(step))
  const list = (steps: readonly Revocation[]) => ({ steps: steps.map(nameOf).join(', ') })
  const byCode = new Map<string, { readonly cause: string; readonly steps: Revocation[] }>()
  for (const { at: step, run } of fails) {
    const { cause: finding, verdict } = run.judgement
    const code = finding?.code ?? verdict
    const cause = messageOf(finding, words) ?? ui[`report.verdict.${verdict}`]
    const known = byCode.get(code)
    if (known) known.steps.push(step)
    else byCode.set(code, { cause, steps: [step] })
  }
  const [first] = byCode.values()
  const hasAlwaysFailed = recovers.length === 0 && untried.length === 0
  if (first && byCode.size === 1 && hasAlwaysFailed) return first.cause
  // a run whose token was never revoked had nothing to recover from
  const isOnlyUndisturbed = recovers.every((step) => step === 'never')
  const recovery = ui[isOnlyUndisturbed ? 'examine.recovers.nowhere' : 'examine.recovers']
  const parts = [
    ...(recovers.length > 0 ? [fill(recovery, list(recovers), lang)] : []),
    ...[...byCode.values()].map(({ cause, steps }) =>
      fill(ui['examine.fails-at'], { ...list(steps), cause }, lang),
    ),
    ...(untried.length > 0 ? [fill(ui['examine.untried'], list(untried), lang)] : []),
  ]
  // Each cause ends with a full stop, which is left out in the middle of the sentence.
  return parts.join('; ').replaceAll('.; ', '; ')
}

/** The message of a finding in the user's language; null without a finding. */
export function messageOf(
  finding: Pick<ReportFinding, 'code' | 'values'> | null,
  { catalogue, lang }: Words,
): string | null {
  return finding && findingSentence(finding, 'message', catalogue, lang)
}

/** A run that was judged under the profile in force. */
export interface ProfiledRun {
  readonly header: RunHeader
  readonly judged: Judged
  readonly notes: readonly Note[]
  /** Reads the exchanges from the first one, anew at each call. */
  readonly exchanges: () => Iterable<Exchange> | AsyncIterable<Exchange>
}

/**
 * Judges the same traffic under each built-in profile, and adds the profile in force if it is the user's own. Returns
 * nothing for traffic without the five steps. The service decides which header carries the hash, so that header is the
 * run's under every profile.
 */
export async function profilesOf(run: ProfiledRun, report: Report, words: Words): Promise<ReportProfile[]> {
  const { header, notes, exchanges } = run
  if (!report.steps.some((step) => step.id.startsWith('homologation/') && step.exchanges.length > 0))
    return []
  const { verdict, cause } = report
  const inForce: ReportProfile = {
    name: header.profile.name,
    verdict,
    cause,
    requirement: verdict === 'fail' ? (run.judged.judgement.cause?.requirement ?? null) : null,
  }
  const profiles: ReportProfile[] = []
  for (const profile of [spec, bling]) {
    // the run is judged under this profile already
    if (profile.name === inForce.name) {
      profiles.push(inForce)
      continue
    }
    const hash = { ...profile.hash, header: header.profile.hash.header }
    const facts = { ...header, profile: { ...profile, hash } }
    const { judgement } = await judgeRecording({ facts, exchanges: exchanges(), notes })
    profiles.push({
      name: profile.name,
      verdict: judgement.verdict,
      requirement: judgement.cause?.requirement ?? null,
      cause: messageOf(judgement.cause, words),
    })
  }
  return profiles.includes(inForce) ? profiles : [...profiles, inForce]
}
