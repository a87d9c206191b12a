import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Dispatcher, Pool } from 'undici'
import { contentEncodings } from '../client/decode.js'
import { failureOf } from '../client/failure.js'
import { directNetwork, tlsOptions } from '../client/network.js'
import { type Clock, systemClock } from '../clock.js'
import { targetOf } from '../exchange/address.js'
import { type Channel, type Exchange, type Failure, headerValues } from '../exchange/exchange.js'
import { createMasker, type Masker, record } from '../exchange/masking.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import {
  answerHeaders,
  pairs,
  type RawHeaders,
  rawHeader,
  requestHeaders,
  withoutTrailer,
  writableHeaders,
  writableReason,
} from './headers.js'
import { type KeptBody, keepBody } from './kept-body.js'

/**
 * A reverse proxy before the real service. Bytes pass as they come, in both directions and at the pace of the slower side; what is
 * recorded is a bounded copy, masked when the exchange is over. Nothing that it records changes what passes.
 */

export interface ProxyOptions {
  /** Address of the service with its version prefix: `https://host/Api/v3`. */
  readonly target: string
  /** null: known by its shape. */
  readonly tokenUrl?: string | null
  /** Default: `127.0.0.1`, this machine alone. */
  readonly host?: string
  /** Default: 0, any free port. */
  readonly port?: number
  /** Bytes of each body that are kept. Default: the masker's. */
  readonly keptBodyBytes?: number
  /** Connections to the service at most. Default: 4,096, so that slow uploads leave room for others, as they would without us. */
  readonly connections?: number
  /** Milliseconds within which a request must have arrived whole; then it is refused with 408. Default: 300,000. */
  readonly requestTimeoutMs?: number
  /** Milliseconds to connect. Default: 10,000. How long the service takes to answer is between it and its client. */
  readonly connectTimeoutMs?: number
  /** Further certificates to trust, PEM, beside those that Node trusts. */
  readonly ca?: string
  readonly clock?: Clock
  readonly masker?: Masker
  /** The clock's milliseconds that exchanges count from. Default: now. */
  readonly originMs?: number
  /** Hears of each exchange once it is over and safe to keep, in the order of their ends. */
  readonly onExchange: (exchange: Exchange) => void
}

export interface ProxyListener {
  /** `http://127.0.0.1:54321`, without a path. */
  readonly url: string
  /** With the version prefix: what clients are configured with. */
  readonly baseUrl: string
  readonly port: number
  /** Requests under way. */
  readonly underWay: number
  /** Ends the listener and every connection, then records what was under way. */
  close(): Promise<void>
}

interface Route {
  readonly target: URL
  readonly own: string
  readonly pool: Pool
  readonly clock: Clock
  readonly keptBodyBytes: number
}

export async function startProxy(options: ProxyOptions): Promise<ProxyListener> {
  const { clock = systemClock, masker = createMasker(), host = '127.0.0.1' } = options
  const { Pool: UndiciPool, buildConnector } = await import('undici')
  const target = new URL(options.target)
  const originMs = options.originMs ?? clock.now()
  const connect = buildConnector({
    timeout: options.connectTimeoutMs ?? 10_000,
    ...(await tlsOptions({ ...directNetwork, ca: options.ca ?? null })),
  })
  const pool = new UndiciPool(target.origin, {
    connect,
    connections: options.connections ?? 4096,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 262_144,
  })
  const recorder = createRecorder(masker, options.onExchange)
  const underWay = new Set<Passage>()
  const sockets = new Set<Socket>()
  const route = { target, own: '', pool, clock, keptBodyBytes: options.keptBodyBytes ?? masker.maxBodyBytes }
  const channelOf = channelTeller(options.tokenUrl ?? null, target)
  let count = 0

  const server = createServer(serverOptions(options.requestTimeoutMs ?? 300_000), (req, res) => {
    const passage = new Passage(`e${++count}`, req, res, route, (ended) => {
      underWay.delete(ended)
      recorder.add({ keptBytes: ended.keptBytes, make: () => ended.raw(originMs, channelOf) })
    })
    underWay.add(passage)
    passage.begin()
  })
  server.on('connection', (socket: Socket) => {
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('connect', (_req, socket) => socket.destroy())
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const reason = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
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
      for (const socket of sockets) socket.destroy()
      await closed
      for (const passage of underWay) passage.leave()
      await pool.destroy().catch(() => undefined)
      await recorder.drained()
    },
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

/** One request on its way through, and its answer on the way back. */
class Passage implements Dispatcher.DispatchHandler {
  readonly #id: string
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #route: Route
  readonly #done: (passage: Passage) => void
  readonly #arrivedAtMs: number
  readonly #startedAt: Date
  readonly #sent: KeptBody
  readonly #received: KeptBody
  #controller: Dispatcher.DispatchController | null = null
  #status: number | null = null
  #answerHeaders: RawHeaders = []
  #answeredAtMs: number | null = null
  #failure: Failure | null = null
  #hasBody = false
  #isOver = false
  #hasLeft = false

  constructor(
    id: string,
    req: IncomingMessage,
    res: ServerResponse,
    route: Route,
    done: (passage: Passage) => void,
  ) {
    this.#id = id
    this.#req = req
    this.#res = res
    this.#route = route
    this.#done = done
    this.#arrivedAtMs = route.clock.now()
    this.#startedAt = route.clock.wall()
    this.#sent = keepBody(route.keptBodyBytes)
    this.#received = keepBody(route.keptBodyBytes)
  }

  begin(): void {
    const { target, pool } = this.#route
    const req = this.#req
    const hasBody = announcesBody(req.rawHeaders)
    this.#hasBody = hasBody
    this.#res.on('close', () => this.leave())
    try {
      pool.dispatch(
        {
          method: (req.method ?? 'GET') as Dispatcher.HttpMethod,
          path: targetOf(req.url ?? '/'),
          headers: requestHeaders(req.rawHeaders, target.host),
          body: hasBody ? req : null,
        },
        this,
      )
    } catch (error) {
      this.#fail(error as Error)
    }
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
    if (this.#controller === null && this.#hasBody)
      this.#req.on('data', (chunk: Buffer) => this.#sent.add(chunk))
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
    this.#answerHeaders = raw
    this.#head(status, writableReason(statusMessage ?? ''), raw)
    // complete, whatever length it announces: there are no further bytes, and the parser would wait for them in vain
    if (forbidsBody(status)) return this.#complete()
    // a client that waits for the head must not wait for the body
    if (rawHeader(raw, 'content-length') === null) this.#res.flushHeaders()
  }

  #head(status: number, reason: string, raw: RawHeaders): void {
    const { target, own } = this.#route
    this.#res.sendDate = false
    const passed = writableHeaders(answerHeaders(raw, target.origin, own))
    try {
      this.#res.writeHead(status, reason, passed)
    } catch {
      this.#res.writeHead(status, reason, withoutTrailer(passed))
    }
  }

  #complete(): void {
    this.#answeredAtMs = this.#route.clock.now()
    this.#res.end()
    this.#end(null)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
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
    this.#failure = failure
    this.#done(this)
  }

  get keptBytes(): number {
    return this.#sent.keptBytes + this.#received.keptBytes
  }

  /** What was seen, secrets and all. */
  raw(originMs: number, channelOf: (path: string) => Channel): RawExchange | Promise<RawExchange> {
    const isWhole = this.#failure === null
    const sent = this.#sent.read(encodingsOf(this.#req.rawHeaders), isWhole || this.#req.complete)
    const received = this.#received.read(encodingsOf(this.#answerHeaders), isWhole)
    if (sent instanceof Promise || received instanceof Promise) {
      return Promise.all([sent, received]).then(([a, b]) => this.#assemble(a, b, originMs, channelOf))
    }
    return this.#assemble(sent, received, originMs, channelOf)
  }

  #assemble(
    sent: RawBody | null,
    received: RawBody | null,
    originMs: number,
    channelOf: (path: string) => Channel,
  ): RawExchange {
    const path = targetOf(this.#req.url ?? '/')
    return {
      id: this.#id,
      source: 'proxy',
      channel: channelOf(path),
      session: null,
      step: null,
      request: {
        method: this.#req.method ?? '',
        url: this.#route.target.origin + path,
        headers: pairs(this.#req.rawHeaders),
        body: sent,
      },
      answer:
        this.#status === null
          ? null
          : { status: this.#status, headers: pairs(this.#answerHeaders), body: received },
      failure: this.#failure,
      startedAt: this.#startedAt.toISOString(),
      sentAtMs: this.#arrivedAtMs - originMs,
      answeredAtMs: this.#answeredAtMs === null ? null : this.#answeredAtMs - originMs,
      gaps: [],
    }
  }
}

function announcesBody(raw: RawHeaders): boolean {
  return rawHeader(raw, 'content-length') !== null || rawHeader(raw, 'transfer-encoding') !== null
}

/** §RFC 9110 15.3.5, 15.4.5 */
function forbidsBody(status: number): boolean {
  return status === 204 || status === 304
}

/** The service could not be reached, or did not speak HTTP. */
function refuse(res: ServerResponse, { kind, message }: Failure): void {
  const status = kind === 'timeout' ? 504 : 502
  const body = JSON.stringify({ error: { type: 'BAD_GATEWAY', message: kind, description: message } })
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}

/** An exchange that is over and waits to be recorded. */
interface Ended {
  readonly keptBytes: number
  make(): RawExchange | Promise<RawExchange>
}

interface Recorder {
  add(ended: Ended): void
  /** Resolves when all that was added is recorded. */
  drained(): Promise<void>
}

/** Exchanges recorded in one turn of the event loop: after each, requests that arrived meanwhile come first. */
const PER_TURN = 2
/** Beyond so many, or so many bytes of bodies, recording keeps pace with the traffic: what waits is held in memory. */
const MOST_WAITING = 1_024
const MOST_WAITING_BYTES = 64_000_000

/** Records after the answer has left; a burst is passed on first and recorded while it abates. */
function createRecorder(masker: Masker, tell: (exchange: Exchange) => void): Recorder {
  let waiting: Ended[] = []
  let first = 0
  let bytes = 0
  const settled: (() => void)[] = []
  let isBusy = false

  const next = (): Ended | undefined => {
    const ended = waiting[first++]
    bytes -= ended?.keptBytes ?? 0
    if (first > 1_000 && first * 2 > waiting.length) {
      waiting = waiting.slice(first)
      first = 0
    }
    return ended
  }

  const turn = async (): Promise<void> => {
    const count = waiting.length - first
    const many = Math.max(PER_TURN, count - MOST_WAITING)
    for (let done = 0; first < waiting.length && (done < many || bytes > MOST_WAITING_BYTES); done++) {
      const raw = next()?.make()
      if (raw) tell(record(raw instanceof Promise ? await raw : raw, masker))
    }
    if (first < waiting.length) return void setImmediate(turn)
    isBusy = false
    for (const resolve of settled.splice(0)) resolve()
  }

  return {
    add(ended) {
      waiting.push(ended)
      bytes += ended.keptBytes
      if (isBusy) return
      isBusy = true
      setImmediate(turn)
    },
    drained: () => (isBusy ? new Promise((resolve) => settled.push(resolve)) : Promise.resolve()),
  }
}

function channelTeller(tokenUrl: string | null, target: URL): (path: string) => Channel {
  const tokenPath =
    tokenUrl !== null && new URL(tokenUrl).origin === target.origin ? new URL(tokenUrl).pathname : null
  return (path) => {
    const [whole = ''] = path.split(/[?#]/, 1)
    if (whole === tokenPath || /\/oauth\/token\/?$/.test(whole)) return 'token'
    return /\/oauth\/authorize\/?$/.test(whole) ? 'elsewhere' : 'service'
  }
}

function encodingsOf(raw: RawHeaders): string[] {
  return rawHeader(raw, 'content-encoding') === null
    ? []
    : contentEncodings(headerValues(pairs(raw), 'content-encoding'))
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
