import { createContext, Script } from 'node:vm'
import { codeOf } from '../thrown.js'

/** What was begun did not end in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'

  constructor(readonly afterMs: number) {
    super(`not done within ${afterMs} ms`)
  }
}

const stage: { act: () => unknown } = { act: () => undefined }
const context = createContext(stage)
const script = new Script('act()')

/**
 * Does it, and breaks it off after so many milliseconds, wherever it is: also amid a regular expression that goes astray. For
 * documents of strangers; what it had begun to change is left halfway. Does not nest.
 *
 * @throws DeadlineError; whatever else it throws
 */
export function within<T>(deadlineMs: number, act: () => T): T {
  stage.act = act
  try {
    return script.runInContext(context, { timeout: Math.max(1, Math.round(deadlineMs)) }) as T
  } catch (error) {
    const isLate = codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    throw isLate ? new DeadlineError(deadlineMs) : error
  }
}
