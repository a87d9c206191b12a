import type { Pacer } from '../client/pacer.js'
import type { Sender } from '../client/sender.js'
import type { TokenSource } from '../client/token-source.js'
import type { Clock } from '../node/clock.js'
import type { Profile } from '../specification/profile.js'
import type { Patience } from './patience.js'
import type { Refusals } from './refusals.js'
import type { RunEvent } from './run-event.js'
import type { Captures, Suite } from './suite.js'

/** Everything that a suite needs to run. */
export interface RunContext {
  /** With the version prefix; a slash at the end makes no difference. */
  readonly baseUrl: string
  readonly profile: Profile
  readonly clock: Clock
  readonly sender: Sender
  readonly pacer: Pacer
  readonly tokens: TokenSource
  /** `homologa/0.1.0` */
  readonly userAgent: string
  /** Captures that steps may need from the start. Default: none. */
  readonly captures?: Captures | undefined
  /** Sends reads that failed temporarily once more. Default: nothing is sent again. */
  readonly patience?: Patience
  /** Lets the run continue without routes that refuse a token which others accept. Default: such a refusal ends the run. */
  readonly refusals?: Refusals | undefined
  /** Ends the run. The request that is in flight is aborted, and recorded as aborted. */
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: RunEvent) => void) | undefined
}

/** A suite that is being run. */
export interface Run {
  readonly suite: Suite
  readonly context: RunContext
  readonly emit: (event: RunEvent) => void
  /** How often the whole suite was repeated so far. */
  repeats: number
}
