import type { Judgement } from '../rules/finding.js'

/** A run with its judgement. */
export interface GradedRun {
  readonly number: number
  readonly session: string | null
  readonly judgement: Judgement
  /** Whether nobody waited for its end; see `TrafficRun`. */
  readonly isEndless: boolean
  /** Of its exchanges, renewals included, in their order. */
  readonly exchangeIds: readonly string[]
}
