import { driftRule } from './drift-rule.js'
import { gradeFirst } from './evidence.js'

/** A field that was always there still is. */
export const optional = driftRule('drift/optional', ({ evidence }) => gradeFirst(evidence.before.of))
