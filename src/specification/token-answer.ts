/**
 * What makes a success of the token address usable. The specification shows neither its fields nor its status
 * (§Authentication); that the type is Bearer it does show, and nothing else than visible ASCII passes in a header.
 */
export type TokenFlaw =
  | 'not-json'
  | 'no-token' // missing, empty, or no text
  | 'unusable-token' // no header can carry it
  | 'other-type' // a `token_type` that is not Bearer
  | 'expired' // a lifetime of nothing, or less

/** What is wrong with the answer's body, as a parsed value; undefined: it is no JSON. null: nothing. */
export function tokenAnswerFlaw(body: unknown): TokenFlaw | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'not-json'
  const { access_token: token, token_type: type, expires_in: seconds } = body as Record<string, unknown>
  if (typeof token !== 'string' || token === '') return 'no-token'
  if (!isSendableToken(token)) return 'unusable-token'
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer') return 'other-type'
  return isNoLifetime(seconds) ? 'expired' : null
}

/** Whether a header can carry it: visible ASCII without blanks. */
export function isSendableToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token)
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
  'unauthorized_client',
  'unsupported_grant_type',
]
