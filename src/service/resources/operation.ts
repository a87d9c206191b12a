import type { Route } from '../../specification/route.js'
import type { Answer, ServiceRequest } from '../answer.js'
import type { Problem } from '../error-body.js'
import type { Shelf } from './shelf.js'

/** A request that found its route. */
export interface Call {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly request: ServiceRequest
  /** Records of the resource that the route addresses. */
  readonly shelf: Shelf
  /** Records of another resource of the same application. */
  shelfOf(collection: string): Shelf
  refuse(status: number, problem: Problem): Answer
}

export type Operation = (call: Call) => Answer

/** The value of the first identifier in the path. */
export function firstParam({ params }: Call): string {
  return Object.values(params)[0] ?? ''
}
