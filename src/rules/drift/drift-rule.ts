import type { Severity } from '../finding.js'
import type { Difference, DriftRequirement } from './difference.js'

export interface DriftRule {
  readonly id: DriftRequirement
  /** How grave a difference of this requirement is; null where it is none. */
  grade(difference: Difference): Severity | null
}

export function driftRule(id: DriftRequirement, grade: DriftRule['grade']): DriftRule {
  return { id, grade }
}
