import type { ClientAuth, TokenEndpointRequestOptions } from 'oauth4webapi'
import { isThisMachine } from '../exchange/address.js'
import type { Header } from '../exchange/exchange.js'
import type { Seen, Sender } from './sender.js'
import type { TokenSourceOptions } from './token-source.js'
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
 * all. The request goes through our own sender and is recorded on the channel `token`; what the answer is
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
