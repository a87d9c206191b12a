import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { directNetwork, type Network } from '../client/network.js'
import { type Clock, systemClock } from '../clock.js'
import { targetOf } from '../exchange/address.js'
import { type Misread, readMisread, type Unread } from '../exchange/misread.js'
import { answerHalfClosed } from '../half-closed.js'
import { callableHost, listening, type ParserError } from '../listening.js'
import { noBody } from './kept-body.js'
import { answeredBy, askedBy } from './onward.js'
import { Passage, type ServiceRoute } from './passage.js'
import type { Passed } from './passed.js'
import { poolTo } from './pool.js'
import { UnderWay } from './under-way.js'

/**
 * A reverse proxy before the real service. Bytes pass as they come, in both directions and at the pace of the slower side; what is
 * recorded is a bounded copy, handed on when the exchange is over. Nothing that is recorded changes what passes.
 */

export interface ProxyOptions {
  /** Address of the service with its version prefix: `https://host/Api/v3`. */
  readonly target: string
  /** Default: `127.0.0.1`, this machine alone. */
  readonly host?: string
  /** Default: 0, any free port. */
  readonly port?: number
  /** Bytes of each body that are kept. */
  readonly keptBodyBytes: number
  /** Connections to the service at most. Default: 4,096, so that slow uploads leave room for others, as they would without us. */
  readonly connections?: number
  /** Milliseconds within which a request must have arrived whole; then it is refused with 408. Default: 300,000. */
  readonly requestTimeoutMs?: number
  /** Milliseconds to connect. Default: 10,000. How long the service takes to answer is between it and its client. */
  readonly connectTimeoutMs?: number
  /** How the service is reached. Default: directly, with Node's own authorities. */
  readonly network?: Network
  readonly clock?: Clock
  /** The clock's milliseconds that exchanges count from. Default: now. */
  readonly originMs?: number
  /** Lets a request pass, now or when there is room to record it. Default: now. */
  readonly admit?: (begin: () => void) => void
  /** Hears of each exchange once it is over, in the order of their ends: as many as were admitted. */
  readonly onPassed: (passed: Passed) => void
  readonly onUnread?: (unread: Unread) => void
}

export interface ProxyListener {
  /** `http://127.0.0.1:54321`, without a path. */
  readonly url: string
  /** With the version prefix: what clients are configured with. */
  readonly baseUrl: string
  readonly port: number
  /** Requests under way. */
  readonly underWay: number
  /** Ends the listener and every connection; what was under way has then passed, as far as it came. */
  close(): Promise<void>
}

export async function startProxy(options: ProxyOptions): Promise<ProxyListener> {
  const { clock = systemClock, host = '127.0.0.1', admit = (begin) => begin(), onPassed } = options
  const target = new URL(options.target)
  const originMs = options.originMs ?? clock.now()
  const pool = await poolTo(target.origin, {
    network: options.network ?? directNetwork,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    connections: options.connections ?? 4096,
  })
  const underWay = new UnderWay<Passage>()
  /** Open connections, each with its newest request. */
  const sockets = new Map<Duplex, Passage | null>()
  const { origin, host: serviceHost } = target
  const { keptBodyBytes } = options
  let url = ''
  const route = {
    ...{ origin, pool, clock, originMs, keptBodyBytes },
    asked: askedBy(serviceHost),
    answered: answeredBy(origin, () => url),
  }
  let count = 0
  const tellUnread = (reason = 'UNKNOWN') => options.onUnread?.({ reason, host: null, after: count })

  const server = createServer(serverOptions(options.requestTimeoutMs ?? 300_000), (req, res) => {
    if (req.headers.host === undefined && req.httpVersionMinor === 1) {
      tellUnread('HOST_MISSING')
      return void res.writeHead(400, { Connection: 'close', 'Content-Length': 0 }).end()
    }
    const passage = new Passage({ number: ++count, req, res }, route, (ended, passed) => {
      underWay.delete(ended)
      onPassed(passed)
    })
    underWay.add(passage)
    sockets.set(req.socket, passage)
    admit(() => passage.begin())
  })
  server.on('connection', (socket: Socket) => {
    socket.setNoDelay(true)
    sockets.set(socket, null)
    socket.on('close', () => sockets.delete(socket))
  })
  answerHalfClosed(server, (socket) => sockets.get(socket)?.ageMs ?? null)
  server.on('connect', (_req, socket) => socket.destroy())
  server.on('clientError', (error: ParserError, socket) => {
    const passage = sockets.get(socket)
    if (passage?.overrun(socket, error)) return
    const reason = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
    const misread = error.code === 'HPE_INVALID_METHOD' && error.rawPacket && readMisread(error.rawPacket)
    if (misread && (passage?.isOver ?? true)) admit(() => onPassed(refusedRequest(++count, misread, route)))
    // a mere end comes without bytes
    else if (error.rawPacket !== undefined) tellUnread(error.code)
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
      for (const socket of sockets.keys()) socket.destroy()
      await closed
      for (const passage of underWay.all()) passage.leave()
      await pool.dispatcher.destroy().catch(() => undefined)
    },
  }
}

/** A request that Node's parser refused: it never reached the service, and is told as it was written. */
function refusedRequest(
  number: number,
  { method, target, headers, body }: Misread,
  route: ServiceRoute,
): Passed {
  const sentAtMs = route.clock.now() - route.originMs
  const sizeBytes = body.length
  return {
    number,
    method,
    path: targetOf(target),
    requestHeaders: headers.flat(),
    sent: { ...noBody, chunks: [body], keptBytes: sizeBytes, sizeBytes },
    status: 400,
    answerHeaders: ['Connection', 'close'],
    received: noBody,
    failure: null,
    startedAtMs: route.clock.wall().getTime(),
    sentAtMs,
    answeredAtMs: sentAtMs,
  }
}

/** Node looks for late requests every so often only. */
function serverOptions(requestTimeout: number) {
  return {
    maxHeaderSize: 262_144,
    requestTimeout,
    headersTimeout: Math.min(60_000, requestTimeout),
    connectionsCheckingInterval: Math.min(5_000, requestTimeout),
    keepAliveTimeout: 60_000,
    // we refuse it ourselves, to tell of it. RFC 9112 §3.2
    requireHostHeader: false,
  }
}
