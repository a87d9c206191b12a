import type { Profile } from '../specification/profile.js'
import type { Shapes } from '../specification/shapes.js'

/** What an observer (a rule about single exchanges, `observer.ts`) must know apart from the exchanges. */
export interface SeenContext {
  readonly profile: Profile
  /** Base address of the service, with the version prefix: `https://host/Api/v3`. */
  readonly baseUrl: string
  /** null if the address is unknown. Token requests are then recognised by their form. */
  readonly tokenUrl: string | null
  /** The schemas of responses, bodies and queries. Without them, no value is compared with a schema. */
  readonly shapes?: Shapes | null
  /** The text that our own run writes into its records so that they can be told from the account's own records. */
  readonly mark?: string | null
}

/** What a rule about a whole run of the five steps (`rule.ts`) must know apart from its exchanges. */
export interface JudgeContext extends SeenContext {
  /** Milliseconds by which times of other clocks may be wrong. 0 if the times are our own. */
  readonly toleranceMs: number
  /** Whether the run is over. Until then nothing is reported as missing. */
  readonly ended: boolean
  /** True if a recording lost requests that may belong to the run. Then nothing is reported as missing. */
  readonly hasLost?: boolean
  /** Whether the service is the embedded one, which issued the run's credentials itself. Default: false. */
  readonly embedded?: boolean
  /** Refresh tokens that earlier runs of the same traffic replaced by newer ones, with the number of those runs. Default: none. */
  readonly replaced?: ReadonlyMap<string, number>
  /** The side under test. If both sides made an error, the error of this side is the cause. */
  readonly underTest: 'service' | 'application'
}
