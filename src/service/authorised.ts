import { type Channel, type Header, headerValue, type LifeEvent } from '../exchange/exchange.js'
import type { StepNumber } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'
import type { ApplicationState } from './application.js'
import { refuse } from './error-body.js'
import { noteDeadToken, respondToStep } from './homologation.js'
import { barrierOf } from './life.js'
import { exceeds } from './rate.js'
import { missingScope, refuseBearer, tooMany, unknownRoute } from './refusals.js'
import type { HttpResponse, ServiceRequest } from './response.js'
import type { Run } from './run.js'
import type { ServiceSettings } from './settings.js'
import { stepRequest } from './step-request.js'
import type { TokenStore } from './tokens.js'

/** The dispatcher's result for a request. */
export interface Handled {
  readonly response: HttpResponse
  readonly channel: Channel
  readonly application: ApplicationState | null
  readonly step: StepNumber | null
  readonly run: Run | null
  readonly breaches: readonly RequirementId[]
  readonly staged: LifeEvent | null
}

interface At {
  /** Below the base path, without its query. */
  readonly path: string
  readonly search: string
  readonly nowMs: number
}

/** Responses a request below the base path: its bearer first, then limits and scopes, then what it asks for. */
export function authorised(
  request: ServiceRequest,
  at: At,
  tokens: TokenStore,
  settings: ServiceSettings,
): Handled {
  const { path, nowMs } = at
  const place = stepRequest(request.method, path)
  const bearer = bearerOf(request.headers)
  const token = bearer === null ? undefined : tokens.find(bearer)
  const application = token?.application ?? null
  const step = place?.step ?? null
  const about = { channel: 'service', application, step, staged: null } as const
  if (!application || token?.kind !== 'access' || !tokens.isAlive(token, nowMs)) {
    const isDead = application !== null && token?.kind === 'access'
    const run = place && isDead ? noteDeadToken(application, { place, request, nowMs }, settings) : null
    const response = refuseBearer(bearer, token, settings)
    return { ...about, response, run, breaches: ['auth/bearer'], staged: token?.diedOf ?? null }
  }
  const exceeded = place ? null : exceeds(application.sent, nowMs, settings.rate)
  if (exceeded)
    return { ...about, response: tooMany(settings, exceeded), run: null, breaches: ['limits/rate'] }
  const barrier = barrierOf(application, path)
  if (barrier !== null) {
    const response = missingScope(barrier, settings)
    const run = place && application.run
    return { ...about, response, run, breaches: [], staged: `scope-${barrier.slice(1)}` }
  }
  if (place) {
    const { breaches, ...outcome } = respondToStep(application, { place, request, nowMs }, settings, tokens)
    return { ...about, ...outcome, breaches: breaches.map(({ requirement }) => requirement) }
  }
  const response = resource(request, at, application, settings)
  return { ...about, response, run: null, breaches: [] }
}

function resource(
  request: ServiceRequest,
  { path, search, nowMs }: At,
  application: ApplicationState,
  settings: ServiceSettings,
): HttpResponse {
  const { seed, profile, errorShape, resources } = settings
  const response = resources?.(request, {
    path,
    search,
    nowMs,
    session: application.id,
    seed,
    profile,
    refuse: (status, problem) => refuse(errorShape, status, problem),
  })
  return response ?? unknownRoute(request, settings)
}

/** The token of `Authorization: Bearer …`, or null. §Authentication 2 */
export function bearerOf(headers: readonly Header[]): string | null {
  const value = headerValue(headers, 'authorization')
  return value !== null && /^bearer /i.test(value) ? value.slice(7).trim() : null
}
