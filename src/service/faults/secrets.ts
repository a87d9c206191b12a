import { headerValue } from '../../exchange/exchange.js'
import type { ServiceRequest } from '../answer.js'
import { withHeader, withJson } from './changes.js'
import { faultTable } from './fault.js'

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
    change: (answer, { request }) =>
      withHeader(
        answer,
        ['X-Debug', echoOf(request).join(', ')],
        ['Set-Cookie', `conta=${canaries.email}; Path=/`],
      ),
  },
  'secrets-echoed': {
    breaks: 'homologation/answer-status',
    where: 3,
    change: (answer, { request }) => {
      const echo = echoOf(request)
      const spoilt = withJson(answer, {
        error: { type: 'SERVER_ERROR', message: echo.join(' '), description: canaries },
      })
      return { ...withHeader(spoilt, ['X-Debug', echo.join(', ')]), status: 500 }
    },
  },
  'secrets-echoed-by-renewal': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer, { request }) => {
      const error = { error: 'server_error', error_description: echoOf(request).join(' '), canaries }
      return { ...withJson(answer, error), status: 500 }
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
