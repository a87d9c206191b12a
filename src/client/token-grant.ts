import type { ClientAuth } from 'oauth4webapi'
import type { Header } from '../exchange/exchange.js'
import { isThisMachine } from './address.js'
import type { Seen, Sender } from './sender.js'
import type { Sent } from './transport.js'

export interface RefreshGrant {
  readonly tokenUrl: string
  readonly clientId: string
  /** null for a public client: it is named in the form alone. */
  readonly clientSecret: string | null
  /** `either` sends Basic. */
  readonly clientAuth: 'basic' | 'body' | 'either'
  readonly refreshToken: string
  /** Headers beside those of the grant, and in place of them. */
  readonly headers: readonly Header[]
}

/**
 * Asks for a new access token by RFC 6749 section 6. No signal breaks it off: the token may be spent already. The request goes through our own sender and is recorded on the
 * channel `token`; what the answer is worth is for `readTokenAnswer` to say.
 */
export async function requestRefresh(
  grant: RefreshGrant,
  sender: Sender,
  options: { readonly beforeRecord: (sent: Sent) => void },
): Promise<Seen> {
  const oauth = await import('oauth4webapi')
  const address = new URL(grant.tokenUrl)
  let seen: Seen | null = null
  await oauth.refreshTokenGrantRequest(
    { issuer: address.origin, token_endpoint: grant.tokenUrl },
    { client_id: grant.clientId },
    clientAuthentication(grant),
    grant.refreshToken,
    {
      headers: Object.fromEntries(grant.headers),
      [oauth.allowInsecureRequests]: isThisMachine(address.hostname),
      [oauth.customFetch]: async (_url, { method, headers, body }) => {
        const form = Buffer.from(String(body))
        const request = { method, url: grant.tokenUrl, headers: Object.entries(headers), body: form }
        seen = await sender.send(request, { channel: 'token', step: null, ...options })
        return new Response(null)
      },
    },
  )
  if (seen === null) throw new Error('the token request never left')
  return seen
}

/**
 * Basic takes id and secret as they are. RFC 6749 section 2.3.1 would percent-encode them first, but services that
 * decode them are rare, and for those the plain form of all usual characters means the same.
 */
export function clientAuthentication({
  clientId,
  clientSecret,
  clientAuth,
}: Pick<RefreshGrant, 'clientId' | 'clientSecret' | 'clientAuth'>): ClientAuth {
  return (_server, _client, body, headers) => {
    if (clientSecret === null) return body.set('client_id', clientId)
    if (clientAuth !== 'body')
      return headers.set('authorization', `Basic ${basicPair(clientId, clientSecret)}`)
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
  }
}

/** What follows `Basic `. */
export function basicPair(clientId: string, clientSecret: string): string {
  return Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')
}
