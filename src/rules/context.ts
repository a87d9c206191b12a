import type { Profile } from '../specification/profile.js'
import type { Shapes } from '../specification/shapes.js'

/** What the judge must know beside the exchanges. */
export interface JudgeContext {
  readonly profile: Profile
  /** Base address of the service under the version prefix: `https://host/Api/v3`. */
  readonly baseUrl: string
  /** null: known by its shape only. */
  readonly tokenUrl: string | null
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
  /** Who is under test: blame on this side is the cause where both sides erred. */
  readonly underTest: 'service' | 'application'
  /** The schemas of answers, bodies and queries; without them nothing is held against its shape. */
  readonly shapes?: Shapes | null
}
