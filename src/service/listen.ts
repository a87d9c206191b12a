import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Clock, systemClock } from '../clock.js'
import { type Header, headerValue } from '../exchange/exchange.js'
import { readMisread, surplusOf } from '../exchange/misread.js'
import type { RawExchange } from '../exchange/raw.js'
import type { Answer, ServiceAnswer } from './answer.js'
import type { Dressing } from './dress.js'
import { createRandom } from './random.js'
import { refusalFor, refusalText } from './refusal.js'
import type { Arrival } from './seen.js'
import type { Service } from './service.js'
import { Surface } from './surface.js'

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
  const surface = new Surface(service, settings, await dresserOf(settings))
  const server = await createHttpServer(settings, (req, res) => surface.onRequest(req, res))
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

/** What adds transfer codings and jitter to answers; null where nothing does. */
async function dresserOf({ dressing, seed }: ListenSettings) {
  if (!dressing) return null
  const { dress } = await import('./dress.js')
  const random = createRandom(seed)
  return (answer: Answer, asked: readonly Header[]) => dress(answer, asked, dressing, random)
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

/** An address that a client on this machine can call; a wildcard is none. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
