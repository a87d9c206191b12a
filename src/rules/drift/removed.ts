import { driftRule } from './drift-rule.js'
import { gradeAbsence } from './evidence.js'

/** No field of the baseline disappears. */
export const removed = driftRule('drift/removed', ({ evidence }) =>
  gradeAbsence(evidence.before, evidence.now),
)
