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
export function forward(
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
  let status: number | null = null
  let rawHeaders: RawHeaders = []
  let hasClientLeft = false
  return new Promise((resolve) => {
    const settle = (failure: Failure | null, respondedAtMs: number | null): void => {
      requestBody.isWhole = failure === null || req.complete
      responseBody.isWhole = failure === null
      resolve({
        number,
        method: req.method ?? '',
        path: targetOf(req.url ?? '/'),
        requestHeaders: req.rawHeaders,
        requestBody,
        status,
        responseHeaders: rawHeaders,
        responseBody,
        failure,
        startedAt,
        sentAtMs,
        respondedAtMs,
      })
    }
    const complete = (): void => {
      const respondedAtMs = clock.now() - originMs
      res.end()
      settle(null, respondedAtMs)
    }
    send(req, upstream, requestBody, {
      onRequestStart(controller) {
        const abortUnlessSent = () => {
          hasClientLeft = !res.writableFinished
          if (hasClientLeft) controller.abort(new Error(clientLeft.message))
        }
        if (res.closed) abortUnlessSent()
        else res.once('close', abortUnlessSent)
      },
      onResponseStart(controller, statusCode, _headers, reason = '') {
        if (statusCode < 200) return // interim responses such as 103 are not forwarded
        status = statusCode
        rawHeaders = (controller.rawHeaders as Buffer[]).map((bytes) => bytes.toString('latin1'))
        writeHead(res, { status, reason, rawHeaders }, upstream)
        // they have no body, even if they announce a length, and undici calls that an error. RFC 9112 §6.3
        if (status === 204 || status === 304) complete()
        // most responses are complete at once, and their head leaves together with the body
        else setImmediate(() => sendHeadAlone(res, responseBody))
      },
      onResponseData(controller, chunk) {
        responseBody.add(chunk)
        if (res.write(chunk)) return
        controller.pause()
        res.once('drain', () => controller.resume())
      },
      onResponseEnd() {
        if (!res.writableEnded) complete() // a 204 or 304 is complete already
      },
      onResponseError(_controller, error) {
        if (res.writableEnded) return
        const failure = hasClientLeft ? clientLeft : failureOf(error)
        if (res.headersSent) res.destroy()
        else respondBadGateway(res, failure)
        settle(failure, null)
      },
    })
  })
}

const clientLeft: Failure = { kind: 'aborted', message: 'the client left before the response was complete' }

function send(
  req: IncomingMessage,
  { origin, dispatcher, headersFor }: Upstream,
  requestBody: BodyCopy,
  handler: Dispatcher.DispatchHandler,
): void {
  const announcesBody = 'content-length' in req.headers || 'transfer-encoding' in req.headers
  const options: Dispatcher.DispatchOptions = {
    origin,
    method: req.method ?? 'GET',
    path: targetOf(req.url ?? '/'),
    headers: headersFor(requestHeaders(req.rawHeaders, new URL(origin).host)),
    body: announcesBody ? Readable.from(copyWhileReading(req, requestBody), { objectMode: false }) : null,
  }
  dispatcher.dispatch(options, handler)
}

async function* copyWhileReading(req: IncomingMessage, copy: BodyCopy): AsyncGenerator<Buffer> {
  for await (const chunk of req as AsyncIterable<Buffer>) {
    copy.add(chunk)
    yield chunk
  }
}

/** Prepares status and headers of the response. Node sends them with the first bytes of the body. */
function writeHead(
  res: ServerResponse,
  { status, reason, rawHeaders }: { status: number; reason: string; rawHeaders: RawHeaders },
  { origin, ownOrigin }: Upstream,
): void {
  const forwarded = writableHeaders(responseHeaders(rawHeaders, origin, ownOrigin()))
  res.sendDate = false
  // a 204 must not announce a length, and some clients would wait for its bytes. RFC 9110 §8.6
  const headers = status === 204 ? without(forwarded, 'content-length') : forwarded
  res.writeHead(status, writableReason(reason), headers)
}

/** Sends status and headers if the body has not begun. `flushHeaders` would write them as UTF-8 and change bytes above 127. */
function sendHeadAlone(res: ServerResponse, body: BodyCopy): void {
  if (body.sizeBytes === 0 && !res.writableEnded && !res.destroyed) res.write('', 'latin1')
}

/** Responds to the client when the service could not be reached, or its response was not HTTP. */
function respondBadGateway(res: ServerResponse, { kind, message }: Failure): void {
  const status = kind === 'timeout' ? 504 : 502
  const body = JSON.stringify({ error: { type: 'BAD_GATEWAY', message: kind, description: message } })
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}
