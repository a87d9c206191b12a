import { oauthChannel } from '../exchange/address.js'
import { type Channel, type Header, headerValues } from '../exchange/exchange.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import { headerPairs } from '../exchange/raw-headers.js'
import { contentEncodings, decodeBody, withoutCompressedBytes } from '../node/decode.js'
import type { BodyCopy } from './body-copy.js'
import type { ForwardedExchange } from './forward.js'

/** Limit for a decoded body, because a small compressed one may become very large. */
const MAX_DECODED_BYTES = 4_000_000

/** Converts a forwarded exchange to one that can be masked and recorded. Its `Content-Encoding` is undone. */
export async function toRawExchange(
  forwarded: ForwardedExchange,
  origin: string,
  channelOf: (path: string) => Channel,
): Promise<RawExchange> {
  const { number, method, path, status, failure, startedAt, sentAtMs, respondedAtMs } = forwarded
  const requestHeaders = headerPairs(forwarded.requestHeaders)
  const requestBody = await bodyOf(forwarded.requestBody, requestHeaders)
  const responseHeaders = headerPairs(forwarded.responseHeaders)
  const responseBody = await bodyOf(forwarded.responseBody, responseHeaders)
  return {
    id: `e${number}`,
    source: 'proxy',
    channel: method === 'POST' && asksForToken(requestBody) ? 'token' : channelOf(path),
    session: null,
    step: null,
    request: { method, url: origin + path, headers: requestHeaders, body: requestBody },
    response: status === null ? null : { status, headers: responseHeaders, body: responseBody },
    failure,
    startedAt,
    sentAtMs,
    respondedAtMs,
    gaps: [],
  }
}

/** Whether a body is a token request (`grant_type=refresh_token&…`), which belongs to the channel `token` even if its address is wrong. */
function asksForToken(body: RawBody | null): boolean {
  return /^(?:.*&)?grant_type=/.test(Buffer.from(body?.bytes ?? []).toString('latin1', 0, 2000))
}

/** Returns the decoded body; null if there was none. Of a compressed body that is cut, nothing can be decoded. */
async function bodyOf(copy: BodyCopy, headers: readonly Header[]): Promise<RawBody | null> {
  const { sizeBytes } = copy
  if (sizeBytes === 0 && copy.isWhole) return null
  const bytes = copy.bytes()
  const encodings = contentEncodings(headerValues(headers, 'content-encoding'))
  if (copy.isCut) return withoutCompressedBytes({ bytes, sizeBytes, flaw: 'truncated' }, encodings)
  if (encodings.length === 0) return { bytes, sizeBytes, flaw: null }
  return decodeBody(bytes, encodings, MAX_DECODED_BYTES)
}

/** Returns a function that tells the channel of a path. If `tokenUrl` is null, the token address is recognised by its path `/oauth/token`. */
export function createChannelOf(target: string, tokenUrl: string | null): (path: string) => Channel {
  const token = tokenUrl === null ? null : new URL(tokenUrl)
  // null: requests to a token address of another origin do not pass through the proxy
  const tokenPath = token?.origin === new URL(target).origin ? token.pathname : null
  return (path) => {
    const [bare = ''] = path.split(/[?#]/, 1)
    return bare === tokenPath ? 'token' : (oauthChannel(bare) ?? 'service')
  }
}
