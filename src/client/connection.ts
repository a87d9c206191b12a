import type { Socket } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import type { Failure, Header } from '../exchange/exchange.js'
import type { Clock } from '../node/clock.js'
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
  readonly #idle = new Map<string, Connection[]>()
  readonly #busy = new Set<Connection>()
  #undici: Promise<UndiciParts> | null = null
  #isClosed = false

  constructor(private readonly limits: ConnectionLimits) {}

  async exchange(origin: string, request: WireRequest, signal?: AbortSignal): Promise<Arrival> {
    this.#undici ??= loadUndici(this.limits)
    const parts = await this.#undici
    // Node may not have noticed yet that the service closed an idle connection
    if (this.#idle.get(origin)?.length) await nextEventLoopTurn()
    if (signal?.aborted) return neverSent(this.limits.clock)
    const connection = this.#fresh(origin).pop() ?? openConnection(origin, parts, this.limits)
    this.#busy.add(connection)
    const arrival = await exchangeOver(connection, request, this.limits, signal).finally(() =>
      this.#busy.delete(connection),
    )
    if (arrival.failure === null) this.#keep(origin, connection)
    else discard(connection)
    return arrival
  }

  /** Opens a connection for the next exchange, unless there is one. With a proxy it does nothing. */
  async prepare(origin: string): Promise<void> {
    this.#undici ??= loadUndici(this.limits)
    const parts = await this.#undici
    const { network } = this.limits
    if (this.#isClosed || this.#fresh(origin).length > 0 || usesProxy(origin, network)) return
    this.#keep(origin, openDirectly(origin, parts, 'now'))
  }

  close(): void {
    this.#isClosed = true
    for (const connection of [...this.#busy, ...[...this.#idle.values()].flat()]) discard(connection)
    this.#idle.clear()
  }

  /** Returns the idle connections that may be used again, and closes the others. */
  #fresh(origin: string): Connection[] {
    const freshSinceMs = this.limits.clock.now() - MAX_IDLE_MS
    const kept = this.#idle.get(origin) ?? []
    const fresh = kept.filter(({ idleSinceMs }) => idleSinceMs > freshSinceMs)
    for (const connection of kept) if (!fresh.includes(connection)) discard(connection)
    this.#idle.set(origin, fresh)
    return fresh
  }

  #keep(origin: string, connection: Connection): void {
    connection.idleSinceMs = this.limits.clock.now()
    this.#idle.get(origin)?.push(connection)
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
  let giveUp = (_failure: Failure): void => undefined
  const arrival = new Promise<Arrival>((resolve, reject) => {
    const collector = new ResponseCollector(limits, resolve, reject)
    giveUp = (failure) => {
      collector.end(failure)
      discard(connection)
    }
    const sent = { origin, method, path, headers: headers.flat(), body: body && Buffer.from(body) }
    client.dispatch(sent, collector)
  })
  const leave = () => giveUp({ kind: 'aborted', message: 'given up by the caller' })
  const message = `not complete within ${limits.timeoutMs} ms`
  const deadline = setTimeout(() => giveUp({ kind: 'timeout', message }), limits.timeoutMs)
  signal?.addEventListener('abort', leave, { once: true })
  try {
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
  let outcome: Parameters<buildConnector.Callback> | null = null
  let onConnected: buildConnector.Callback | null = null
  let isUnusable = false
  const { protocol, host, hostname, port } = new URL(origin)
  // the brackets of an IPv6 address belong to the URL only
  const address = { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port }
  const early = dial(address, (...result) => {
    outcome = result
    onConnected?.(...result)
  })
  const disqualify = () => {
    isUnusable = true
  }
  for (const event of DISQUALIFYING_EVENTS) early.once(event, disqualify)
  return (options, callback) => {
    for (const event of DISQUALIFYING_EVENTS) early.off(event, disqualify)
    // the early socket cannot be used, or undici has got it already
    if (isUnusable || onConnected !== null) {
      early.destroy()
      return dial(options, callback)
    }
    onConnected = callback
    const earlyOutcome = outcome
    // undici expects the callback after the function has returned
    if (earlyOutcome !== null) queueMicrotask(() => callback(...earlyOutcome))
    return early
  }
}

/** Events that should not come before a request was sent: data, a failure, the end. */
const DISQUALIFYING_EVENTS = ['readable', 'error', 'close']
