import type { Severities } from '../drift/severities.js'
import type { Shard } from '../run/contract/shard.js'
import type { EmbeddedOptions } from './embedded.js'

export interface ContractOptions extends EmbeddedOptions {
  /** Create, change and delete records of the run's own, too. */
  readonly write?: boolean
  /** What may be written on a live account; each text may hold several names, set apart by commas. */
  readonly allow?: readonly string[]
  /** Show what would be sent, and send nothing. */
  readonly list?: boolean
  /** Requests a second. */
  readonly rate?: number
  /** Requests at most. */
  readonly budget?: number
  readonly baseline?: string
  readonly updateBaseline?: boolean
  readonly accept?: string
  readonly severity?: readonly Severities[]
  readonly openapi?: string
  readonly shard?: Shard
  /** Files of suites of the user's own. */
  readonly suite?: readonly string[]
  readonly tag?: readonly string[]
  readonly samples?: string
  readonly target?: 'live' | 'docs-test'
  /** Fewer routes exercised than this is incomplete. */
  readonly minRoutes?: number
}
