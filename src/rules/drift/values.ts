import { driftRule } from './drift-rule.js'

/** New codes and new forms of text are told, never judged. */
export const values = driftRule('drift/values', () => 'info')
