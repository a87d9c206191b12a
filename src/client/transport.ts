import { targetOf } from '../exchange/address.js'
import { type Failure, type Header, headerValues } from '../exchange/exchange.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import type { Clock } from '../node/clock.js'
import { contentEncodings, cutBody, decodeBody } from '../node/decode.js'
import { TIMEOUT_MS } from '../specification/profile.js'
import { carriesCredentials, ForeignOriginError, safeAddress } from './address.js'
import { ConnectionPool } from './connection.js'
import { directNetwork, type Network } from './network.js'
import type { Arrival } from './response-collector.js'

export interface TransportOptions {
  readonly clock: Clock
  /** The start of the run by the clock, from which `sentAtMs` counts. Default: now. */
  readonly originMs?: number
  /** Time limit for one request, from connecting to the last byte of the response. Default: 10,000. */
  readonly timeoutMs?: number | undefined
  /** Limit for a response body, both as it arrives and decoded. Default: 8 MiB. */
  readonly maxBodyBytes?: number
  /** Default: no proxy, and Node's own certificate authorities. */
  readonly network?: Network | undefined
  /** Origins that credentials may go to: the base URL's and the token URL's. */
  readonly credentialOrigins: readonly string[]
}

/** A request to send. Headers are sent in this order and spelling. */
export interface OutgoingRequest {
  readonly method: string
  /** Absolute. Its path is sent as it is written. */
  readonly url: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array | null
}

/** The outcome of one request: what the transport knows of the {@link RawExchange}. */
export interface Sent
  extends Pick<RawExchange, 'request' | 'response' | 'failure' | 'startedAt' | 'sentAtMs' | 'respondedAtMs'> {
  /** Whether the service may have processed the request. False only if it was not sent. */
  readonly mayBeProcessed: boolean
  /** When the exchange ended: the clock's time, while `sentAtMs` counts from the start of the run. Default: when `send` resolves. */
  readonly endedAtMs?: number
}

/** Sends requests over the network. All requests to a real service pass here. */
export interface Transport {
  /** Sends once, without following redirects. Failures are recorded, not thrown. @throws InsecureAddressError, ForeignOriginError before sending */
  send(request: OutgoingRequest, signal?: AbortSignal): Promise<Sent>
  /** Opens the connection for the next request to this origin. If that fails, the request opens another one. */
  prepare(url: string): void
  /** Closes all connections and aborts requests in progress. */
  close(): void
}

export function createTransport(options: TransportOptions): Transport {
  const { clock, originMs = clock.now(), timeoutMs = TIMEOUT_MS, network = directNetwork } = options
  const { maxBodyBytes = 8 * 1024 * 1024, credentialOrigins } = options
  const pool = new ConnectionPool({ clock, timeoutMs, network, maxBodyBytes })

  return {
    async send(request, signal) {
      const address = safeAddress(request.url)
      const isTrusted = credentialOrigins.some((url) => new URL(url).origin === address.origin)
      if (!isTrusted && carriesCredentials(request.headers, request.body))
        throw new ForeignOriginError(address.origin, credentialOrigins)
      const startedAtMs = clock.now()
      const startedAt = clock.wall().getTime()
      const arrival = await pool.exchange(address.origin, { ...request, path: targetOf(request.url) }, signal)
      const sentAtMs = arrival.sentAtMs ?? startedAtMs
      return {
        request: asSent(request, address),
        ...(await responseOf(arrival, maxBodyBytes)),
        // connecting takes time before the request is sent
        startedAt: new Date(startedAt + sentAtMs - startedAtMs).toISOString(),
        sentAtMs: sentAtMs - originMs,
        respondedAtMs: arrival.status === null ? null : arrival.endedAtMs - originMs,
        mayBeProcessed: arrival.sentAtMs !== null,
        endedAtMs: arrival.endedAtMs,
      }
    },
    prepare(url) {
      pool.prepare(safeAddress(url).origin).catch(() => undefined)
    },
    close: () => pool.close(),
  }
}

/** Returns the request as it is sent, with the headers that undici adds by itself. */
function asSent({ method, url, headers, body }: OutgoingRequest, { host }: URL): RawExchange['request'] {
  // a missing body is announced with the length 0 if the method usually has one. RFC 9110 §8.6
  const hasLength = body !== null || ['POST', 'PUT', 'PATCH'].includes(method)
  const length: Header[] = hasLength ? [['content-length', String(body?.length ?? 0)]] : []
  return {
    method,
    url,
    headers: [['host', host], ['connection', 'keep-alive'], ...headers, ...length],
    body: body && { bytes: body, sizeBytes: body.length, flaw: null },
  }
}

async function responseOf(
  arrival: Arrival,
  maxBodyBytes: number,
): Promise<{ response: RawExchange['response']; failure: Failure | null }> {
  const { status, headers, failure, forbiddenBytes } = arrival
  if (status === null) return { response: null, failure }
  if (forbiddenBytes > 0) {
    // it was announced, but never read
    const body = { bytes: new Uint8Array(), sizeBytes: forbiddenBytes, flaw: 'truncated' } as const
    return { response: { status, headers, body }, failure }
  }
  const body = await bodyOf(arrival, maxBodyBytes)
  const isCutByDecoding = failure === null && body?.flaw === 'truncated'
  return {
    response: { status, headers, body },
    failure: isCutByDecoding ? cutFailure(body.sizeBytes, maxBodyBytes) : failure,
  }
}

/** The failure if the message arrived complete, but its decoded body is too large or incomplete. */
function cutFailure(sizeBytes: number, maxBytes: number): Failure {
  if (sizeBytes <= maxBytes) return { kind: 'malformed', message: 'the encoded body ends early' }
  return { kind: 'too-large', message: `the decoded body holds more than ${maxBytes} bytes` }
}

async function bodyOf(arrival: Arrival, maxBodyBytes: number): Promise<RawBody | null> {
  const { bytes, sizeBytes, headers, failure } = arrival
  if (failure?.kind === 'too-large') return cutBody(bytes, sizeBytes)
  if (sizeBytes === 0 && failure === null) return null
  const encodings = contentEncodings(headerValues(headers, 'content-encoding'))
  const body = await decodeBody(bytes, encodings, maxBodyBytes)
  return failure !== null && body.flaw === null ? { ...body, flaw: 'truncated' } : body
}
