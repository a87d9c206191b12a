import { driftRule } from './drift-rule.js'
import { gradeAbsence } from './evidence.js'

/** No field of the baseline disappears. */
export const removed = driftRule('drift/removed', ({ evidence }, doubt) =>
  gradeAbsence(evidence.before, evidence.now, doubt),
)
