import type { Clock } from '../node/clock.js'
import { MendableError } from './mendable-error.js'
import { readTokenAnswer, refreshTokenIn, tokensIn } from './token-answer.js'
import { requestTokens, type TokenGrant } from './token-grant.js'
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
  const { account, clock, credentials, sender, store, onSecret } = options
  const reserved = store === null ? unkept(tokens) : await store.reserve(account, tokens)
  if (reserved.kind === 'maybe-spent') {
    const since = new Date(reserved.sinceMs).toISOString()
    return { ok: false, flaw: 'maybe-spent', evidence: { since } }
  }
  const { refreshToken } = reserved
  onSecret('refresh_token', refreshToken)
  let isSettled = false
  let trouble: unknown = null
  const beforeRecord = (sent: Sent) => {
    isSettled = true
    try {
      const renewed = renewedBy(sent, tokens, clock)
      if (renewed === null) reserved.release(isSurelyUnspent(sent) ? 'unspent' : 'maybe-spent')
      else keep(reserved.keep({ ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }))
    } catch (error) {
      // the response is recorded all the same
      trouble = error
    }
    for (const [kind, token] of tokensIn(sent)) onSecret(kind, token)
  }
  try {
    const oauth = await import('oauth4webapi')
    const seen = await requestTokens(grantOf(options), sender, beforeRecord, (parts) =>
      oauth.refreshTokenGrantRequest(parts.server, parts.client, parts.auth, refreshToken, parts.options),
    )
    if (trouble !== null) throw trouble
    const answer = readTokenAnswer(seen.exchange)
    if (answer.ok) return { ok: true, accessToken: answer.accessToken }
    const isStored = store !== null && refreshToken !== credentials.refreshToken
    const flaw = answer.flaw === 'refused' && isStored ? 'stored-refused' : answer.flaw
    return { ok: false, flaw, evidence: answer.evidence }
  } catch (error) {
    // an error that the user can fix was found before anything left
    if (!isSettled) reserved.release(error instanceof MendableError ? 'unspent' : 'maybe-spent')
    throw trouble ?? error
  }
}

function grantOf({ credentials, clientAuth, headers }: TokenSourceOptions): TokenGrant {
  const { clientId, clientSecret, tokenUrl } = credentials
  return { tokenUrl: tokenUrl ?? '', clientId: clientId ?? '', clientSecret, clientAuth, headers }
}

/** The tokens to go on with; null where the answer brought none. A refresh token counts even where all else is unusable. */
function renewedBy(sent: Sent, tokens: StoredTokens, clock: Clock): StoredTokens | null {
  const answer = readTokenAnswer(sent)
  if (!answer.ok) {
    const refreshToken = refreshTokenIn(sent)
    return refreshToken === null ? null : { ...tokens, refreshToken }
  }
  const { accessToken, refreshToken, expiresInMs } = answer
  const expiresAtMs = expiresInMs === null ? null : clock.wall().getTime() + expiresInMs
  return { ...tokens, accessToken, refreshToken, expiresAtMs }
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
