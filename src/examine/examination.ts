import type { Clock } from '../clock.js'
import { systemClock } from '../clock.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Masker, SecretKind } from '../exchange/masking.js'
import { createMasker, record } from '../exchange/masking.js'
import type { RawExchange } from '../exchange/raw.js'
import {
  createTrafficGrader,
  type EndedRun,
  type GradedRun,
  type TrafficGrader,
} from '../judging/grade-traffic.js'
import type { TrafficRun } from '../judging/split-runs.js'
import type { Judgement } from '../rules/finding.js'
import type { JudgeContext } from '../rules/trace.js'
import type { ServiceRequest } from '../service/answer.js'
import type { ClientSettings } from '../service/env-file.js'
import { type Listener, listen } from '../service/listen.js'
import {
  type Application,
  createService,
  type InvalidateAt,
  type Service,
  type ServiceOptions,
} from '../service/service.js'
import { stepRequest } from '../service/step-request.js'
import { everyDeath, type PlannedRun, type Recovery, recoveryOf } from './invalidation-plan.js'

/**
 * Clients under examination: the embedded service on a port of its own, whoever calls it told apart by token, each run judged
 * when it is over. By default a broken rule is noted and the run goes on, so that one run shows every fault.
 */

export interface ExaminationOptions {
  /** Of the service; `invalidateAt` may also be `each`: one run a death, at every step and never. */
  readonly service?: Omit<ServiceOptions, 'invalidateAt' | 'onSecret'> & {
    readonly invalidateAt?: ServiceOptions['invalidateAt'] | 'each'
  }
  /** Default: `127.0.0.1`, this machine alone. */
  readonly host?: string
  /** Default: 0, any free port. */
  readonly port?: number
  /** Milliseconds by which the clocks of foreign clients may err. Default: 5. */
  readonly toleranceMs?: number
  /** Runs after which the examination ends; null: it goes on until it is stopped. Default: 1, under `each` 6. */
  readonly runs?: number | null
  /** Milliseconds without a request after which a run, and then the examination, ends; null: never. Default: null. */
  readonly timeoutMs?: number | null
  readonly clock?: Clock
  readonly masker?: Masker
  /** Hears what the client is configured with, before the first request is accepted. */
  readonly onListening?: (client: ClientSettings) => void
  /** Hears of each exchange once it is safe to keep. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Hears of whatever changed in a session, or of none where it concerns no session. */
  readonly onChange?: (session: string | null) => void
  /** Hears of each run when it is judged. */
  readonly onRun?: (run: GradedRun, exchanges: readonly Exchange[]) => void
}

/** Why an examination ended. */
export type Ending = 'runs' | 'timeout' | 'stopped'

export interface Examined {
  readonly ending: Ending
  readonly runs: readonly GradedRun[]
  /** What passed outside the runs: requests of no session, wrong paths, other routes. */
  readonly beside: Judgement
  /** Under `each`: at which deaths the application recovered. */
  readonly recovery: Recovery | null
  /** Bytes that were no HTTP, as often as they came. */
  readonly malformed: number
  /** Exchanges seen. */
  readonly seen: number
  readonly durationMs: number
}

export interface Examination {
  readonly service: Service
  readonly listener: Listener
  readonly masker: Masker
  readonly context: Omit<JudgeContext, 'ended'>
  /** ISO 8601. */
  readonly startedAt: string
  /** What the client of an application is configured with; the newest credentials. Default: the first application. */
  clientSettings(application?: Application): ClientSettings
  /** Another application, with credentials of its own. */
  createSession(name: string): Application
  /** Ids of the applications that were created so. */
  readonly sessions: readonly string[]
  /** Runs under way. */
  readonly open: readonly TrafficRun[]
  /** Runs judged so far. */
  readonly ended: readonly GradedRun[]
  readonly grader: TrafficGrader
  /** Milliseconds on the exchanges' clock. */
  nowMs(): number
  /** Ends the runs under way: their client has ended. */
  endRuns(): void
  /** Resolves when enough runs were judged, or nobody called in time, or it was stopped. */
  readonly done: Promise<Examined>
  /** Ends it at once. */
  stop(): Promise<Examined>
}

const TICK_MS = 50

/** Begins to listen. The promise resolves when the first request can be accepted. */
export async function startExamination(options: ExaminationOptions = {}): Promise<Examination> {
  const { clock = systemClock, masker = createMasker(), toleranceMs = 5, timeoutMs = null } = options
  const { invalidateAt, ...serviceOptions } = options.service ?? {}
  const isEach = invalidateAt === 'each'
  const wanted = options.runs === undefined ? (isEach ? everyDeath.length : 1) : options.runs
  const originMs = clock.now()
  const startedAt = clock.wall().toISOString()
  const planned = new Map<string, PlannedRun[]>()
  const inFlight = new Map<string, number>()
  const deaths = new Map<string, InvalidateAt>()
  const sessions: string[] = []
  let lastActivityMs = originMs
  let grader: TrafficGrader

  const service = createService({
    toleranceMs,
    ...serviceOptions,
    ...(isEach
      ? { invalidateAt: (_run: number, session: string) => plannedDeath(session) }
      : invalidateAt === undefined
        ? {}
        : { invalidateAt }),
    onSecret: (kind, value) => masker.register(kind as SecretKind, value),
  })

  function plannedDeath(session: string): InvalidateAt {
    const death = everyDeath[(planned.get(session)?.length ?? 0) % everyDeath.length] as InvalidateAt
    deaths.set(session, death)
    return death
  }

  /** Before step 1 of another run the one before is closed, and every token lives again. */
  function prepare(request: ServiceRequest, session: string | null, nowMs: number): void {
    if (session === null || !isStepOne(request, service.basePath)) return
    const run = grader.splitter.endedByStepOne(session, nowMs - originMs)
    if (run && !isBusy(run)) settle(grader.end(run))
  }

  const watched: Service = Object.create(service, {
    answer: {
      value: (request: ServiceRequest, nowMs: number) => {
        lastActivityMs = nowMs
        const session = service.sessionOf(request)
        prepare(request, session, nowMs)
        const answer = service.answer(request, nowMs)
        if (answer.session !== null) inFlight.set(answer.session, (inFlight.get(answer.session) ?? 0) + 1)
        return answer
      },
    },
  })

  function onExchange(raw: RawExchange, wasAnswered: boolean): void {
    const { session } = raw
    if (session !== null && wasAnswered) inFlight.set(session, Math.max(0, (inFlight.get(session) ?? 0) - 1))
    lastActivityMs = clock.now()
    const exchange = record(raw, masker)
    settle(grader.see(exchange))
    options.onExchange?.(exchange)
    options.onChange?.(session)
  }

  function settle(runs: readonly EndedRun[]): void {
    for (const run of runs) {
      lastActivityMs = Math.max(lastActivityMs, clock.now())
      if (run.session !== null) {
        const list = planned.get(run.session) ?? []
        if (isEach) planned.set(run.session, [...list, { at: deaths.get(run.session) ?? 'never', run }])
        service.find(run.session)?.revive()
      }
      options.onRun?.(run, run.exchanges)
      options.onChange?.(run.session)
    }
  }

  const listener = await listen(watched, {
    clock,
    originMs,
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.port === undefined ? {} : { port: options.port }),
    onExchange: (raw, answer) => onExchange(raw, answer !== null),
  })
  const settingsOf = (application: Application): ClientSettings => ({
    ...application.credentials,
    baseUrl: listener.baseUrl,
    tokenUrl: listener.tokenUrl,
  })
  options.onListening?.(settingsOf(service.application))
  const context = {
    profile: service.profile,
    baseUrl: listener.baseUrl,
    tokenUrl: listener.tokenUrl,
    toleranceMs,
    underTest: 'application',
  } as const
  grader = createTrafficGrader({
    context,
    idleMs: timeoutMs ?? Number.MAX_SAFE_INTEGER,
    ...(wanted === 1 ? {} : { newRunAfterMs: 0 }),
  })

  const stopping = new AbortController()
  const isBusy = (run: TrafficRun) => run.session !== null && (inFlight.get(run.session) ?? 0) > 0

  async function watch(): Promise<Ending> {
    while (!stopping.signal.aborted) {
      const nowMs = clock.now()
      settle(grader.pass(nowMs - originMs, isBusy))
      const judged = grader.counts.pass + grader.counts.fail + grader.counts.incomplete
      if (wanted !== null && judged >= wanted) return 'runs'
      const isQuiet = grader.splitter.open.length === 0 && nowMs - lastActivityMs >= (timeoutMs ?? Infinity)
      if (isQuiet) return 'timeout'
      await clock.sleep(TICK_MS, stopping.signal).catch(() => undefined)
    }
    return 'stopped'
  }

  async function conclude(): Promise<Examined> {
    const ending = await watch()
    await listener.close()
    settle(grader.end())
    return {
      ending,
      runs: grader.runs,
      beside: grader.beside,
      recovery: isEach ? recoveryOf([...planned.values()].flat()) : null,
      malformed: listener.malformed,
      seen: grader.seen,
      durationMs: clock.now() - originMs,
    }
  }

  const done = conclude()
  return {
    service,
    listener,
    masker,
    context,
    startedAt,
    done,
    grader,
    clientSettings: (application = service.application) => settingsOf(application),
    sessions,
    createSession(name) {
      const application = service.createApplication({ name })
      sessions.push(application.id)
      options.onChange?.(application.id)
      return application
    },
    get open() {
      return grader.splitter.open
    },
    get ended() {
      return grader.runs
    },
    nowMs: () => clock.now() - originMs,
    endRuns: () => settle(grader.end()),
    stop() {
      stopping.abort()
      return done
    },
  }
}

function isStepOne({ method, path }: ServiceRequest, basePath: string): boolean {
  const [whole = ''] = path.split('?')
  return whole.startsWith(`${basePath}/`) && stepRequest(method, whole.slice(basePath.length))?.step === 1
}
