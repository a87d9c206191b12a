import { type Exchange, endMs, type LifeEvent } from '../exchange/exchange.js'
import type { GradedRun, Revocation } from '../judging/graded-traffic.js'
import { judge } from '../judging/judge.js'
import type { TrafficRun } from '../judging/traffic-run.js'
import {
  buildReport,
  buildReportOfRuns,
  pageRunsOf,
  type ReportMeta,
  readingReasons,
  type WatchedRun,
} from '../report/build-report.js'
import type { LiveNotice, LiveSession, LiveSource, PageData } from '../report/page-data.js'
import type { Report } from '../report/report.js'
import { messageOf } from '../report/report-of.js'
import { dueAfter } from '../report/traffic-line.js'
import { envLines } from '../service/env-file.js'
import { homologationStep, routeOf } from '../specification/homologation.js'
import type { Catalogue, Lang } from '../words/catalogue.js'
import type { Examination } from './examination.js'

export type Board = ReturnType<typeof createBoard>

export interface BoardOptions {
  readonly examination: Examination
  readonly meta: Omit<ReportMeta, 'durationMs'>
  readonly catalogue: Catalogue
  readonly lang: Lang
  readonly repeatCommand: string | null
}

/** How many ended runs are kept for the page, so that it and our memory stay small: of one session, and of all. */
const MAX_RUNS_OF_SESSION = 200
const MAX_RUNS = 2_000
const MAX_NOTICES = 200

/** A run and its exchanges. `death` is the step at which its token was revoked, for `examine --invalidate-at each`. */
interface ShownRun extends WatchedRun {
  readonly exchanges: readonly Exchange[]
}

/**
 * Collects what the live page of `examine` shows: the sessions, that is, the clients under test, and their runs. Exchanges are masked. Only
 * `settingsOf` returns credentials, which are valid for this examination only.
 */
export function createBoard({ examination, meta, catalogue, lang, repeatCommand }: BoardOptions) {
  const words = { catalogue, lang }
  const kept = createKeptRuns()
  const envFiles = new Map<string, string>()
  const notices: LiveNotice[] = []
  const { service, grader, context } = examination

  /** Returns the ended runs of a session and the one in progress. */
  function runsOf(session: string): readonly ShownRun[] {
    const run = grader.splitter.openOf(session)
    if (!run) return kept.of(session)
    const death = examination.revocationOf(session)
    const judgement = grader.judgeSoFar(run)
    return [...kept.of(session), withIds({ session, exchanges: run.exchanges, judgement, death })]
  }

  function liveSession(id: string): LiveSession | null {
    const application = service.find(id)
    if (!application) return null
    const openRun = grader.splitter.openOf(id)
    const runs = runsOf(id)
    const leftOut = kept.leftOutOf(id)
    const last = runs.at(-1)
    // if any number of runs will do, a session is over after each of them
    const isOver = openRun === undefined && last !== undefined && runs.length >= (examination.runsEach ?? 1)
    const runOfCause = runs.find(({ judgement }) => judgement.verdict === 'fail') ?? last
    return {
      id,
      name: application.name,
      state: stateOf(openRun, isOver),
      verdict: verdictOf(runs, examination.runsEach),
      cause: runOfCause ? messageOf(runOfCause.judgement.cause, words) : null,
      stepsPassed: last?.judgement.steps.filter(({ verdict }) => verdict === 'pass').length ?? 0,
      requests: runs.reduce((sum, { exchanges }) => sum + exchanges.length, leftOut.exchanges),
      envFile: envFiles.get(id) ?? null,
      awaited: isOver ? null : awaitedOf(openRun, application.progress?.awaited ?? null, examination),
      ...(last && {
        run: {
          number: leftOut.runs + runs.length,
          of: examination.runsEach,
          ...(last.death !== undefined && { death: last.death }),
        },
      }),
      ...(application.pastEvents.length > 0 && { befell: application.pastEvents }),
    }
  }

  /** Builds the data of a page with these runs; before the first run there is none. */
  function pageData(runs: readonly ShownRun[]): PageData {
    const exchanges = runs.flatMap((run) => run.exchanges)
    const last = exchanges.at(-1)
    const lastedMs = last ? endMs(last) - (exchanges[0]?.sentAtMs ?? 0) : 0
    const facts = { ...meta, durationMs: Math.round(Math.max(0, lastedMs)) }
    const [first] = runs
    const judgement = first?.judgement ?? judge([], { ...context, ended: false })
    // with `--invalidate-at each` (`death`) even the first run is one of several
    const isSingleRun = runs.length < 2 && first?.death === undefined
    const report = isSingleRun
      ? buildReport(facts, judgement, words)
      : { ...buildReportOfRuns(facts, runs, words), verdict: verdictOf(runs, examination.runsEach) }
    return {
      report,
      exchanges,
      exchangesLeftOut: 0,
      profile: context.profile,
      lang,
      repeatCommand,
      because: readingReasons(judgement),
      procedure: judgement.procedure ?? [],
      ...(!isSingleRun && { runs: pageRunsOf(facts, runs, words) }),
    }
  }

  return {
    session: liveSession,
    sessions: () => [service.application.id, ...examination.sessions].flatMap((id) => liveSession(id) ?? []),
    /** Returns the data of a session's page; null for an unknown session. */
    pageOf: (id: string) => (service.find(id) ? pageData(runsOf(id)) : null),
    /** Returns the settings of a session's client as lines of a `.env` file; null for an unknown session. */
    settingsOf(id: string) {
      const application = service.find(id)
      return application && envLines(examination.clientSettings(application))
    },
    /** Returns the data of the page before a session is chosen. */
    overview: (live: LiveSource): PageData => ({ ...pageData([]), live }),
    /** Adds a judged run. */
    addRun({ session, judgement }: GradedRun, exchanges: readonly Exchange[], death?: Revocation) {
      if (session !== null) kept.add(session, withIds({ session, judgement, exchanges, death }))
    },
    setEnvFile: (session: string, path: string) => void envFiles.set(session, path),
    notices: notices as readonly LiveNotice[],
    notice(notice: LiveNotice) {
      if (notices.length < MAX_NOTICES) notices.push(notice)
    },
    /** Causes an event for a session's application, such as the end of its consent. Returns false for an unknown session. */
    causeEvent(session: string, event: LifeEvent) {
      const application = service.find(session)
      application?.applyEvent(event)
      return application !== null
    },
  }
}

function stateOf(run: TrafficRun | undefined, isOver: boolean): LiveSession['state'] {
  if (run) return 'running'
  return isOver ? 'ended' : 'waiting'
}

/** The verdict of a session: that of its worst run, but no pass before it has made all its runs. */
function verdictOf(runs: readonly ShownRun[], runsEach: number | null): Report['verdict'] {
  const verdicts = runs.map(({ judgement }) => judgement.verdict)
  if (verdicts.includes('fail')) return 'fail'
  const isEnough = runs.length >= (runsEach ?? 1)
  return isEnough && verdicts.every((verdict) => verdict === 'pass') ? 'pass' : 'incomplete'
}

function withIds(run: Omit<ShownRun, 'exchangeIds'>): ShownRun {
  return { ...run, exchangeIds: run.exchanges.map(({ id }) => id) }
}

/** Keeps the ended runs of each session. If there are too many, the oldest run that passed is removed first, because a page must show failures. */
function createKeptRuns() {
  const bySession = new Map<string, ShownRun[]>()
  /** How many runs of each session were removed, and how many exchanges they had. */
  const leftOut = new Map<string, { readonly runs: number; readonly exchanges: number }>()
  let count = 0

  const leftOutOf = (session: string) => leftOut.get(session) ?? { runs: 0, exchanges: 0 }

  function drop(session: string, runs: ShownRun[]): void {
    const passed = runs.findIndex(({ judgement }) => judgement.verdict === 'pass')
    const [gone] = runs.splice(Math.max(0, passed), 1)
    const before = leftOutOf(session)
    leftOut.set(session, {
      runs: before.runs + 1,
      exchanges: before.exchanges + (gone?.exchanges.length ?? 0),
    })
    count--
    if (runs.length === 0) bySession.delete(session)
  }

  return {
    of: (session: string): readonly ShownRun[] => bySession.get(session) ?? [],
    leftOutOf,
    add(session: string, run: ShownRun): void {
      const runs = bySession.get(session) ?? []
      runs.push(run)
      count++
      bySession.delete(session) // so that it becomes the last of the map, and the first is the oldest
      bySession.set(session, runs)
      if (runs.length > MAX_RUNS_OF_SESSION) drop(session, runs)
      const [oldest] = bySession
      if (count > MAX_RUNS && oldest) drop(...oldest)
    },
  }
}

/**
 * Returns the request that a session should send next and by when; null if none is due. Before its first request that is step 1 at any time.
 */
function awaitedOf(
  run: TrafficRun | undefined,
  awaitedRoute: string | null,
  { nowMs, context }: Pick<Examination, 'nowMs' | 'context'>,
): LiveSession['awaited'] {
  if (!run) return { route: routeOf(homologationStep(1)), step: 'homologation/1', until: null }
  if (run.awaited === null) return null
  const step = homologationStep(run.awaited)
  const leftMs = run.endsAtMs - nowMs()
  // `free`: no spacing is required
  const due = context.profile.spacing.reading === 'free' ? null : dueAfter(run.exchanges, context.profile)
  const toIsoTime = (ms: number) => new Date(Date.now() + ms - nowMs()).toISOString()
  return {
    route: awaitedRoute ?? routeOf(step),
    step: step.id,
    until: leftMs > NO_DEADLINE_MS ? null : toIsoTime(run.endsAtMs),
    ...(due && { due: { at: toIsoTime(due.untilMs), isDeadline: due.isDeadline } }),
  }
}

/** A deadline that is further away is not shown: without `--timeout` a run has one in the far future. */
const NO_DEADLINE_MS = 30 * 86_400_000
