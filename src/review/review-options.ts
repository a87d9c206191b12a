import type { Network } from '../client/network.js'
import type { Exchange } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/journal.js'
import type { Masker } from '../exchange/masking.js'
import type { Clock } from '../node/clock.js'
import type { Registration } from '../rules/application/index.js'
import type { Profile } from '../specification/profile.js'
import type { NoBrowser, PageBrowser } from './page-browser.js'

export interface ReviewOptions {
  readonly registration: Registration
  /** Absolute path of `application.yaml`. */
  readonly applicationPath: string
  readonly profile: Profile
  /** Journals or HARs of the application's work, oldest first. */
  readonly recordings: readonly string[]
  /** Command that starts the application; empty: it runs already, or not at all. */
  readonly command: readonly string[]
  /** Folder in which the command is started. */
  readonly cwd: string
  readonly reportDir: string
  /** Header of this run: `{id, startedAt, …}`; its addresses are filled in here. */
  readonly header: Omit<RunHeader, 'baseUrl' | 'tokenUrl' | 'embedded' | 'source' | 'seed'>
  readonly baseUrl: string | null
  readonly tokenUrl: string | null
  readonly timeoutMs: number
  readonly network: Network
  readonly masker: Masker
  readonly clock: Clock
  readonly browser: PageBrowser | NoBrowser
  readonly port?: number
  readonly seed?: string
  /** How long the five steps are awaited to begin after the authorization, and what silence ends them. Default: by the profile. */
  readonly patience?: { readonly beginMs: number; readonly quietMs: number }
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ReviewProgress) => void
  /** Called for each exchange once it is masked. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Called with each line that the application prints, masked. */
  readonly onLine?: (line: string) => void
}

type ReviewProgress =
  | 'starting-application'
  | 'calling-links'
  | 'calling-redirect-link'
  | 'waiting-for-five-steps'
  | 'judging'
