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
 * Where a run was to come and none did, what lost its way is the cause.
 */
export function judgementOf(traffic: GradedTraffic): Judgement {
  const { runs, counts, beside, nothing } = traffic
  const worst: RunVerdict = counts.fail > 0 ? 'fail' : 'incomplete'
  const base = runs.find(({ judgement }) => judgement.verdict === worst) ?? runs[0]
  const shown = base?.judgement ?? nothing
  const verdict = verdictOf(traffic)
  const isWithoutRun = verdict === 'incomplete' && !base
  return {
    ...shown,
    verdict,
    cause: causeOf(shown, beside) ?? (isWithoutRun ? firstAstray(beside.findings) : null),
    findings: [...shown.findings, ...beside.findings],
    coverage: merged(shown.coverage, beside.coverage),
  }
}

/** What ended a run without a verdict explains nothing where the traffic beside it failed. */
function causeOf(shown: Judgement, beside: Judgement): Finding | null {
  return shown.verdict === 'fail' ? shown.cause : (beside.cause ?? shown.cause)
}

function verdictOf({ counts, beside, wanted }: GradedTraffic): RunVerdict {
  const judged = counts.pass + counts.fail + counts.incomplete
  if (counts.fail > 0 || beside.verdict === 'fail') return 'fail'
  if (judged === 0 && wanted === null) return beside.verdict
  return judged < (wanted ?? 0) || counts.incomplete > 0 ? 'incomplete' : 'pass'
}

/** Who is told so may have meant a run; what else is to be mended kept nobody from one. */
function firstAstray(findings: readonly Finding[]): Finding | null {
  return findings.find(({ code, severity }) => severity === 'warning' && ofStrays.test(code)) ?? null
}

const ofStrays = /^(?:homologation\/right-routes:|versioning\/unavailable:|auth\/bearer:no-session$)/

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
