import { createContext, Script } from 'node:vm'
import { codeOf } from '../node/thrown.js'

/** A function took longer than it was allowed. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'

  constructor(deadlineMs: number) {
    super(`not done within ${deadlineMs} ms`)
  }
}

/** The global variables of the script. `node:vm` can interrupt only a script, so the script calls the function. */
const globals: { run: () => unknown } = { run: () => undefined }
const context = createContext(globals)
const script = new Script('run()')

/**
 * Runs a function and interrupts it after the deadline, even inside a regular expression that does not end. It is for work
 * on users' documents. An interrupted function leaves its changes half done.
 *
 * @throws DeadlineError, or anything that `run` throws
 */
export function runWithDeadline<T>(deadlineMs: number, run: () => T): T {
  globals.run = run
  try {
    return script.runInContext(context, { timeout: Math.max(1, Math.round(deadlineMs)) }) as T
  } catch (error) {
    const isLate = codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    throw isLate ? new DeadlineError(deadlineMs) : error
  }
}
