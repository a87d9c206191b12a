import { type Death, type GradedTraffic, judgementOf, type Recovery } from '../judging/graded-traffic.js'
import type { Judged } from '../judging/judged.js'
import { type Catalogue, fill, findingSentence, type Lang } from '../words/catalogue.js'
import { buildReport, buildReportOfRuns, type ReportMeta } from './build-report.js'
import type { Report, ReportFinding } from './report.js'

/** Builds the report for a run of our own, a contract run, or watched traffic. */
export function reportOf(
  meta: ReportMeta,
  { judgement, traffic, leastRoutes = null }: Judged,
  catalogue: Catalogue,
  lang: Lang,
): Report {
  if (traffic !== null) return buildTrafficReport(meta, traffic, catalogue, lang)
  return withLeastRoutes(buildReport(meta, judgement, catalogue, lang), leastRoutes, catalogue, lang)
}

/** A run that exercised fewer routes than `--min-routes` is incomplete, even if nothing failed. */
export function withLeastRoutes(
  report: Report,
  least: number | null,
  catalogue: Catalogue,
  lang: Lang,
): Report {
  const count = report.coverage.routes.exercised.length
  if (least === null || count >= least || report.verdict !== 'pass') return report
  const cause = fill(catalogue.ui['contract.too-few-routes'], { count, least }, lang)
  return { ...report, verdict: 'incomplete', cause }
}

/** The report of watched traffic: of one run, or of several together. */
function buildTrafficReport(
  meta: ReportMeta,
  traffic: GradedTraffic,
  catalogue: Catalogue,
  lang: Lang,
): Report {
  const judgement = judgementOf(traffic)
  const report = buildReport(meta, judgement, catalogue, lang)
  const { runs, beside, recovery } = traffic
  const isFailed = runs.some((run) => run.judgement.verdict === 'fail')
  const cause = recovery && isFailed ? recoverySentence(recovery, catalogue, lang) : report.cause
  if (runs.length < (recovery ? 1 : 2)) return { ...report, cause }
  const withDeaths = runs.map((run) => ({ ...run, death: recovery?.deaths.get(run.number) }))
  const ofRuns = buildReportOfRuns(meta, withDeaths, catalogue, lang)
  const findings = buildReport(meta, beside, catalogue, lang).findings
  return {
    ...ofRuns,
    verdict: report.verdict,
    cause,
    findings: [...ofRuns.findings, ...findings],
    coverage: report.coverage,
  }
}

/**
 * `recovers at 2, 3, 5; fails at 4: sends the old hash after the renewal`. A cause that every run has stands alone; in other steps and
 * at other times it is the same cause.
 */
function recoverySentence({ recovers, fails, untried }: Recovery, catalogue: Catalogue, lang: Lang): string {
  const { ui } = catalogue
  const named = (at: Death) => (at === 'never' ? ui['examine.step.never'] : String(at))
  const steps = (deaths: readonly Death[]) => ({ steps: deaths.map(named).join(', ') })
  const byCode = new Map<string, { readonly cause: string; readonly deaths: Death[] }>()
  for (const { at, run } of fails) {
    const { cause: first, verdict } = run.judgement
    const key = first?.code ?? verdict
    const cause = messageOf(first, catalogue, lang) ?? ui[`report.verdict.${verdict}`]
    const known = byCode.get(key)
    if (known) known.deaths.push(at)
    else byCode.set(key, { cause, deaths: [at] })
  }
  const [common] = byCode.values()
  if (common && recovers.length + untried.length === 0 && byCode.size === 1) return common.cause
  const isOnlyUndisturbed = recovers.every((at) => at === 'never')
  const recovery = isOnlyUndisturbed ? ui['examine.recovers.nowhere'] : ui['examine.recovers']
  return [
    ...(recovers.length > 0 ? [fill(recovery, steps(recovers), lang)] : []),
    ...[...byCode.values()].map(({ cause, deaths }) =>
      fill(ui['examine.fails-at'], { ...steps(deaths), cause }, lang),
    ),
    ...(untried.length > 0 ? [fill(ui['examine.untried'], steps(untried), lang)] : []),
  ]
    .join('; ')
    .replaceAll('.; ', '; ')
}

/** The message of a finding in the user's language; null without a finding. */
export function messageOf(
  finding: Pick<ReportFinding, 'code' | 'values'> | null,
  catalogue: Catalogue,
  lang: Lang,
): string | null {
  return finding && findingSentence(finding, 'message', catalogue, lang)
}
