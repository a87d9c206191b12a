import { driftRule } from './drift-rule.js'

/** What is new is told, never judged. */
export const added = driftRule('drift/added', () => 'info')
