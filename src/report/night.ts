import { isRootError, type Values } from '../rules/finding.js'
import { fill, type Lang } from '../words/catalogue.js'
import { compareFindings } from './compare-runs.js'
import type { TrendPoint } from './page-data.js'
import type { Report, ReportFinding } from './report.js'
import { everyPlace } from './same-findings.js'

/**
 * A contract run that is repeated, for example every night: which of its findings are new since the earlier run, and
 * which are problems that somebody has to look at.
 */

/** The part of an earlier run that a comparison needs. */
export type EarlierRun = Pick<Report, 'run' | 'findings'>

/** How a run is compared with an earlier one (`contract --against`). */
export interface Against {
  /** null: there is no earlier run, and every finding is new. */
  readonly before: EarlierRun | null
  /** `new`: only findings that the earlier run did not have fail the run. */
  readonly failOn: 'any' | 'new'
  /** The verdict if nothing fails the run. */
  readonly otherwise: 'pass' | 'incomplete'
}

/** Marks each finding as new or known, and lists what is fixed, as `compare` of the two runs would. */
export function compareWithEarlier(report: Report, { before, failOn, otherwise }: Against) {
  const { added, fixed } = before ? compareFindings(before, report) : { added: report.findings, fixed: [] }
  // a known cause on a further route is both in `added` and in `still`, and counts as new
  const newOnes = new Set(added.map(({ fingerprint }) => fingerprint))
  const findings = report.findings.map((finding) => {
    const since = newOnes.has(finding.fingerprint) ? ('new' as const) : ('known' as const)
    return { ...finding, since }
  })
  const against = { run: before?.run.id ?? null, startedAt: before?.run.startedAt ?? null, failOn }
  const marked = { ...report, findings, against, fixed: [...fixed] }
  if (failOn === 'any' || report.verdict !== 'fail') return marked
  // only new errors fail the run, and the cause so far may be a known one
  const errors = findings.filter((finding) => failsRun(finding, marked))
  const cause = errors.find(isRootError) ?? errors[0]
  return cause ? { ...marked, cause: cause.message } : { ...marked, verdict: otherwise, cause: null }
}

/** Whether a finding fails its run: every error does, except known errors under `--fail-on new`. */
export function failsRun({ severity, since }: ReportFinding, { against }: Pick<Report, 'against'>): boolean {
  return severity === 'error' && !(against?.failOn === 'new' && since === 'known')
}

/** Findings that somebody has to look at: errors and warnings that are no consequences. New ones come first. */
export function problemsOf({ findings }: Pick<Report, 'findings'>): ReportFinding[] {
  const problems = findings.filter(
    ({ severity, consequenceOf }) => severity !== 'info' && consequenceOf === null,
  )
  return problems.sort((a, b) => Number(b.since === 'new') - Number(a.since === 'new'))
}

/** The routes that show a finding, each once. */
export function routesOf(finding: ReportFinding): string[] {
  return [...new Set(everyPlace(finding).flatMap(({ route }) => route ?? []))]
}

/** `2 problems on 7 of 64 routes, 1 new`. Takes the sentences alone, because a page does not have the whole catalogue. */
export function headlineOf(report: Report, ui: Readonly<Record<string, string>>, lang: Lang): string {
  const sentence = (key: string, values: Values) => fill(ui[`night.${key}`] ?? '', values, lang)
  const problems = problemsOf(report)
  const routes = new Set(problems.flatMap(routesOf)).size
  const all = report.coverage.routes.exercised.length
  const parts = [sentence('headline', { problems: problems.length, routes, all })]
  if (report.against) {
    const count = problems.filter(({ since }) => since === 'new').length
    if (problems.length > 0) parts.push(sentence('new', { count }))
    const fixed = report.fixed?.length ?? 0
    if (fixed > 0) parts.push(sentence('fixed.count', { count: fixed }))
  }
  return parts.join(', ')
}

const DAYS_ACCEPTED = 30
const DAY_MS = 86_400_000

/** The command that accepts a finding for 30 days. The user fills in the reason. */
export function acceptCommand({ fingerprint }: ReportFinding, { run }: Report): string {
  const until = new Date(Date.parse(run.startedAt) + DAYS_ACCEPTED * DAY_MS).toISOString().slice(0, 10)
  return `npx homologa accept ${fingerprint} --until ${until} --reason '…'`
}

/** The run as one column of the page's trend. */
export function trendPointOf({ run, verdict, findings }: Report): TrendPoint {
  const countOf = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length
  const { id, startedAt } = run
  return { id, startedAt, verdict, errors: countOf('error'), warnings: countOf('warning') }
}
