import type { Profile, ProfileName } from '../specification/profile.js'
import type { Lang } from '../words/lang.js'

/** What every call of the library takes. */
export interface CommonOptions {
  /** Readings and open values: `spec`, `bling`, or a profile of your own. Default: `spec`. */
  readonly profile?: ProfileName | Profile
  /** Milliseconds by which the clocks of foreign clients may err. Default: 5. */
  readonly toleranceMs?: number
  /** Language of the report. Default: `en`. */
  readonly lang?: Lang
}
