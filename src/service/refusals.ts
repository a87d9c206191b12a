/** The refusals of the embedded service that do not depend on a step: unknown route, token, scope, rate and time limit. */

import { homologationSteps, routeOf } from '../specification/homologation.js'
import type { Token } from './application.js'
import { limitHit, recordNotFound, refuse } from './error-body.js'
import { refuseToken } from './homologation.js'
import type { HttpResponse, ServiceRequest } from './response.js'
import type { ServiceSettings } from './settings.js'

/** 404 for an unknown path. The description helps a client that left out the version prefix or mistyped the path. */
export function unknownRoute(
  { method, path }: ServiceRequest,
  { basePath, errorShape }: ServiceSettings,
): HttpResponse {
  const steps = homologationSteps.map((step) => routeOf({ ...step, path: basePath + step.path })).join(', ')
  const [requested = ''] = path.slice(0, 300).split('?')
  const description = `Procurado: ${method} ${requested}. A API está abaixo de ${basePath}. Homologação: ${steps}.`
  return refuse(errorShape, 404, recordNotFound(description))
}

/** Refuses a token: 401 if it is unknown or no access token, the configured status if it was revoked or has expired. */
export function refuseBearer(
  bearer: string | null,
  token: Token | undefined,
  settings: ServiceSettings,
): HttpResponse {
  const status = token?.kind === 'access' ? Number(settings.deadToken) : 401
  return refuseToken(settings, describeRefusal(bearer, token, settings), [], status)
}

function describeRefusal(
  bearer: string | null,
  token: Token | undefined,
  { tokenPath }: ServiceSettings,
): string {
  if (bearer === null) return 'Falta o cabeçalho "Authorization: Bearer <access_token>".'
  if (token === undefined) return `Este token não foi emitido por este serviço; renove em ${tokenPath}.`
  if (token.kind === 'refresh') return 'Isto é um refresh token; as requisições levam o token de acesso.'
  return `O token de acesso expirou ou foi invalidado; renove em ${tokenPath}.`
}

/** 403 `insufficient_scope`, as the public service has it. A new token would not help. */
export function missingScope(path: string, { errorShape }: ServiceSettings): HttpResponse {
  const description = `O aplicativo não tem mais o escopo de ${path}.`
  return refuse(errorShape, 403, { type: 'insufficient_scope', message: 'insufficient_scope', description })
}

/** 429 as the public service has it: with `limit` and `period`, and without `Retry-After`. */
export function tooMany({ errorShape, rate }: ServiceSettings, period: 'second' | 'day'): HttpResponse {
  const limit = (period === 'second' ? rate.perSecond : rate.perDay) ?? 0
  return refuse(errorShape, 429, {
    type: 'TOO_MANY_REQUESTS',
    message: `O limite de requisições por ${period === 'second' ? 'segundo' : 'dia'} foi atingido, tente novamente mais tarde.`,
    description: 'Aguarde antes da próxima requisição.',
    limit,
    period,
  })
}

/** 400 for a request that came too late in the procedure. §Limits */
export function timeLimit({ errorShape }: ServiceSettings): HttpResponse {
  const msg = 'O tempo limite entre as requisições foi ultrapassado.'
  return refuse(errorShape, 400, limitHit(msg, 'VALIDATION_ERROR'))
}
