import { createServer } from 'node:http'
import { createProxyAgent, directNetwork, type Network, tlsOptions, usesProxy } from '../client/network.js'
import { targetOf } from '../exchange/address.js'
import { headerPairs } from '../exchange/raw-headers.js'
import {
  type MalformedRequest,
  type RefusedRequest,
  readRefusedRequest,
} from '../exchange/refused-request.js'
import { type Clock, systemClock } from '../node/clock.js'
import { callableHost, listening, type ParserError } from '../node/listening.js'
import { BodyCopy } from './body-copy.js'
import { type ForwardedExchange, forward, type Upstream } from './forward.js'

export interface ProxyOptions {
  /** Base address of the service: `https://host/Api/v3`. */
  readonly target: string
  /** Host to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  readonly host?: string | undefined
  /** Default: 0, any free port. */
  readonly port?: number | undefined
  /** How many bytes of each body are kept. */
  readonly keptBodyBytes: number
  /** Time limit for receiving a request from the client, which is then refused with 408. Default: 300,000. */
  readonly requestTimeoutMs?: number
  /** Time limit for connecting to the service. Default: 10,000. The response has none, because only the client may decide that. */
  readonly connectTimeoutMs?: number
  /** Default: no proxy, and Node's own certificate authorities. */
  readonly network?: Network
  readonly clock?: Clock
  /** The clock's time that is 0 ms in the exchanges. Default: now. */
  readonly originMs?: number
  /** Called for each request when it begins. */
  readonly onRequest?: () => void
  /** Called for each exchange when it is over. */
  readonly onForwarded: (forwarded: ForwardedExchange) => void
  /** Called for bytes that are no HTTP request, and for requests without a `Host`. */
  readonly onMalformedRequest?: (request: MalformedRequest) => void
}

export interface ProxyListener {
  /** `http://127.0.0.1:54321`, without a path. */
  readonly url: string
  /** The base address for clients: `http://127.0.0.1:54321/Api/v3`. */
  readonly baseUrl: string
  readonly port: number
  /** Number of requests that are not over yet. */
  readonly openRequests: number
  /** Stops listening and closes every connection. Exchanges in progress end as incomplete. */
  close(): Promise<void>
}

/** Starts a reverse proxy. It passes a copy of each exchange to `onForwarded`, which `watch-proxy.ts` records and grades. */
export async function startProxy(options: ProxyOptions): Promise<ProxyListener> {
  const { clock = systemClock, host = '127.0.0.1', onRequest = () => {}, onForwarded } = options
  const target = new URL(options.target)
  let url = '' // known once the server listens
  const upstream: Upstream = {
    origin: target.origin,
    clock,
    keptBodyBytes: options.keptBodyBytes,
    ...(await connectTo(target.origin, options)),
    originMs: options.originMs ?? clock.now(),
    ownOrigin: () => url,
  }
  const underWay = new Set<Promise<void>>() // exchanges that are not over, for which `close` waits
  let count = 0
  const reportMalformed = (reason = 'UNKNOWN') =>
    options.onMalformedRequest?.({ reason, host: null, after: count })

  const { requestTimeoutMs: requestTimeout = 300_000 } = options
  const serverOptions = {
    maxHeaderSize,
    requestTimeout,
    headersTimeout: Math.min(60_000, requestTimeout),
    connectionsCheckingInterval: Math.min(5_000, requestTimeout), // how often Node checks these limits
    keepAliveTimeout: 60_000,
    requireHostHeader: false, // we refuse such requests ourselves, so that they are reported. RFC 9112 §3.2
  }
  const server = createServer(serverOptions, (req, res) => {
    // HTTP/1.0 does not require a `Host`
    if (req.headers.host === undefined && req.httpVersionMinor === 1) {
      reportMalformed('HOST_MISSING')
      return void res.writeHead(400, { Connection: 'close', 'Content-Length': 0 }).end()
    }
    onRequest()
    const ended = forward(++count, req, res, upstream).then((forwarded) => {
      underWay.delete(ended)
      onForwarded(forwarded)
    })
    underWay.add(ended)
  })
  server.on('connect', (_req, socket) => socket.destroy()) // a tunnel (CONNECT) could not be recorded
  server.on('clientError', ({ code, rawPacket }: ParserError, socket) => {
    const status = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
    const refused = code === 'HPE_INVALID_METHOD' && rawPacket && readRefusedRequest(rawPacket)
    if (refused) {
      onRequest()
      onForwarded(forwardedRefusal(++count, refused, upstream))
    } else if (rawPacket !== undefined) reportMalformed(code) // without bytes, the client has only closed its connection
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    else socket.destroy()
  })
  const port = await listening(server, { port: options.port ?? 0, host })
  url = `http://${callableHost(host)}:${port}`
  return {
    url,
    port,
    baseUrl: url + target.pathname.replace(/\/$/, ''),
    get openRequests() {
      return underWay.size
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      await Promise.all(underWay)
      await upstream.dispatcher.destroy().catch(() => undefined)
    },
  }
}

/** In bytes. Larger than Node's default of 16 KB, because the proxy must not refuse headers that client and service accept. */
const maxHeaderSize = 262_144

/** Creates the connections to the service, through the proxy of the environment if there is one. */
async function connectTo(
  origin: string,
  { network = directNetwork, connectTimeoutMs: timeoutMs = 10_000 }: ProxyOptions,
): Promise<Pick<Upstream, 'dispatcher' | 'headersFor'>> {
  const undici = await import('undici')
  const tls = await tlsOptions(network)
  // 0 means no limit, because only the client decides how long it waits
  const limits = { connections: 4096, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize }
  if (!usesProxy(origin, network)) {
    const connect = { timeout: timeoutMs, ...tls }
    return { dispatcher: new undici.Pool(origin, { ...limits, connect }), headersFor: (raw) => raw }
  }
  // undici's agent for proxies keeps only the last of repeated headers in a list, but all of them in a set of pairs
  const headersFor = (raw: string[]) =>
    new Set(headerPairs(raw).map(([name, value]): [string, string] => [name, value]))
  return { dispatcher: createProxyAgent(undici, { network, tls, timeoutMs }, limits), headersFor }
}

/** The exchange of a request that Node's parser refused. It was not forwarded; we responded with 400. */
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
