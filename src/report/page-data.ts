import type { Exchange } from '../exchange/exchange.js'
import type { Values } from '../rules/finding.js'
import type { Profile } from '../specification/profile.js'
import type { Lang } from '../words/catalogue.js'
import type { Series } from './nights.js'
import type { Report, ReportReading, ReportStep } from './report.js'

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
  /** Why each reading came out as it did, as code and evidence, so that the page can say it in either language. */
  readonly because?: readonly { readonly id: string; readonly code: string; readonly values: Values }[]
  /** The single runs, where the command watched several; `report` shows the steps of one of them only. */
  readonly runs?: readonly PageRun[]
  /** Earlier runs that are still kept, oldest first. */
  readonly trend?: readonly TrendPoint[]
  /** Where runs are compared: `report` is the newest of them, and no exchange is at hand. */
  readonly nights?: readonly Series[]
  /** Present while the page is served by a running `examine` or `proxy`. */
  readonly live?: LiveSource
}

/** One of several runs, so far as the page draws it. */
export interface PageRun {
  /** From 1, as in `report.runs`. */
  readonly run: number
  /** Ids of its exchanges, renewals included. */
  readonly exchanges: readonly string[]
  readonly steps: readonly ReportStep[]
  readonly readings: readonly ReportReading[]
  readonly because?: PageData['because']
}

/** One earlier run, as the trend shows it. */
export interface TrendPoint {
  readonly id: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly verdict: Report['verdict']
  readonly errors: number
  readonly warnings: number
}

/** Where a live page hears news. All addresses are of the page's own origin. */
export interface LiveSource {
  /** Server-sent events; each message's data is one {@link LiveEvent} as JSON. */
  readonly eventsUrl: string
  /**
   * `POST` with `{"name": text}` creates a session and answers `{"id", "envFile"}`, never a credential; `GET <url>/<id>` answers the
   * session's {@link PageData}; `POST <url>/<id>/life` with `{"event": name}` lets that befall it and answers 204.
   */
  readonly sessionsUrl: string
}

/**
 * A `snapshot` comes first and after each reconnection; it replaces all that the page knew. `over` is the last word, how every
 * session ended: nobody listens any more.
 */
export type LiveEvent =
  | {
      readonly type: 'snapshot'
      readonly now: string
      readonly sessions: readonly LiveSession[]
      readonly notices?: readonly LiveNotice[]
    }
  | { readonly type: 'over'; readonly now: string; readonly sessions: readonly LiveSession[] }
  | { readonly type: 'notices'; readonly now: string; readonly notices: readonly LiveNotice[] }
  | { readonly type: 'update'; readonly now: string; readonly session: LiveSession }
  | { readonly type: 'removed'; readonly now: string; readonly id: string }

/** A parameter that changes nothing in the embedded service, told once. */
export interface LiveNotice {
  readonly kind: 'unknown-parameter' | 'undocumented-parameter' | 'parameter-without-effect'
  readonly route: string
  readonly name: string
}

/** An application under examination. `now` of the event and `until` are of the server's clock, ISO 8601. */
export interface LiveSession {
  readonly id: string
  readonly name: string
  readonly state: 'waiting' | 'running' | 'ended'
  /** Of all its runs so far, the worst; `incomplete` while nothing is decided. */
  readonly verdict: Report['verdict']
  readonly cause: string | null
  /** Steps that the run under way, else the last one, has met: 0 to 5. */
  readonly stepsPassed: number
  /** Of all its runs: it rises with each. */
  readonly requests: number
  /** Path of the file that holds the session's settings for the client; its contents are never sent. */
  readonly envFile: string | null
  /** What is awaited, and until when; null where nothing is. */
  readonly awaited: {
    readonly route: string
    readonly step: string | null
    readonly until: string | null
  } | null
  /** The run under way, else the last one; left out before the first. */
  readonly run?: {
    /** From 1. */
    readonly number: number
    /** Runs that are wanted of the application; null: any number. */
    readonly of: number | null
    /** The step at which its token dies, where every death is to be tried. */
    readonly death?: number | 'never'
  }
  /** What befell it of what may be chosen, in order: `expire`, `scope-produtos`. */
  readonly befell?: readonly string[]
  /** The run so far. Where it is left out, the page asks for it when the session is chosen. */
  readonly data?: PageData
}

/** Renders one self-contained HTML document. Injected, so that the reports do not depend on the page's build. */
export type RenderPage = (data: PageData) => string
