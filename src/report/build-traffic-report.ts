import type { GradedRun } from '../judging/grade-traffic.js'
import type { Finding, Judgement, RunVerdict } from '../rules/finding.js'
import type { Catalogue, Lang } from '../words/catalogue.js'
import { buildReport, buildReportOfRuns, type ReportMeta } from './build-report.js'
import type { Report } from './report.js'

/** What a command that watched traffic has to report. */
export interface WatchedTraffic {
  readonly runs: readonly GradedRun[]
  /** Of all runs, also those that are not kept. */
  readonly counts: Readonly<Record<RunVerdict, number>>
  /** The traffic outside the runs. */
  readonly beside: Judgement
  /** Runs that were to come; fewer leave the verdict open. null: as many as came. */
  readonly wanted: number | null
  /** A judgement of no exchange at all: its steps, none reached. */
  readonly nothing: Judgement
}

/**
 * The one judgement that the reports show: the first run that decides the verdict, with what the traffic beside it broke.
 * Where there was no run, what lost its way is the cause.
 */
export function judgementOf({ runs, counts, beside, wanted, nothing }: WatchedTraffic): Judgement {
  const base =
    runs.find(({ judgement }) => judgement.verdict === worstOf(counts))?.judgement ?? runs[0]?.judgement
  const verdict = verdictOf({ runs, counts, beside, wanted })
  const shown = base ?? nothing
  return {
    ...shown,
    verdict,
    cause: shown.cause ?? beside.cause ?? (base ? null : firstOf(beside.findings)),
    findings: [...shown.findings, ...beside.findings],
    coverage: merged(shown.coverage, beside.coverage),
  }
}

/** The report of watched traffic: of one run, or of several together. */
export function buildTrafficReport(
  meta: ReportMeta,
  traffic: WatchedTraffic,
  catalogue: Catalogue,
  lang: Lang,
): Report {
  const judgement = judgementOf(traffic)
  const report = buildReport(meta, judgement, catalogue, lang)
  const { runs, beside } = traffic
  if (runs.length < 2) return report
  const ofRuns = buildReportOfRuns(meta, runs, catalogue, lang)
  const findings = buildReport(meta, beside, catalogue, lang).findings
  return {
    ...ofRuns,
    verdict: report.verdict,
    cause: report.cause,
    findings: [...ofRuns.findings, ...findings],
    coverage: report.coverage,
  }
}

function worstOf(counts: WatchedTraffic['counts']): RunVerdict {
  return counts.fail > 0 ? 'fail' : counts.incomplete > 0 ? 'incomplete' : 'pass'
}

function verdictOf({ counts, beside, wanted }: Omit<WatchedTraffic, 'nothing'>): RunVerdict {
  const judged = counts.pass + counts.fail + counts.incomplete
  if (counts.fail > 0 || beside.verdict === 'fail') return 'fail'
  if (judged === 0 && wanted === null) return beside.verdict
  return judged === 0 || judged < (wanted ?? 0) || counts.incomplete > 0 ? 'incomplete' : 'pass'
}

function firstOf(findings: readonly Finding[]): Finding | null {
  return findings.find(({ severity }) => severity === 'warning') ?? null
}

function merged(a: Judgement['coverage'], b: Judgement['coverage']): Judgement['coverage'] {
  const tested = [...new Set([...a.requirements.tested, ...b.requirements.tested])]
  return {
    requirements: { tested, untested: a.requirements.untested.filter(({ id }) => !tested.includes(id)) },
    routes: {
      exercised: [...new Set([...a.routes.exercised, ...b.routes.exercised])],
      notExercised: a.routes.notExercised,
    },
  }
}
