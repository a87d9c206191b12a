import type { FailureKind } from '../exchange/exchange.js'
import { isObject, parseJson, property, valueIn } from '../exchange/json.js'
import { type TokenAnswerFlaw, tokenAnswerFlaw } from '../specification/token-answer.js'
import type { Sent } from './transport.js'

/** Why a renewal brought no usable token. */
export type TokenFlaw =
  | 'no-answer' // nothing came, or not all of it
  | 'refused' // not a success
  | TokenAnswerFlaw

export type TokenAnswer =
  | {
      readonly ok: true
      readonly accessToken: string
      /** null where the answer names none, or an empty one: the old one stays. */
      readonly refreshToken: string | null
      readonly expiresInMs: number | null
    }
  | { readonly ok: false; readonly flaw: TokenFlaw; readonly evidence: TokenEvidence }

interface TokenEvidence {
  readonly status: number | null
  /** `error` of the answer, where it has that form. */
  readonly error: string | null
  readonly failure: FailureKind | null
}

/**
 * Reads the response of a token address. The judge uses the same `tokenAnswerFlaw`, so both agree on which responses
 * are usable.
 */
export function readTokenAnswer(sent: Pick<Sent, 'answer' | 'failure'>): TokenAnswer {
  const { answer, failure } = sent
  const flawed = (flaw: TokenFlaw, error: string | null = null): TokenAnswer => {
    return {
      ok: false,
      flaw,
      evidence: { status: answer?.status ?? null, error, failure: failure?.kind ?? null },
    }
  }
  if (answer === null || failure !== null) return flawed('no-answer')
  const text = bodyText(answer.body?.bytes)
  const value = valueIn(parseJson(text))
  if (answer.status < 200 || answer.status > 299) return flawed('refused', errorOf(property(value, 'error')))
  const flaw = tokenAnswerFlaw(text, value)
  if (flaw !== null) return flawed(flaw)
  const accessToken = String(property(value, 'access_token'))
  const refreshToken = filled(property(value, 'refresh_token'))
  return { ok: true, accessToken, refreshToken, expiresInMs: lifetimeMs(property(value, 'expires_in')) }
}

/** Every token in an answer, usable or not, by the kinds that masking knows. */
export function tokensIn(sent: Pick<Sent, 'answer'>): ['access_token' | 'refresh_token', string][] {
  const parsed = parseJson(bodyText(sent.answer?.body?.bytes))
  if (!parsed.ok) return []
  return (['access_token', 'refresh_token'] as const).flatMap((kind) => {
    const token = filled(property(parsed.value, kind))
    return token === null ? [] : [[kind, token]]
  })
}

/**
 * Returns the refresh token of a successful response even if the rest is unusable, because the previous one is spent
 * by then. It is found even if the body breaks off after it.
 */
export function refreshTokenIn({ answer }: Pick<Sent, 'answer'>): string | null {
  if (answer === null || answer.status < 200 || answer.status > 299) return null
  const text = bodyText(answer.body?.bytes)
  const parsed = parseJson(text)
  if (parsed.ok) return filled(property(parsed.value, 'refresh_token'))
  const quoted = /"refresh_token"\s*:\s*("(?:[^"\\]|\\.)+")/.exec(text)?.[1]
  const inText = quoted === undefined ? null : parseJson(quoted)
  return inText?.ok ? filled(inText.value) : null
}

function bodyText(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes).toString('utf8')
}

function filled(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function errorOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  const type = isObject(value as never) ? property(value as never, 'type') : undefined
  return typeof type === 'string' ? type : null
}

/** Ignores lifetimes below one second, because such a token could never be used. */
function lifetimeMs(value: unknown): number | null {
  const seconds = typeof value === 'string' ? Number(value) : value
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 1 ? seconds * 1000 : null
}
