import type { RequirementId } from '../../src/specification/requirements.js'
import type { FindingCode } from '../../src/words/catalogue.js'
import type { Course } from './client.js'

/** A client with one fault, and a client that does something alike that is lawful. */
export interface BrokenClient {
  /** Number in the list of faults found in published clients. */
  readonly fault: number
  /** The one requirement that it breaks. */
  readonly breaks: RequirementId
  /** What exactly, where several codes would fit the requirement. */
  readonly code: FindingCode
  readonly broken: Course
  readonly harmless: Course
}

export function brokenClient<const C extends BrokenClient>(client: C): C {
  return client
}
