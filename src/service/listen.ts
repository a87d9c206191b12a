import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Clock, systemClock } from '../clock.js'
import { targetOf } from '../exchange/address.js'
import { type Header, headerValue } from '../exchange/exchange.js'
import { type Misread, readMisread, surplusOf } from '../exchange/misread.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import { json, type ServiceAnswer, whole } from './answer.js'
import { deliver } from './deliver.js'
import type { Dressing } from './dress.js'
import { watchLateness } from './lateness.js'
import { createHostCheck } from './own-host.js'
import { createRandom } from './random.js'
import { type Ending, readBody } from './read-body.js'
import { type Refusal, refusalFor, refusalText } from './refusal.js'
import { type Arrival, seenExchange } from './seen.js'
import type { Service } from './service.js'

export interface ListenOptions extends Partial<Dressing> {
  /** Default: `127.0.0.1`, this machine alone. */
  readonly host?: string
  /** Default: 0, any free port. */
  readonly port?: number
  /** Names by which clients may call it, beside this machine's own. */
  readonly hosts?: readonly string[]
  /** Origin under which clients reach it, where that is not its own: of a container's host, of a tunnel. Its name is accepted. */
  readonly publicUrl?: string | null
  /** Key and certificate, PEM; then the listener speaks https. */
  readonly tls?: { readonly key: string; readonly cert: string } | null
  /** Hears of each exchange once its answer has left, or the client has; `answer` is null where none was begun. */
  readonly onExchange?: (exchange: RawExchange, answer: ServiceAnswer | null) => void
  /** Hears of bytes that were no HTTP request, or were one too slowly. */
  readonly onMalformed?: (malformed: Malformed) => void
  readonly clock?: Clock
  /** The clock's milliseconds that exchanges count from. Default: now. */
  readonly originMs?: number
  /** Bytes of a body that are kept and read. Default: 2 MB. */
  readonly keptBodyBytes?: number
  /** Bytes of a request's body after which it is refused with 413. Default: 64 MB. */
  readonly maxBodyBytes?: number
  /** Milliseconds within which a request's head must be complete, from the connection's first moment. Default: 15,000. */
  readonly headersTimeoutMs?: number
  /** The same for the whole request. Default: 60,000. */
  readonly requestTimeoutMs?: number
  /** Milliseconds for which an idle connection is kept. Default: 60,000. */
  readonly keepAliveMs?: number
  /** Default: 20,000. */
  readonly maxConnections?: number
  /** Seeds the delays. */
  readonly seed?: string
}

export interface Malformed {
  /** Monotonic milliseconds since the origin. */
  readonly atMs: number
  /** What it was answered with. */
  readonly status: 400 | 408 | 431
  /** The parser's own code: `HPE_INVALID_METHOD`. */
  readonly reason: string
}

export interface Listener {
  /** The public URL, else {@link ownUrl}; without a path. */
  readonly url: string
  /** `http://127.0.0.1:54321`: where it listens. */
  readonly ownUrl: string
  /** With the version prefix: what clients are configured with. */
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly authorizeUrl: string
  readonly host: string
  readonly port: number
  /** How often bytes came that were no request. */
  readonly malformed: number
  /** Ends the listener and every connection, hanging ones included, at once. */
  close(): Promise<void>
}

const noDressing: Dressing = { compress: null, chunked: false, jitterMs: 0 }

/**
 * Serves the service over HTTP. The adapter is our own, on Node's parser: what reaches the client byte by byte is the very
 * thing under test, and a framework between would have a say in it.
 */
export async function listen(service: Service, options: ListenOptions = {}): Promise<Listener> {
  const settings = settled(options)
  const surface = await createSurface(service, settings)
  const server = await createHttpServer(settings, surface.onRequest)
  const sockets = guard(server, settings, surface)
  await started(server, settings)
  const { port } = server.address() as AddressInfo
  const ownUrl = `${settings.tls ? 'https' : 'http'}://${urlHost(settings.host)}:${port}`
  const url = settings.publicUrl ?? ownUrl
  surface.url = url
  return {
    ...{ url, ownUrl },
    baseUrl: url + service.basePath,
    tokenUrl: url + service.tokenPath,
    authorizeUrl: url + service.authorizePath,
    host: settings.host,
    port,
    get malformed() {
      return surface.malformed
    },
    close() {
      surface.end()
      return closed(server, sockets)
    },
  }
}

type ListenSettings = ReturnType<typeof settled>

function settled({ compress, chunked, jitterMs, ...options }: ListenOptions) {
  const clock = options.clock ?? systemClock
  const dressing: Dressing = {
    ...noDressing,
    ...(compress && { compress }),
    ...(chunked && { chunked }),
    ...(jitterMs && { jitterMs }),
  }
  return {
    host: '127.0.0.1',
    port: 0,
    hosts: [],
    publicUrl: null,
    tls: null,
    onExchange: null,
    onMalformed: () => {},
    originMs: clock.now(),
    keptBodyBytes: 2_000_000,
    maxBodyBytes: 64_000_000,
    headersTimeoutMs: 15_000,
    requestTimeoutMs: 60_000,
    keepAliveMs: 60_000,
    maxConnections: 20_000,
    seed: 'delays',
    ...options,
    clock,
    dressing: compress || chunked || jitterMs ? dressing : null,
  }
}

interface Surface {
  /** Known once the listener has its port. */
  url: string
  malformed: number
  /** Requests under way, the newest of each connection. */
  readonly busy: Map<Duplex, Arrival>
  onRequest(req: IncomingMessage, res: ServerResponse): void
  /** A request that the parser refused, and what it was answered. */
  onMisread(misread: Misread, refusal: Refusal): void
  end(): void
}

async function createSurface(service: Service, settings: ListenSettings): Promise<Surface> {
  const { clock, onExchange, originMs, keptBodyBytes, maxBodyBytes, dressing } = settings
  const dress = dressing && (await import('./dress.js')).dress
  const random = createRandom(settings.seed)
  const lateness = watchLateness(clock)
  const { host, hosts, publicUrl } = settings
  const isOwnHost = createHostCheck([host, ...hosts, ...(publicUrl ? [new URL(publicUrl).hostname] : [])])
  let count = 0

  function onRequest(req: IncomingMessage, res: ServerResponse): void {
    const arrivedAtMs = clock.now()
    if (!isOwnHost(req.headers.host)) return refuseHost(req, res)
    const headers = pairs(req.rawHeaders)
    const arrival = arrivalOf(req.method ?? '', req.url ?? '', headers, arrivedAtMs)
    watch(arrival, req, res)
    if (!announcesBody(headers)) {
      respond(arrival, req, res)
      return
    }
    const done = (body: RawBody, ending: Ending) => {
      arrival.body = body.sizeBytes > 0 ? body : null
      received(arrival, req, res, ending)
    }
    arrival.soFar = readBody(req, keptBodyBytes, maxBodyBytes, done)
  }

  function arrivalOf(
    method: string,
    target: string,
    headers: readonly Header[],
    arrivedAtMs: number,
  ): Arrival {
    return {
      id: `e${++count}`,
      method,
      url: surface.url + targetOf(target),
      headers,
      arrivedAtMs,
      lateMs: lateness.at(arrivedAtMs),
      startedAt: onExchange ? clock.wall().toISOString() : '',
      body: null,
      surplusBytes: 0,
      soFar: null,
      answer: null,
      delivered: null,
      answeredAtMs: null,
    }
  }

  function onMisread({ method, target, headers, body }: Misread, refusal: Refusal): void {
    if (!onExchange) return
    const arrivedAtMs = clock.now()
    const arrival = arrivalOf(method, target, headers, arrivedAtMs)
    if (body.length > 0) arrival.body = { bytes: body, sizeBytes: body.length, flaw: null }
    const session = sessionOf(arrival, { method, url: target })
    const ofNobody = { step: null, run: null, breaches: [], staged: null, delivery: whole }
    arrival.answer = { ...refusal, ...ofNobody, channel: 'service', session }
    arrival.delivered = { headers: refusal.headers, sentBytes: refusal.body.length, failure: null }
    arrival.answeredAtMs = arrivedAtMs
    onExchange(seenExchange(arrival, session, originMs, keptBodyBytes), arrival.answer)
  }

  function watch(arrival: Arrival, req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req
    surface.busy.set(socket, arrival)
    if (onExchange) res.on('finish', () => left(arrival))
    res.on('close', () => {
      if (surface.busy.get(socket) === arrival) surface.busy.delete(socket)
      if (arrival.surplusBytes > 0) socket.end()
      if (!onExchange) return
      arrival.body ??= arrival.soFar?.() ?? null
      const session = arrival.answer ? arrival.answer.session : sessionOf(arrival, req)
      onExchange(seenExchange(arrival, session, originMs, keptBodyBytes), arrival.answer)
    })
  }

  function sessionOf(
    { headers, body }: Arrival,
    { method, url }: Pick<IncomingMessage, 'method' | 'url'>,
  ): string | null {
    return service.sessionOf({ method: method ?? '', path: url ?? '', headers, body: body?.bytes ?? null })
  }

  function received(arrival: Arrival, req: IncomingMessage, res: ServerResponse, ending: Ending): void {
    // what arrived is settled: an announced body of no bytes is none, and not the beginning of one
    if (ending === 'complete') arrival.soFar = null
    if (ending === 'complete') respond(arrival, req, res)
    if (ending === 'too-large') refuseBody(arrival, req, res)
  }

  function left(arrival: Arrival): void {
    arrival.answeredAtMs = clock.now()
  }

  function refuseBody(arrival: Arrival, req: IncomingMessage, res: ServerResponse): void {
    const description = `O corpo passa de ${maxBodyBytes} bytes.`
    const answer = json(413, { error: { type: 'PAYLOAD_TOO_LARGE', message: description } }, [
      ['Connection', 'close'],
    ])
    const session = sessionOf(arrival, req)
    arrival.answer = {
      ...answer,
      channel: 'service',
      session,
      step: null,
      run: null,
      breaches: [],
      staged: null,
    }
    arrival.delivered = deliver(res, answer)
    res.on('finish', () => req.socket.destroySoon())
  }

  function respond(arrival: Arrival, req: IncomingMessage, res: ServerResponse): void {
    const { method, headers, arrivedAtMs, body } = arrival
    const request = {
      method,
      path: targetOf(req.url ?? ''),
      headers,
      body: body && body.sizeBytes > 0 ? body.bytes : null,
    }
    const answer = service.answer(request, arrivedAtMs)
    arrival.answer = answer
    const dressed = dress && dressing ? dress(answer, headers, dressing, random) : answer
    arrival.delivered = deliver(res, dressed, () => left(arrival))
  }

  const surface: Surface = {
    url: '',
    malformed: 0,
    busy: new Map(),
    onRequest,
    onMisread,
    end: lateness.end,
  }
  return surface
}

/** §RFC 9110 15.5.20. It is no exchange of anybody under examination. */
function refuseHost(req: IncomingMessage, res: ServerResponse): void {
  const message = 'Este servidor não atende por este nome'
  const description = `Host "${(req.headers.host ?? '').slice(0, 100)}": chame-o por 127.0.0.1, localhost ou pelo endereço em que escuta.`
  const answer = json(421, { error: { type: 'MISDIRECTED_REQUEST', message, description } }, [
    ['Connection', 'close'],
  ])
  deliver(res, answer)
  res.on('finish', () => req.socket.destroySoon())
}

/** Whether the bytes went beyond a request that came whole: its answer is still due, and the connection ends with it. */
function overran(
  arrival: Arrival | undefined,
  { rawPacket = noBytes, bytesParsed = 0 }: ParserError,
): boolean {
  if (!arrival || arrival.surplusBytes > 0 || bytesParsed === 0) return false
  const announced = Number(headerValue(arrival.headers, 'content-length')) || 0
  arrival.surplusBytes = surplusOf(rawPacket, bytesParsed, announced)
  return true
}

async function createHttpServer(
  { tls, ...settings }: ListenSettings,
  onRequest: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<Server> {
  const options = {
    headersTimeout: settings.headersTimeoutMs,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: settings.keepAliveMs,
    connectionsCheckingInterval: Math.min(1000, settings.headersTimeoutMs),
    maxHeaderSize: 65_536,
  }
  const server = tls
    ? (await import('node:https')).createServer({ ...options, ...tls }, onRequest)
    : createServer(options, onRequest)
  server.maxConnections = settings.maxConnections
  return server
}

/** What is no HTTP gets a clean refusal, is counted, and disturbs nobody else. */
function guard(
  server: Server,
  { clock, originMs, onMalformed }: ListenSettings,
  surface: Surface,
): Set<Socket> {
  const sockets = new Set<Socket>()
  const count = (status: Malformed['status'], reason: string) => {
    surface.malformed++
    onMalformed({ atMs: clock.now() - originMs, status, reason })
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('connect', (_req, socket: Duplex) => socket.destroy())
  server.on('tlsClientError', ({ code = 'UNKNOWN' }: NodeJS.ErrnoException) => {
    if (code !== 'ECONNRESET') count(400, code)
  })
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const reason = error.code ?? 'UNKNOWN'
    if (reason === 'ECONNRESET' || reason === 'EPIPE' || !socket.writable) return void socket.destroy()
    const refusal = refusalFor(reason)
    count(refusal.status, reason)
    if (overran(surface.busy.get(socket), error)) return
    if (surface.busy.has(socket)) return void socket.destroy()
    const misread = reason === 'HPE_INVALID_METHOD' ? readMisread(error.rawPacket ?? noBytes) : null
    if (misread) surface.onMisread(misread, refusal)
    socket.end(refusalText(refusal))
  })
  return sockets
}

/** What Node's parser tells of bytes that it gives up on. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

const noBytes = Buffer.alloc(0)

function started(server: Server, { host, port }: ListenSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}

function closed(server: Server, sockets: Set<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
  })
}

function pairs(raw: readonly string[]): Header[] {
  const headers: Header[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([raw[i] ?? '', raw[i + 1] ?? ''])
  return headers
}

function announcesBody(headers: readonly Header[]): boolean {
  return headers.some(([name]) => isName(name, 'content-length') || isName(name, 'transfer-encoding'))
}

function isName(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted
}

/** An address that a client on this machine can call; a wildcard is none. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
