import type { FailureKind } from '../exchange/exchange.js'
import { isObject, type Json, parseJson, property, valueIn } from '../exchange/json.js'
import { bodyJson, bodyText } from '../exchange/raw.js'
import { isSuccess } from '../specification/recognise.js'
import { type TokenResponseFlaw, tokenResponseFlaw } from '../specification/token-response.js'
import type { Sent } from './transport.js'

/** Why a response of the token address holds no usable token. */
export type TokenFlaw =
  | 'no-answer' // no response, or an incomplete one
  | 'refused' // the status is no success
  | TokenResponseFlaw

export type TokenResponse =
  | {
      readonly ok: true
      readonly accessToken: string
      /** null if the response has none or an empty one. Then the old one stays valid. */
      readonly refreshToken: string | null
      readonly expiresInMs: number | null
    }
  | { readonly ok: false; readonly flaw: TokenFlaw; readonly evidence: TokenEvidence }

interface TokenEvidence {
  readonly status: number | null
  /** The field `error` of the response, or its `type` in Bling's form; null if there is neither. */
  readonly error: string | null
  readonly failure: FailureKind | null
}

/** Reads the response of the token address. The rules use the same `tokenResponseFlaw`, so both agree on which responses are usable. */
export function readTokenResponse(sent: Pick<Sent, 'response' | 'failure'>): TokenResponse {
  const { response, failure } = sent
  const flawed = (flaw: TokenFlaw, error: string | null = null): TokenResponse => ({
    ok: false,
    flaw,
    evidence: { status: response?.status ?? null, error, failure: failure?.kind ?? null },
  })
  if (response === null || failure !== null) return flawed('no-answer')
  const text = bodyText(response.body)
  const value = valueIn(parseJson(text))
  if (!isSuccess(response)) return flawed('refused', errorOf(property(value, 'error')))
  const flaw = tokenResponseFlaw(text, value)
  if (flaw !== null) return flawed(flaw)
  const accessToken = String(property(value, 'access_token'))
  const refreshToken = nonEmptyText(property(value, 'refresh_token'))
  return { ok: true, accessToken, refreshToken, expiresInMs: lifetimeMs(property(value, 'expires_in')) }
}

/** Returns the tokens in a response, usable or not, with their kind for the masker. */
export function tokensIn(sent: Pick<Sent, 'response'>): ['access_token' | 'refresh_token', string][] {
  const value = bodyJson(sent.response?.body)
  return (['access_token', 'refresh_token'] as const).flatMap((kind) => {
    const token = nonEmptyText(property(value, kind))
    return token === null ? [] : [[kind, token]]
  })
}

/** Returns the refresh token of a success, even if the rest of the response is unusable, because the old one is invalid by then. */
export function refreshTokenIn(sent: Pick<Sent, 'response'>): string | null {
  if (sent.response === null || !isSuccess(sent.response)) return null
  return tokensIn(sent).find(([kind]) => kind === 'refresh_token')?.[1] ?? null
}

function nonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function errorOf(value: Json | undefined): string | null {
  const error = isObject(value) ? property(value, 'type') : value
  return typeof error === 'string' ? error : null
}

/** Returns the lifetime in milliseconds; null if it is missing or below one second. */
function lifetimeMs(value: unknown): number | null {
  const seconds = typeof value === 'string' ? Number(value) : value
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 1 ? seconds * 1000 : null
}
