import type { Knowledge, Route } from '../../specification/route.js'
import type { Shapes } from '../../specification/shapes.js'
import type { Problem } from '../error-body.js'
import type { HttpResponse, ServiceRequest } from '../response.js'
import type { RecordStore } from './store.js'

/** A query parameter that does not do what its sender may expect. */
export interface Notice {
  /**
   * `unknown-parameter`: the public document does not have it, so it was ignored. `undocumented-parameter`: it was used
   * as the documented plural of its name, `codigo` as `codigos[]`. `parameter-without-effect`: no record shows a field
   * that it could mean.
   */
  readonly kind: 'unknown-parameter' | 'undocumented-parameter' | 'parameter-without-effect'
  readonly route: string
  readonly name: string
}

/** A request to a known route of a resource. */
export interface Call {
  readonly route: Route
  /** The identifiers in the path: `{ idContato: '7' }`. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly request: ServiceRequest
  readonly shapes: Shapes
  /** Whether the profile knows the public document as well, or only the specification. */
  readonly knowledge: Knowledge
  readonly nowMs: number
  /** Wall time at the clock's origin, in milliseconds since 1970. */
  readonly epochMs: number
  /** Records of the collection that the route addresses. */
  readonly store: RecordStore
  /** Records of another collection of the same application. */
  storeOf(collection: string): RecordStore
  refuse(status: number, problem: Problem): HttpResponse
  notice(kind: Notice['kind'], name: string): void
}

/** Carries out a request, and responds to it. */
export type Operation = (call: Call) => HttpResponse

/** The value of the first identifier in the path; empty if the path has none. */
export function firstParam({ params }: Pick<Call, 'params'>): string {
  return Object.values(params)[0] ?? ''
}
