import { type Channel, type Header, headerValue, type LifeEvent } from '../exchange/exchange.js'
import type { StepNumber } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'
import type { ApplicationState } from './application.js'
import { refuse } from './error-body.js'
import { noteRefusedStep, respondToStep } from './homologation.js'
import { findRemovedScope } from './lifecycle.js'
import { countForLimits } from './rate.js'
import { missingScope, refuseBearer, tooMany, unknownRoute } from './refusals.js'
import type { HttpResponse, ServiceRequest } from './response.js'
import type { Run } from './run.js'
import type { ServiceSettings } from './settings.js'
import { findStep } from './step-request.js'
import type { ServiceContext } from './tokens.js'

/** A response, and what the service found out about its request. */
export interface Handled {
  readonly response: HttpResponse
  readonly channel: Channel
  /** The application whose credentials the request carried. */
  readonly application: ApplicationState | null
  /** The step of the homologation that was addressed. */
  readonly step: StepNumber | null
  readonly run: Run | null
  /** The requirements that the request broke. */
  readonly breaches: readonly RequirementId[]
  /** The lifecycle event that caused a refusal; null if no event did. */
  readonly staged: LifeEvent | null
}

interface ApiRequest {
  /** Below the base path, without its query: `/produtos/123`. */
  readonly path: string
  /** The query without its question mark. */
  readonly search: string
  readonly nowMs: number
}

/**
 * Responds to a request below the base path. It checks the access token first, then the rate limit and the scopes.
 * After that a step of the homologation responds, or the resource that the path addresses.
 */
export function respondToApi(
  request: ServiceRequest,
  apiRequest: ApiRequest,
  context: ServiceContext,
): Handled {
  const { settings, tokens } = context
  const { path, nowMs } = apiRequest
  const stepRequest = findStep(request.method, path)
  const bearer = bearerTokenOf(request.headers)
  const token = bearer === null ? undefined : tokens.find(bearer)
  const application = token?.application ?? null
  const about = { channel: 'service', application, step: stepRequest?.step ?? null, staged: null } as const
  const isAccessToken = token?.kind === 'access'
  if (!application || !isAccessToken || !tokens.isAlive(token, nowMs)) {
    // an access token, even if it was revoked or has expired, shows whose step this is
    const run =
      stepRequest && application && isAccessToken
        ? noteRefusedStep(application, stepRequest.step, nowMs, settings)
        : null
    const response = refuseBearer(bearer, token, settings)
    return { ...about, response, run, breaches: ['auth/bearer'], staged: token?.revokedBy ?? null }
  }
  // the rate limit is for requests outside the procedure, which has its own interval. §Limits
  const exceeded = stepRequest ? null : countForLimits(application.countedRequests, nowMs, settings.rate)
  if (exceeded)
    return { ...about, response: tooMany(settings, exceeded), run: null, breaches: ['limits/rate'] }
  const removedScope = findRemovedScope(application, path)
  if (removedScope !== null) {
    const response = missingScope(removedScope, settings)
    const run = stepRequest && application.run
    return { ...about, response, run, breaches: [], staged: `scope-${removedScope.slice(1)}` }
  }
  if (stepRequest) {
    const timedStep = { stepRequest, request, nowMs }
    const { breaches, ...outcome } = respondToStep(application, timedStep, context)
    return { ...about, ...outcome, breaches: breaches.map(({ requirement }) => requirement) }
  }
  const response = respondToResource(request, apiRequest, application, settings)
  return { ...about, response, run: null, breaches: [] }
}

function respondToResource(
  request: ServiceRequest,
  apiRequest: ApiRequest,
  application: ApplicationState,
  settings: ServiceSettings,
): HttpResponse {
  const { seed, profile, errorShape, resources } = settings
  const response = resources?.(request, {
    ...apiRequest,
    session: application.id,
    seed,
    profile,
    refuse: (status, problem) => refuse(errorShape, status, problem),
  })
  return response ?? unknownRoute(request, settings)
}

/** Returns the token of `Authorization: Bearer …`; null if there is none. §Authentication 2 */
export function bearerTokenOf(headers: readonly Header[]): string | null {
  const value = headerValue(headers, 'authorization')
  return value !== null && /^bearer /i.test(value) ? value.slice('bearer '.length).trim() : null
}
