import type { StepNumber } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'
import type { FindingCode } from '../words/catalogue.js'
import type { Blame, Severity, Values } from './finding.js'
import type { Placed } from './trace.js'

/** A requirement broken in a run, as code and evidence. */
export interface Breach {
  readonly requirement: RequirementId
  readonly code: FindingCode
  /** The exchange that shows it; null where something is missing. */
  readonly at: Placed | null
  readonly step: StepNumber | null
  readonly values: Values
  readonly blame: Blame
  readonly severity: Severity
  readonly route: string | null
  /** The broken part of the exchange, if the exchange may be broken in several places. */
  readonly subject?: string | undefined
  /** Whether it reports the outcome of the run and is listed last, even if an early exchange shows it. */
  readonly isOutcome: boolean
  /** Whether the same elsewhere is a further place of this one, and no other finding. */
  readonly isOnce: boolean
  /** Which later requests may fail because of it: the service is elsewhere in the procedure, or never gave what they need. null: none. */
  readonly mayFail: ((later: Placed) => boolean) | null
  readonly follows: Follows | null
  /** Finds the wrong response that may have caused this request, if nothing else explains the breach. */
  readonly confusedBy: Follows | null
}

/** Finds the earlier breach that caused this one; null if the breach has no earlier cause. */
export type Follows = (breach: Breach, earlier: Earlier) => Breach | null

/** The errors found so far in the order of the traffic, as a rule asks them for what brought its own breach about. */
export interface Earlier {
  /** The first at an exchange. */
  at(exchange: Placed | null, wanted?: Wanted): Breach | null
  /** The newest of a requirement, or of one of its codes, that fits. */
  last(what: RequirementId | FindingCode, fits?: (breach: Breach) => boolean): Breach | null
  /** The newest that may have failed a request: no other that it may fail has succeeded since. null: a request that never came. */
  lasting(request: Placed | null, blame?: Blame): Breach | null
  /** The newest of those that kept a step from being met. */
  unmet(step: StepNumber | null): Breach | null
}

export interface Wanted {
  readonly blame?: readonly Blame[]
  readonly of?: readonly (RequirementId | FindingCode)[]
}
