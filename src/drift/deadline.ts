import { createContext, Script } from 'node:vm'
import { codeOf } from '../node/thrown.js'

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'

  constructor(readonly afterMs: number) {
    super(`not done within ${afterMs} ms`)
  }
}

const during: { act: () => unknown } = { act: () => undefined }
const context = createContext(during)
const script = new Script('act()')

/**
 * Runs a function and interrupts it after the deadline, even inside a regular expression that does not end. It is
 * meant for documents from outside. Changes that the function had begun stay half done. It does not nest.
 *
 * @throws DeadlineError, or anything that the function throws
 */
export function within<T>(deadlineMs: number, act: () => T): T {
  during.act = act
  try {
    return script.runInContext(context, { timeout: Math.max(1, Math.round(deadlineMs)) }) as T
  } catch (error) {
    const isLate = codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    throw isLate ? new DeadlineError(deadlineMs) : error
  }
}
