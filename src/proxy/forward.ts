import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { failureOf } from '../client/failure.js'
import { targetOf } from '../exchange/address.js'
import type { Failure } from '../exchange/exchange.js'
import type { Clock } from '../node/clock.js'
import { BodyCopy } from './body-copy.js'
import {
  type RawHeaders,
  requestHeaders,
  responseHeaders,
  without,
  writableHeaders,
  writableReason,
} from './headers.js'

/** The service that requests are forwarded to, and the connection to it. */
export interface Upstream {
  readonly origin: string
  readonly dispatcher: Dispatcher
  /** Converts a flat list of headers to the form in which this dispatcher keeps repeated headers. */
  readonly headersFor: (raw: string[]) => NonNullable<Dispatcher.DispatchOptions['headers']>
  /** Returns the origin of the proxy, which replaces that of the service in a `Location`. */
  readonly ownOrigin: () => string
  readonly clock: Clock
  /** The clock's time that is 0 ms in the exchanges. */
  readonly originMs: number
  /** How many bytes of each body are kept. */
  readonly keptBodyBytes: number
}

/** An exchange that the proxy has forwarded. It is not decoded and not masked. */
export interface ForwardedExchange {
  /** From 1. */
  readonly number: number
  readonly method: string
  /** Path with query. */
  readonly path: string
  readonly requestHeaders: RawHeaders
  readonly requestBody: BodyCopy
  /** null if no response arrived. */
  readonly status: number | null
  readonly responseHeaders: RawHeaders
  readonly responseBody: BodyCopy
  readonly failure: Failure | null
  /** ISO 8601. */
  readonly startedAt: string
  /** Milliseconds after `originMs`; so is `respondedAtMs`. */
  readonly sentAtMs: number
  /** null if the response is not complete. */
  readonly respondedAtMs: number | null
}

/** Forwards a request to the service and streams the response back to the client. Resolves when the exchange is over; never rejects. */
export async function forward(
  number: number,
  req: IncomingMessage,
  res: ServerResponse,
  upstream: Upstream,
): Promise<ForwardedExchange> {
  const { clock, originMs, keptBodyBytes } = upstream
  const sentAtMs = clock.now() - originMs
  const startedAt = clock.wall().toISOString()
  const requestBody = new BodyCopy(keptBodyBytes)
  const responseBody = new BodyCopy(keptBodyBytes)
  const disconnected = new AbortController()
  res.once('close', () => disconnected.abort())
  let response: Dispatcher.ResponseData | null = null
  let failure: Failure | null = null
  let respondedAtMs: number | null = null
  try {
    response = await send(req, { upstream, requestBody, signal: disconnected.signal })
    for await (const chunk of beginResponse(res, response, upstream)) {
      responseBody.add(chunk)
      if (!res.write(chunk)) await once(res, 'drain', { signal: disconnected.signal })
    }
    respondedAtMs = clock.now() - originMs
    res.end()
  } catch (error) {
    failure = disconnected.signal.aborted ? clientLeft : failureOf(error)
    if (res.headersSent) res.destroy()
    else respondBadGateway(res, failure)
  }
  requestBody.isWhole = failure === null || req.complete
  responseBody.isWhole = failure === null
  return {
    number,
    method: req.method ?? '',
    path: targetOf(req.url ?? '/'),
    requestHeaders: req.rawHeaders,
    requestBody,
    responseBody,
    failure,
    startedAt,
    sentAtMs,
    respondedAtMs,
    status: response?.statusCode ?? null,
    responseHeaders: response ? rawHeadersOf(response) : [],
  }
}

const clientLeft: Failure = { kind: 'aborted', message: 'the client left before the response was complete' }

/** Sends the request to the service. Resolves when the head of its response has arrived. */
function send(
  req: IncomingMessage,
  { upstream, requestBody, signal }: { upstream: Upstream; requestBody: BodyCopy; signal: AbortSignal },
): Promise<Dispatcher.ResponseData> {
  const announcesBody = 'content-length' in req.headers || 'transfer-encoding' in req.headers
  const { origin, dispatcher, headersFor } = upstream
  return dispatcher.request({
    origin,
    signal,
    responseHeaders: 'raw',
    method: req.method ?? 'GET',
    path: targetOf(req.url ?? '/'),
    headers: headersFor(requestHeaders(req.rawHeaders, new URL(origin).host)),
    body: announcesBody ? Readable.from(copyWhileReading(req, requestBody), { objectMode: false }) : null,
  })
}

async function* copyWhileReading(req: IncomingMessage, copy: BodyCopy): AsyncGenerator<Buffer> {
  for await (const chunk of req as AsyncIterable<Buffer>) {
    copy.add(chunk)
    yield chunk
  }
}

/** With the option `responseHeaders: 'raw'` undici returns a flat list, although its types say otherwise. */
function rawHeadersOf(response: Dispatcher.ResponseData): RawHeaders {
  return response.headers as unknown as RawHeaders
}

/** Writes status and headers of the response at once, before its body arrives. Returns the body. */
function beginResponse(
  res: ServerResponse,
  response: Dispatcher.ResponseData,
  { origin, ownOrigin }: Upstream,
): AsyncIterable<Buffer> | readonly Buffer[] {
  const { statusCode: status, statusText } = response
  const forwarded = writableHeaders(responseHeaders(rawHeadersOf(response), origin, ownOrigin()))
  // a 204 must not announce a length, and some clients would wait for its bytes. RFC 9110 §8.6
  const headers = status === 204 ? without(forwarded, 'content-length') : forwarded
  res.sendDate = false
  res.writeHead(status, writableReason(statusText), headers)
  // undici would wait for the bytes that a 204 or a 304 announces, which never come. RFC 9112 §6.3
  if (status === 204 || status === 304) {
    response.body.on('error', () => undefined).destroy()
    return []
  }
  // sends the headers without the body; `flushHeaders` would write them as UTF-8 and change bytes above 127
  res.write('', 'latin1')
  return response.body
}

/** Responds to the client when the service could not be reached, or its response was not HTTP. */
function respondBadGateway(res: ServerResponse, { kind, message }: Failure): void {
  const status = kind === 'timeout' ? 504 : 502
  const body = JSON.stringify({ error: { type: 'BAD_GATEWAY', message: kind, description: message } })
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}
