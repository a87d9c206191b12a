import type { Socket } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import type { Failure, Header } from '../exchange/exchange.js'
import type { Clock } from '../node/clock.js'
import { createProxyAgent, type Network, takesProxy, tlsOptions } from './network.js'
import { type Arrival, type CollectorLimits, ResponseCollector } from './response-collector.js'
import { whatArrived } from './what-arrived.js'

/**
 * Connections are never stale. A service may close an idle connection at the moment when the next request leaves, and
 * then we cannot know whether the request was processed. So a connection that was idle for a second is not used
 * again: with two seconds between requests, each gets a fresh one, opened shortly before the request is due.
 */
const MAX_IDLE_MS = 1_000

export interface ConnectionLimits extends CollectorLimits {
  readonly timeoutMs: number
  readonly maxHeaderBytes: number
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
  idleSinceMs: number | null
}

type UndiciParts = Awaited<ReturnType<typeof loadUndici>>

/** Keeps one connection for each request that is in progress, and idle ones by origin while they are fresh. */
export class ConnectionPool {
  readonly #limits: ConnectionLimits
  readonly #idle = new Map<string, Connection[]>()
  readonly #busy = new Set<Connection>()
  #engine: Promise<UndiciParts> | null = null
  #isClosed = false

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  async exchange(origin: string, request: WireRequest, signal?: AbortSignal): Promise<Arrival> {
    this.#engine ??= loadUndici(this.#limits)
    const engine = await this.#engine
    if (this.#idle.get(origin)?.length) await whatArrived()
    if (signal?.aborted) return neverSent(this.#limits.clock)
    const connection = this.#take(origin, engine)
    const arrival = await exchangeOver(connection, request, this.#limits, signal).finally(() =>
      this.#busy.delete(connection),
    )
    if (arrival.failure === null) this.#keep(origin, connection)
    else discard(connection)
    return arrival
  }

  /** Opens the connection that the next exchange will take, unless a fresh one lies there. Through a proxy it opens when it is needed. */
  async prepare(origin: string): Promise<void> {
    this.#engine ??= loadUndici(this.#limits)
    const engine = await this.#engine
    const { network } = this.#limits
    if (this.#isClosed || this.#fresh(origin).length > 0 || takesProxy(origin, network)) return
    this.#keep(origin, openDirectly(origin, engine, this.#limits, 'now'))
  }

  close(): void {
    this.#isClosed = true
    for (const connection of [...this.#busy, ...[...this.#idle.values()].flat()]) discard(connection)
    this.#idle.clear()
  }

  #take(origin: string, engine: UndiciParts): Connection {
    const connection = this.#fresh(origin).pop() ?? openConnection(origin, engine, this.#limits)
    this.#busy.add(connection)
    connection.idleSinceMs = null
    return connection
  }

  /** Returns the idle connections that may be used, and closes the others. */
  #fresh(origin: string): Connection[] {
    const freshSinceMs = this.#limits.clock.now() - MAX_IDLE_MS
    const kept = this.#idle.get(origin) ?? []
    const fresh = kept.filter(({ idleSinceMs }) => idleSinceMs !== null && idleSinceMs > freshSinceMs)
    for (const connection of kept) if (!fresh.includes(connection)) discard(connection)
    this.#idle.set(origin, fresh)
    return fresh
  }

  #keep(origin: string, connection: Connection): void {
    connection.idleSinceMs = this.#limits.clock.now()
    this.#idle.get(origin)?.push(connection)
  }
}

async function loadUndici({ network, timeoutMs }: ConnectionLimits) {
  const [{ Client, buildConnector: connector }, proxying, tls] = await Promise.all([
    import('./undici-parts.js'),
    network.proxy === null ? null : import('undici'),
    tlsOptions(network),
  ])
  const connect = connector({ timeout: timeoutMs, keepAlive: false, ...tls })
  /** `proxying`: null without a proxy. */
  return { Client, proxying, tls, connect }
}

function openConnection(origin: string, engine: UndiciParts, limits: ConnectionLimits): Connection {
  const { proxying, tls } = engine
  if (proxying === null || !takesProxy(origin, limits.network)) return openDirectly(origin, engine, limits)
  const { network, timeoutMs } = limits
  const client = createProxyAgent(proxying, { network, tls, timeoutMs }, clientOptions(limits))
  return { origin, client, sockets: new Set(), idleSinceMs: null }
}

function openDirectly(
  origin: string,
  engine: UndiciParts,
  limits: ConnectionLimits,
  when: 'now' | 'asked' = 'asked',
): Connection {
  const sockets = new Set<Socket>()
  const dial: Dial = (options, callback) => {
    const socket = engine.connect(options, callback) as unknown as Socket
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const connect = when === 'now' ? dialEarly(origin, dial) : dial
  const client = new engine.Client(origin, { ...clientOptions(limits), connect })
  return { origin, client, sockets, idleSinceMs: null }
}

function clientOptions({ maxHeaderBytes }: ConnectionLimits) {
  return {
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: MAX_IDLE_MS,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    keepAliveTimeoutThreshold: 0,
  }
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

/** Sends over one connection and gathers what arrives, until it is whole or a limit ends it. */
async function exchangeOver(
  connection: Connection,
  { method, path, headers, body }: WireRequest,
  limits: ConnectionLimits,
  signal?: AbortSignal,
): Promise<Arrival> {
  const { client, origin } = connection
  let giveUp = (_failure: Failure): void => undefined
  const arrival = new Promise<Arrival>((resolve, reject) => {
    const gathering = new ResponseCollector(limits, resolve, reject)
    giveUp = (failure) => {
      gathering.end(failure)
      discard(connection)
    }
    const sent = { origin, method, path, headers: headers.flat(), body: body && Buffer.from(body) }
    client.dispatch(sent, gathering)
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

/** How undici asks for a socket; the one that is opening comes back at once. */
type Dial = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket

/**
 * Dials at once for the first who will ask. Where nothing came of it by then, or the other side has closed it or spoken unasked, it
 * is given up and dialled anew: nothing was sent over it.
 */
function dialEarly(origin: string, dial: Dial): Dial {
  let outcome: Parameters<buildConnector.Callback> | null = null
  let taker: buildConnector.Callback | null = null
  let isSpoilt = false
  const early = dial(addressOf(origin), (...result) => {
    outcome = result
    taker?.(...result)
  })
  const spoil = () => {
    isSpoilt = true
  }
  for (const event of SPOILING_EVENTS) early.once(event, spoil)
  return (options, callback) => {
    for (const event of SPOILING_EVENTS) early.off(event, spoil)
    if (isSpoilt || taker !== null) {
      early.destroy()
      return dial(options, callback)
    }
    taker = callback
    const known = outcome
    // undici sends nothing over a socket that it is handed while it asks
    if (known !== null) queueMicrotask(() => callback(...known))
    return early
  }
}

const SPOILING_EVENTS = ['readable', 'error', 'close']

function addressOf(origin: string): buildConnector.Options {
  const { protocol, host, hostname, port } = new URL(origin)
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port }
}
