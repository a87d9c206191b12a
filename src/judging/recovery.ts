import type { StepNumber } from '../specification/homologation.js'
import type { GradedRun } from './graded-run.js'

/** The step at which an access token dies, or `never`. */
export type Death = StepNumber | 'never'

/** The deaths that an application has to survive, one a run: at each step, and never. */
export const everyDeath: readonly Death[] = [1, 2, 3, 4, 5, 'never']

/** How an application stood the death of its token, step by step. */
export interface Recovery {
  readonly recovers: readonly Death[]
  /** Each death that was not survived, with the first run that shows it. */
  readonly fails: readonly { readonly at: Death; readonly run: GradedRun }[]
  /** Deaths that no run met. */
  readonly untried: readonly Death[]
  /** The death that each run met, by the run's number. */
  readonly deaths: ReadonlyMap<number, Death>
}

/**
 * Collects what the runs of a plan show together. Only the first failing run of each invalidation is kept, however
 * many follow.
 */
export interface RecoveryWatch {
  see(at: Death, run: GradedRun): void
  /** null where no run met any death. */
  readonly recovery: Recovery | null
}

export function watchRecovery(): RecoveryWatch {
  const tried = new Set<Death>()
  const fails = new Map<Death, GradedRun>()
  const deaths = new Map<number, Death>()
  return {
    see(at, run) {
      tried.add(at)
      deaths.set(run.number, at)
      if (run.judgement.verdict !== 'pass' && !fails.has(at)) fails.set(at, run)
    },
    get recovery() {
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
