import { isPlainObject } from './plain-object.js'

/**
 * The flaws that make a successful token response unusable, for our client and for the judge. The specification shows
 * neither its fields nor its status. It does show that the type is Bearer (§Authentication), and only visible ASCII
 * passes in a header.
 */
export type TokenResponseFlaw =
  | 'byte-order-mark' // which no JSON may begin with; RFC 8259 §8.1
  | 'not-json' // no object
  | 'no-token' // missing or empty
  | 'unusable-token' // no text, or one that no header can carry
  | 'other-type' // a `token_type` that is not Bearer
  | 'expired' // a lifetime of nothing, or less

/** Returns the flaw of a token response, given its text and the parsed value; null if it is usable. */
export function tokenResponseFlaw(text: string, value: unknown): TokenResponseFlaw | null {
  if (text.startsWith('\uFEFF')) return 'byte-order-mark'
  if (!isPlainObject(value)) return 'not-json'
  const { access_token: token, token_type: type, expires_in: seconds } = value
  if (token === undefined || token === null || token === '') return 'no-token'
  if (typeof token !== 'string' || !isSendableToken(token)) return 'unusable-token'
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer') return 'other-type'
  return isNoLifetime(seconds) ? 'expired' : null
}

/** Whether a header can carry it: visible ASCII without blanks; and no label of a token that none can. */
export function isSendableToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token) && !/^\[unusable_token#\d+\]$/.test(token)
}

function isNoLifetime(seconds: unknown): boolean {
  const value = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds
  return typeof value === 'number' && value <= 0
}

/** Errors by which a token address says that the request, or who sent it, is wrong. RFC 6749 §5.2 */
export const requestErrors: readonly string[] = [
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_token', // of an address of the service that is not the token's. RFC 6750 §3.1
  'unauthorized_client',
  'unsupported_grant_type',
  'VALIDATION_ERROR', // of the public service, for a code that is spent or unknown
]
