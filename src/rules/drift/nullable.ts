import { driftRule } from './drift-rule.js'
import { gradeFirst } from './evidence.js'

/** A field that was never null still is not. */
export const nullable = driftRule('drift/nullable', ({ evidence }) => gradeFirst(evidence.before.present))
