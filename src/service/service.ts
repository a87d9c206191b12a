import { pathBelow, plainPath, readAddress, trimSlash } from '../exchange/address.js'
import type { Channel } from '../exchange/exchange.js'
import type { ApplicationState, Credentials, Registration } from './application.js'
import { type Application, applicationView, createApplicationState } from './application-view.js'
import { respondToAuthorization } from './authorize-page.js'
import { convertTokenError, tokenError } from './error-body.js'
import { applyFaults, type FaultContext } from './faults/fault.js'
import { clientCredentials, readForm } from './form.js'
import { refuseToken } from './homologation.js'
import { countRequest } from './lifecycle.js'
import { createRandom } from './random.js'
import { timeLimit, unknownRoute } from './refusals.js'
import { bearerTokenOf, type Handled, respondToApi } from './respond-to-api.js'
import type { HttpResponse, ServiceRequest, ServiceResponse } from './response.js'
import { applyDefaults, type Latency, type ServiceOptions, type ServiceSettings } from './settings.js'
import { findStep } from './step-request.js'
import { respondToRevocation, respondToTokenRequest, type TokenContext } from './token-address.js'
import { createTokenStore } from './tokens.js'

export type { Credentials } from './application.js'
export type { Application } from './application-view.js'
export type { InvalidateAt, ServiceOptions } from './settings.js'

type PublicSettings = 'seed' | 'profile' | 'basePath' | 'tokenPath' | 'authorizePath' | 'revokePath'

export interface Service extends Pick<ServiceSettings, PublicSettings> {
  /** The newest credentials of the default application. */
  readonly credentials: Credentials
  /** The default application, which every service has from the start. */
  readonly application: Application
  /** Registers another application, with credentials of its own. */
  createApplication(registration?: Registration): Application
  /** Finds an application by its id, which responses give as `session`. */
  find(session: string): Application | null
  /** Returns the id of the application whose credentials the request carries, without responding to it. */
  sessionOf(request: ServiceRequest): string | null
  /** Responds to one request. `nowMs`: monotonic milliseconds of a clock of the caller's choice. Never throws. */
  respond(request: ServiceRequest, nowMs: number): ServiceResponse
  /** Corrects the moment at which a response was sent, by the same clock, if it left later than `respond` returned. */
  responded(response: ServiceResponse, atMs: number): void
}

/**
 * Creates the embedded service: a stand-in for the real one that runs in this process. It is a function of request and
 * time and opens no socket; `listen` connects it to HTTP. It keeps everything in memory. A successful response proves
 * nothing about the client: the judge decides that from the recorded exchanges.
 */
export function createService(options: ServiceOptions = {}): Service {
  const settings = applyDefaults(options)
  const tokens = createTokenStore(settings)
  const applications = new Map<string, ApplicationState>()
  const applicationsByClientId = new Map<string, ApplicationState>()
  const blockers = settings.faults.flatMap(({ blocker }) => blocker?.() ?? [])
  const nextLatencyMs = settings.latencyMs && randomLatency(settings.latencyMs, settings.seed)
  const context: TokenContext = {
    settings,
    tokens,
    findClient: (clientId) => applicationsByClientId.get(clientId),
  }

  function createApplication(registration: Registration = {}): Application {
    const state = createApplicationState(`app${applications.size + 1}`, registration, settings)
    applications.set(state.id, state)
    applicationsByClientId.set(state.clientId, state)
    tokens.issue(state)
    return applicationView(state, context)
  }

  function handle(request: ServiceRequest, path: string, search: string, nowMs: number): Handled {
    const { basePath, tokenPath, revokePath, authorizePath } = settings
    if (path === tokenPath) return handled('token', respondToTokenRequest(request, nowMs, context))
    // a token request at a wrong address is told the right one
    if (trimSlash(path) === tokenPath || isTokenRequest(request)) {
      const response = tokenError(404, 'invalid_request', `O endereço de tokens é ${tokenPath}.`)
      return handled('token', { response, application: findApplication(request) })
    }
    if (path === revokePath) return handled('elsewhere', respondToRevocation(request, context))
    if (path === authorizePath)
      return handled('elsewhere', { response: respondToAuthorization(request, search, nowMs, context) })
    const below = pathBelow(path, basePath)
    if (below !== null) return respondToApi(request, { path: below, search, nowMs }, context)
    const response = unknownRoute(request, settings)
    return handled('service', { response, application: findApplication(request) })
  }

  /** Finds the application whose access token, or else whose client id, the request carries. */
  function findApplication(request: ServiceRequest): ApplicationState | null {
    const bearer = bearerTokenOf(request.headers)
    if (bearer !== null) return tokens.find(bearer)?.application ?? null
    const client = clientCredentials(request.headers, readForm(request).fields)
    return (client && applicationsByClientId.get(client.clientId)) ?? null
  }

  function respond(request: ServiceRequest, nowMs: number): ServiceResponse {
    const { path: pathAsSent, query } = readAddress(request.path)
    const path = plainPath(pathAsSent)
    const outcome = refuseByFault(request, path, nowMs) ?? handle(request, path, query, nowMs)
    const { channel, application, step, run, breaches, staged } = outcome
    if (application && channel === 'service') countRequest(application, context)
    const faultContext = faultContextOf(outcome, request, path, context)
    const counts = application?.faultCounts ?? {}
    const changed = applyFaults(settings.faults, outcome.response, faultContext, counts)
    for (const blocker of blockers) blocker.noteResponse(channel, changed.status, nowMs)
    const converted = channel === 'token' ? convertTokenError(settings.profile, changed) : changed
    const sent = nextLatencyMs ? withDelay(converted, nextLatencyMs()) : converted
    // when the response will have left, as far as that is known; a listener corrects it by `responded`
    if (run && sent.delivery.kind === 'whole') run.lastRespondedAtMs = nowMs + (sent.delivery.delayMs ?? 0)
    const session = application?.id ?? null
    const isSpoilt = changed !== outcome.response
    return { ...sent, channel, session, step, run: run?.number ?? null, breaches, staged, isSpoilt }
  }

  /** Returns the refusal if a fault blocks all requests at this time, those for tokens included; null if none does. */
  function refuseByFault(request: ServiceRequest, path: string, nowMs: number): Handled | null {
    const response = blockers.map((blocker) => blocker.refuse(nowMs)).find((refusal) => refusal !== null)
    if (!response) return null
    const channel = path === settings.tokenPath ? 'token' : 'service'
    const below = pathBelow(path, settings.basePath)
    const step = below === null ? null : (findStep(request.method, below)?.step ?? null)
    return handled(channel, { response, application: findApplication(request), step })
  }

  const application = createApplication({ redirectLink: settings.redirectLink })
  const { seed, profile, basePath, tokenPath, authorizePath, revokePath } = settings

  return {
    seed,
    profile,
    basePath,
    tokenPath,
    authorizePath,
    revokePath,
    application,
    get credentials() {
      return application.credentials
    },
    createApplication,
    find(session) {
      const state = applications.get(session)
      return state ? applicationView(state, context) : null
    },
    sessionOf: (request) => findApplication(request)?.id ?? null,
    respond,
    responded({ session, run: number }, atMs) {
      const run = session === null ? null : applications.get(session)?.run
      // never earlier: the responses to two requests of one client may have left in the other order
      if (run?.number === number) run.lastRespondedAtMs = Math.max(atMs, run.lastRespondedAtMs ?? atMs)
    },
  }
}

/** Whether a request has the form of a token request, wherever it goes. */
function isTokenRequest(request: ServiceRequest): boolean {
  return request.method === 'POST' && readForm(request).fields.has('grant_type')
}

function faultContextOf(
  { channel, application, step }: Handled,
  request: ServiceRequest,
  path: string,
  { settings, tokens }: TokenContext,
): FaultContext {
  return {
    request,
    channel,
    session: application?.id ?? null,
    step,
    path: pathBelow(path, settings.basePath) ?? path,
    seed: settings.seed,
    hashHeader: settings.profile.hash.header,
    refuseToken: () => refuseToken(settings, 'O token de acesso foi invalidado.'),
    hitLimit: () => timeLimit(settings),
    previousToken: () => (application && tokens.previousAccessToken(application)) ?? '',
    revokeTokens: () => application && tokens.revoke(application, 'access'),
  }
}

function randomLatency([least, most]: Latency, seed: string): () => number {
  const random = createRandom(`${seed}/latency`)
  return () => least + random() * (most - least)
}

/** Delays a complete response. One that a fault withholds or cuts is left as it is. */
function withDelay(response: HttpResponse, ms: number): HttpResponse {
  const { delivery } = response
  if (delivery.kind !== 'whole') return response
  return { ...response, delivery: { ...delivery, delayMs: (delivery.delayMs ?? 0) + ms } }
}

/** Fills in the parts of an outcome that only requests to the API have. */
function handled(channel: Channel, outcome: Pick<Handled, 'response'> & Partial<Handled>): Handled {
  return { application: null, step: null, run: null, breaches: [], staged: null, ...outcome, channel }
}
