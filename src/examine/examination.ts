import type { Clock } from '../clock.js'
import { systemClock } from '../clock.js'
import { pathBelow, pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import type { WatchPlan } from '../exchange/journal.js'
import type { Masker, SecretKind } from '../exchange/masking.js'
import { createMasker, record } from '../exchange/masking.js'
import type { RawExchange } from '../exchange/raw.js'
import { createTrafficGrader, type EndedRun, type TrafficGrader } from '../judging/grade-traffic.js'
import type { GradedRun } from '../judging/graded-run.js'
import type { RunEndedNote } from '../judging/notes.js'
import { type Death, everyDeath, type Recovery, watchRecovery } from '../judging/recovery.js'
import type { TrafficRun } from '../judging/traffic-run.js'
import type { Judgement } from '../rules/finding.js'
import type { JudgeContext } from '../rules/trace.js'
import type { ServiceRequest } from '../service/answer.js'
import type { ClientSettings } from '../service/env-file.js'
import { type Listener, listen } from '../service/listen.js'
import { type Application, createService, type Service, type ServiceOptions } from '../service/service.js'
import { stepRequest } from '../service/step-request.js'
import { loadShapesOf } from '../specification/shapes.js'
import { type Ending, type TrafficWatch, watchPlanOf, watchTraffic } from '../watching/watch-traffic.js'
import { createBacklog } from './backlog.js'

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
  /** Origin under which clients reach it, where that is not its own. */
  readonly publicUrl?: string | null
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
  /** Hears of each run's end, as the journal keeps it. */
  readonly onNote?: (note: RunEndedNote) => void
  /** Hears of each run when it is judged. */
  readonly onRun?: (run: GradedRun, exchanges: readonly Exchange[], death?: Death) => void
}

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
  /** How its traffic is cut into runs, for the journal's header. */
  readonly plan: WatchPlan
  /** ISO 8601. */
  readonly startedAt: string
  /** What the client of an application is configured with; the newest credentials. Default: the first application. */
  clientSettings(application?: Application): ClientSettings
  /** Another application, with credentials of its own. */
  createSession(name: string): Application
  /** Runs that each application is to make; null: as many as it likes. */
  readonly runsEach: number | null
  /** The death that the token of a session's newest run meets; undefined where not every death is tried. */
  deathOf(session: string): Death | undefined
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

/** An exchange that is over. */
interface Left {
  readonly raw: RawExchange
  readonly wasAnswered: boolean
}

/** Begins to listen. The promise resolves when the first request can be accepted. */
export async function startExamination(options: ExaminationOptions = {}): Promise<Examination> {
  const { clock = systemClock, masker = createMasker(), toleranceMs = 5, timeoutMs = null } = options
  const { invalidateAt, ...serviceOptions } = options.service ?? {}
  const isEach = invalidateAt === 'each'
  const wanted = options.runs === undefined ? (isEach ? everyDeath.length : 1) : options.runs
  const originMs = clock.now()
  const startedAt = clock.wall().toISOString()
  const recovery = watchRecovery()
  const survived = new Map<string, number>()
  const inFlight = new Map<string, number>()
  const deaths = new Map<string, Death>()
  const sessions: string[] = []
  let watch: TrafficWatch
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
    onEvent(session, event) {
      options.service?.onEvent?.(session, event)
      options.onChange?.(session)
    },
  })

  function plannedDeath(session: string): Death {
    const death = everyDeath[(survived.get(session) ?? 0) % everyDeath.length] as Death
    deaths.set(session, death)
    return death
  }

  const deathOf = (session: string) => (isEach ? deaths.get(session) : undefined)

  /** Before step 1 of another run the one before is closed, and every token lives again. */
  function prepare(request: ServiceRequest, session: string | null, nowMs: number): void {
    if (session === null || !isStepOne(request, service.basePath)) return
    if ((inFlight.get(session) ?? 0) > 0) recording.settle()
    const run = grader.splitter.endedByStepOne(session, nowMs - originMs)
    if (run && !isBusy(run)) watch.endRuns(run)
  }

  const watched: Service = Object.create(service, {
    answer: {
      value: (request: ServiceRequest, nowMs: number) => {
        watch.touch()
        const session = service.sessionOf(request)
        prepare(request, session, nowMs)
        const answer = service.answer(request, nowMs)
        if (answer.session !== null) inFlight.set(answer.session, (inFlight.get(answer.session) ?? 0) + 1)
        return answer
      },
    },
  })

  function onExchange({ raw, wasAnswered }: Left): void {
    const { session } = raw
    if (session !== null && wasAnswered) inFlight.set(session, Math.max(0, (inFlight.get(session) ?? 0) - 1))
    const exchange = record(raw, masker)
    watch.see(exchange)
    options.onExchange?.(exchange)
    options.onChange?.(session)
  }

  const recording = createBacklog(onExchange)

  function hear(run: EndedRun, note: RunEndedNote): void {
    const { session } = run
    const death = isEach && session !== null ? (deathOf(session) ?? 'never') : null
    if (death !== null) recovery.see(death, run)
    if (session !== null) {
      survived.set(session, (survived.get(session) ?? 0) + 1)
      service.find(session)?.revive()
    }
    options.onNote?.(death === null ? note : { ...note, death })
    options.onRun?.(run, run.exchanges, death ?? undefined)
    options.onChange?.(session)
  }

  const shapes = await loadShapesOf(service.profile)
  const listener = await listen(watched, {
    clock,
    originMs,
    keptBodyBytes: masker.maxBodyBytes,
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.publicUrl && { publicUrl: options.publicUrl }),
    onExchange: (raw, answer) => recording.add({ raw, wasAnswered: answer !== null }),
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
    shapes,
  } as const
  const plan = { runs: wanted, idleMs: timeoutMs, ...(wanted === 1 ? {} : { newRunAfterMs: 0 }) }
  grader = createTrafficGrader({ context, ...plan, idleMs: timeoutMs ?? Number.MAX_SAFE_INTEGER })

  const isBusy = (run: TrafficRun) => run.session !== null && (inFlight.get(run.session) ?? 0) > 0

  watch = watchTraffic({
    ...{ grader, clock, originMs, timeoutMs },
    isBusy: (run) => run !== null && isBusy(run),
    onRun: hear,
    async close() {
      await listener.close()
      recording.settle()
    },
  })

  async function conclude(): Promise<Examined> {
    const ending = await watch.done
    const { runs, beside } = grader
    return {
      ...{ ending, runs, beside },
      recovery: recovery.recovery,
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
    plan: watchPlanOf(plan),
    startedAt,
    done,
    grader,
    clientSettings: (application = service.application) => settingsOf(application),
    sessions,
    runsEach: isEach ? everyDeath.length : null,
    deathOf,
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
    endRuns: () => watch.endRuns(),
    stop() {
      watch.stop()
      return done
    },
  }
}

function isStepOne({ method, path }: ServiceRequest, basePath: string): boolean {
  const below = pathBelow(pathOf(path), basePath)
  return below !== null && stepRequest(method, below)?.step === 1
}
