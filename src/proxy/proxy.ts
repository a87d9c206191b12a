import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'
import { AnswerStream, announcedBytes, forbidsBody } from '../client/answer-stream.js'
import { failureOf } from '../client/failure.js'
import { directNetwork, type Network } from '../client/network.js'
import { type Clock, systemClock } from '../clock.js'
import { targetOf } from '../exchange/address.js'
import type { Failure } from '../exchange/exchange.js'
import { type Misread, readMisread, surplusOf } from '../exchange/misread.js'
import {
  answerHeaders,
  type RawHeaders,
  rawHeader,
  requestHeaders,
  withoutTrailer,
  writableHeaders,
  writableReason,
} from './headers.js'
import { KeptBody, noBody, noBodyBut } from './kept-body.js'
import type { Passed } from './passed.js'
import { poolTo, type ServicePool } from './pool.js'
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

interface Route {
  /** Of the service, and its name with its port. */
  readonly origin: string
  readonly host: string
  readonly own: string
  readonly pool: ServicePool
  readonly clock: Clock
  readonly originMs: number
  readonly keptBodyBytes: number
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
  const route = { origin, host: serviceHost, own: '', pool, clock, originMs, keptBodyBytes }
  let count = 0

  const server = createServer(serverOptions(options.requestTimeoutMs ?? 300_000), (req, res) => {
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
  server.on('connect', (_req, socket) => socket.destroy())
  server.on('clientError', (error: ParserError, socket) => {
    const passage = sockets.get(socket)
    if (passage?.overrun(socket, error)) return
    const reason = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
    const misread = error.code === 'HPE_INVALID_METHOD' && error.rawPacket && readMisread(error.rawPacket)
    if (misread && (passage?.isOver ?? true)) admit(() => onPassed(refusedRequest(++count, misread, route)))
    if (socket.writable) socket.end(`HTTP/1.1 ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    else socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  const { port } = server.address() as AddressInfo
  const url = `http://${urlHost(host)}:${port}`
  route.own = url
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

/** What Node's parser tells of bytes that it gives up on. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** A request that Node's parser refused: it never reached the service, and is told as it was written. */
function refusedRequest(number: number, { method, target, headers, body }: Misread, route: Route): Passed {
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
  }
}

interface Call {
  readonly number: number
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** One request on its way through, and its answer on the way back. */
class Passage implements Dispatcher.DispatchHandler {
  slot = 0
  readonly #number: number
  readonly #path: string
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #route: Route
  readonly #done: (passage: Passage, passed: Passed) => void
  readonly #arrivedAtMs: number
  readonly #startedAtMs: number
  #sent: KeptBody | null = null
  #received: KeptBody | null = null
  #controller: Dispatcher.DispatchController | null = null
  #status: number | null = null
  #answerHeaders: RawHeaders = []
  #answeredAtMs: number | null = null
  #hasBody = false
  #stream: AnswerStream | null = null
  #sentSurplus = 0
  #surplusBytes = 0
  #isOver = false
  #hasLeft = false

  constructor({ number, req, res }: Call, route: Route, done: (passage: Passage, passed: Passed) => void) {
    this.#number = number
    this.#path = targetOf(req.url ?? '/')
    this.#req = req
    this.#res = res
    this.#route = route
    this.#done = done
    this.#arrivedAtMs = route.clock.now()
    this.#startedAtMs = route.clock.wall().getTime()
    res.on('close', () => this.leave())
  }

  /** Sends the request on, unless the client has left meanwhile. */
  begin(): void {
    if (this.#isOver) return
    const { origin, host, pool } = this.#route
    const req = this.#req
    const hasBody = announcesBody(req.rawHeaders)
    this.#hasBody = hasBody
    try {
      pool.dispatcher.dispatch(
        {
          origin,
          method: (req.method ?? 'GET') as Dispatcher.HttpMethod,
          path: this.#path,
          headers: pool.headersOf(requestHeaders(req.rawHeaders, host)),
          body: hasBody ? req : null,
        },
        this,
      )
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Bytes went beyond the request, which came whole: its answer is still due, and the connection ends with it. */
  overrun(socket: Duplex, { rawPacket, bytesParsed = 0 }: ParserError): boolean {
    if (this.#isOver || this.#sentSurplus > 0 || bytesParsed === 0 || !rawPacket) return false
    const announced = Number(rawHeader(this.#req.rawHeaders, 'content-length')) || 0
    this.#sentSurplus = surplusOf(rawPacket, bytesParsed, announced)
    this.#res.on('close', () => socket.end())
    return true
  }

  /** The client has left, or everything ends: the service is told by a closed connection. */
  leave(): void {
    if (this.#isOver) return
    this.#hasLeft = true
    const failure: Failure = { kind: 'aborted', message: 'the client left before the answer was complete' }
    this.#end(failure)
    this.#controller?.abort(new Error(failure.message))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // not before: a listener lets the body flow, and none of it may pass before the service's connection is there
    if (this.#controller === null && this.#hasBody) {
      const sent = new KeptBody(this.#route.keptBodyBytes)
      this.#sent = sent
      this.#req.on('data', (chunk: Buffer) => sent.add(chunk))
    }
    this.#controller = controller
    if (this.#hasLeft) controller.abort(new Error('the client left'))
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    statusMessage?: string,
  ): void {
    const raw = textsOf(controller.rawHeaders)
    if (status < 200) return this.#interim(status, raw)
    this.#status = status
    this.#stream = AnswerStream.reading
    this.#answerHeaders = raw
    this.#head(status, writableReason(statusMessage ?? ''), raw)
    // complete, whatever length it announces: there are no further bytes, and the parser would wait for them in vain
    if (forbidsBody(status)) return this.#complete()
    // a client that waits for the head must not wait for the body
    if (rawHeader(raw, 'content-length') === null) this.#res.flushHeaders()
  }

  #head(status: number, reason: string, raw: RawHeaders): void {
    const { origin, own } = this.#route
    this.#res.sendDate = false
    const passed = writableHeaders(answerHeaders(raw, origin, own))
    try {
      this.#res.writeHead(status, reason, passed)
    } catch {
      this.#res.writeHead(status, reason, withoutTrailer(passed))
    }
  }

  #complete(): void {
    this.#answeredAtMs = this.#route.clock.now()
    const announced = announcedBytes(this.#status ?? 0, (name) => rawHeader(this.#answerHeaders, name))
    this.#surplusBytes = this.#stream?.takeSurplus(announced) ?? 0
    this.#res.end()
    this.#end(null)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received ??= new KeptBody(this.#route.keptBodyBytes)
    this.#received.add(chunk)
    if (this.#res.write(chunk)) return
    controller.pause()
    this.#res.once('drain', () => controller.resume())
  }

  onResponseEnd(_controller: Dispatcher.DispatchController, trailers: unknown): void {
    if (this.#isOver) return
    this.#trailers(trailers as Record<string, string> | null)
    this.#complete()
  }

  #trailers(named: Record<string, string> | null): void {
    if (!named || Object.keys(named).length === 0 || !this.#res.chunkedEncoding) return
    const pairs = writableHeaders(Object.entries(named).flat())
    this.#res.addTrailers(
      Object.fromEntries(pairs.flatMap((name, i) => (i % 2 === 0 ? [[name, pairs[i + 1] ?? '']] : []))),
    )
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error)
  }

  /** 1xx answers pass, those that HTTP knows how to pass on; a hint that cannot be written is dropped, for it is a hint. */
  #interim(status: number, raw: RawHeaders): void {
    if (this.#req.httpVersionMinor === 0) return
    const link = status === 103 ? rawHeader(raw, 'link') : null
    try {
      if (status === 102) this.#res.writeProcessing()
      if (link !== null) this.#res.writeEarlyHints({ link })
    } catch {}
  }

  #fail(error: Error): void {
    if (this.#isOver) return
    const failure = failureOf(error)
    if (this.#res.headersSent) this.#res.destroy()
    else refuse(this.#res, failure)
    this.#end(failure)
  }

  #end(failure: Failure | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#done(this, this.#passed(failure))
  }

  #passed(failure: Failure | null): Passed {
    const { originMs } = this.#route
    const isWhole = failure === null
    return {
      number: this.#number,
      method: this.#req.method ?? '',
      path: this.#path,
      requestHeaders: this.#req.rawHeaders,
      sent:
        this.#sent?.passed(isWhole || this.#req.complete, this.#sentSurplus) ?? noBodyBut(this.#sentSurplus),
      status: this.#status,
      answerHeaders: this.#answerHeaders,
      received: this.#received?.passed(isWhole, this.#surplusBytes) ?? noBodyBut(this.#surplusBytes),
      failure,
      startedAtMs: this.#startedAtMs,
      sentAtMs: this.#arrivedAtMs - originMs,
      answeredAtMs: this.#answeredAtMs === null ? null : this.#answeredAtMs - originMs,
    }
  }
}

function announcesBody(raw: RawHeaders): boolean {
  return rawHeader(raw, 'content-length') !== null || rawHeader(raw, 'transfer-encoding') !== null
}

/** The service could not be reached, or did not speak HTTP. */
function refuse(res: ServerResponse, { kind, message }: Failure): void {
  const status = kind === 'timeout' ? 504 : 502
  const body = JSON.stringify({ error: { type: 'BAD_GATEWAY', message: kind, description: message } })
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}

/** Latin-1 keeps every byte, so that a value passes as it came. */
function textsOf(raw: Dispatcher.DispatchController['rawHeaders']): string[] {
  if (!Array.isArray(raw)) return []
  return raw.map((one) => (typeof one === 'string' ? one : one.toString('latin1')))
}

function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
