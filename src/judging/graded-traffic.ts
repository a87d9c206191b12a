import type { Finding, Judgement, RunVerdict } from '../rules/finding.js'
import type { GradedRun } from './graded-run.js'
import type { Recovery } from './recovery.js'

/** Watched traffic, graded: its runs, and what passed beside them. */
export interface GradedTraffic {
  readonly runs: readonly GradedRun[]
  /** Of all runs, also those that are not kept. */
  readonly counts: Readonly<Record<RunVerdict, number>>
  /** The traffic outside the runs. */
  readonly beside: Judgement
  /** Runs that were to come; fewer leave the verdict open. null: as many as came. */
  readonly wanted: number | null
  /** Where every death was tried: which ones the application survived; else null. */
  readonly recovery: Recovery | null
  /** A judgement of no exchange at all: its steps, none reached. */
  readonly nothing: Judgement
}

/**
 * The one judgement that the reports show: the first run that decides the verdict, with what the traffic beside it broke.
 * Where there was no run, what lost its way is the cause.
 */
export function judgementOf(traffic: GradedTraffic): Judgement {
  const { runs, counts, beside, nothing } = traffic
  const base =
    runs.find(({ judgement }) => judgement.verdict === worstOf(counts))?.judgement ?? runs[0]?.judgement
  const shown = base ?? nothing
  return {
    ...shown,
    verdict: verdictOf(traffic),
    cause: causeOf(shown, beside) ?? (base ? null : firstOf(beside.findings)),
    findings: [...shown.findings, ...beside.findings],
    coverage: merged(shown.coverage, beside.coverage),
  }
}

/** What ended a run without a verdict explains nothing where the traffic beside it failed. */
function causeOf(shown: Judgement, beside: Judgement): Finding | null {
  return shown.verdict === 'fail' ? shown.cause : (beside.cause ?? shown.cause)
}

function worstOf(counts: GradedTraffic['counts']): RunVerdict {
  return counts.fail > 0 ? 'fail' : counts.incomplete > 0 ? 'incomplete' : 'pass'
}

function verdictOf({ counts, beside, wanted }: GradedTraffic): RunVerdict {
  const judged = counts.pass + counts.fail + counts.incomplete
  if (counts.fail > 0 || beside.verdict === 'fail') return 'fail'
  if (judged === 0 && wanted === null) return beside.verdict
  return judged < (wanted ?? 0) || counts.incomplete > 0 ? 'incomplete' : 'pass'
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
