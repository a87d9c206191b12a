import type { ClientAuth, TokenEndpointRequestOptions } from 'oauth4webapi'
import { isThisMachine } from '../exchange/address.js'
import type { Header } from '../exchange/exchange.js'
import type { Clock } from '../node/clock.js'
import { safeAddress } from './address.js'
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
  /** Further headers, such as `user-agent`. oauth4webapi sets `accept` and `content-type` itself. */
  readonly headers: readonly Header[]
  readonly onSecret: (kind: 'access_token' | 'refresh_token', value: string) => void
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
 * @param request calls the function of oauth4webapi that builds this kind of request
 * @param onResponse called with the response before anything else is done with it
 * @throws InsecureAddressError before anything is sent
 */
export async function requestTokens(
  grant: TokenGrant,
  sender: Sender,
  request: (parts: GrantParts) => Promise<Response>,
  onResponse?: (sent: Sent) => void,
): Promise<SentExchange> {
  const oauth = await import('oauth4webapi')
  const { origin: issuer, hostname } = safeAddress(grant.tokenUrl)
  let seen: SentExchange | null = null
  const beforeRecord = (sent: Sent) => {
    onResponse?.(sent)
    for (const [kind, token] of tokensIn(sent)) grant.onSecret(kind, token)
  }
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

/** Adds the client's credentials to the request. RFC 6749 §2.3.1 demands to percent-encode them for Basic, which few services decode, so we do not. */
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

/** Called with the tokens to use in this run from now on. It does not store them for later runs. */
export type UseTokens = (next: StoredTokens) => void

/** Renews with the refresh token. It may be used only once, so it is marked as used before, and the new tokens are stored before all else. */
export async function renewByGrant(
  options: TokenSourceOptions,
  tokens: StoredTokens,
  useTokens: UseTokens,
): Promise<Renewal> {
  const { account, clock, credentials, sender, store } = options
  const { tokenUrl, clientId } = credentials
  // only for the compiler: `chooseWay` (tokens.ts) takes this way only if both are set
  if (tokenUrl === null || clientId === null) return { ok: false, flaw: 'no-way', evidence: {} }
  const grant: TokenGrant = { ...options, ...credentials, tokenUrl, clientId }
  const oauth = await import('oauth4webapi')
  const reserved = store === null ? reserveInMemory(tokens) : await store.reserve(account, tokens)
  if (reserved.kind === 'maybe-spent') {
    const since = new Date(reserved.sinceMs).toISOString()
    return { ok: false, flaw: 'maybe-spent', evidence: { since } }
  }
  const { refreshToken } = reserved
  options.onSecret('refresh_token', refreshToken)
  let isReservationEnded = false
  let storeError: unknown = null
  // it must not throw, so that the response is recorded although it could not be stored
  const keepResponse = (sent: Sent) => {
    isReservationEnded = true
    try {
      const renewed = tokensAfter(sent, tokens, clock)
      if (renewed === null) reserved.release(isSurelyUnspent(sent) ? 'unspent' : 'maybe-spent')
      else useTokens(reserved.keep({ ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }))
    } catch (error) {
      storeError = error
    }
  }
  const request = ({ server, client, auth, options: sending }: GrantParts) =>
    oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, sending)
  const sent = await requestTokens(grant, sender, request, keepResponse).catch((error: unknown) => {
    // a FixableError is thrown before anything is sent
    if (!isReservationEnded) reserved.release(error instanceof FixableError ? 'unspent' : 'maybe-spent')
    throw storeError ?? error
  })
  if (storeError !== null) throw storeError
  const response = readTokenResponse(sent.exchange)
  if (response.ok) return { ok: true, accessToken: response.accessToken }
  const isStored = store !== null && refreshToken !== credentials.refreshToken
  const flaw = response.flaw === 'refused' && isStored ? 'stored-refused' : response.flaw
  return { ok: false, flaw, evidence: response.evidence }
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

/** Whether the refresh token is certainly unused: not sent, refused, or not handled (503). After another 5xx nobody knows. */
function isSurelyUnspent({ response, failure, mayBeProcessed }: Sent): boolean {
  if (!mayBeProcessed) return true
  if (response === null || failure !== null) return false
  const { status } = response
  return status >= 300 && (status < 500 || status === 503)
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
