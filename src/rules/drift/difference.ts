import type { RequirementId } from '../../specification/requirements.js'
import type { FindingCode } from '../../words/catalogue.js'

export type DriftRequirement = Extract<RequirementId, `drift/${string}`>
export type DriftCode = Extract<FindingCode, `drift/${string}`>

/** How often something was there, in how many places where it could have been. */
export interface Presence {
  readonly present: number
  readonly of: number
}

/** A difference between the current responses and the accepted baseline. It is a fact that has not been judged. */
export interface Difference {
  readonly code: DriftCode
  readonly route: string
  /** Status whose body it is about; null where the route itself differs. */
  readonly status: number | null
  /** `$.data[].id`; null where no place in a body is concerned. */
  readonly path: string | null
  /** The accepted and the current value, in the notation of the baseline: `integer`, `string|null`, `200`. */
  readonly before: string
  readonly now: string
  /**
   * The observations on each side. For new kinds and nulls `now.present` counts every occurrence of the place in the
   * deviating bodies.
   */
  readonly evidence: { readonly before: Presence; readonly now: Presence }
}
