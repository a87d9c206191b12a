import { headerValue } from '../../exchange/exchange.js'
import { tokenError } from '../error-body.js'
import { redirect, type ServiceRequest } from '../response.js'
import {
  addHeaders,
  changeJson,
  cutBody,
  deliverAs,
  loginPage,
  removeHeader,
  respondWith,
  setBody,
  setStatus,
} from './changes.js'
import { faultsAt, faultTable } from './fault.js'

/** Faults of tokens: how they are refused and renewed. */
export const tokens = faultTable({
  ...faultsAt('every-step', 'auth/renewal', {
    'token-always-refused': (_, { refuseToken }) => refuseToken(),
  }),
  ...faultsAt('refusal', 'homologation/answer-status', {
    'refusal-403': (response) => setStatus(403)(removeHeader('WWW-Authenticate')(response)),
    'refusal-redirect': () => redirect('https://elsewhere.invalid/login'),
  }),
  ...faultsAt('renewal', 'auth/renewal', {
    'renewal-429': () => tokenError(429, 'too_many_requests', 'Muitas chamadas.'),
    'renewal-500': () => tokenError(500, 'server_error', 'Erro interno.'),
    'renewal-broken-json': cutBody(5),
    'renewal-dead-token': (response, { revokeTokens }) => {
      revokeTokens()
      return response
    },
    'renewal-empty-token': changeJson((value) => ({ ...value, access_token: '' })),
    'renewal-endless': deliverAs({ kind: 'endless', chunk: ' '.repeat(65_536) }),
    'renewal-hang': deliverAs({ kind: 'hang' }),
    'renewal-html': setBody(loginPage, 'text/html; charset=utf-8'),
    'renewal-invalid-client': () => tokenError(401, 'invalid_client', 'Cliente desconhecido.'),
    'renewal-null-token': changeJson((value) => ({ ...value, access_token: null })),
    // 307 makes a client send the same body again, so the refresh token would go to the other address
    'renewal-redirect': () => redirect('https://elsewhere.invalid/oauth/token', 307),
    'renewal-refused': () => tokenError(400, 'invalid_grant', 'Refresh token inválido.'),
    'renewal-reset': deliverAs({ kind: 'reset', afterBytes: 0 }),
    'renewal-same-token': (response, { previousToken }) =>
      changeJson((value) => ({ ...value, access_token: previousToken() }))(response),
    'renewal-without-token': changeJson(({ access_token: _, ...rest }) => rest),
  }),
})

/** Made-up personal data that no report may show. The numbers have valid check digits and belong to nobody. */
const personalData = {
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
      addHeaders(
        ['X-Debug', credentialsIn(request).join(', ')],
        ['Set-Cookie', `conta=${personalData.email}; Path=/`],
      )(response),
  },
  'secrets-echoed': {
    breaks: 'homologation/answer-status',
    where: 3,
    change: (response, { request }) => {
      const credentials = credentialsIn(request)
      const message = credentials.join(' ')
      const body = { error: { type: 'SERVER_ERROR', message, description: personalData } }
      return addHeaders(['X-Debug', credentials.join(', ')])(respondWith(500, body)(response))
    },
  },
  'secrets-echoed-by-renewal': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (response, { request }) => {
      const message = credentialsIn(request).join(' ')
      const body = { error: 'server_error', error_description: message, canaries: personalData }
      return respondWith(500, body)(response)
    },
  },
})

/** Returns every credential of the request, as it was sent and in the encodings in which it is often written. */
function credentialsIn({ headers, body }: ServiceRequest): string[] {
  const authorization = headerValue(headers, 'authorization') ?? ''
  const value = authorization.replace(/^\w+ /, '')
  const secret = /^basic /i.test(authorization) ? Buffer.from(value, 'base64').toString('utf8') : value
  const sentBody = body === null ? '' : new TextDecoder().decode(body)
  const texts = [
    authorization,
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    encodeURIComponent(secret),
    secret.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
    sentBody,
  ]
  return texts.filter((text) => text !== '')
}
