import { headerValue } from '../../exchange/exchange.js'
import type { ServiceRequest } from '../answer.js'

/** Personal data that no report may show. The numbers have valid check digits and belong to nobody. */
export const canaries = {
  email: 'canario.secreto@example.com',
  cpf: '529.982.247-25',
  cnpj: '11.222.333/0001-81',
  telefone: '+55 (11) 98765-4321',
}

/** Every credential of the request, as it came and in the forms in which it is often written. */
export function echoOf({ headers, body }: ServiceRequest): string[] {
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
