import type { GradedRun } from '../judging/grade-traffic.js'
import type { InvalidateAt } from '../service/service.js'

/** The deaths that an application has to survive, one a run: at each step, and never. */
export const everyDeath: readonly InvalidateAt[] = [1, 2, 3, 4, 5, 'never']

/** How an application stood the death of its token, step by step. */
export interface Recovery {
  readonly recovers: readonly InvalidateAt[]
  readonly fails: readonly { readonly at: InvalidateAt; readonly run: GradedRun }[]
  /** Deaths that no run met. */
  readonly untried: readonly InvalidateAt[]
}

export interface PlannedRun {
  readonly at: InvalidateAt
  readonly run: GradedRun
}

/** What the runs of a plan show together. */
export function recoveryOf(runs: readonly PlannedRun[]): Recovery {
  const tried = new Set(runs.map(({ at }) => at))
  const failing = runs.filter(({ run }) => run.judgement.verdict !== 'pass')
  const fails = failing.filter(({ at }, i) => failing.findIndex((other) => other.at === at) === i)
  const failed = new Set(fails.map(({ at }) => at))
  return {
    recovers: everyDeath.filter((at) => tried.has(at) && !failed.has(at)),
    fails: [...fails],
    untried: everyDeath.filter((at) => !tried.has(at)),
  }
}
