import type { StepNumber } from '../specification/homologation.js'

/** A request that addresses a step of the homologation, or comes near one. */
export interface StepRequest {
  readonly step: StepNumber
  /** The identifier in the path, steps 3 to 5. */
  readonly id: string | null
  /** False where method or path miss the step narrowly. */
  readonly exact: boolean
}

/** By method and the rest of the path; `*` is an identifier. The value says whether method and path are the step's own. */
const steps: Readonly<Record<string, readonly [step: StepNumber, exact: boolean]>> = {
  'GET ': [1, true],
  'POST ': [2, true],
  'PUT /*': [3, true],
  'PATCH /*': [4, false],
  'DELETE /*': [5, true],
  'PATCH /*/situacoes': [4, true],
  'PUT /*/situacoes': [4, false],
}

/**
 * Recognises the step by method and path below the base path. Two near misses count as the step that they mean, so
 * that a lenient run can go on: PATCH without `/situacoes`, and PUT with it.
 */
export function stepRequest(method: string, path: string): StepRequest | null {
  const match = /^\/homologacao\/produtos(?:\/(?!situacoes$)([^/]+)(\/situacoes)?)?$/.exec(path)
  if (!match) return null
  const [, id = null, suffix = ''] = match
  const found = steps[`${method} ${id === null ? '' : `/*${suffix}`}`]
  return found ? { step: found[0], id, exact: found[1] } : null
}
