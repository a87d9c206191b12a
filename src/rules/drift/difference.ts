import type { RequirementId } from '../../specification/requirements.js'
import type { FindingCode } from '../../words/catalogue.js'

export type DriftRequirement = Extract<RequirementId, `drift/${string}`>
export type DriftCode = Extract<FindingCode, `drift/${string}`>

/** How often something was there, in how many places where it could have been. */
export interface Presence {
  readonly present: number
  readonly of: number
}

/** Something that the answers of today and the accepted baseline do not share: a fact, not yet judged. */
export interface Difference {
  readonly code: DriftCode
  readonly route: string
  /** Status whose body it is about; null where the route itself differs. */
  readonly status: number | null
  /** `$.data[].id`; null where no place in a body is concerned. */
  readonly path: string | null
  /** What was accepted and what is there now, in the notation of the baseline: `integer`, `string|null`, `200`. */
  readonly before: string
  readonly now: string
  /** What each side rests on. For new kinds and nulls `now.present` counts the deviating bodies' place as a whole. */
  readonly evidence: { readonly before: Presence; readonly now: Presence }
}
