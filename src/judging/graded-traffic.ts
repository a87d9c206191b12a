import type { Coverage, Finding, Judgement, RunVerdict } from '../rules/finding.js'
import type { StepNumber } from '../specification/homologation.js'

/** The grades of a stream of traffic: each of its runs, and the traffic outside the runs. */
export interface GradedTraffic {
  readonly runs: readonly GradedRun[]
  /** Counts all runs, including those that are not kept. */
  readonly counts: Readonly<Record<RunVerdict, number>>
  /** The judgement of the traffic outside the runs. */
  readonly outside: Judgement
  /** The number of runs that were expected. If fewer came, there is no verdict. null: any number is enough. */
  readonly wanted: number | null
  /** How the application recovered from revoked tokens, if `--invalidate-at each` revoked them; else null. */
  readonly recovery: Recovery | null
  /** The judgement of an empty run, in which no step was reached. */
  readonly nothing: Judgement
}

/**
 * Combines the traffic into the single judgement that reports show: that of the first run with the worst verdict, with the
 * findings outside the runs added. If no run came and there is no verdict, the cause is the first request to a wrong address.
 */
export function combineJudgements(traffic: GradedTraffic): Judgement {
  const { runs, outside, nothing } = traffic
  const firstWith = (verdict: RunVerdict) => runs.find(({ judgement }) => judgement.verdict === verdict)
  const run = firstWith('fail') ?? firstWith('incomplete') ?? runs[0]
  const shown = run?.judgement ?? nothing
  const verdict = verdictOf(traffic)
  const stray = !run && verdict === 'incomplete' ? findFirstStray(outside.findings) : null
  return {
    ...shown,
    verdict,
    // the cause of an incomplete run does not explain a failure outside of it
    cause: shown.verdict === 'fail' ? shown.cause : (outside.cause ?? shown.cause ?? stray),
    findings: [...shown.findings, ...outside.findings],
    coverage: mergeCoverage(shown.coverage, outside.coverage),
  }
}

function verdictOf({ counts, outside, wanted }: GradedTraffic): RunVerdict {
  const judged = counts.pass + counts.fail + counts.incomplete
  if (counts.fail > 0 || outside.verdict === 'fail') return 'fail'
  // beside runs, the traffic outside may fail but need not pass
  if (judged === 0 && wanted === null) return outside.verdict
  return judged < (wanted ?? 0) || counts.incomplete > 0 ? 'incomplete' : 'pass'
}

/** The first warning about a wrong address that may have been meant for a run. A request that succeeded there is only an info. */
function findFirstStray(findings: readonly Finding[]): Finding | null {
  return findings.find(({ code, severity }) => severity === 'warning' && strayCode.test(code)) ?? null
}

/** Matches findings about an unknown path, and about a client without a session that called a route of real products. */
const strayCode = /^(?:homologation\/right-routes:|versioning\/unavailable:|auth\/bearer:no-session$)/

function mergeCoverage(run: Coverage, outside: Coverage): Coverage {
  const tested = [...new Set([...run.requirements.tested, ...outside.requirements.tested])]
  return {
    requirements: { tested, untested: run.requirements.untested.filter(({ id }) => !tested.includes(id)) },
    routes: {
      exercised: [...new Set([...run.routes.exercised, ...outside.routes.exercised])],
      // these are routes of the five steps, which are never requested outside a run
      notExercised: run.routes.notExercised,
    },
  }
}

/** A run with its judgement. */
export interface GradedRun {
  readonly number: number
  readonly session: string | null
  readonly judgement: Judgement
  /** True if the run repeated so often that we stopped waiting for its end. */
  readonly isEndless: boolean
  /** Ids of its exchanges in their order, renewals included. */
  readonly exchangeIds: readonly string[]
}

/** The step at which the access token of a run is revoked, or `never`. */
export type Revocation = StepNumber | 'never'

/** Each step and `never`, in the order in which the runs of `--invalidate-at each` try them. */
export const everyRevocation: readonly Revocation[] = [1, 2, 3, 4, 5, 'never']

/** The result of `--invalidate-at each`: whether the application recovered from a token that was revoked at each step. */
export interface Recovery {
  /** The steps at which it recovered, which means that every such run passed. */
  readonly recovers: readonly Revocation[]
  /** The steps at which it did not recover, with the first run that shows it. */
  readonly fails: readonly { readonly at: Revocation; readonly run: GradedRun }[]
  /** The steps at which no run had its token revoked. */
  readonly untried: readonly Revocation[]
  /** The step at which the token was revoked, by the number of the run. */
  readonly revocations: ReadonlyMap<number, Revocation>
}

/** Collects the results of `--invalidate-at each`, run by run. */
export function collectRecovery() {
  const fails = new Map<Revocation, GradedRun>()
  const revokedAt = new Map<number, Revocation>()
  return {
    see(at: Revocation, run: GradedRun): void {
      revokedAt.set(run.number, at)
      if (run.judgement.verdict === 'pass' || fails.has(at)) return
      // copied without the exchanges that an ended run still has, so that they can be freed
      const { number, session, judgement, isEndless, exchangeIds } = run
      fails.set(at, { number, session, judgement, isEndless, exchangeIds })
    },
    /** null before the first run. */
    get recovery(): Recovery | null {
      if (revokedAt.size === 0) return null
      const tried = new Set(revokedAt.values())
      return {
        recovers: everyRevocation.filter((at) => tried.has(at) && !fails.has(at)),
        fails: [...fails].map(([at, run]) => ({ at, run })),
        untried: everyRevocation.filter((at) => !tried.has(at)),
        revocations: revokedAt,
      }
    },
  }
}
