import { oauthChannel } from '../exchange/address.js'
import { type Channel, headerValues } from '../exchange/exchange.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import { headerPairs } from '../exchange/raw-headers.js'
import { begunOf, contentEncodings, decodeBody } from '../node/decode.js'
import type { BodyCopy } from './body-copy.js'
import type { ForwardedExchange } from './forward.js'
import type { RawHeaders } from './headers.js'

/** A small body may unpack to a very large one. */
const MOST_DECODED_BYTES = 4_000_000

/** Turns what was forwarded into the exchange that is masked and kept, with `Content-Encoding` undone. */
export async function toRawExchange(
  forwarded: ForwardedExchange,
  origin: string,
  channelOf: (path: string) => Channel,
): Promise<RawExchange> {
  const { number, method, path, status, failure, startedAt, sentAtMs, respondedAtMs } = forwarded
  const requestBody = await bodyOf(forwarded.requestBody, forwarded.requestHeaders)
  const responseBody = await bodyOf(forwarded.responseBody, forwarded.responseHeaders)
  return {
    id: `e${number}`,
    source: 'proxy',
    channel: method === 'POST' && asksForToken(requestBody) ? 'token' : channelOf(path),
    session: null,
    step: null,
    request: {
      method,
      url: origin + path,
      headers: headerPairs(forwarded.requestHeaders),
      body: requestBody,
    },
    response:
      status === null
        ? null
        : { status, headers: headerPairs(forwarded.responseHeaders), body: responseBody },
    failure,
    startedAt,
    sentAtMs,
    respondedAtMs: respondedAtMs,
    gaps: [],
  }
}

/** A form that asks for a token is meant for the token address, wherever it goes. */
function asksForToken(body: RawBody | null): boolean {
  return /^(?:.*&)?grant_type=/.test(Buffer.from(body?.bytes ?? []).toString('latin1', 0, 2000))
}

async function bodyOf(copy: BodyCopy, headers: RawHeaders): Promise<RawBody | null> {
  const { sizeBytes } = copy
  if (sizeBytes === 0 && copy.isWhole) return null
  const bytes = copy.bytes()
  const encodings = contentEncodings(headerValues(headerPairs(headers), 'content-encoding'))
  if (copy.isCut) return begunOf({ bytes, sizeBytes, flaw: 'truncated' }, encodings)
  if (encodings.length === 0) return { bytes, sizeBytes, flaw: null }
  return decodeBody(bytes, encodings, MOST_DECODED_BYTES)
}

/** Tells requests to the token address from those to the service. `tokenUrl` null: the token address is known by its path. */
export function createChannelOf(target: string, tokenUrl: string | null): (path: string) => Channel {
  const token = tokenUrl === null ? null : new URL(tokenUrl)
  const tokenPath = token?.origin === new URL(target).origin ? token.pathname : null
  return (path) => {
    const [whole = ''] = path.split(/[?#]/, 1)
    return whole === tokenPath ? 'token' : (oauthChannel(whole) ?? 'service')
  }
}
