/** Connects the embedded service to HTTP: opens the socket, and responds to input that is no HTTP. */

import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { readRefusedRequest } from '../exchange/refused-request.js'
import { type Clock, systemClock } from '../node/clock.js'
import { callableHost, listening, type ParserError } from '../node/listening.js'
import { refusalFor, refusalText } from './http-refusal.js'
import { type Malformed, type OnExchange, RequestHandler } from './request-handler.js'
import type { Service } from './service.js'

export interface ListenOptions {
  /** Default: `127.0.0.1`, so that only this machine can connect. */
  readonly host?: string | undefined
  /** Default: 0, any free port. */
  readonly port?: number | undefined
  /** Further host names that clients may use, besides those of this machine. */
  readonly hosts?: readonly string[]
  /** Origin that clients use if it is not our own, such as that of a tunnel. Its host name is accepted. */
  readonly publicUrl?: string | null | undefined
  readonly onExchange?: OnExchange
  /** Called for bytes that were no HTTP request, or a request that came too slowly. */
  readonly onMalformed?: (malformed: Malformed) => void
  readonly clock?: Clock
  /** The clock's time that exchanges count from. Default: now. */
  readonly originMs?: number
  /** Called with an error of our own; the request then gets a 500. Default: emits a process warning. */
  readonly onFault?: (fault: unknown) => void
  /** Bytes of a body that are kept and read; a longer one is refused with 413. Default: 2 MB. */
  readonly keptBodyBytes?: number
  /** Bytes of a refused body that are read before the response is sent. Default: 64 MB. */
  readonly maxBodyBytes?: number
  /** Milliseconds within which the head of a request must be complete. Default: 15,000. */
  readonly headersTimeoutMs?: number
}

export interface Listener {
  /** The public URL if there is one, else {@link ownUrl}; without a path. */
  readonly url: string
  /** The address of the socket: `http://127.0.0.1:54321`. */
  readonly ownUrl: string
  /** With the version prefix; clients are configured with it. */
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly authorizeUrl: string
  readonly host: string
  readonly port: number
  /** How many times bytes arrived that were no request. */
  readonly malformed: number
  /** Ends the listener and every connection at once, hanging ones included. */
  close(): Promise<void>
}

/** With the system's default, many simultaneous clients would wait a second for their connection. */
const MOST_UNACCEPTED = 4_096
/** The number of clients that may be connected at once. */
const MOST_CONNECTIONS = 20_000

/**
 * Serves the embedded service over HTTP. It uses `node:http` directly, because a framework would change the bytes that
 * reach the client, and those are part of what faults test.
 */
export async function listen(service: Service, options: ListenOptions = {}): Promise<Listener> {
  const { clock = systemClock, host = '127.0.0.1', onExchange } = options
  let malformed = 0
  const handler = new RequestHandler(service, {
    clock,
    host,
    onExchange,
    hosts: options.hosts ?? [],
    publicUrl: options.publicUrl ?? null,
    originMs: options.originMs ?? clock.now(),
    keptBodyBytes: options.keptBodyBytes ?? 2_000_000,
    maxBodyBytes: options.maxBodyBytes ?? 64_000_000,
    onFault: options.onFault ?? ((fault) => process.emitWarning(String(fault), 'HomologaFault')),
    onMalformed(request) {
      malformed++
      options.onMalformed?.(request)
    },
  })
  const server = createHttpServer(options.headersTimeoutMs ?? 15_000, handler)
  const sockets = handleBrokenRequests(server, handler)
  const port = await listening(server, { port: options.port ?? 0, host, backlog: MOST_UNACCEPTED })
  const ownUrl = `http://${callableHost(host)}:${port}`
  const url = options.publicUrl ?? ownUrl
  handler.url = url
  return {
    url,
    ownUrl,
    host,
    port,
    baseUrl: url + service.basePath,
    tokenUrl: url + service.tokenPath,
    authorizeUrl: url + service.authorizePath,
    get malformed() {
      return malformed
    },
    close: () => close(server, sockets),
  }
}

function createHttpServer(headersTimeout: number, handler: RequestHandler): Server {
  const options = {
    headersTimeout,
    requestTimeout: 60_000,
    keepAliveTimeout: 60_000,
    // Node looks for requests that are too late only once in this interval
    connectionsCheckingInterval: Math.min(1000, headersTimeout),
    maxHeaderSize: 65_536,
    // the handler refuses a request without `Host` itself, so that it is reported
    requireHostHeader: false,
  }
  const server = createServer(options, (req, res) => handler.onRequest(req, res))
  server.maxConnections = MOST_CONNECTIONS
  return server
}

/** Responds to input that is not HTTP. Returns the set of open connections, which it keeps up to date. */
function handleBrokenRequests(server: Server, handler: RequestHandler): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // CONNECT asks for a tunnel to another host, which is a proxy's task
  server.on('connect', (_req, socket: Duplex) => socket.destroy())
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const reason = error.code ?? 'UNKNOWN'
    const isBroken = reason === 'ECONNRESET' || reason === 'EPIPE' || !socket.writable
    const isBusy = handler.busy.has(socket)
    // a client that disconnected during its request had sent valid HTTP so far
    if (isBroken || (isBusy && reason === 'HPE_INVALID_EOF_STATE')) return void socket.destroy()
    const refusal = refusalFor(reason)
    handler.reportMalformed(refusal.status, reason)
    // a refusal could end up within the response that is being sent
    if (isBusy) return void socket.destroy()
    // Node refuses a method that it does not know, but the request is HTTP and is recorded as such
    const misread =
      error.rawPacket && reason === 'HPE_INVALID_METHOD' ? readRefusedRequest(error.rawPacket) : null
    if (misread) handler.onMisread(misread, refusal)
    socket.end(refusalText(refusal))
  })
  return sockets
}

async function close(server: Server, sockets: Set<Socket>): Promise<void> {
  const gone = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  const ended = new Promise((resolve) => server.close(resolve))
  for (const socket of sockets) socket.destroy()
  await Promise.all([ended, ...gone])
  // a request that was cut off is reported right after its socket has closed
  await new Promise((resolve) => setImmediate(resolve))
}
