import type { ClientAuth, TokenEndpointRequestOptions } from 'oauth4webapi'
import { isThisMachine } from '../exchange/address.js'
import type { Header } from '../exchange/exchange.js'
import type { Clock } from '../node/clock.js'
import { FixableError } from './fixable-error.js'
import type { Seen, Sender } from './sender.js'
import { readTokenResponse, refreshTokenIn, tokensIn } from './token-response.js'
import type { Renewal, TokenSourceOptions } from './token-source.js'
import type { Reservation, StoredTokens } from './token-store.js'
import type { Sent } from './transport.js'

/** The client that requests tokens, and the address it sends the request to. */
export interface TokenGrant {
  readonly tokenUrl: string
  readonly clientId: string
  /** null for a public client, which is identified only in the form. */
  readonly clientSecret: string | null
  readonly clientAuth: TokenSourceOptions['clientAuth']
  /** Headers added to those of the grant; one with the same name replaces it. */
  readonly headers: readonly Header[]
}

/** The arguments of every request of oauth4webapi. */
interface GrantParts {
  readonly server: { readonly issuer: string; readonly token_endpoint: string }
  readonly client: { readonly client_id: string }
  readonly auth: ClientAuth
  readonly options: TokenEndpointRequestOptions
}

/**
 * Asks the token address for tokens, once. Each `request` imports oauth4webapi for itself: of one that is handed about whole the bundle holds
 * all. The request goes through our own sender and is recorded on the channel `token`; what the response is
 * worth is for `readTokenAnswer` to say.
 */
export async function requestTokens(
  grant: TokenGrant,
  sender: Sender,
  beforeRecord: (sent: Sent) => void,
  request: (parts: GrantParts) => Promise<Response>,
): Promise<Seen> {
  const oauth = await import('oauth4webapi')
  const { origin: issuer, hostname } = new URL(grant.tokenUrl)
  let seen: Seen | null = null
  const options: TokenEndpointRequestOptions = {
    headers: Object.fromEntries(grant.headers),
    [oauth.allowInsecureRequests]: isThisMachine(hostname),
    [oauth.customFetch]: async (_url, { method, headers, body }) => {
      const form = Buffer.from(String(body))
      const outgoing = { method, url: grant.tokenUrl, headers: Object.entries(headers), body: form }
      seen = await sender.send(outgoing, { channel: 'token', step: null, beforeRecord })
      return new Response(null)
    },
  }
  const server = { issuer, token_endpoint: grant.tokenUrl }
  const client = { client_id: grant.clientId }
  await request({ server, client, auth: clientAuthentication(grant), options })
  if (seen === null) throw new Error('the token request never left')
  return seen
}

/**
 * Basic takes id and secret as they are. RFC 6749 section 2.3.1 would percent-encode them first, but services that
 * decode them are rare, and for those the plain form of all usual characters means the same.
 */
function clientAuthentication({ clientId, clientSecret, clientAuth }: TokenGrant): ClientAuth {
  return (_server, _client, body, headers) => {
    if (clientSecret === null) return body.set('client_id', clientId)
    if (clientAuth !== 'body')
      return headers.set('authorization', `Basic ${basicPair(clientId, clientSecret)}`)
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
  }
}

/** Returns the value that follows `Basic ` in the header. */
export function basicPair(clientId: string, clientSecret: string): string {
  return Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')
}

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
  const { account, clientAuth, clock, credentials, headers, sender, store, onSecret } = options
  const { clientId, clientSecret, tokenUrl } = credentials
  const grant = { tokenUrl: tokenUrl ?? '', clientId: clientId ?? '', clientSecret, clientAuth, headers }
  const reserved = store === null ? reserveInMemory(tokens) : await store.reserve(account, tokens)
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
      const renewed = tokensAfter(sent, tokens, clock)
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
    const seen = await requestTokens(grant, sender, beforeRecord, (parts) =>
      oauth.refreshTokenGrantRequest(parts.server, parts.client, parts.auth, refreshToken, parts.options),
    )
    if (trouble !== null) throw trouble
    const response = readTokenResponse(seen.exchange)
    if (response.ok) return { ok: true, accessToken: response.accessToken }
    const isStored = store !== null && refreshToken !== credentials.refreshToken
    const flaw = response.flaw === 'refused' && isStored ? 'stored-refused' : response.flaw
    return { ok: false, flaw, evidence: response.evidence }
  } catch (error) {
    // an error that the user can fix was found before anything left
    if (!isSettled) reserved.release(error instanceof FixableError ? 'unspent' : 'maybe-spent')
    throw trouble ?? error
  }
}

/** The tokens to go on with; null where the response brought none. A refresh token counts even where all else is unusable. */
function tokensAfter(sent: Sent, tokens: StoredTokens, clock: Clock): StoredTokens | null {
  const response = readTokenResponse(sent)
  if (!response.ok) {
    const refreshToken = refreshTokenIn(sent)
    return refreshToken === null ? null : { ...tokens, refreshToken }
  }
  const { accessToken, refreshToken, expiresInMs } = response
  const expiresAtMs = expiresInMs === null ? null : clock.wall().getTime() + expiresInMs
  return { ...tokens, accessToken, refreshToken, expiresAtMs }
}

/**
 * True if the request was never sent or the service refused it. After a 502 or 504 the service may have processed it,
 * because only the gateway responded.
 */
function isSurelyUnspent({ response, failure, mayBeProcessed }: Sent): boolean {
  if (!mayBeProcessed) return true
  if (response === null || failure !== null) return false
  return response.status >= 300 && response.status !== 502 && response.status !== 504
}

/** A reservation without a store: the tokens of the embedded service are not kept. */
function reserveInMemory(tokens: StoredTokens): Extract<Reservation, { kind: 'reserved' }> {
  return {
    kind: 'reserved',
    refreshToken: tokens.refreshToken ?? '',
    keep: (next) => ({ ...tokens, ...next }),
    release: () => undefined,
  }
}
