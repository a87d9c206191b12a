import type { Profile } from '../specification/profile.js'
import type { Shapes } from '../specification/shapes.js'

/** The facts that a rule about single exchanges needs in addition to them. */
export interface SeenContext {
  readonly profile: Profile
  /** Base address of the service under the version prefix: `https://host/Api/v3`. */
  readonly baseUrl: string
  /** null: known by its shape only. */
  readonly tokenUrl: string | null
  /** The schemas of responses, bodies and queries; without them nothing is compared with its shape. */
  readonly shapes?: Shapes | null
  /** The mark that our run's own records carry if it may write to an account that belongs to somebody. */
  readonly mark?: string | null
}

/** The facts that the judge of a run needs in addition to its exchanges. */
export interface JudgeContext extends SeenContext {
  /** Milliseconds by which foreign clocks may err; 0 for our own. */
  readonly toleranceMs: number
  /** Whether the run is over; while it goes on, nothing is judged missing. */
  readonly ended: boolean
  /** Set where a recording lost requests that may have been the run's: nothing is then judged by what is missing. */
  readonly hasLost?: boolean
  /** Whether the service is the embedded one, which handed out the credentials of the run itself. Default: false. */
  readonly embedded?: boolean
  /** How many earlier runs of the same traffic had replaced a refresh token by a newer one. Default: none had. */
  readonly replaced?: ReadonlyMap<string, number>
  /** The side under test. If both sides erred, the error of this side is the cause. */
  readonly underTest: 'service' | 'application'
}
