import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createProxyAgent, directNetwork, type Network, takesProxy, tlsOptions } from '../client/network.js'
import { targetOf } from '../exchange/address.js'
import { headerPairs } from '../exchange/raw-headers.js'
import { type RefusedRequest, readRefusedRequest, type Unread } from '../exchange/refused-request.js'
import { type Clock, systemClock } from '../node/clock.js'
import { callableHost, listening, type ParserError } from '../node/listening.js'
import { BodyCopy } from './body-copy.js'
import { type ForwardedExchange, forward, type Upstream } from './forward.js'

export interface ProxyOptions {
  /** Address of the service with its version prefix: `https://host/Api/v3`. */
  readonly target: string
  /** Default: `127.0.0.1`, this machine alone. */
  readonly host?: string | undefined
  /** Default: 0, any free port. */
  readonly port?: number | undefined
  /** Bytes of each body that are kept. */
  readonly keptBodyBytes: number
  /** Most connections to the service. Default: 4,096, so that slow uploads leave room for other requests. */
  readonly connections?: number
  /** Milliseconds within which a request must have arrived whole; then it is refused with 408. Default: 300,000. */
  readonly requestTimeoutMs?: number
  /** Milliseconds to connect. Default: 10,000. The response itself has no time limit: that is between the service and its client. */
  readonly connectTimeoutMs?: number
  /** Default: directly, with Node's own certificate authorities. */
  readonly network?: Network
  readonly clock?: Clock
  /** The clock's milliseconds that exchanges count from. Default: now. */
  readonly originMs?: number
  /** Called for each request when it begins. */
  readonly onRequest?: () => void
  /** Called for each exchange once it is over, in the order of their ends. */
  readonly onForwarded: (forwarded: ForwardedExchange) => void
  /** Called for what is no HTTP request, or names no host. */
  readonly onUnread?: (unread: Unread) => void
}

export interface ProxyListener {
  /** `http://127.0.0.1:54321`, without a path. */
  readonly url: string
  /** With the version prefix: what clients are configured with. */
  readonly baseUrl: string
  readonly port: number
  /** Requests that are not over yet. */
  readonly underWay: number
  /** Ends the listener and every connection. What was under way is then over, as far as it came. */
  close(): Promise<void>
}

/** A reverse proxy that streams both ways and keeps a bounded copy. Nothing that is recorded changes what passes. */
export async function startProxy(options: ProxyOptions): Promise<ProxyListener> {
  const { clock = systemClock, host = '127.0.0.1', onRequest = () => {}, onForwarded } = options
  const target = new URL(options.target)
  let url = ''
  const upstream: Upstream = {
    origin: target.origin,
    clock,
    keptBodyBytes: options.keptBodyBytes,
    ...(await connectTo(target.origin, options)),
    originMs: options.originMs ?? clock.now(),
    ownOrigin: () => url,
  }
  const sockets = new Set<Duplex>()
  const underWay = new Set<Promise<void>>()
  let count = 0
  const reportUnread = (reason = 'UNKNOWN') => options.onUnread?.({ reason, host: null, after: count })

  const server = createServer(serverOptions(options.requestTimeoutMs ?? 300_000), (req, res) => {
    if (req.headers.host === undefined && req.httpVersionMinor === 1) {
      reportUnread('HOST_MISSING')
      return void res.writeHead(400, { Connection: 'close', 'Content-Length': 0 }).end()
    }
    onRequest()
    const over = forward(++count, req, res, upstream).then((forwarded) => {
      underWay.delete(over)
      onForwarded(forwarded)
    })
    underWay.add(over)
  })
  server.on('connection', (socket: Socket) => {
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('connect', (_req, socket) => socket.destroy())
  server.on('clientError', (error: ParserError, socket) => {
    const reason = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
    const misread =
      error.code === 'HPE_INVALID_METHOD' && error.rawPacket && readRefusedRequest(error.rawPacket)
    if (misread) {
      onRequest()
      onForwarded(forwardedRefusal(++count, misread, upstream))
    }
    // A client that just left brings no bytes.
    else if (error.rawPacket !== undefined) reportUnread(error.code)
    if (socket.writable) socket.end(`HTTP/1.1 ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    else socket.destroy()
  })
  const port = await listening(server, { port: options.port ?? 0, host })
  url = `http://${callableHost(host)}:${port}`
  return {
    url,
    port,
    baseUrl: url + target.pathname.replace(/\/$/, ''),
    get underWay() {
      return underWay.size
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
      await Promise.all(underWay)
      await upstream.dispatcher.destroy().catch(() => undefined)
    },
  }
}

/** Uses the proxy of the environment if there is one. Certificates are always checked. */
async function connectTo(
  origin: string,
  { network = directNetwork, connectTimeoutMs: timeoutMs = 10_000, connections = 4096 }: ProxyOptions,
): Promise<Pick<Upstream, 'dispatcher' | 'headersFor'>> {
  const undici = await import('undici')
  const tls = await tlsOptions(network)
  const limits = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 262_144 }
  if (!takesProxy(origin, network)) {
    const connect = { timeout: timeoutMs, ...tls }
    return { dispatcher: new undici.Pool(origin, { ...limits, connect }), headersFor: (raw) => raw }
  }
  // undici's agent for proxies turns an array into a record, in which only the last of repeated headers survives. A set it passes on.
  const headersFor = (raw: string[]) =>
    new Set(headerPairs(raw).map(([name, value]): [string, string] => [name, value]))
  return { dispatcher: createProxyAgent(undici, { network, tls, timeoutMs }, limits), headersFor }
}

/** A request that Node's parser refused: it never reached the service, and is recorded as it was written. */
function forwardedRefusal(
  number: number,
  { method, target, headers, body }: RefusedRequest,
  { clock, originMs, keptBodyBytes }: Upstream,
): ForwardedExchange {
  const sentAtMs = clock.now() - originMs
  const requestBody = new BodyCopy(keptBodyBytes)
  const responseBody = new BodyCopy(0)
  requestBody.add(body)
  requestBody.isWhole = true
  responseBody.isWhole = true
  return {
    number,
    method,
    path: targetOf(target),
    requestHeaders: headers.flat(),
    requestBody,
    status: 400,
    responseHeaders: ['Connection', 'close'],
    responseBody,
    failure: null,
    startedAt: clock.wall().toISOString(),
    sentAtMs,
    respondedAtMs: sentAtMs,
  }
}

/** Node checks for late requests at an interval only, so the interval is no longer than the time-out. */
function serverOptions(requestTimeout: number) {
  return {
    maxHeaderSize: 262_144,
    requestTimeout,
    headersTimeout: Math.min(60_000, requestTimeout),
    connectionsCheckingInterval: Math.min(5_000, requestTimeout),
    keepAliveTimeout: 60_000,
    // We refuse such a request ourselves, so that it is reported. RFC 9112 §3.2
    requireHostHeader: false,
  }
}
