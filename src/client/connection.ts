import type { Socket } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import type { Failure, Header } from '../exchange/exchange.js'
import type { Clock } from '../node/clock.js'
import { deferred } from '../node/deferred.js'
import { nextEventLoopTurn } from './event-loop-turn.js'
import { createProxyAgent, type Network, tlsOptions, usesProxy } from './network.js'
import { type Arrival, type CollectorLimits, ResponseCollector } from './response-collector.js'

/** A connection that was idle longer is not used again: if the service closes it just then, we cannot know whether it processed the request. */
const MAX_IDLE_MS = 1_000

export interface ConnectionLimits extends CollectorLimits {
  readonly timeoutMs: number
  readonly network: Network
}

interface WireRequest {
  readonly method: string
  readonly path: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array | null
}

interface Connection {
  readonly origin: string
  readonly client: Dispatcher
  /** Open sockets, also those still connecting. */
  readonly sockets: Set<Socket>
  /** When its last exchange ended; 0 before that. */
  idleSinceMs: number
}

type UndiciParts = Awaited<ReturnType<typeof loadUndici>>

/** The connections of a transport: one for each request in progress, and those that became idle less than a second ago. */
export class ConnectionPool {
  readonly #idle = new Set<Connection>()
  readonly #busy = new Set<Connection>()
  #undici: Promise<UndiciParts> | null = null
  #isClosed = false

  constructor(private readonly limits: ConnectionLimits) {}

  async exchange(origin: string, request: WireRequest, signal?: AbortSignal): Promise<Arrival> {
    this.#undici ??= loadUndici(this.limits)
    const parts = await this.#undici
    // Node may not have noticed yet that the service closed an idle connection
    if (this.#idle.size > 0) await nextEventLoopTurn()
    if (signal?.aborted) return neverSent(this.limits.clock)
    const connection = this.#freshFor(origin) ?? openConnection(origin, parts, this.limits)
    this.#idle.delete(connection)
    this.#busy.add(connection)
    const arrival = await exchangeOver(connection, request, this.limits, signal).finally(() =>
      this.#busy.delete(connection),
    )
    if (arrival.failure === null && !this.#isClosed) this.#keep(connection)
    else discard(connection)
    return arrival
  }

  /** Opens a connection for the next exchange, unless there is one. With a proxy it does nothing. */
  async prepare(origin: string): Promise<void> {
    this.#undici ??= loadUndici(this.limits)
    const parts = await this.#undici
    if (this.#isClosed || this.#freshFor(origin) || usesProxy(origin, this.limits.network)) return
    this.#keep(openDirectly(origin, parts, 'now'))
  }

  close(): void {
    this.#isClosed = true
    for (const connection of [...this.#busy, ...this.#idle]) discard(connection)
    this.#idle.clear()
  }

  /** Closes the connections that were idle for too long, and returns one of the others that leads to the origin. */
  #freshFor(origin: string): Connection | undefined {
    const freshSinceMs = this.limits.clock.now() - MAX_IDLE_MS
    for (const connection of this.#idle) {
      if (connection.idleSinceMs > freshSinceMs) continue
      this.#idle.delete(connection)
      discard(connection)
    }
    return [...this.#idle].findLast((connection) => connection.origin === origin)
  }

  #keep(connection: Connection): void {
    connection.idleSinceMs = this.limits.clock.now()
    this.#idle.add(connection)
  }
}

/** Loads undici. The whole package is loaded only if there is a proxy. */
async function loadUndici({ network, timeoutMs }: ConnectionLimits) {
  const [{ Client, buildConnector: createConnector }, undici, tls] = await Promise.all([
    import('./undici-parts.js'),
    network.proxy === null ? null : import('undici'),
    tlsOptions(network),
  ])
  const connect = createConnector({ timeout: timeoutMs, keepAlive: false, ...tls })
  return { Client, undici, tls, connect }
}

/** Opens a connection that connects with the first request, through the proxy if there is one. */
function openConnection(origin: string, parts: UndiciParts, limits: ConnectionLimits): Connection {
  const { undici, tls } = parts
  if (undici === null || !usesProxy(origin, limits.network)) return openDirectly(origin, parts)
  const { network, timeoutMs } = limits
  const client = createProxyAgent(undici, { network, tls, timeoutMs }, CLIENT_OPTIONS)
  return { origin, client, sockets: new Set(), idleSinceMs: 0 }
}

/** Opens a connection without a proxy, which connects now or with the first request. */
function openDirectly(origin: string, parts: UndiciParts, when: 'now' | 'needed' = 'needed'): Connection {
  const sockets = new Set<Socket>()
  const dial: Dial = (options, callback) => {
    // undici's types do not say that it returns the socket
    const socket = parts.connect(options, callback) as unknown as Socket
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const connect = when === 'now' ? dialEarly(origin, dial) : dial
  const client = new parts.Client(origin, { ...CLIENT_OPTIONS, connect })
  return { origin, client, sockets, idleSinceMs: 0 }
}

const CLIENT_OPTIONS = {
  pipelining: 1,
  maxHeaderSize: 65_536, // bytes
  // 0 means no limit, because `exchangeOver` limits the time of the whole exchange
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: MAX_IDLE_MS,
  keepAliveMaxTimeout: MAX_IDLE_MS,
  keepAliveTimeoutThreshold: 0,
}

function discard({ client, sockets }: Connection): void {
  void client.destroy(null).catch(() => undefined)
  for (const socket of sockets) socket.destroy()
}

function neverSent(clock: Clock): Arrival {
  const failure: Failure = { kind: 'aborted', message: 'given up before the request left' }
  const nothing = { status: null, headers: [], bytes: Buffer.alloc(0), sizeBytes: 0 }
  return { ...nothing, forbiddenBytes: 0, sentAtMs: null, endedAtMs: clock.now(), failure }
}

/** Sends a request over a connection and collects the response, until it is complete or exceeds a limit. */
async function exchangeOver(
  connection: Connection,
  { method, path, headers, body }: WireRequest,
  limits: ConnectionLimits,
  signal?: AbortSignal,
): Promise<Arrival> {
  const { client, origin } = connection
  const { promise: arrival, resolve, reject } = deferred<Arrival>()
  const collector = new ResponseCollector(limits, resolve, reject)
  const giveUp = (failure: Failure) => {
    collector.end(failure)
    discard(connection)
  }
  const leave = () => giveUp({ kind: 'aborted', message: 'given up by the caller' })
  const message = `not complete within ${limits.timeoutMs} ms`
  const deadline = setTimeout(() => giveUp({ kind: 'timeout', message }), limits.timeoutMs)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    const sent = { origin, method, path, headers: headers.flat(), body: body && Buffer.from(body) }
    client.dispatch(sent, collector)
    return await arrival
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', leave)
  }
}

/** The function by which undici opens a socket. It returns the socket at once, and calls back when it is connected. */
type Dial = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket

/** Opens a socket now, and returns it when undici asks for its first one. If it has failed, closed or received anything, another one is opened. */
function dialEarly(origin: string, dial: Dial): Dial {
  const { protocol, host, hostname, port } = new URL(origin)
  // the brackets of an IPv6 address belong to the URL only
  const address = { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port }
  const connected = deferred<Parameters<buildConnector.Callback>>()
  const early = dial(address, (...result) => connected.resolve(result))
  let isUsable = true
  const disqualify = () => {
    isUsable = false
  }
  for (const event of DISQUALIFYING_EVENTS) early.once(event, disqualify)
  return (options, callback) => {
    for (const event of DISQUALIFYING_EVENTS) early.off(event, disqualify)
    if (!isUsable) {
      early.destroy()
      return dial(options, callback)
    }
    isUsable = false // undici has it from now on; if it asks again, it needs another one
    void connected.promise.then((result) => callback(...result))
    return early
  }
}

/** Events that should not come before a request was sent: data, a failure, the end. */
const DISQUALIFYING_EVENTS = ['readable', 'error', 'close']
