import type { ClientAuth, TokenEndpointRequestOptions } from 'oauth4webapi'
import { isThisMachine } from '../exchange/address.js'
import type { Header } from '../exchange/exchange.js'
import type { Clock } from '../node/clock.js'
import { FixableError } from './fixable-error.js'
import type { Sender, SentExchange } from './sender.js'
import { readTokenResponse, refreshTokenIn, tokensIn } from './token-response.js'
import type { Renewal, TokenSourceOptions } from './token-source.js'
import type { Reservation, StoredTokens } from './token-store.js'
import type { Sent } from './transport.js'

/** The client that requests tokens, and the address that it sends the request to. */
export interface TokenGrant {
  readonly tokenUrl: string
  readonly clientId: string
  /** null for a public client, which is identified only in the form. */
  readonly clientSecret: string | null
  readonly clientAuth: TokenSourceOptions['clientAuth']
  /** Headers added to those of the grant; one with the same name replaces it. */
  readonly headers: readonly Header[]
}

/** The first arguments of each function of oauth4webapi that sends a request. */
interface GrantParts {
  readonly server: { readonly issuer: string; readonly token_endpoint: string }
  readonly client: { readonly client_id: string }
  readonly auth: ClientAuth
  readonly options: TokenEndpointRequestOptions
}

/**
 * Sends one token request, which oauth4webapi builds and our own sender sends and records. `readTokenResponse` reads the result.
 *
 * @param request calls the function of oauth4webapi for this grant. Each caller imports that function itself, so that the bundle does not
 * contain the whole package
 */
export async function requestTokens(
  grant: TokenGrant,
  sender: Sender,
  beforeRecord: (sent: Sent) => void,
  request: (parts: GrantParts) => Promise<Response>,
): Promise<SentExchange> {
  const oauth = await import('oauth4webapi')
  const { origin: issuer, hostname } = new URL(grant.tokenUrl)
  let seen: SentExchange | null = null
  const options: TokenEndpointRequestOptions = {
    headers: Object.fromEntries(grant.headers),
    [oauth.allowInsecureRequests]: isThisMachine(hostname),
    [oauth.customFetch]: async (_url, { method, headers, body }) => {
      const form = Buffer.from(String(body))
      const outgoing = { method, url: grant.tokenUrl, headers: Object.entries(headers), body: form }
      seen = await sender.send(outgoing, { channel: 'token', step: null, beforeRecord })
      return new Response(null) // nobody reads it: `seen` holds the response
    },
  }
  const server = { issuer, token_endpoint: grant.tokenUrl }
  const client = { client_id: grant.clientId }
  await request({ server, client, auth: clientAuthentication(grant), options })
  if (seen === null) throw new Error('the token request was not sent')
  return seen
}

/**
 * Adds the client's credentials to the request. For Basic, RFC 6749 section 2.3.1 demands that they are percent-encoded first. We do not,
 * because few services decode them, and the usual characters are the same in both forms.
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

/** Called with the tokens to use in this run from now on. Storing them for later runs is the store's task. */
export type Keep = (next: StoredTokens) => void

/**
 * Renews the access token with the refresh token. A refresh token may be used only once, so it is first marked as used in the store, and the
 * new tokens are stored before anything else is done with them.
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
  let isReservationEnded = false
  let storeError: unknown = null
  const beforeRecord = (sent: Sent) => {
    isReservationEnded = true
    try {
      const renewed = tokensAfter(sent, tokens, clock)
      if (renewed === null) reserved.release(isSurelyUnspent(sent) ? 'unspent' : 'maybe-spent')
      else keep(reserved.keep({ ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }))
    } catch (error) {
      // thrown below, after the response has been recorded
      storeError = error
    }
    for (const [kind, token] of tokensIn(sent)) onSecret(kind, token)
  }
  try {
    const oauth = await import('oauth4webapi')
    const seen = await requestTokens(grant, sender, beforeRecord, (parts) =>
      oauth.refreshTokenGrantRequest(parts.server, parts.client, parts.auth, refreshToken, parts.options),
    )
    if (storeError !== null) throw storeError
    const response = readTokenResponse(seen.exchange)
    if (response.ok) return { ok: true, accessToken: response.accessToken }
    const isStored = store !== null && refreshToken !== credentials.refreshToken
    const flaw = response.flaw === 'refused' && isStored ? 'stored-refused' : response.flaw
    return { ok: false, flaw, evidence: response.evidence }
  } catch (error) {
    // a FixableError is thrown before anything is sent
    if (!isReservationEnded) reserved.release(error instanceof FixableError ? 'unspent' : 'maybe-spent')
    throw storeError ?? error
  }
}

/** Returns the tokens after a response; null if it has none. A new refresh token is kept even if the rest of the response is unusable. */
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

/** Whether the refresh token is certainly unused: not sent, or refused. After 502 and 504 nobody knows, because only a gateway responded. */
function isSurelyUnspent({ response, failure, mayBeProcessed }: Sent): boolean {
  if (!mayBeProcessed) return true
  if (response === null || failure !== null) return false
  return response.status >= 300 && response.status !== 502 && response.status !== 504
}

/** A reservation for the tokens of the embedded service, which are not stored. */
function reserveInMemory(tokens: StoredTokens): Extract<Reservation, { kind: 'reserved' }> {
  return {
    kind: 'reserved',
    refreshToken: tokens.refreshToken ?? '',
    keep: (next) => ({ ...tokens, ...next }),
    release: () => undefined,
  }
}
