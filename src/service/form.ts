/** Reads forms and client credentials from requests to the token address. */

import { type Header, headerValue } from '../exchange/exchange.js'
import { isObject, parseJson } from '../exchange/json.js'
import type { ServiceRequest } from './response.js'

const utf8 = new TextDecoder()

/** The fields of a token request. */
export interface Form {
  /** Read from a body of any type, so that its client is recognised even if the request is refused. */
  readonly fields: URLSearchParams
  /** `form` by its content type, `json` by its text. */
  readonly kind: 'form' | 'json' | 'other'
}

/** Reads a form body. A JSON object is read as well, so that a service without `enforce` can go on. */
export function readForm({ headers, body }: ServiceRequest): Form {
  const text = body === null ? '' : utf8.decode(body)
  const type = (headerValue(headers, 'content-type') ?? '').toLowerCase()
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { fields: new URLSearchParams(text), kind: 'form' }
  const parsed = parseJson(text)
  if (!parsed.ok || !isObject(parsed.value)) return { fields: new URLSearchParams(text), kind: 'other' }
  const entries = Object.entries(parsed.value).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  return { fields: new URLSearchParams(entries), kind: 'json' }
}

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** Where they were sent: in the Authorization header, or as fields of the form. */
  readonly sentIn: 'basic' | 'body'
}

/** Returns the client's credentials from HTTP Basic or, without such a header, from the form; null if they name no client. RFC 6749 §2.3.1 */
export function clientCredentials(
  headers: readonly Header[],
  form: URLSearchParams,
): ClientCredentials | null {
  const authorization = headerValue(headers, 'authorization') ?? ''
  if (/^basic /i.test(authorization)) return basicCredentials(authorization.slice('basic '.length).trim())
  const clientId = form.get('client_id')
  if (clientId === null) return null
  return { clientId, clientSecret: form.get('client_secret') ?? '', sentIn: 'body' }
}

function basicCredentials(encoded: string): ClientCredentials | null {
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) return null
  return {
    clientId: decodeForm(pair.slice(0, colon)),
    clientSecret: decodeForm(pair.slice(colon + 1)),
    sentIn: 'basic',
  }
}

/** RFC 6749 wants both halves form-encoded, but many clients send them plain. */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
