import { pathBelow, pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import type { WatchPlan } from '../exchange/journal.js'
import { createMasker, type Masker, record, type SecretKind } from '../exchange/masking.js'
import type { RawExchange } from '../exchange/raw.js'
import type { MalformedRequest } from '../exchange/refused-request.js'
import { type EndedRun, TrafficGrader } from '../judging/grade-traffic.js'
import { everyRevocation, type GradedRun, type Recovery, type Revocation } from '../judging/graded-traffic.js'
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
 * Examines clients: the embedded service listens on a port, clients under test call it, and each of their runs is judged when it is over. A
 * session is one client, which is recognised by its token.
 */

export interface ExaminationOptions {
  /** Options of the service. `invalidateAt: 'each'` revokes the token at another step in each run, and never in the last. */
  readonly service?: Omit<ServiceOptions, 'invalidateAt' | 'onSecret'> & {
    readonly invalidateAt?: ServiceOptions['invalidateAt'] | 'each'
  }
  /** Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string | undefined
  /** Default: 0, any free port. */
  readonly port?: number | undefined
  /** The origin under which clients reach the service, if it is another one than its own. */
  readonly publicUrl?: string | null | undefined
  /** By how many milliseconds an interval of a client may be too short, because its timers are inexact. Default: 5. */
  readonly toleranceMs?: number
  /** Number of runs after which the examination ends; null: only `stop` ends it. Default: 1, with `invalidateAt: 'each'` 6. */
  readonly runs?: number | null
  /** Milliseconds without a request after which a run, and then the examination, ends; null: never. Default: null. */
  readonly timeoutMs?: number | null
  readonly clock?: Clock
  readonly masker?: Masker
  /** Called with the settings for the client, before the first request is accepted. */
  readonly onListening?: (client: ClientSettings) => void
  /** Called with each masked exchange. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Called when something changed in a session, or outside of the sessions (null). */
  readonly onChange?: (session: string | null) => void
  /** Called when a run ends, with the note for the journal. */
  readonly onNote?: (note: RunEndedNote) => void
  /** Called for a request that cannot be recorded, such as bytes that are no HTTP. */
  readonly onMalformedRequest?: (request: MalformedRequest) => void
  /** Called with each judged run. With `invalidateAt: 'each'`, `revokedAt` is the step at which its token was revoked. */
  readonly onRun?: (run: GradedRun, exchanges: readonly Exchange[], revokedAt?: Revocation) => void
}

/** The result of an examination. */
export interface Examined {
  readonly ending: Ending
  readonly runs: readonly GradedRun[]
  /** The judgement of requests that belong to no run: without a token, to wrong paths, to other routes. */
  readonly outsideRuns: Judgement
  /** With `invalidateAt: 'each'`: after which revocations the application recovered. Else null. */
  readonly recovery: Recovery | null
  /** How many requests were no HTTP. */
  readonly malformed: number
  /** How many exchanges were recorded. */
  readonly seen: number
  readonly durationMs: number
}

/** An examination that is in progress. */
export interface Examination {
  readonly service: Service
  readonly listener: Listener
  readonly masker: Masker
  readonly context: Omit<JudgeContext, 'ended'>
  /** How the traffic is split into runs, for the journal's header. */
  readonly plan: WatchPlan
  /** ISO 8601. */
  readonly startedAt: string
  /** Returns the settings for the client of an application, with its newest credentials. Default: the first application. */
  clientSettings(application?: Application): ClientSettings
  /** Creates another application with credentials of its own, for another client. */
  createSession(name: string): Application
  /** How many runs each client should make; null: any number. */
  readonly runsEach: number | null
  /** Returns the step at which the token of a session's newest run is revoked; undefined without `invalidateAt: 'each'`. */
  revocationOf(session: string): Revocation | undefined
  /** The ids of the applications that `createSession` created. */
  readonly sessions: readonly string[]
  /** Splits the traffic into runs (`splitter`) and judges them. */
  readonly grader: TrafficGrader
  /** Milliseconds since the start, as exchanges count them. */
  nowMs(): number
  /** Ends the runs in progress, because their client has ended. */
  endRuns(): void
  /** Resolves when enough runs were judged, when no request came in time, or after `stop`. */
  readonly done: Promise<Examined>
  /** Ends the examination now. */
  stop(): Promise<Examined>
}

/** An exchange that has ended and is not recorded yet. `response` is null if the service was not asked for one. */
type EndedExchange = { readonly raw: RawExchange; readonly response: ServiceResponse | null }

/** Starts an examination. Resolves when clients can connect. */
export async function startExamination(options: ExaminationOptions = {}): Promise<Examination> {
  const { clock = systemClock, masker = createMasker() } = options
  const { toleranceMs = TOLERANCE_MS, timeoutMs = null } = options
  const revocations = options.service?.invalidateAt === 'each' ? new RevocationPlan() : null
  const { runs = revocations ? everyRevocation.length : 1 } = options
  const originMs = clock.now()
  const startedAt = clock.wall().toISOString()
  const service = serviceOf({ ...options, toleranceMs }, masker, revocations)
  const { profile } = service
  const unrecorded = new UnrecordedExchanges()
  const sessions: string[] = []
  let watch: TrafficWatch // set below, like the grader, because both need the addresses of the listener
  let grader: TrafficGrader

  /**
   * Called before the service responds to a step 1. It ends the previous run of the session, unless a request of that run is still in
   * progress. The revoked tokens are valid again for the new run then (`createRunReporter`).
   */
  function prepareStepOne(session: string, nowMs: number): void {
    // records what waits, so that the splitter knows the whole previous run
    if (unrecorded.has(session)) recordingBacklog.doAll()
    const run = grader.splitter.endedByStepOne(session, nowMs - originMs)
    // an exchange that is unrecorded even now is still in progress
    if (run && !unrecorded.has(session)) watch.endRuns(run)
  }

  // recorded and judged between responses, so that a client does not wait for it
  const recordingBacklog = createBacklog(({ raw, response }: EndedExchange) => {
    if (response) unrecorded.count(response.session, -1)
    const exchange = record(raw, masker)
    watch.see(exchange)
    options.onExchange?.(exchange)
    options.onChange?.(raw.session)
  })

  const shapes = await loadShapesOf(profile)
  const watched = watchedService(service, unrecorded, (request, nowMs) => {
    watch.touch()
    const session = service.sessionOf(request)
    if (session !== null && isStepOne(request, service.basePath)) prepareStepOne(session, nowMs)
  })
  const listener = await listen(watched, {
    clock,
    originMs,
    keptBodyBytes: masker.maxBodyBytes,
    host: options.host,
    port: options.port,
    publicUrl: options.publicUrl,
    onExchange: (raw, response) => recordingBacklog.add({ raw, response }),
    onMalformed: ({ reason, host }) => options.onMalformedRequest?.({ reason, host, after: grader.seen }),
  })
  const urls = { baseUrl: listener.baseUrl, tokenUrl: listener.tokenUrl }
  const clientSettings = (application = service.application): ClientSettings => ({
    ...application.credentials,
    ...urls,
  })
  options.onListening?.(clientSettings())
  const context = { profile, ...urls, toleranceMs, underTest: 'application', shapes } as const
  // if several runs are expected, a step 1 in the middle of a run begins the next one, however soon it comes
  const splitting = { runs, ...(runs !== 1 && { newRunAfterMs: 0 }) }
  // without a time limit no silence ends a run
  grader = new TrafficGrader({ context, ...splitting, idleMs: timeoutMs ?? Number.MAX_SAFE_INTEGER })
  const nowMs = () => clock.now() - originMs
  watch = watchTraffic({
    grader,
    clock,
    originMs,
    timeoutMs,
    // null stands for any request; `touch` has already counted those as activity
    isBusy: (run) => run !== null && unrecorded.has(run.session),
    onRun: createRunReporter(options, service, revocations),
    async close() {
      await listener.close()
      recordingBacklog.doAll()
    },
  })
  const done = watch.done.then((ending) => ({
    ending,
    runs: grader.runs,
    outsideRuns: grader.outside,
    seen: grader.seen,
    recovery: revocations?.recovery ?? null,
    malformed: listener.malformed,
    durationMs: nowMs(),
  }))
  done.catch(() => undefined) // a caller may ignore `done`

  return {
    service,
    listener,
    masker,
    context,
    plan: watchPlanOf({ ...splitting, idleMs: timeoutMs }),
    startedAt,
    done,
    grader,
    clientSettings,
    sessions,
    nowMs,
    runsEach: revocations && everyRevocation.length,
    revocationOf: (session) => revocations?.revocationOf(session),
    createSession(name) {
      const application = service.createApplication({ name })
      sessions.push(application.id)
      options.onChange?.(application.id)
      return application
    },
    endRuns() {
      recordingBacklog.doAll()
      watch.endRuns()
    },
    stop() {
      watch.stop()
      return done
    },
  }
}

/** Returns the function that reports an ended run, and makes the revoked tokens of its application valid again. */
function createRunReporter(
  { onNote, onRun, onChange }: ExaminationOptions,
  service: Service,
  revocations: RevocationPlan | null,
) {
  return (run: EndedRun, note: RunEndedNote): void => {
    const { session } = run
    const revokedAt = session === null ? undefined : revocations?.endRun(session, run)
    if (session !== null) service.find(session)?.revive()
    onNote?.(revokedAt === undefined ? note : { ...note, death: revokedAt })
    onRun?.(run, run.exchanges, revokedAt)
    onChange?.(session)
  }
}

/** The embedded service responds after 50 ms (shortest and longest time), so that a client which does not wait for the response is noticed. */
const LATENCY_MS = [50, 50] as const

/** Creates the embedded service. Its secrets are registered with the masker, and its tokens are revoked as planned. */
function serviceOf(
  { service = {}, toleranceMs, onChange }: ExaminationOptions & { readonly toleranceMs: number },
  masker: Masker,
  revocations: RevocationPlan | null,
): Service {
  const { invalidateAt, ...options } = service
  const plannedAt = revocations
    ? (_run: number, session: string) => revocations.startRun(session)
    : invalidateAt
  return createService({
    toleranceMs,
    latencyMs: LATENCY_MS,
    ...options,
    // with `each` there is a plan of revocations; only the compiler does not know it
    ...(plannedAt === undefined || plannedAt === 'each' ? {} : { invalidateAt: plannedAt }),
    onSecret: (kind, value) => masker.register(kind as SecretKind, value),
    onEvent(session, event) {
      service.onEvent?.(session, event)
      onChange?.(session)
    },
  })
}

/** Returns the same service with a `respond` that calls `prepare` first, and counts the exchange as unrecorded. All else is inherited. */
function watchedService(
  service: Service,
  unrecorded: UnrecordedExchanges,
  prepare: (request: ServiceRequest, nowMs: number) => void,
): Service {
  function respond(request: ServiceRequest, nowMs: number): ServiceResponse {
    prepare(request, nowMs)
    const response = service.respond(request, nowMs)
    unrecorded.count(response.session, 1)
    return response
  }
  return Object.create(service, { respond: { value: respond } })
}

/**
 * Counts the exchanges of each session that the service has responded to, though perhaps not everything was sent, and that are not
 * recorded yet. While there are some, the session's run must not be ended.
 */
class UnrecordedExchanges {
  readonly #counts = new Map<string | null, number>()

  count(session: string | null, change: 1 | -1): void {
    this.#counts.set(session, (this.#counts.get(session) ?? 0) + change)
  }

  has(session: string | null): boolean {
    return session !== null && (this.#counts.get(session) ?? 0) > 0
  }
}

function isStepOne({ method, path }: ServiceRequest, basePath: string): boolean {
  const below = pathBelow(pathOf(path), basePath)
  return below !== null && findStep(method, below)?.step === 1
}
