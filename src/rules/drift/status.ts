import { driftRule } from './drift-rule.js'
import { gradeFirst } from './evidence.js'

/** A route answers with the statuses that were accepted. */
export const status = driftRule('drift/status', ({ evidence }) => gradeFirst(evidence.before.of))
