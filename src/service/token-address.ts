/** The token and the revocation address of the embedded service. */

import { headerValue, type LifeEvent } from '../exchange/exchange.js'
import type { RequirementId } from '../specification/requirements.js'
import type { ApplicationState } from './application.js'
import { tokenError } from './error-body.js'
import { type ClientCredentials, clientCredentials, type Form, readForm } from './form.js'
import { type HttpResponse, json, noContent, noStore, type ServiceRequest } from './response.js'
import type { ServiceSettings } from './settings.js'
import type { CodeCheck, ServiceContext, TokenPair } from './tokens.js'

export interface TokenContext extends ServiceContext {
  findClient(clientId: string): ApplicationState | undefined
}

export interface TokenOutcome {
  readonly response: HttpResponse
  /** The application that the request is about, even if it was refused: found by client id, else by refresh token. */
  readonly application: ApplicationState | null
  readonly breaches: readonly RequirementId[]
  /** The lifecycle event that a refusal is put down to: any refusal of an inactivated application, or of a token that an event revoked. */
  readonly staged: LifeEvent | null
}

/** A token request whose client id and secret are right. */
interface Grant {
  readonly application: ApplicationState
  readonly form: URLSearchParams
  readonly nowMs: number
  /** Whether the request asks for a JWT as access token. */
  readonly asJwt: boolean
}

/** Responds to POST at the token address: renewal and code exchange. RFC 6749 §4.1.3, §5, §6 */
export function respondToTokenRequest(
  request: ServiceRequest,
  nowMs: number,
  context: TokenContext,
): TokenOutcome {
  return checkClient(request, context, (application, form) => {
    // the header of the public service
    const asJwt = headerValue(request.headers, 'enable-jwt') === '1'
    const grant = { application, form, nowMs, asJwt }
    const type = form.get('grant_type')
    if (type === 'refresh_token') return renew(grant, context)
    if (type === 'authorization_code') return exchangeCode(grant, context)
    if (!type) return tokenError(400, 'invalid_request', 'Falta o parâmetro "grant_type".')
    return tokenError(400, 'unsupported_grant_type', `O tipo "${type}" não é atendido.`)
  })
}

/**
 * Responds to POST at the revocation address. With a refresh token the access tokens end, too; an unknown token counts
 * as revoked. RFC 7009 §2.1, §2.2
 */
export function respondToRevocation(request: ServiceRequest, context: TokenContext): TokenOutcome {
  return checkClient(request, context, (application, form) => {
    const token = context.tokens.find(form.get('token') ?? '')
    if (token?.application === application) {
      context.tokens.revoke(application, token.kind === 'access' ? 'access' : 'all')
    }
    return noContent(noStore, 200)
  })
}

/** Checks the request and its client credentials, and calls `serve` if they are right. */
function checkClient(
  request: ServiceRequest,
  context: TokenContext,
  serve: (application: ApplicationState, form: URLSearchParams) => HttpResponse,
): TokenOutcome {
  const form = readForm(request)
  const credentials = clientCredentials(request.headers, form.fields)
  const application = (credentials && context.findClient(credentials.clientId)) ?? null
  const isWellSent = form.kind === 'form' && areInPlace(credentials, context.settings)
  const refusal =
    refuseForm(request, form, context.settings) ?? refuseClient(application, credentials, context.settings)
  // a client that has no application was refused
  const response = refusal ?? serve(application as ApplicationState, form.fields)
  const token = context.tokens.find(form.fields.get('refresh_token') ?? '')
  const cause = application?.inactivated ? 'inactivate' : (token?.revokedBy ?? null)
  return {
    response,
    application: application ?? token?.application ?? null,
    breaches: isWellSent ? [] : ['auth/token-request'],
    staged: response.status < 400 ? null : cause,
  }
}

/** Whether the credentials were sent where the profile demands: by HTTP Basic, or in the form. */
function areInPlace(credentials: ClientCredentials | null, { profile }: ServiceSettings): boolean {
  const { clientAuth } = profile.tokenRequest
  return credentials !== null && (clientAuth === 'either' || clientAuth === credentials.sentIn)
}

function refuseForm(request: ServiceRequest, form: Form, settings: ServiceSettings): HttpResponse | null {
  const wrongMethod = `Este endereço atende POST, não ${request.method}.`
  if (request.method !== 'POST') return tokenError(405, 'invalid_request', wrongMethod, [['Allow', 'POST']])
  if (form.kind === 'form' || (form.kind === 'json' && !settings.enforce)) return null
  return tokenError(400, 'invalid_request', 'O corpo deve ser application/x-www-form-urlencoded.')
}

function refuseClient(
  application: ApplicationState | null,
  credentials: ClientCredentials | null,
  settings: ServiceSettings,
): HttpResponse | null {
  const refuse = (description: string) =>
    tokenError(401, 'invalid_client', description, [['WWW-Authenticate', 'Basic realm="oauth"']])
  if (credentials === null) return refuse('Faltam as credenciais do cliente.')
  if (application?.clientSecret !== credentials.clientSecret)
    return refuse('As credenciais do cliente não conferem.')
  if (settings.enforce && !areInPlace(credentials, settings))
    return refuse('As credenciais do cliente vieram no lugar errado.')
  return application.inactivated ? refuse('app_inativo') : null
}

/** Issues new tokens for a refresh token that is valid and belongs to the application. */
function renew({ application, form, nowMs, asJwt }: Grant, { tokens, settings }: TokenContext): HttpResponse {
  const token = tokens.find(form.get('refresh_token') ?? '')
  const isValid =
    token?.kind === 'refresh' && token.application === application && tokens.isAlive(token, nowMs)
  if (!isValid) return tokenError(400, 'invalid_grant', 'Refresh token inválido.')
  // under this reading a renewal is a request of the procedure, so the next step must keep its distance from it
  if (settings.profile.spacing.countsRenewal && application.run) application.run.lastArrivedAtMs = nowMs
  return tokenResponse(tokens.issue(application, { nowMs, asJwt }), settings)
}

const codeErrors: Record<Exclude<CodeCheck, 'ok'>, string> = {
  unknown: 'Código de autorização desconhecido.',
  expired: 'O código de autorização expirou: vale 60 segundos.',
  reused: 'O código de autorização já foi usado: os acessos que ele deu foram revogados.',
}

function exchangeCode(
  { application, form, nowMs, asJwt }: Grant,
  { tokens, settings }: TokenContext,
): HttpResponse {
  const check = tokens.redeem(form.get('code') ?? '', application, nowMs)
  if (check === 'reused') tokens.revoke(application, 'all')
  // the public service reports a wrong field here, while RFC 6749 has an error code of its own
  const error = settings.profile.knowledge === 'document' ? 'VALIDATION_ERROR' : 'invalid_grant'
  if (check !== 'ok') return tokenError(400, error, codeErrors[check])
  return tokenResponse(tokens.issue(application, { nowMs, asJwt }), settings)
}

function tokenResponse(
  { access, refresh }: TokenPair,
  { accessTokenLifetimeMs }: ServiceSettings,
): HttpResponse {
  const body = {
    access_token: access.value,
    expires_in: Math.round(accessTokenLifetimeMs / 1000),
    token_type: 'bearer',
    scope: access.application.scopes.join(' '),
    refresh_token: refresh.value,
  }
  return json(200, body, noStore)
}
