import { homologationSteps, routeOf } from '../specification/homologation.js'
import type { Token } from './application.js'
import { limitHit, recordNotFound, refuse } from './error-body.js'
import { refusedToken } from './homologation.js'
import type { HttpResponse, ServiceRequest } from './response.js'
import type { ServiceSettings } from './settings.js'

/**
 * Names the path that was requested and where the routes are, for a client that lost the version prefix or mistyped a
 * path.
 */
export function unknownRoute(
  { method, path }: ServiceRequest,
  { basePath, errorShape }: ServiceSettings,
): HttpResponse {
  const steps = homologationSteps.map((step) => routeOf({ ...step, path: basePath + step.path })).join(', ')
  const [looked = ''] = path.slice(0, 300).split('?')
  const description = `Procurado: ${method} ${looked}. A API está abaixo de ${basePath}. Homologação: ${steps}.`
  return refuse(errorShape, 404, recordNotFound(description))
}

/** An unknown token gets 401; a revoked or expired one gets the configured status. */
export function refuseBearer(
  bearer: string | null,
  token: Token | undefined,
  settings: ServiceSettings,
): HttpResponse {
  const status = token?.kind === 'access' ? Number(settings.deadToken) : 401
  return refusedToken(settings, whyRefused(bearer, token, settings), [], status)
}

function whyRefused(bearer: string | null, token: Token | undefined, { tokenPath }: ServiceSettings): string {
  if (bearer === null) return 'Falta o cabeçalho "Authorization: Bearer <access_token>".'
  if (token === undefined) return `Este token não foi emitido por este serviço; renove em ${tokenPath}.`
  if (token.kind === 'refresh') return 'Isto é um refresh token; as requisições levam o token de acesso.'
  return `O token de acesso expirou ou foi invalidado; renove em ${tokenPath}.`
}

/** Public: `insufficient_scope`. A new token would not help. */
export function missingScope(path: string, { errorShape }: ServiceSettings): HttpResponse {
  const description = `O aplicativo não tem mais o escopo de ${path}.`
  return refuse(errorShape, 403, { type: 'insufficient_scope', message: 'insufficient_scope', description })
}

/** As the public service does: with `limit` and `period`, and without `Retry-After`. */
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

export function timeLimit({ errorShape }: ServiceSettings): HttpResponse {
  const msg = 'O tempo limite entre as requisições foi ultrapassado.'
  return refuse(errorShape, 400, limitHit(msg, 'VALIDATION_ERROR'))
}
