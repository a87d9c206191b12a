import type { Judgement } from '../rules/finding.js'

/** A run with its judgement. */
export interface GradedRun {
  readonly number: number
  readonly session: string | null
  readonly judgement: Judgement
  /** True if we stopped waiting for its end; see `TrafficRun`. */
  readonly isEndless: boolean
  /** Ids of its exchanges in their order, renewals included. */
  readonly exchangeIds: readonly string[]
}
