import type { Finding, Judgement, RunVerdict } from '../rules/finding.js'
import type { StepNumber } from '../specification/homologation.js'

export interface GradedTraffic {
  readonly runs: readonly GradedRun[]
  /** Counts all runs, including those that are not kept. */
  readonly counts: Readonly<Record<RunVerdict, number>>
  readonly beside: Judgement
  /** Runs that were to come; fewer leave the verdict open. null: as many as came. */
  readonly wanted: number | null
  /** The token invalidations that the application survived, if every one was tried; else null. */
  readonly recovery: Recovery | null
  /** A judgement of no exchange at all: its steps, none reached. */
  readonly nothing: Judgement
}

/**
 * The single judgement that reports show: the first run that decides the verdict, with the breaches of the traffic
 * outside runs. If a run was expected and none came, the cause is the request that went to a wrong address.
 */
export function judgementOf(traffic: GradedTraffic): Judgement {
  const { runs, counts, beside, nothing } = traffic
  const worst: RunVerdict = counts.fail > 0 ? 'fail' : 'incomplete'
  const base = runs.find(({ judgement }) => judgement.verdict === worst) ?? runs[0]
  const shown = base?.judgement ?? nothing
  const verdict = verdictOf(traffic)
  // the reason for a run without a verdict does not explain a failure outside of it
  const cause = shown.verdict === 'fail' ? shown.cause : (beside.cause ?? shown.cause)
  const isWithoutRun = verdict === 'incomplete' && !base
  return {
    ...shown,
    verdict,
    cause: cause ?? (isWithoutRun ? firstAstray(beside.findings) : null),
    findings: [...shown.findings, ...beside.findings],
    coverage: merged(shown.coverage, beside.coverage),
  }
}

function verdictOf({ counts, beside, wanted }: GradedTraffic): RunVerdict {
  const judged = counts.pass + counts.fail + counts.incomplete
  if (counts.fail > 0 || beside.verdict === 'fail') return 'fail'
  if (judged === 0 && wanted === null) return beside.verdict
  return judged < (wanted ?? 0) || counts.incomplete > 0 ? 'incomplete' : 'pass'
}

/** The first finding about a request that may have been meant for a run. Other errors did not prevent a run. */
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

export interface GradedRun {
  readonly number: number
  readonly session: string | null
  readonly judgement: Judgement
  /** True if we stopped waiting for its end; see `TrafficRun`. */
  readonly isEndless: boolean
  /** Ids of its exchanges in their order, renewals included. */
  readonly exchangeIds: readonly string[]
}

/** The step at which an access token dies, or `never`. */
export type Death = StepNumber | 'never'

/** The deaths that an application has to survive, one a run: at each step, and never. */
export const everyDeath: readonly Death[] = [1, 2, 3, 4, 5, 'never']

/** How an application stood the death of its token, step by step. */
export interface Recovery {
  readonly recovers: readonly Death[]
  /** Each death that was not survived, with the first run that shows it. */
  readonly fails: readonly { readonly at: Death; readonly run: GradedRun }[]
  readonly untried: readonly Death[]
  /** The death that each run met, by the run's number. */
  readonly deaths: ReadonlyMap<number, Death>
}

/** Collects what the runs of a plan show together; of each death only the first run that failed. */
export function watchRecovery() {
  const tried = new Set<Death>()
  const fails = new Map<Death, GradedRun>()
  const deaths = new Map<number, Death>()
  return {
    see(at: Death, run: GradedRun): void {
      tried.add(at)
      deaths.set(run.number, at)
      if (run.judgement.verdict === 'pass' || fails.has(at)) return
      // without the exchanges that a run still has when it ends
      const { number, session, judgement, isEndless, exchangeIds } = run
      fails.set(at, { number, session, judgement, isEndless, exchangeIds })
    },
    /** null where no run met any death. */
    get recovery(): Recovery | null {
      if (tried.size === 0) return null
      return {
        recovers: everyDeath.filter((at) => tried.has(at) && !fails.has(at)),
        fails: [...fails].map(([at, run]) => ({ at, run })),
        untried: everyDeath.filter((at) => !tried.has(at)),
        deaths,
      }
    },
  }
}
