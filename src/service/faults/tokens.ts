import { headerValue } from '../../exchange/exchange.js'
import { tokenError } from '../error-body.js'
import { redirect, type ServiceRequest } from '../response.js'
import {
  delivered,
  loginPage,
  withBody,
  withChanged,
  withHeader,
  withJson,
  withoutHeader,
  withStatus,
} from './changes.js'
import { faultsAt, faultTable } from './fault.js'

/** Faults of tokens: refusals and renewals. */
export const tokens = faultTable({
  ...faultsAt('every-step', 'auth/renewal', {
    'token-always-refused': (_, { refuseToken }) => refuseToken(),
  }),
  ...faultsAt('refusal', 'homologation/answer-status', {
    'refusal-403': (response) => withStatus(withoutHeader(response, 'WWW-Authenticate'), 403),
    'refusal-redirect': () => redirect('https://elsewhere.invalid/login'),
  }),
  ...faultsAt('renewal', 'auth/renewal', {
    'renewal-429': () => tokenError(429, 'too_many_requests', 'Muitas chamadas.'),
    'renewal-500': () => tokenError(500, 'server_error', 'Erro interno.'),
    'renewal-broken-json': (response) => withBody(response, String(response.body).slice(0, -5)),
    'renewal-dead-token': (response, { killTokens }) => {
      killTokens()
      return response
    },
    'renewal-empty-token': (response) => withChanged(response, (value) => ({ ...value, access_token: '' })),
    'renewal-endless': (response) => delivered(response, { kind: 'endless', chunk: ' '.repeat(65_536) }),
    'renewal-hang': (response) => delivered(response, { kind: 'hang' }),
    'renewal-html': (response) => withBody(response, loginPage, 'text/html; charset=utf-8'),
    'renewal-invalid-client': () => tokenError(401, 'invalid_client', 'Cliente desconhecido.'),
    'renewal-null-token': (response) => withChanged(response, (value) => ({ ...value, access_token: null })),
    // 307 asks for the same body again: the refresh token would go along.
    'renewal-redirect': () => redirect('https://elsewhere.invalid/oauth/token', 307),
    'renewal-refused': () => tokenError(400, 'invalid_grant', 'Refresh token inválido.'),
    'renewal-reset': (response) => delivered(response, { kind: 'reset', afterBytes: 0 }),
    'renewal-same-token': (response, { formerToken }) =>
      withChanged(response, (value) => ({ ...value, access_token: formerToken() })),
    'renewal-without-token': (response) => withChanged(response, ({ access_token: _, ...rest }) => rest),
  }),
})

/** Personal data that no report may show. The numbers have valid check digits and belong to nobody. */
const canaries = {
  email: 'canario.secreto@example.com',
  cpf: '529.982.247-25',
  cnpj: '11.222.333/0001-81',
  telefone: '+55 (11) 98765-4321',
}

/** Faults that repeat secrets and personal data, so that masking is put to the test. */
export const secrets = faultTable({
  'secrets-beside-success': {
    breaks: 'homologation/answer-status',
    severity: 'none',
    where: 'every-step',
    change: (response, { request }) =>
      withHeader(
        response,
        ['X-Debug', echoOf(request).join(', ')],
        ['Set-Cookie', `conta=${canaries.email}; Path=/`],
      ),
  },
  'secrets-echoed': {
    breaks: 'homologation/answer-status',
    where: 3,
    change: (response, { request }) => {
      const echo = echoOf(request)
      const spoilt = withJson(response, {
        error: { type: 'SERVER_ERROR', message: echo.join(' '), description: canaries },
      })
      return { ...withHeader(spoilt, ['X-Debug', echo.join(', ')]), status: 500 }
    },
  },
  'secrets-echoed-by-renewal': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (response, { request }) => {
      const error = { error: 'server_error', error_description: echoOf(request).join(' '), canaries }
      return { ...withJson(response, error), status: 500 }
    },
  },
})

/** Every credential of the request, as it came and in the forms in which it is often written. */
function echoOf({ headers, body }: ServiceRequest): string[] {
  const authorization = headerValue(headers, 'authorization') ?? ''
  const value = authorization.replace(/^\w+ /, '')
  const plain = /^basic /i.test(authorization) ? Buffer.from(value, 'base64').toString('utf8') : value
  const sent = body === null ? '' : new TextDecoder().decode(body)
  return [authorization, ...formsOf(plain), sent].filter((text) => text !== '')
}

function formsOf(secret: string): string[] {
  return [
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    encodeURIComponent(secret),
    secret.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
  ]
}
