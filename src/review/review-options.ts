import type { Network } from '../client/network.js'
import type { Exchange } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/journal.js'
import type { Masker } from '../exchange/masking.js'
import type { Clock } from '../node/clock.js'
import type { Registration } from '../rules/application/index.js'
import type { Profile } from '../specification/profile.js'
import type { NoBrowser, PageBrowser } from './page-browser.js'

/** What `review` needs to know: the application, how to start it, and the surroundings. */
export interface ReviewOptions {
  readonly registration: Registration
  /** Absolute path of `application.yaml`. */
  readonly applicationPath: string
  readonly profile: Profile
  /** Journals or HARs of the application's runs, oldest first. */
  readonly recordings: readonly string[]
  /** Command that starts the application; empty: do not start it. */
  readonly command: readonly string[]
  /** Folder in which the command is started. */
  readonly cwd: string
  readonly reportDir: string
  /** Header of the journal. The review adds the fields that are omitted here. */
  readonly header: Omit<RunHeader, 'baseUrl' | 'tokenUrl' | 'embedded' | 'source' | 'seed'>
  /** The service that the application uses if we do not start it. */
  readonly baseUrl: string | null
  readonly tokenUrl: string | null
  /** The time limit of each request to the application. */
  readonly timeoutMs: number
  readonly network: Network
  readonly masker: Masker
  readonly clock: Clock
  readonly browser: PageBrowser | NoBrowser
  /** The port of the embedded service. Default: any free port. */
  readonly port?: number
  /** The seed of the embedded service's identifiers and tokens. Default: a random one. */
  readonly seed?: string
  readonly patience?: {
    /** How long to wait for the first of the five steps after the authorization. Default: 3 s; 30 s if we cannot connect the application. */
    readonly beginMs: number
    /** After this time without a request the run ends. Default: the profile's interval plus 1 s. */
    readonly quietMs: number
  }
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ReviewProgress) => void
  /** Called with each masked exchange. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Called with each line that the application prints. It is masked. */
  readonly onLine?: (line: string) => void
}

type ReviewProgress =
  | 'starting-application'
  | 'calling-links'
  | 'calling-redirect-link'
  | 'waiting-for-five-steps'
  | 'judging'
