import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../clock.js'
import { type Header, headerValue } from '../exchange/exchange.js'
import { readMisread, surplusOf } from '../exchange/misread.js'
import { answerHalfClosed } from '../half-closed.js'
import { callableHost, listening, type ParserError } from '../listening.js'
import type { Answer } from './answer.js'
import type { Dressing } from './dress.js'
import { createRandom } from './random.js'
import { refusalFor, refusalText } from './refusal.js'
import type { Arrival } from './seen.js'
import { type Desk, type Malformed, Surface, type SurfaceSettings } from './surface.js'

/** All that a surface needs to know; what a thread can be given. Times in milliseconds. */
export interface SurfacePlan extends Omit<SurfaceSettings, 'clock'> {
  readonly port: number
  readonly headersTimeoutMs: number
  readonly dressing: Dressing | null
}

export interface SurfaceEars {
  readonly clock: Clock
  readonly onMalformed: (malformed: Malformed) => void
}

/** Where a surface listens. */
export interface OpenedAt {
  /** The public URL, else {@link ownUrl}; without a path. */
  readonly url: string
  readonly ownUrl: string
  readonly host: string
  readonly port: number
}

export interface OpenSurface extends OpenedAt {
  /** See {@link Surface.beginTurn}. */
  beginTurn(): void
  /** Ends it and every connection at once; each request under way is over then. */
  close(): Promise<void>
}

/** Connections that may wait to be accepted: a thousand clients may begin in one moment, and who is dropped comes a second later. */
const MOST_UNACCEPTED = 4_096

const MOST_CONNECTIONS = 20_000

/** Begins to listen; answers come from the desk. */
export async function openSurface(plan: SurfacePlan, desk: Desk, ears: SurfaceEars): Promise<OpenSurface> {
  const settings = { ...plan, clock: ears.clock }
  const surface = new Surface(desk, settings, await dresserOf(plan), ears.onMalformed)
  const server = createHttpServer(plan, (req, res) => surface.onRequest(req, res))
  const sockets = guard(server, surface)
  const port = await listening(server, { port: plan.port, host: plan.host, backlog: MOST_UNACCEPTED })
  const ownUrl = `http://${callableHost(plan.host)}:${port}`
  surface.url = plan.publicUrl ?? ownUrl
  return {
    ...{ url: surface.url, ownUrl, host: plan.host, port },
    beginTurn: () => surface.beginTurn(),
    close() {
      surface.end()
      return closed(server, sockets)
    },
  }
}

/** What adds transfer codings and jitter to answers; null where nothing does. */
async function dresserOf({ dressing }: SurfacePlan) {
  if (!dressing) return null
  const { dress } = await import('./dress.js')
  const random = createRandom('delays')
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

function createHttpServer(
  { headersTimeoutMs }: SurfacePlan,
  onRequest: (req: IncomingMessage, res: ServerResponse) => void,
): Server {
  const options = {
    headersTimeout: headersTimeoutMs,
    // for the whole request
    requestTimeout: 60_000,
    // of an idle connection
    keepAliveTimeout: 60_000,
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
    maxHeaderSize: 65_536,
    // we refuse it ourselves, to tell of it
    requireHostHeader: false,
  }
  const server = createServer(options, onRequest)
  server.maxConnections = MOST_CONNECTIONS
  return server
}

/** What is no HTTP gets a clean refusal, is counted, and disturbs nobody else. */
function guard(server: Server, surface: Surface): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    surface.beginTurn()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  answerHalfClosed(server, (socket) => surface.ageMsOf(socket))
  server.on('connect', (_req, socket: Duplex) => socket.destroy())
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const reason = error.code ?? 'UNKNOWN'
    if (reason === 'ECONNRESET' || reason === 'EPIPE' || !socket.writable) return void socket.destroy()
    // a client that left amid its request wrote HTTP so far
    if (reason === 'HPE_INVALID_EOF_STATE' && surface.busy.has(socket)) return void socket.destroy()
    const refusal = refusalFor(reason)
    surface.misread(refusal.status, reason)
    if (overran(surface.busy.get(socket), error)) return
    if (surface.busy.has(socket)) return void socket.destroy()
    const misread = reason === 'HPE_INVALID_METHOD' ? readMisread(error.rawPacket ?? noBytes) : null
    if (misread) surface.onMisread(misread, refusal)
    socket.end(refusalText(refusal))
  })
  return sockets
}

const noBytes = Buffer.alloc(0)

async function closed(server: Server, sockets: Set<Socket>): Promise<void> {
  const gone = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  const ended = new Promise((resolve) => server.close(resolve))
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  await Promise.all([ended, ...gone])
  // a request that was broken off is told right after its socket went
  await new Promise((resolve) => setImmediate(resolve))
}
