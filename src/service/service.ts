import { plainPath, trimSlash } from '../exchange/address.js'
import type { Channel } from '../exchange/exchange.js'
import type { Profile } from '../specification/profile.js'
import type { ApplicationState, Credentials, Registration } from './application.js'
import { type Application, applicationView, registered } from './application-view.js'
import { authorised, bearerOf, type Handled } from './authorised.js'
import { respondToAuthorization } from './authorize-page.js'
import { tokenError, tokenErrorOf } from './error-body.js'
import { type Moment, spoil } from './faults/fault.js'
import { clientCredentials, readForm } from './form.js'
import { refusedToken } from './homologation.js'
import { liveOn } from './life.js'
import { createRandom } from './random.js'
import { timeLimit, unknownRoute } from './refusals.js'
import type { HttpResponse, ServiceRequest, ServiceResponse } from './response.js'
import { type Latency, type ServiceOptions, settle } from './settings.js'
import { stepRequest } from './step-request.js'
import { respondToRevocation, respondToTokenRequest, type TokenContext } from './token-address.js'
import { createTokenStore } from './tokens.js'

export type { Credentials } from './application.js'
export type { Application } from './application-view.js'
export type { InvalidateAt, ServiceOptions } from './settings.js'

export interface Service {
  readonly seed: string
  readonly profile: Profile
  readonly basePath: string
  readonly tokenPath: string
  readonly authorizePath: string
  readonly revokePath: string
  /** The newest credentials of the default application. */
  readonly credentials: Credentials
  readonly application: Application
  /** Another application, with credentials of its own. */
  createApplication(registration?: Registration): Application
  /** By its id, as responses name it in `session`. */
  find(session: string): Application | null
  /** The session that the request's credentials belong to, without responding to it. */
  sessionOf(request: ServiceRequest): string | null
  /** Responds to one request. `nowMs`: monotonic milliseconds of a clock of the caller's choice. Never throws. */
  respond(request: ServiceRequest, nowMs: number): ServiceResponse
  /** Records when a response was sent, by the same clock, if that was later than it was made. */
  responded(response: ServiceResponse, atMs: number): void
}

/**
 * The embedded service, independent of what carries its exchanges and of real time. It stores nothing, and as the real one
 * it proves nothing by responding with success: the judge does.
 */
export function createService(options: ServiceOptions = {}): Service {
  const settings = settle(options)
  const tokens = createTokenStore(settings)
  const states = new Map<string, ApplicationState>()
  const clients = new Map<string, ApplicationState>()
  const gates = settings.faults.flatMap(({ gate }) => gate?.() ?? [])
  const latency = settings.latencyMs && drawn(settings.latencyMs, settings.seed)
  const context: TokenContext = { settings, tokens, findClient: (clientId) => clients.get(clientId) }

  function createApplication(registration: Registration = {}): Application {
    const state = registered(`app${states.size + 1}`, registration, settings)
    states.set(state.id, state)
    clients.set(state.clientId, state)
    tokens.issue(state, null, false)
    return applicationView(state, tokens, settings)
  }

  function handle(request: ServiceRequest, path: string, search: string, nowMs: number): Handled {
    const { basePath, tokenPath, revokePath, authorizePath } = settings
    if (path === tokenPath) return handled('token', respondToTokenRequest(request, nowMs, context))
    if (trimSlash(path) === tokenPath || asksForToken(request)) {
      const response = tokenError(404, 'invalid_request', `O endereço de tokens é ${tokenPath}.`)
      return handled('token', { response, application: sessionOf(request) })
    }
    if (path === revokePath) return handled('elsewhere', respondToRevocation(request, context))
    if (path === authorizePath)
      return handled('elsewhere', { response: respondToAuthorization(request, search, nowMs, context) })
    if (!isBelow(path, basePath))
      return handled('service', {
        response: unknownRoute(request, settings),
        application: sessionOf(request),
      })
    return authorised(request, { path: path.slice(basePath.length), search, nowMs }, tokens, settings)
  }

  function sessionOf(request: ServiceRequest): ApplicationState | null {
    const bearer = bearerOf(request.headers)
    if (bearer !== null) return tokens.find(bearer)?.application ?? null
    const { fields } = readForm(request)
    const client = clientCredentials(request.headers, fields)
    return (client && clients.get(client.clientId)) ?? null
  }

  function respond(request: ServiceRequest, nowMs: number): ServiceResponse {
    const mark = request.path.indexOf('?')
    const path = plainPath(mark < 0 ? request.path : request.path.slice(0, mark))
    const search = mark < 0 ? '' : request.path.slice(mark + 1)
    const outcome = turnedAway(request, path, nowMs) ?? handle(request, path, search, nowMs)
    const { channel, application, step, run, breaches, staged } = outcome
    if (application && channel === 'service') liveOn(application, tokens, settings)
    const spoilt =
      settings.faults.length === 0
        ? outcome.response
        : spoil(settings.faults, outcome.response, momentOf(outcome, request, path, context), application)
    for (const gate of gates) gate.see(channel, spoilt.status, nowMs)
    const worded = channel === 'token' ? tokenErrorOf(settings.profile, spoilt) : spoilt
    const { status, headers, body, delivery } = latency ? delayed(worded, latency()) : worded
    if (run && delivery.kind === 'whole') run.lastRespondedAtMs = nowMs + (delivery.delayMs ?? 0)
    const session = application?.id ?? null
    const about = { channel, session, step, run: run?.number ?? null, breaches, staged }
    return { status, headers, body, delivery, ...about, isSpoilt: spoilt !== outcome.response }
  }

  function turnedAway(request: ServiceRequest, path: string, nowMs: number): Handled | null {
    const response = gates.length > 0 && gates.map((gate) => gate.turnAway(nowMs)).find((one) => one !== null)
    if (!response) return null
    const channel = path === settings.tokenPath ? 'token' : 'service'
    const step = stepRequest(request.method, path.slice(settings.basePath.length))?.step ?? null
    return handled(channel, { response, application: sessionOf(request), step })
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
      const state = states.get(session)
      return state ? applicationView(state, tokens, settings) : null
    },
    sessionOf: (request) => sessionOf(request)?.id ?? null,
    respond,
    responded({ session, run: number }, atMs) {
      const run = session === null ? null : states.get(session)?.run
      if (run?.number === number) run.lastRespondedAtMs = Math.max(atMs, run.lastRespondedAtMs ?? atMs)
    },
  }
}

/** Whether a request has the form of a token request, wherever it goes. */
function asksForToken(request: ServiceRequest): boolean {
  return request.method === 'POST' && readForm(request).fields.has('grant_type')
}

/** The facts about a request that a fault may use. */
function momentOf(
  { channel, application, step }: Handled,
  request: ServiceRequest,
  path: string,
  { settings, tokens }: TokenContext,
): Moment {
  const below = isBelow(path, settings.basePath) ? path.slice(settings.basePath.length) : path
  return {
    request,
    channel,
    session: application?.id ?? null,
    step,
    place: `${request.method} ${below}`,
    seed: settings.seed,
    hashHeader: settings.profile.hash.header,
    refuseToken: () => refusedToken(settings, 'O token de acesso foi invalidado.'),
    hitLimit: () => timeLimit(settings),
    formerToken: () => (application && tokens.former(application)) ?? '',
    killTokens: () => application && tokens.kill(application, 'access'),
  }
}

function drawn([least, most]: Latency, seed: string): () => number {
  const random = createRandom(`${seed}/latency`)
  return () => least + random() * (most - least)
}

/** A response that a fault withholds or cuts is left as it is. */
function delayed(response: HttpResponse, ms: number): HttpResponse {
  const { delivery } = response
  return delivery.kind === 'whole'
    ? { ...response, delivery: { ...delivery, delayMs: (delivery.delayMs ?? 0) + ms } }
    : response
}

function isBelow(path: string, basePath: string): boolean {
  return path.startsWith(basePath) && path[basePath.length] === '/'
}

function handled(channel: Channel, outcome: Pick<Handled, 'response'> & Partial<Handled>): Handled {
  return { application: null, step: null, run: null, breaches: [], staged: null, ...outcome, channel }
}
