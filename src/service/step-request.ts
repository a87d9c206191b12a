import type { StepNumber } from '../specification/homologation.js'

/** A request that addresses a step of the homologation, or comes near one. */
export interface StepRequest {
  readonly step: StepNumber
  /** The identifier in the path, steps 3 to 5. */
  readonly id: string | null
  /** False where method or path miss the step narrowly. */
  readonly exact: boolean
}

const collection = '/homologacao/produtos'
const suffix = '/situacoes'

/**
 * Recognises the step by method and path below the base path. Two near misses count as the step that they mean, so
 * that a lenient run can go on: PATCH without `/situacoes`, and PUT with it.
 */
export function stepRequest(method: string, path: string): StepRequest | null {
  if (!path.startsWith(collection)) return null
  if (path.length === collection.length) return withoutId(method)
  if (path[collection.length] !== '/') return null
  const situation = path.endsWith(suffix)
  const id = path.slice(collection.length + 1, situation ? -suffix.length : undefined)
  if (id === '' || id.includes('/')) return null
  return situation ? withSituation(method, id) : withId(method, id)
}

function withoutId(method: string): StepRequest | null {
  if (method === 'GET') return { step: 1, id: null, exact: true }
  if (method === 'POST') return { step: 2, id: null, exact: true }
  return null
}

function withId(method: string, id: string): StepRequest | null {
  if (method === 'PUT') return { step: 3, id, exact: true }
  if (method === 'DELETE') return { step: 5, id, exact: true }
  if (method === 'PATCH') return { step: 4, id, exact: false }
  return null
}

function withSituation(method: string, id: string): StepRequest | null {
  if (method === 'PATCH') return { step: 4, id, exact: true }
  if (method === 'PUT') return { step: 4, id, exact: false }
  return null
}
