import { pathBelow, pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import type { WatchPlan } from '../exchange/journal.js'
import { createMasker, type Masker, record, type SecretKind } from '../exchange/masking.js'
import type { RawExchange } from '../exchange/raw.js'
import type { Unread } from '../exchange/refused-request.js'
import { type EndedRun, TrafficGrader } from '../judging/grade-traffic.js'
import { type Death, everyDeath, type GradedRun, type Recovery } from '../judging/graded-traffic.js'
import type { RunEndedNote } from '../judging/notes.js'
import { type Clock, systemClock } from '../node/clock.js'
import type { JudgeContext } from '../rules/context.js'
import type { Judgement } from '../rules/finding.js'
import type { ClientSettings } from '../service/env-file.js'
import { type Listener, listen } from '../service/listen.js'
import type { ServiceRequest, ServiceResponse } from '../service/response.js'
import { type Application, createService, type Service, type ServiceOptions } from '../service/service.js'
import { findStep } from '../service/step-request.js'
import { TOLERANCE_MS } from '../specification/profile.js'
import { loadShapesOf } from '../specification/shapes.js'
import { type Ending, type TrafficWatch, watchPlanOf, watchTraffic } from '../watching/watch-traffic.js'
import { createBacklog } from './backlog.js'
import { RevocationPlan } from './revocation-plan.js'

/**
 * Examines clients: the embedded service listens on its own port, tells the clients apart by token, and judges each
 * run when it is over. By default a broken rule is noted and the run goes on, so that one run shows every fault.
 */

export interface ExaminationOptions {
  /**
   * Options of the service. `invalidateAt: 'each'` revokes the token at another step in each run, and never in the
   * last.
   */
  readonly service?: Omit<ServiceOptions, 'invalidateAt' | 'onSecret'> & {
    readonly invalidateAt?: ServiceOptions['invalidateAt'] | 'each'
  }
  /** Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string | undefined
  /** Default: 0, any free port. */
  readonly port?: number | undefined
  /** Origin under which clients reach it, where that is not its own. */
  readonly publicUrl?: string | null | undefined
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
  /** Called when something changed in a session; null if it concerns no session. */
  readonly onChange?: (session: string | null) => void
  /** Hears of each run's end, as the journal keeps it. */
  readonly onNote?: (note: RunEndedNote) => void
  readonly onUnread?: (unread: Unread) => void
  /** Hears of each run when it is judged. */
  readonly onRun?: (run: GradedRun, exchanges: readonly Exchange[], death?: Death) => void
}

export interface Examined {
  readonly ending: Ending
  readonly runs: readonly GradedRun[]
  /** Judgement of the requests outside the runs: without a session, on wrong paths, on other routes. */
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
  /** How the traffic is split into runs, for the journal's header. */
  readonly plan: WatchPlan
  /** ISO 8601. */
  readonly startedAt: string
  /** The settings for an application's client, with the newest credentials. Default: the first application. */
  clientSettings(application?: Application): ClientSettings
  /** Another application, with credentials of its own. */
  createSession(name: string): Application
  /** Runs that each application should make; null: any number. */
  readonly runsEach: number | null
  /** The death that the token of a session's newest run meets; undefined where not every death is tried. */
  deathOf(session: string): Death | undefined
  /** Ids of the applications that were created so. */
  readonly sessions: readonly string[]
  readonly grader: TrafficGrader
  /** Milliseconds on the exchanges' clock. */
  nowMs(): number
  /** Ends the runs under way: their client has ended. */
  endRuns(): void
  /** Resolves when enough runs were judged, when no client connected in time, or when it was stopped. */
  readonly done: Promise<Examined>
  /** Ends it at once. */
  stop(): Promise<Examined>
}

/** An exchange that is over. */
interface FinishedExchange {
  readonly raw: RawExchange
  readonly wasResponded: boolean
}

/** Begins to listen. The promise resolves when the first request can be accepted. */
export async function startExamination(options: ExaminationOptions = {}): Promise<Examination> {
  const { clock = systemClock, masker = createMasker() } = options
  const { toleranceMs = TOLERANCE_MS, timeoutMs = null } = options
  const deaths = options.service?.invalidateAt === 'each' ? new RevocationPlan() : null
  const wanted = options.runs === undefined ? (deaths ? everyDeath.length : 1) : options.runs
  const originMs = clock.now()
  const startedAt = clock.wall().toISOString()
  const service = serviceOf({ ...options, toleranceMs }, masker, deaths)
  const inFlight = new InFlight()
  const sessions: string[] = []
  let watch: TrafficWatch
  let grader: TrafficGrader

  /** Before step 1 of another run the one before is closed, and every token lives again. */
  function prepare(session: string, nowMs: number): void {
    if (inFlight.has(session)) recording.settle()
    const run = grader.splitter.endedByStepOne(session, nowMs - originMs)
    if (run && !inFlight.has(run.session)) watch.endRuns(run)
  }

  const recording = createBacklog(({ raw, wasResponded }: FinishedExchange) => {
    if (wasResponded) inFlight.remove(raw.session)
    const exchange = record(raw, masker)
    watch.see(exchange)
    options.onExchange?.(exchange)
    options.onChange?.(raw.session)
  })

  const shapes = await loadShapesOf(service.profile)
  const watched = watchedService(service, inFlight, { touch: () => watch.touch(), prepare })
  const listener = await listen(watched, {
    clock,
    originMs,
    keptBodyBytes: masker.maxBodyBytes,
    host: options.host,
    port: options.port,
    publicUrl: options.publicUrl,
    onExchange: (raw, response) => recording.add({ raw, wasResponded: response !== null }),
    onMalformed: ({ reason, host }) => options.onUnread?.({ reason, host, after: grader.seen }),
  })
  const urls = { baseUrl: listener.baseUrl, tokenUrl: listener.tokenUrl }
  const clientSettings = (application = service.application): ClientSettings => ({
    ...application.credentials,
    ...urls,
  })
  options.onListening?.(clientSettings())
  const context = {
    profile: service.profile,
    ...urls,
    toleranceMs,
    underTest: 'application',
    shapes,
  } as const
  const plan = { runs: wanted, idleMs: timeoutMs, ...(wanted !== 1 && { newRunAfterMs: 0 }) }
  grader = new TrafficGrader({ context, ...plan, idleMs: timeoutMs ?? Number.MAX_SAFE_INTEGER })
  const nowMs = () => clock.now() - originMs
  watch = watchTraffic({
    grader,
    clock,
    originMs,
    timeoutMs,
    isBusy: (run) => run !== null && inFlight.has(run.session),
    onRun: createRunReporter(options, service, deaths),
    async close() {
      await listener.close()
      recording.settle()
    },
  })
  const done = watch.done.then((ending) => ({
    ending,
    runs: grader.runs,
    beside: grader.beside,
    seen: grader.seen,
    recovery: deaths?.recovery ?? null,
    malformed: listener.malformed,
    durationMs: nowMs(),
  }))
  done.catch(() => undefined)

  return {
    service,
    listener,
    masker,
    context,
    plan: watchPlanOf(plan),
    startedAt,
    done,
    grader,
    clientSettings,
    sessions,
    nowMs,
    runsEach: deaths && everyDeath.length,
    deathOf: (session) => deaths?.of(session),
    createSession(name) {
      const application = service.createApplication({ name })
      sessions.push(application.id)
      options.onChange?.(application.id)
      return application
    },
    endRuns() {
      recording.settle()
      watch.endRuns()
    },
    stop() {
      watch.stop()
      return done
    },
  }
}

/** Reports a run that is over, and revives its application's tokens. */
function createRunReporter(
  { onNote, onRun, onChange }: ExaminationOptions,
  service: Service,
  deaths: RevocationPlan | null,
) {
  return (run: EndedRun, note: RunEndedNote): void => {
    const { session } = run
    const death = session === null ? null : (deaths?.runEnded(session, run) ?? null)
    if (session !== null) service.find(session)?.revive()
    onNote?.(death === null ? note : { ...note, death })
    onRun?.(run, run.exchanges, death ?? undefined)
    onChange?.(session)
  }
}

/** No service responds sooner; without it a request that waits for no response would come behind the response all the same. */
const LATENCY_MS = [50, 50] as const

/** The service under the client; what it makes secret is masked, and under `each` its tokens die as planned. */
function serviceOf(
  { service = {}, toleranceMs, onChange }: ExaminationOptions & { readonly toleranceMs: number },
  masker: Masker,
  deaths: RevocationPlan | null,
): Service {
  const { invalidateAt, ...options } = service
  const planned = deaths ? (_run: number, session: string) => deaths.next(session) : invalidateAt
  return createService({
    toleranceMs,
    latencyMs: LATENCY_MS,
    ...options,
    ...(planned === undefined || planned === 'each' ? {} : { invalidateAt: planned }),
    onSecret: (kind, value) => masker.register(kind as SecretKind, value),
    onEvent(session, event) {
      service.onEvent?.(session, event)
      onChange?.(session)
    },
  })
}

interface RequestHooks {
  /** Hears of each request. */
  touch(): void
  /** Hears of each step 1 before its response. */
  prepare(session: string, nowMs: number): void
}

/** The same service, which tells of each request before it responds. */
function watchedService(service: Service, inFlight: InFlight, { touch, prepare }: RequestHooks): Service {
  function respond(request: ServiceRequest, nowMs: number): ServiceResponse {
    touch()
    const session = service.sessionOf(request)
    if (session !== null && isStepOne(request, service.basePath)) prepare(session, nowMs)
    const responded = service.respond(request, nowMs)
    inFlight.add(responded.session)
    return responded
  }
  return Object.create(service, { respond: { value: respond } })
}

/** How many requests of each session are under way. */
class InFlight {
  readonly #count = new Map<string, number>()

  add(session: string | null): void {
    if (session !== null) this.#count.set(session, this.#of(session) + 1)
  }

  remove(session: string | null): void {
    if (session !== null) this.#count.set(session, Math.max(0, this.#of(session) - 1))
  }

  has(session: string | null): boolean {
    return session !== null && this.#of(session) > 0
  }

  #of(session: string): number {
    return this.#count.get(session) ?? 0
  }
}

function isStepOne({ method, path }: ServiceRequest, basePath: string): boolean {
  const below = pathBelow(pathOf(path), basePath)
  return below !== null && findStep(method, below)?.step === 1
}
