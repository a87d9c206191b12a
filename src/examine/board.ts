import type { Exchange } from '../exchange/exchange.js'
import type { GradedRun } from '../judging/grade-traffic.js'
import { judge } from '../judging/judge.js'
import type { TrafficRun } from '../judging/split-runs.js'
import { buildReport, type ReportMeta } from '../report/build-report.js'
import type { LiveSession, LiveSource, PageData } from '../report/page-data.js'
import type { Judgement } from '../rules/finding.js'
import { homologationStep, routeOf } from '../specification/homologation.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import type { Examination } from './examination.js'

/** What the live page shows of an examination. No credential ever enters it: exchanges are masked, settings stay in files. */
export interface Board {
  sessions(): LiveSession[]
  session(id: string): LiveSession | null
  /** A session's run as the page shows it; null where there is no such session. */
  pageOf(id: string): PageData | null
  /** The page before a session is chosen. */
  overview(live: LiveSource): PageData
  /** Keeps a judged run for the page. */
  keep(run: GradedRun, exchanges: readonly Exchange[]): void
  /** Tells where a session's settings lie. */
  nameEnvFile(session: string, path: string): void
}

export interface BoardOptions {
  readonly examination: Examination
  readonly meta: Omit<ReportMeta, 'durationMs'>
  readonly catalogue: Catalogue
  readonly lang: Lang
  readonly repeatCommand: string | null
}

/** Ended runs whose exchanges are kept for the page. */
const MAX_KEPT = 2_000

interface Shown {
  readonly judgement: Judgement
  readonly exchanges: readonly Exchange[]
}

export function createBoard({ examination, meta, catalogue, lang, repeatCommand }: BoardOptions): Board {
  const kept = new Map<string, Shown>()
  const envFiles = new Map<string, string>()
  const judged = new WeakMap<TrafficRun, { readonly count: number; readonly judgement: Judgement }>()
  const { service, grader, context } = examination

  const openRun = (id: string) => grader.splitter.openOf(id)

  /** Judged once for each exchange, however many pages ask. */
  function soFar(run: TrafficRun): Judgement {
    const known = judged.get(run)
    if (known && known.count === run.exchanges.length) return known.judgement
    const judgement = grader.judgeSoFar(run)
    judged.set(run, { count: run.exchanges.length, judgement })
    return judgement
  }

  function shown(id: string): Shown | null {
    const run = openRun(id)
    return run ? { judgement: soFar(run), exchanges: run.exchanges } : (kept.get(id) ?? null)
  }

  function liveSession(id: string): LiveSession | null {
    const application = service.find(id)
    if (!application) return null
    const run = openRun(id)
    const { judgement, exchanges } = shown(id) ?? { judgement: null, exchanges: [] }
    return {
      id,
      name: application.name,
      state: run ? 'running' : judgement ? 'ended' : 'waiting',
      verdict: judgement?.verdict ?? 'incomplete',
      cause: judgement ? causeOf(judgement, catalogue, lang) : null,
      stepsPassed: judgement?.steps.filter(({ verdict }) => verdict === 'pass').length ?? 0,
      requests: exchanges.length,
      envFile: envFiles.get(id) ?? null,
      awaited: awaitedOf(run, application.progress?.awaited ?? null, examination),
    }
  }

  function pageData({ judgement, exchanges }: Shown): PageData {
    const durationMs = Math.round(
      Math.max(0, (exchanges.at(-1)?.answeredAtMs ?? 0) - (exchanges[0]?.sentAtMs ?? 0)),
    )
    return {
      report: buildReport({ ...meta, durationMs }, judgement, catalogue, lang),
      exchanges,
      exchangesLeftOut: 0,
      profile: context.profile,
      lang,
      repeatCommand,
      because: judgement.readings.map(({ id, because }) => ({ id, ...because })),
    }
  }

  return {
    session: liveSession,
    sessions: () => sessionIds(examination).flatMap((id) => liveSession(id) ?? []),
    pageOf(id) {
      if (!service.find(id)) return null
      return pageData(shown(id) ?? { judgement: judge([], { ...context, ended: false }), exchanges: [] })
    },
    overview: (live) => ({
      ...pageData({ judgement: judge([], { ...context, ended: false }), exchanges: [] }),
      live,
    }),
    keep({ session, judgement }, exchanges) {
      if (session === null) return
      kept.delete(session)
      kept.set(session, { judgement, exchanges })
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
    },
    nameEnvFile: (session, path) => void envFiles.set(session, path),
  }
}

function sessionIds({ service, sessions }: Examination): string[] {
  return [service.application.id, ...sessions]
}

function causeOf({ cause }: Judgement, { findings }: Catalogue, lang: Lang): string | null {
  const words = cause && (findings as Readonly<Record<string, { readonly message: string }>>)[cause.code]
  return words ? fill(words.message, cause.values, lang) : null
}

/** What a session owes next. Before its first request that is step 1, for which nobody is pressed. */
export function awaitedOf(
  run: TrafficRun | undefined,
  awaited: string | null,
  { nowMs }: Pick<Examination, 'nowMs'>,
): LiveSession['awaited'] {
  if (!run) return { route: routeOf(homologationStep(1)), step: 'homologation/1', until: null }
  if (run.awaited === null) return null
  const step = homologationStep(run.awaited)
  const leftMs = run.endsAtMs - nowMs()
  return {
    route: awaited ?? routeOf(step),
    step: step.id,
    until: leftMs > MOST_MS ? null : new Date(Date.now() + leftMs).toISOString(),
  }
}

/** A time so far away is none. */
const MOST_MS = 30 * 86_400_000
