import { driftRule } from './drift-rule.js'
import { gradeFirst } from './evidence.js'

/** A field keeps its type. A whole number that gets decimals is still a number: JSON knows one kind. */
export const type = driftRule('drift/type', ({ code, evidence }) =>
  code === 'drift/type:widened' ? 'info' : gradeFirst(evidence.before.present),
)
