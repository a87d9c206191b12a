import { collectionPath, pathBelow, pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import { sightOf } from '../exchange/sources.js'
import { replacedIn } from '../rules/auth/renewal.js'
import type { JudgeContext } from '../rules/context.js'
import { type Finding, isRootError, type Judgement, type RunVerdict } from '../rules/finding.js'
import { fingerprint } from '../rules/fingerprint.js'
import type { Observer } from '../rules/observer.js'
import { observers } from '../rules/observers.js'
import { placeOf } from '../rules/place.js'
import { routeById, routeName } from '../specification/find-route.js'
import { isSuccess } from '../specification/recognise.js'
import type { RequirementId } from '../specification/requirements.js'
import type { GradedRun, GradedTraffic, Recovery } from './graded-traffic.js'
import { judge } from './judge.js'
import { judgeKilled } from './judged.js'
import { createRunSplitter, type RunSplitter } from './split-runs.js'
import { observedFinding } from './together.js'
import { createTokensBeside } from './tokens-beside.js'
import type { SplitOptions, TrafficRun } from './traffic-run.js'
import { createWatch } from './watch.js'

/**
 * Grades a stream of exchanges of any length: each run of the five steps by the judge when it is over, everything else by
 * the observers as it passes. What is kept is bounded, so a night of traffic needs no more memory than an hour.
 */

export interface TrafficOptions extends SplitOptions {
  /** Default: the whole contract. */
  readonly observers?: readonly Observer[]
  /** Runs that are wanted: later ones are not judged. null: all. Default: null. */
  readonly runs?: number | null
}

/** A run at the moment in which it was judged, with its exchanges, which are not kept any longer. */
export interface EndedRun extends GradedRun {
  readonly exchanges: readonly Exchange[]
}

export interface TrafficGrader {
  readonly splitter: RunSplitter
  /** Takes the next exchange; runs that were over before it come back judged. */
  see(exchange: Exchange): readonly EndedRun[]
  /** Hears that exchanges are lost between this moment and the next. */
  lose(afterMs: number): void
  /** Ends the runs whose time is over. */
  pass(nowMs: number, isBusy?: (run: TrafficRun) => boolean): readonly EndedRun[]
  /** Ends every run, or one of them. */
  end(run?: TrafficRun): readonly EndedRun[]
  /** Ends every run. Its recorder was killed at this moment: what was under way then is not judged by what is missing. */
  abandon(nowMs: number): readonly EndedRun[]
  /** Judges a run that is still open and does not report anything as missing. Can be called any number of times. */
  judgeSoFar(run: TrafficRun): Judgement
  /** Runs judged so far. Beyond {@link MAX_RUNS} only those that show something new are kept. */
  readonly runs: readonly GradedRun[]
  /** Runs judged so far, also those not kept, by verdict. */
  readonly counts: Readonly<Record<RunVerdict, number>>
  /** Whether as many runs were judged as were wanted. */
  readonly isSated: boolean
  /** Whether a run is expected, but for long every request was refused. We stop waiting for it to begin. */
  readonly isAstray: boolean
  /** The traffic outside all runs. */
  readonly beside: Judgement
  /** Everything that was graded. `wanted`: the runs that were to come; default: as the grader was told. */
  graded(more?: { readonly wanted?: number | null; readonly recovery?: Recovery | null }): GradedTraffic
  /** Exchanges seen so far. */
  readonly seen: number
  /** Findings outside the runs so far: it rises with an exchange that shows something new. */
  readonly found: number
}

export const MAX_RUNS = 500
const none: readonly EndedRun[] = []
const MAX_FINDINGS = 2_000
/** Refresh tokens that are remembered over runs. */
const MAX_REPLACED = 20_000
/** Refused requests in a row of a client that begins no run. */
const MOST_ASTRAY = 1_000

export function createTrafficGrader(options: TrafficOptions): TrafficGrader {
  const { runs: wanted = null } = options
  const replaced = new Map<string, number>()
  const context = { ...options.context, replaced }
  const splitter = createRunSplitter(options)
  const beside = createBesideGrader(context, options.observers ?? observers)
  const runs: GradedRun[] = []
  const counts: Record<RunVerdict, number> = { pass: 0, fail: 0, incomplete: 0 }
  const known = new Set<string>()
  let seen = 0
  let astray = 0

  const isSated = () => wanted !== null && counts.pass + counts.fail + counts.incomplete >= wanted

  /** A client that begins another run at once is graded for those that were wanted. */
  function gradeAll(ended: readonly TrafficRun[], killedMs = Number.POSITIVE_INFINITY): readonly EndedRun[] {
    return ended.length === 0 ? none : ended.flatMap((run) => (isSated() ? [] : [grade(run, killedMs)]))
  }

  function grade(run: TrafficRun, killedMs: number): EndedRun {
    const facts = { ...context, hasLost: run.hasLost }
    const judgement =
      run.endsAtMs >= killedMs
        ? judgeKilled(run.exchanges, facts)
        : judge(run.exchanges, { ...facts, ended: true })
    const { number, session, exchanges, isEndless } = run
    if (replaced.size < MAX_REPLACED)
      for (const token of replacedIn(exchanges, { ...facts, ended: true }))
        replaced.set(token, (replaced.get(token) ?? 0) + 1)
    const exchangeIds = exchanges.map(({ id }) => id)
    const graded = { number, session, judgement, isEndless, exchangeIds }
    counts[judgement.verdict]++
    if (runs.length < MAX_RUNS || showsSomethingNew(judgement)) runs.push(graded)
    for (const finding of judgement.findings) if (known.size < MAX_FINDINGS) known.add(finding.fingerprint)
    return { ...graded, exchanges }
  }

  function showsSomethingNew({ findings }: Judgement): boolean {
    return known.size < MAX_FINDINGS && findings.some((finding) => !known.has(finding.fingerprint))
  }

  return {
    splitter,
    runs,
    counts,
    see(exchange) {
      seen++
      const { run, isProcedure, ended } = splitter.see(exchange)
      if (isProcedure) beside.learn(exchange, run?.exchanges ?? null)
      else beside.see(exchange, run !== null)
      // who renews its token between wrong requests has not found the way
      if (run !== null || (!isProcedure && exchange.response !== null && isSuccess(exchange.response)))
        astray = 0
      else if (!isProcedure) astray++
      return gradeAll(ended)
    },
    lose: splitter.lose,
    pass: (nowMs, isBusy) => gradeAll(splitter.pass(nowMs, isBusy)),
    end: (run) => gradeAll(splitter.end(run)),
    abandon: (nowMs) => gradeAll(splitter.end(), nowMs),
    judgeSoFar: createJudgeSoFar(context),
    get isSated() {
      return isSated()
    },
    get isAstray() {
      return wanted !== null && astray >= MOST_ASTRAY
    },
    get beside() {
      return beside.judgement()
    },
    graded: (more = {}) => ({
      runs,
      counts,
      beside: beside.judgement(),
      wanted: more.wanted === undefined ? wanted : more.wanted,
      recovery: more.recovery ?? null,
      nothing: judge([], { ...context, ended: true }),
    }),
    get seen() {
      return seen
    },
    get found() {
      return beside.found
    },
  }
}

/** A display asks several times for each exchange of an open run. */
function createJudgeSoFar(context: Omit<JudgeContext, 'ended'>): (run: TrafficRun) => Judgement {
  const judged = new WeakMap<
    TrafficRun,
    { count: number; last: Exchange | undefined; judgement: Judgement }
  >()
  return (run) => {
    const [count, last] = [run.exchanges.length, run.exchanges.at(-1)]
    const known = judged.get(run)
    if (known?.count === count && known.last === last) return known.judgement
    const judgement = judge(run.exchanges, { ...context, ended: false })
    judged.set(run, { count, last, judgement })
    return judgement
  }
}

/** Each finding once, with the first exchange that shows it. Requests that lost their way outside every run are named, too. */
function createBesideGrader(context: Omit<JudgeContext, 'ended'>, all: readonly Observer[]) {
  const watch = createWatch(all, context)
  const findings = new Map<string, Finding>()
  const tokens = createTokensBeside(context)

  const note = (finding: Finding) => {
    if (findings.size < MAX_FINDINGS && !findings.has(finding.fingerprint))
      findings.set(finding.fingerprint, finding)
  }

  return {
    get found() {
      return findings.size
    },
    see(exchange: Exchange, isInRun: boolean) {
      const breaches = watch.see(exchange)
      if (isInRun) return
      for (const breach of breaches)
        note(observedFinding(breach, [breach.code, breach.step, breach.route, breach.subject]))
      const isNamed = breaches.some(({ requirement: id }) => tellsStray.has(id))
      const stray = isNamed ? null : strayOf(exchange, context)
      if (stray) note(stray)
    },
    /** Hears of a step of a run, which is judged with it: its token is ours wherever it goes afterwards. */
    learn(exchange: Exchange, run: readonly Exchange[] | null) {
      watch.learn(exchange)
      if (run) tokens.release(run)
      else tokens.see(exchange)
    },
    judgement(): Judgement {
      const ofTokens = tokens.judged()
      const list = [...findings.values(), ...ofTokens.findings]
      const errors = list.filter(({ severity }) => severity === 'error')
      const cause = errors.find(isRootError) ?? null
      const isReached = watch.exercised.size > 0
      // if the token address could not be reached, no token request took place that could be judged
      const isJudged = ({ code, blame }: Finding) =>
        code !== 'auth/renewal:unanswered' || blame !== 'environment'
      const verdict: RunVerdict = errors.some(isJudged) ? 'fail' : isReached && !cause ? 'pass' : 'incomplete'
      return {
        verdict,
        cause,
        steps: [],
        findings: list,
        readings: [],
        coverage: {
          requirements: { tested: [...new Set([...watch.tested, ...ofTokens.tested])], untested: [] },
          routes: { exercised: [...watch.exercised].map(nameOf), notExercised: [] },
        },
      }
    },
  }
}

/** Requirements that say of a request that it lost its way, and why. */
const tellsStray: ReadonlySet<RequirementId> = new Set(['auth/bearer', 'versioning/base-address'])

function nameOf(id: string): string {
  const route = routeById(id)
  return route ? routeName(route) : id
}

/**
 * Reports a request outside every run whose path the service does not have. Its purpose is unknown, so it fails
 * nothing. It is still reported because it may be the only thing that a misconfigured client ever sends. Requests
 * that a browser makes by itself are not reported.
 */
function strayOf(exchange: Exchange, context: Omit<JudgeContext, 'ended'>): Finding | null {
  if (sightOf(exchange).plays !== 'service') return null
  const place = placeOf(exchange, context, 1)
  if (place.kind !== 'astray') return null
  const { method, url } = exchange.request
  const path = pathOf(url)
  if (method === 'GET' && ofBrowsers.test(path)) return null
  const isKnown = exchange.session !== null
  if (place.how === 'real-route' && isKnown) return null
  if (place.how === 'unknown-path' && isNamedByObserver(path, context)) return null
  const code =
    place.how === 'real-route'
      ? 'auth/bearer:no-session'
      : (`homologation/right-routes:${place.how}` as const)
  return {
    requirement: place.how === 'real-route' ? 'auth/bearer' : 'homologation/right-routes',
    code,
    values: { method, path, twin: null, step: null },
    severity: 'warning',
    blame: 'application',
    step: null,
    route: null,
    exchange: exchange.id,
    consequenceOf: null,
    fingerprint: fingerprint([code, null, null, collectionPath(path)]),
  }
}

/** Below the base address an unknown path is `versioning/unavailable`, unless it was meant for the procedure. */
function isNamedByObserver(path: string, { baseUrl }: { readonly baseUrl: string }): boolean {
  const below = pathBelow(path, pathOf(baseUrl))
  return below !== null && !below.startsWith('/homologacao/')
}

const ofBrowsers = /^\/(?:$|favicon\.ico$|robots\.txt$|\.well-known\/|apple-touch-icon)/
