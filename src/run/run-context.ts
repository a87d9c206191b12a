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
  /** With the version prefix; a slash at its end is nothing. */
  readonly baseUrl: string
  readonly profile: Profile
  readonly clock: Clock
  readonly sender: Sender
  readonly pacer: Pacer
  readonly tokens: TokenSource
  /** `homologa/0.1.0` */
  readonly userAgent: string
  /** Captures that steps may need from the start. Default: none are given. */
  readonly captures?: Captures | undefined
  /** Reads that failed in a way that may pass go out once more. Default: nothing does. */
  readonly patience?: Patience
  /** Routes that refuse a token which others take are gone without. Default: a refusal that no renewal cures ends the run. */
  readonly refusals?: Refusals | undefined
  /** Ends the run: what is under way is given up, and recorded as such. */
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: RunEvent) => void) | undefined
}

/** A suite while it runs. */
export interface Run {
  readonly suite: Suite
  readonly context: RunContext
  readonly emit: (event: RunEvent) => void
  repeats: number
}
