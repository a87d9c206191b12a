import type { Exchange } from '../exchange/exchange.js'
import type { Profile } from '../spec/profile.js'
import type { Lang } from '../words/catalogue.js'
import type { Report } from './report.js'

/**
 * All that the page knows, live or as `report.html`. Everything in it is masked already; it is still text of strangers, so
 * the page escapes it.
 */
export interface PageData {
  readonly report: Report
  /** In the order in which they were sent; of a very long run those that a step or a finding names, and the first ones. */
  readonly exchanges: readonly Exchange[]
  /** Exchanges of the run that are not in `exchanges`; they are in the journal. */
  readonly exchangesLeftOut: number
  /** The profile in force: the interval of the grid, the hash header, the readings. */
  readonly profile: Profile
  readonly lang: Lang
  /** The command that repeats this run, or null where there is none (a recording). */
  readonly repeatCommand: string | null
}

/** Renders one self-contained HTML document. Injected, so that the reports do not depend on the page's build. */
export type RenderPage = (data: PageData) => string
