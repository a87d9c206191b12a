import type { Exchange } from '../exchange/exchange.js'
import type { ProcedureRequest, Values } from '../rules/finding.js'
import type { Profile } from '../specification/profile.js'
import type { Lang } from '../words/catalogue.js'
import type { Series } from './nights.js'
import type { Report, ReportReading, ReportStep } from './report.js'

/**
 * The data of the page, live or as `report.html`. Secrets are masked already, but the page still has to escape the text,
 * because it comes from the service and the application.
 */
export interface PageData {
  readonly report: Report
  /** In the order in which they were sent. Of a very long run: the first ones, and those that a step or a finding names. */
  readonly exchanges: readonly Exchange[]
  /** Exchanges of the run that are not in `exchanges`; they are in the journal. */
  readonly exchangesLeftOut: number
  /** The profile in force: the interval of the grid, the hash header, the readings. */
  readonly profile: Profile
  readonly lang: Lang
  /** The command that repeats this run; null for a recording. */
  readonly repeatCommand: string | null
  /** The reason for each reading's verdict, as code and evidence, so that the page can say it in either language. */
  readonly because?: readonly { readonly id: string; readonly code: string; readonly values: Values }[]
  /** The requests of the procedure, as the judge saw them. */
  readonly procedure?: readonly ProcedureRequest[]
  /** The single runs, if the command watched several; `report` shows the steps of one of them only. */
  readonly runs?: readonly PageRun[]
  /** Earlier runs that are still kept, oldest first. */
  readonly trend?: readonly TrendPoint[]
  /** Set when runs are compared: `report` is the newest of them, and there are no exchanges. */
  readonly nights?: readonly Series[]
  /** Present while the page is served by a running `examine` or `proxy`. */
  readonly live?: LiveSource
}

/** One of several runs, with everything that the page draws of it. */
export interface PageRun {
  /** From 1, as in `report.runs`. */
  readonly run: number
  /** Ids of its exchanges, renewals included. */
  readonly exchanges: readonly string[]
  readonly steps: readonly ReportStep[]
  readonly readings: readonly ReportReading[]
  readonly because?: PageData['because']
  readonly procedure?: PageData['procedure']
}

/** One run in the trend of a service. */
export interface TrendPoint {
  readonly id: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly verdict: Report['verdict']
  readonly errors: number
  readonly warnings: number
}

/** Addresses from which a live page gets its updates, all of the page's own origin. */
export interface LiveSource {
  /** Server-sent events; each message's data is one {@link LiveEvent} as JSON. */
  readonly eventsUrl: string
  /**
   * `POST` with `{"name": text}` creates a session and responds with `{"id", "envFile"}`, without credentials. `GET
   * <url>/<id>` returns the session's {@link PageData}. `POST <url>/<id>/life` with `{"event": name}` applies a
   * lifecycle event and responds with status 204.
   */
  readonly sessionsUrl: string
}

/**
 * A `snapshot` comes first and after each reconnection, and replaces everything that the page knew. `over` comes last, with
 * the final state of every session.
 */
export type LiveEvent = { readonly now: string } & (
  | {
      readonly type: 'snapshot'
      readonly sessions: readonly LiveSession[]
      readonly notices?: readonly LiveNotice[]
    }
  | { readonly type: 'over'; readonly sessions: readonly LiveSession[]; readonly report?: WrittenReport }
  | { readonly type: 'notices'; readonly notices: readonly LiveNotice[] }
  | { readonly type: 'update'; readonly session: LiveSession }
  | { readonly type: 'removed'; readonly id: string }
)

/** The report of the examination. The page receives it whole, because its server ends now. */
export interface WrittenReport {
  readonly path: string
  readonly html: string
}

/** A parameter without effect in the embedded service, reported once. */
export interface LiveNotice {
  readonly kind: 'unknown-parameter' | 'undocumented-parameter' | 'parameter-without-effect'
  readonly route: string
  readonly name: string
}

/** An application under examination. Times, such as `now` of the event and `until`, are of the server's clock, ISO 8601. */
export interface LiveSession {
  readonly id: string
  readonly name: string
  readonly state: 'waiting' | 'running' | 'ended'
  /** The worst verdict of the session's runs; `incomplete` while there is none. */
  readonly verdict: Report['verdict']
  readonly cause: string | null
  /** Steps that the current run, or else the last one, has passed: 0 to 5. */
  readonly stepsPassed: number
  /** Number of requests in all runs of the session. */
  readonly requests: number
  /** Path of the file with the client's settings. The page never receives its contents. */
  readonly envFile: string | null
  /** The request that the session waits for; null if it waits for none. */
  readonly awaited: {
    readonly route: string
    readonly step: string | null
    /** When the run ends without it; null if silence ends no run. */
    readonly until: string | null
    /** When it may come at the earliest, or must come at the latest (`isDeadline`). Missing before the first request. */
    readonly due?: { readonly at: string; readonly isDeadline: boolean }
  } | null
  /** The current run, or else the last one. Missing before the first. */
  readonly run?: {
    /** From 1. */
    readonly number: number
    /** How many runs the application has to make; null: any number. */
    readonly of: number | null
    /** The step at which its token is revoked, if every step is tried. */
    readonly death?: number | 'never'
  }
  /** Lifecycle events that were applied to the application, in order: `expire`, `scope-produtos`. */
  readonly befell?: readonly string[]
  /** The run so far. If it is missing, the page asks for it when the session is selected. */
  readonly data?: PageData
}

/** Renders one self-contained HTML document. It is passed in, so that reports do not depend on the build of the page. */
export type RenderPage = (data: PageData) => string
