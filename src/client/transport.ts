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
  /** The clock's value that `sentAtMs` counts from: the run's start. Default: now. */
  readonly originMs?: number
  /** For one request, from connecting to the body's last byte. Default 10,000. */
  readonly timeoutMs?: number | undefined
  /** Most bytes of a body, both as sent and decoded. Default 8 MiB. */
  readonly maxBodyBytes?: number
  /** Default: directly, with Node's own authorities. */
  readonly network?: Network | undefined
  /** Origins that credentials may go to: the base URL's and the token URL's. */
  readonly credentialOrigins: readonly string[]
}

/** A request ready to leave. Header names keep their spelling, and their order is that of the wire. */
export interface OutgoingRequest {
  readonly method: string
  /** Absolute. Its path goes out as written. */
  readonly url: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array | null
}

/** The outcome of one request: the part of a {@link RawExchange} that the transport knows. */
export interface Sent
  extends Pick<RawExchange, 'request' | 'response' | 'failure' | 'startedAt' | 'sentAtMs' | 'respondedAtMs'> {
  /** Whether the service may have acted on the request. False only where it never left this machine. */
  readonly mayBeProcessed: boolean
  /** Moment of the clock when the response had arrived or was given up; left out: when `send` resolves. */
  readonly endedAtMs?: number
}

export interface Transport {
  /**
   * Sends one request, once, and follows no redirect. Trouble of the network is a failure in the record, never an
   * exception.
   *
   * @throws InsecureAddressError, ForeignOriginError before anything is sent
   */
  send(request: OutgoingRequest, signal?: AbortSignal): Promise<Sent>
  /** Opens the connection that the next request to this origin will use, and sends nothing. If it fails, the request opens a new one. */
  prepare(url: string): void
  /** Ends idle connections and aborts what is under way. */
  close(): void
}

/** The one way to a real service. */
export function createTransport(options: TransportOptions): Transport {
  const { clock, originMs = clock.now(), timeoutMs = TIMEOUT_MS, network = directNetwork } = options
  const { maxBodyBytes = 8 * 1024 * 1024 } = options
  const limits = { clock, timeoutMs, network, maxBodyBytes, maxHeaderBytes: 65_536 }
  const pool = new ConnectionPool(limits)

  return {
    async send(request, signal) {
      const address = safeAddress(request.url)
      refuseForeignOrigin(request, address.origin, options.credentialOrigins)
      const startedAt = clock.wall().toISOString()
      const startedAtMs = clock.now()
      const arrival = await pool.exchange(address.origin, { ...request, path: targetOf(request.url) }, signal)
      return {
        request: toWireRequest(request, address),
        ...(await responseOf(arrival, maxBodyBytes)),
        startedAt: correctStart(startedAt, arrival.sentAtMs, startedAtMs),
        sentAtMs: (arrival.sentAtMs ?? startedAtMs) - originMs,
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

function refuseForeignOrigin(request: OutgoingRequest, origin: string, allowed: readonly string[]): void {
  if (allowed.some((one) => new URL(one).origin === origin)) return
  if (carriesCredentials(request.headers, request.body)) throw new ForeignOriginError(origin, allowed)
}

/** The request with the headers that the client adds on the wire. */
function toWireRequest(
  { method, url, headers, body }: OutgoingRequest,
  { host }: URL,
): RawExchange['request'] {
  const length: Header[] = body === null ? emptyLength(method) : [['content-length', String(body.length)]]
  return {
    method,
    url,
    headers: [['host', host], ['connection', 'keep-alive'], ...headers, ...length],
    body: body && { bytes: body, sizeBytes: body.length, flaw: null },
  }
}

/** Methods that expect a body announce length 0 if the body is missing. RFC 9110 §8.6 */
function emptyLength(method: string): Header[] {
  return ['POST', 'PUT', 'PATCH'].includes(method) ? [['content-length', '0']] : []
}

async function responseOf(
  arrival: Arrival,
  maxBodyBytes: number,
): Promise<{ response: RawExchange['response']; failure: Failure | null }> {
  const { status, headers, failure } = arrival
  if (status === null) return { response: null, failure }
  const body = await bodyOf(arrival, maxBodyBytes)
  const isCut = failure === null && body?.flaw === 'truncated' && arrival.forbiddenBytes === 0
  return {
    response: { status, headers, body },
    failure: isCut ? cutFailure(body.sizeBytes, maxBodyBytes) : failure,
  }
}

/** The message came whole, but what it encodes is too large, or breaks off. */
function cutFailure(sizeBytes: number, maxBytes: number): Failure {
  if (sizeBytes <= maxBytes) return { kind: 'malformed', message: 'the encoded body ends early' }
  return { kind: 'too-large', message: `the decoded body holds more than ${maxBytes} bytes` }
}

async function bodyOf(arrival: Arrival, maxBodyBytes: number): Promise<RawBody | null> {
  const { bytes, sizeBytes, headers, failure, forbiddenBytes } = arrival
  if (forbiddenBytes > 0) return { bytes: new Uint8Array(), sizeBytes: forbiddenBytes, flaw: 'truncated' }
  if (failure?.kind === 'too-large') return cutBody(bytes, sizeBytes)
  if (sizeBytes === 0 && failure === null) return null
  const encodings = contentEncodings(headerValues(headers, 'content-encoding'))
  const body = await decodeBody(bytes, encodings, maxBodyBytes)
  return failure !== null && body.flaw === null ? { ...body, flaw: 'truncated' } : body
}

function correctStart(startedAt: string, sentAtMs: number | null, startedAtMs: number): string {
  if (sentAtMs === null || sentAtMs - startedAtMs < 1) return startedAt
  return new Date(Date.parse(startedAt) + (sentAtMs - startedAtMs)).toISOString()
}
