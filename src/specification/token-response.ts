import { isPlainObject } from './plain-object.js'

/**
 * The flaws that make a successful token response unusable. Our client and the judge both decide by them. The specification
 * does not show the response, but it shows that tokens are of the type Bearer (§Authentication).
 */
export type TokenResponseFlaw =
  | 'byte-order-mark' // JSON must not begin with one; RFC 8259 §8.1
  | 'not-json' // the response is not a JSON object
  | 'no-token' // `access_token` is missing or empty
  | 'unusable-token' // `access_token` is no text, or has characters that a header cannot have
  | 'other-type' // `token_type` is not Bearer
  | 'expired' // `expires_in` is 0 or less

/** Returns the flaw of a token response, given its text and the parsed value; null if it is usable. */
export function tokenResponseFlaw(text: string, value: unknown): TokenResponseFlaw | null {
  if (text.startsWith('\uFEFF')) return 'byte-order-mark'
  if (!isPlainObject(value)) return 'not-json'
  const { access_token: token, token_type: type, expires_in: seconds } = value
  if (token === undefined || token === null || token === '') return 'no-token'
  if (typeof token !== 'string' || !isSendableToken(token)) return 'unusable-token'
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer') return 'other-type'
  return isExpired(seconds) ? 'expired' : null
}

/** Whether a header can have the token: visible ASCII without blanks. Masking replaces other tokens by `[unusable_token#1]`. */
export function isSendableToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token) && !/^\[unusable_token#\d+\]$/.test(token)
}

function isExpired(seconds: unknown): boolean {
  const value = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds
  return typeof value === 'number' && value <= 0
}

/** The `error` of a token response that blames the request or the client. RFC 6749 §5.2 */
export const requestErrors: readonly string[] = [
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_token', // from another address of the service. RFC 6750 §3.1
  'unauthorized_client',
  'unsupported_grant_type',
  'VALIDATION_ERROR', // from the public service, for an authorization code that was used or is unknown
]
