import type { Clock } from '../node/clock.js'
import { MendableError } from './mendable-error.js'
import type { Seen } from './sender.js'
import { readTokenAnswer, refreshTokenIn, type TokenAnswer, tokensIn } from './token-answer.js'
import { requestRefresh } from './token-grant.js'
import type { Renewal, TokenSourceOptions } from './token-source.js'
import type { Reservation, StoredTokens } from './token-store.js'
import type { Sent } from './transport.js'

/** Takes the tokens to go on with. */
export type Keep = (next: StoredTokens) => void

/**
 * Spends the refresh token, which is sent at most once: it is reserved in the store before, and the new tokens are
 * stored before any caller gets them.
 */
export async function renewByGrant(
  options: TokenSourceOptions,
  tokens: StoredTokens,
  keep: Keep,
): Promise<Renewal> {
  const { account, store, onSecret } = options
  const reserved = store === null ? unkept(tokens) : await store.reserve(account, tokens)
  if (reserved.kind === 'maybe-spent') {
    const since = new Date(reserved.sinceMs).toISOString()
    return { ok: false, flaw: 'maybe-spent', evidence: { since } }
  }
  onSecret('refresh_token', reserved.refreshToken)
  const settle = settlement(reserved, tokens, options.clock, keep)
  const seen = await sendRefresh(options, reserved.refreshToken, settle)
  settle.rethrow()
  const answer = readTokenAnswer(seen.exchange)
  if (answer.ok) return { ok: true, accessToken: answer.accessToken }
  const isStored = store !== null && reserved.refreshToken !== options.credentials.refreshToken
  const flaw = answer.flaw === 'refused' && isStored ? 'stored-refused' : answer.flaw
  return { ok: false, flaw, evidence: answer.evidence }
}

/** Records the outcome of the refresh token that was sent; only the first call counts. */
interface Settlement {
  /** Stores the tokens of the response before any caller gets them. */
  answered(sent: Sent): void
  /** Called when no response with tokens arrived. */
  failed(error: unknown): void
  /** @throws why what came could not be kept */
  rethrow(): void
}

function settlement(
  reserved: Extract<Reservation, { kind: 'reserved' }>,
  tokens: StoredTokens,
  clock: Clock,
  keep: Keep,
): Settlement {
  let isSettled = false
  let trouble: unknown = null
  const once = (act: () => void) => {
    if (isSettled) return
    isSettled = true
    try {
      act()
    } catch (error) {
      trouble = error
    }
  }
  return {
    answered: (sent) =>
      once(() => {
        const renewed = renewedBy(sent, tokens, clock)
        if (renewed === null) reserved.release(isSurelyUnspent(sent) ? 'unspent' : 'maybe-spent')
        else keep(reserved.keep({ ...renewed, refreshToken: renewed.refreshToken ?? reserved.refreshToken }))
      }),
    // what the user can mend was found before anything left
    failed: (error) =>
      once(() => reserved.release(error instanceof MendableError ? 'unspent' : 'maybe-spent')),
    rethrow() {
      if (trouble !== null) throw trouble
    },
  }
}

async function sendRefresh(
  { credentials, clientAuth, headers, onSecret, sender }: TokenSourceOptions,
  refreshToken: string,
  settle: Settlement,
): Promise<Seen> {
  const { clientId, clientSecret, tokenUrl } = credentials
  const grant = {
    tokenUrl: tokenUrl ?? '',
    clientId: clientId ?? '',
    clientSecret,
    clientAuth,
    refreshToken,
    headers,
  }
  const beforeRecord = (sent: Sent) => {
    settle.answered(sent)
    for (const [kind, token] of tokensIn(sent)) onSecret(kind, token)
  }
  try {
    return await requestRefresh(grant, sender, beforeRecord)
  } catch (error) {
    settle.failed(error)
    settle.rethrow()
    throw error
  }
}

/** The tokens to go on with; null where the answer brought none. A refresh token counts even where all else is unusable. */
function renewedBy(sent: Sent, tokens: StoredTokens, clock: Clock): StoredTokens | null {
  const answer = readTokenAnswer(sent)
  if (!answer.ok) {
    const refreshToken = refreshTokenIn(sent)
    return refreshToken === null ? null : { ...tokens, refreshToken }
  }
  const { accessToken, refreshToken } = answer
  return { ...tokens, accessToken, refreshToken, expiresAtMs: expiryOf(answer, clock) }
}

function expiryOf({ expiresInMs }: Extract<TokenAnswer, { ok: true }>, clock: Clock): number | null {
  return expiresInMs === null ? null : clock.wall().getTime() + expiresInMs
}

/**
 * True if the request was never sent or the service refused it. After a 502 or 504 the service may have processed it,
 * because only the gateway responded.
 */
function isSurelyUnspent({ answer, failure, mayBeProcessed }: Sent): boolean {
  if (!mayBeProcessed) return true
  if (answer === null || failure !== null) return false
  return answer.status >= 300 && answer.status !== 502 && answer.status !== 504
}

/** A reservation without a store: the tokens of the embedded service are not kept. */
function unkept(tokens: StoredTokens): Extract<Reservation, { kind: 'reserved' }> {
  return {
    kind: 'reserved',
    refreshToken: tokens.refreshToken ?? '',
    keep: (next) => ({ ...tokens, ...next }),
    release: () => undefined,
  }
}
