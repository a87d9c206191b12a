import type { StepNumber } from '../specification/homologation.js'

/** A request that addresses a step of the homologation, exactly or nearly. */
export interface StepRequest {
  readonly step: StepNumber
  /** The identifier in the path, steps 3 to 5. */
  readonly id: string | null
  /** False if method or path differ slightly from those of the step. */
  readonly isExact: boolean
}

/** The step of each request. Key: the method and the path after `/homologacao/produtos`, with `*` for an identifier. */
const steps: Readonly<Record<string, readonly [step: StepNumber, isExact: boolean]>> = {
  'GET ': [1, true],
  'POST ': [2, true],
  'PUT /*': [3, true],
  'PATCH /*': [4, false],
  'DELETE /*': [5, true],
  'PATCH /*/situacoes': [4, true],
  'PUT /*/situacoes': [4, false],
}

/**
 * Recognises the step by method and path below the base path: `PUT /homologacao/produtos/7` is step 3. PATCH without
 * `/situacoes` and PUT with it count as the step that they mean, so that a run without `enforce` can go on.
 */
export function findStep(method: string, path: string): StepRequest | null {
  // `/homologacao/produtos`, `/homologacao/produtos/7` or `/homologacao/produtos/7/situacoes`; `situacoes` is no identifier
  const match = /^\/homologacao\/produtos(?:\/(?!situacoes$)([^/]+)(\/situacoes)?)?$/.exec(path)
  if (!match) return null
  const [, id = null, suffix = ''] = match
  const found = steps[`${method} ${id === null ? '' : `/*${suffix}`}`]
  return found ? { step: found[0], id, isExact: found[1] } : null
}
