import type { Exchange } from '../exchange/exchange.js'
import type { ProcedureRequest, Values } from '../rules/finding.js'
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
  /** The command that repeats this run; null for a recording. */
  readonly repeatCommand: string | null
  /** Why each reading came out as it did, as code and evidence, so that the page can say it in either language. */
  readonly because?: readonly { readonly id: string; readonly code: string; readonly values: Values }[]
  /** The requests of the procedure, as the judge saw them. */
  readonly procedure?: readonly ProcedureRequest[]
  /** The single runs, where the command watched several; `report` shows the steps of one of them only. */
  readonly runs?: readonly PageRun[]
  /** Earlier runs that are still kept, oldest first. */
  readonly trend?: readonly TrendPoint[]
  /** Set when runs are compared: `report` is the newest of them, and there are no exchanges. */
  readonly nights?: readonly Series[]
  /** Present while the page is served by a running `examine` or `proxy`. */
  readonly live?: LiveSource
}

/** A single run, with everything that the page draws of it. */
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

/** An earlier run in the trend. */
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
   * `POST` with `{"name": text}` creates a session and responds with `{"id", "envFile"}`, never a credential. `GET
   * <url>/<id>` returns the session's {@link PageData}. `POST <url>/<id>/life` with `{"event": name}` applies a
   * lifecycle event and responds 204.
   */
  readonly sessionsUrl: string
}

/**
 * A `snapshot` comes first and after each reconnection; it replaces everything the page knew. `over` comes last and
 * says how every session ended.
 */
export type LiveEvent =
  | {
      readonly type: 'snapshot'
      readonly now: string
      readonly sessions: readonly LiveSession[]
      readonly notices?: readonly LiveNotice[]
    }
  | {
      readonly type: 'over'
      readonly now: string
      readonly sessions: readonly LiveSession[]
      readonly report?: WrittenReport
    }
  | { readonly type: 'notices'; readonly now: string; readonly notices: readonly LiveNotice[] }
  | { readonly type: 'update'; readonly now: string; readonly session: LiveSession }
  | { readonly type: 'removed'; readonly now: string; readonly id: string }

/** The report of the examination: the server that could serve it is gone by then. */
export interface WrittenReport {
  /** Where it lies. */
  readonly path: string
  readonly html: string
}

/** A parameter without effect in the embedded service, reported once. */
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
  /** The worst verdict of the session's runs; `incomplete` while there is none. */
  readonly verdict: Report['verdict']
  readonly cause: string | null
  /** Steps that the run under way, else the last one, has met: 0 to 5. */
  readonly stepsPassed: number
  /** Number of requests in all runs of the session. */
  readonly requests: number
  /** Path of the file that holds the session's settings for the client; its contents are never sent. */
  readonly envFile: string | null
  /** The request that is due and its deadline; null if none is due. */
  readonly awaited: {
    readonly route: string
    readonly step: string | null
    readonly until: string | null
    /** The moment from which it may come, or by which it must (`isDeadline`); left out without a request before it. */
    readonly due?: { readonly at: string; readonly isDeadline: boolean }
  } | null
  /** The run under way, else the last one; left out before the first. */
  readonly run?: {
    /** From 1. */
    readonly number: number
    /** Runs that are wanted of the application; null: any number. */
    readonly of: number | null
    /** The step at which its token is revoked, if every step is tried. */
    readonly death?: number | 'never'
  }
  /** Lifecycle events of the application, in order: `expire`, `scope-produtos`. */
  readonly befell?: readonly string[]
  /** The run so far. Where it is left out, the page asks for it when the session is chosen. */
  readonly data?: PageData
}

/** Renders one self-contained HTML document. Injected, so that the reports do not depend on the page's build. */
export type RenderPage = (data: PageData) => string
