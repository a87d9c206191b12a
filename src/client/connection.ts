import type { Socket } from 'node:net'
import type { buildConnector, Client, Dispatcher, EnvHttpProxyAgent } from 'undici'
import type { Clock } from '../clock.js'
import { type Failure, type Header, headerValue } from '../exchange/exchange.js'
import { AnswerStream, announcedBytes, forbidsBody } from './answer-stream.js'
import { KEPT_OF_CUT_BYTES } from './decode.js'
import { failureOf } from './failure.js'
import { type Network, type TlsOptions, takesProxy, tlsOptions } from './network.js'
import { whatArrived } from './what-arrived.js'

/**
 * Connections that are never stale. A service may close an idle connection at the very moment in which the next request
 * leaves; nobody could say then whether that request was processed. So a connection that idled for a second is not used
 * again: with two seconds between requests, each of them gets a fresh one.
 */
export const MAX_IDLE_MS = 1_000

export interface ConnectionLimits {
  readonly clock: Clock
  readonly timeoutMs: number
  readonly maxBodyBytes: number
  readonly maxHeaderBytes: number
  readonly network: Network
}

interface Outgoing {
  readonly method: string
  readonly path: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array | null
}

/** What arrived, before any encoding is undone. Times are the clock's. */
export interface Arrival {
  /** When the request began to leave; null where it never did. */
  readonly sentAtMs: number | null
  /** When the last byte came, or the exchange failed. */
  readonly endedAtMs: number
  /** null where no header arrived. */
  readonly status: number | null
  readonly headers: readonly Header[]
  readonly bytes: Buffer
  /** Bytes that arrived, or were announced where that alone was too much. */
  readonly sizeBytes: number
  /** Bytes announced for a body that the status forbids (204, 304). */
  readonly forbiddenBytes: number
  /** Bytes that came beyond those announced. */
  readonly surplusBytes: number
  readonly failure: Failure | null
}

interface Connection {
  readonly origin: string
  readonly client: Dispatcher
  /** Open sockets, also those still connecting. */
  readonly sockets: Set<Socket>
  readonly streams: Set<AnswerStream>
  idleSinceMs: number | null
}

interface Engine {
  readonly Client: typeof Client
  /** null where there is no proxy. */
  readonly ProxyAgent: typeof EnvHttpProxyAgent | null
  readonly tls: TlsOptions
  readonly connect: ReturnType<typeof buildConnector>
}

/** One connection for each request under way, kept by origin while it is fresh. */
export class ConnectionPool {
  readonly #limits: ConnectionLimits
  readonly #idle = new Map<string, Connection[]>()
  readonly #busy = new Set<Connection>()
  #engine: Promise<Engine> | null = null

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  async exchange(origin: string, request: Outgoing, signal?: AbortSignal): Promise<Arrival> {
    this.#engine ??= loadEngine(this.#limits)
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

  close(): void {
    for (const connection of [...this.#busy, ...[...this.#idle.values()].flat()]) discard(connection)
    this.#idle.clear()
  }

  #take(origin: string, engine: Engine): Connection {
    const freshSinceMs = this.#limits.clock.now() - MAX_IDLE_MS
    const kept = this.#idle.get(origin) ?? []
    const fresh = kept.filter(({ idleSinceMs }) => idleSinceMs !== null && idleSinceMs > freshSinceMs)
    for (const connection of kept) if (!fresh.includes(connection)) discard(connection)
    const connection = fresh.pop() ?? open(origin, engine, this.#limits)
    this.#idle.set(origin, fresh)
    this.#busy.add(connection)
    connection.idleSinceMs = null
    return connection
  }

  #keep(origin: string, connection: Connection): void {
    connection.idleSinceMs = this.#limits.clock.now()
    this.#idle.get(origin)?.push(connection)
  }
}

async function loadEngine({ network, timeoutMs }: ConnectionLimits): Promise<Engine> {
  const [{ Client, buildConnector: connector }, agent, tls] = await Promise.all([
    import('./undici-parts.js'),
    network.proxy === null ? null : import('undici'),
    tlsOptions(network),
  ])
  return {
    Client,
    ProxyAgent: agent?.EnvHttpProxyAgent ?? null,
    tls,
    connect: connector({ timeout: timeoutMs, keepAlive: false, ...tls }),
  }
}

function open(origin: string, engine: Engine, limits: ConnectionLimits): Connection {
  const { ProxyAgent } = engine
  if (ProxyAgent === null || !takesProxy(origin, limits.network)) return openDirectly(origin, engine, limits)
  const { noProxy, proxy } = limits.network
  const client = new ProxyAgent({
    ...clientOptions(limits),
    httpProxy: '',
    httpsProxy: proxy ?? '',
    noProxy,
    connect: { timeout: limits.timeoutMs, ...engine.tls },
    requestTls: engine.tls,
    proxyTls: engine.tls,
  })
  return { origin, client, sockets: new Set(), streams: new Set(), idleSinceMs: null }
}

function openDirectly(origin: string, engine: Engine, limits: ConnectionLimits): Connection {
  const sockets = new Set<Socket>()
  const streams = new Set<AnswerStream>()
  const connect: buildConnector.connector = (options, callback) => {
    const socket = engine.connect(options, callback) as unknown as Socket
    const stream = new AnswerStream(socket)
    sockets.add(socket)
    streams.add(stream)
    socket.once('close', () => {
      sockets.delete(socket)
      streams.delete(stream)
    })
  }
  const client = new engine.Client(origin, { ...clientOptions(limits), connect })
  return { origin, client, sockets, streams, idleSinceMs: null }
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
  return { ...nothing, forbiddenBytes: 0, surplusBytes: 0, sentAtMs: null, endedAtMs: clock.now(), failure }
}

/** Sends over one connection and gathers what arrives, until it is whole or a limit ends it. */
function exchangeOver(
  connection: Connection,
  request: Outgoing,
  limits: ConnectionLimits,
  signal?: AbortSignal,
): Promise<Arrival> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', leave)
    }
    const settle = (arrival: Arrival) => {
      stop()
      resolve(arrival)
    }
    const refuse = (error: Error) => {
      stop()
      reject(error)
    }
    const gathering = new Gathering(limits, settle, refuse)
    const leave = () => giveUp({ kind: 'aborted', message: 'given up by the caller' })
    const giveUp = (failure: Failure) => {
      gathering.end(failure)
      discard(connection)
    }
    const words = `not complete within ${limits.timeoutMs} ms`
    const deadline = setTimeout(() => giveUp({ kind: 'timeout', message: words }), limits.timeoutMs)
    signal?.addEventListener('abort', leave, { once: true })
    dispatch(connection, request, gathering)
  })
}

function dispatch({ client, streams, origin }: Connection, request: Outgoing, gathering: Gathering): void {
  for (const stream of streams) stream.expectAnswer()
  client.dispatch(
    {
      origin,
      method: request.method as Dispatcher.HttpMethod,
      path: request.path,
      headers: request.headers.flat(),
      body: request.body === null ? null : Buffer.from(request.body),
    },
    gathering,
  )
}

const BLOCK_BYTES = { first: 4_096, most: 65_536 }

/** Bytes as they arrive, copied into blocks: a million chunks of one byte take a million bytes. */
class ByteSink {
  readonly #full: Buffer[] = []
  #block = Buffer.alloc(0)
  #used = 0

  append(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      if (this.#used === this.#block.length) this.#startBlock()
      const copied = chunk.copy(this.#block, this.#used, from)
      this.#used += copied
      from += copied
    }
  }

  /** All bytes; with `most`, as many blocks as hold so many. */
  bytes(most = Number.POSITIVE_INFINITY): Buffer {
    const taken: Buffer[] = []
    let size = 0
    for (const block of [...this.#full, this.#block.subarray(0, this.#used)]) {
      if (size >= most) break
      taken.push(block)
      size += block.length
    }
    return Buffer.concat(taken)
  }

  #startBlock(): void {
    if (this.#used > 0) this.#full.push(this.#block)
    this.#block = Buffer.allocUnsafeSlow(
      Math.min(this.#block.length * 2 || BLOCK_BYTES.first, BLOCK_BYTES.most),
    )
    this.#used = 0
  }
}

/** undici's handler of one exchange. It settles once. */
class Gathering implements Dispatcher.DispatchHandler {
  readonly #limits: ConnectionLimits
  readonly #settle: (arrival: Arrival) => void
  readonly #refuse: (error: Error) => void
  readonly #body = new ByteSink()
  #sentAtMs: number | null = null
  #status: number | null = null
  #headers: Header[] = []
  #sizeBytes = 0
  #stream: AnswerStream | null = null
  #isOver = false

  constructor(limits: ConnectionLimits, settle: (arrival: Arrival) => void, refuse: (error: Error) => void) {
    this.#limits = limits
    this.#settle = settle
    this.#refuse = refuse
  }

  onRequestStart(): void {
    this.#sentAtMs ??= this.#limits.clock.now()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return
    this.#status = status
    this.#stream = AnswerStream.reading
    this.#headers = headersOf(controller.rawHeaders)
    const announced = this.#announcedBytes()
    if (announced <= this.#limits.maxBodyBytes || forbidsBody(status)) return
    this.#sizeBytes = announced
    this.#endAsTooLarge(controller, `${announced} bytes are announced`)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#sizeBytes += chunk.length
    this.#body.append(chunk)
    if (this.#sizeBytes > this.#limits.maxBodyBytes) this.#endAsTooLarge(controller, 'the body went on')
  }

  onResponseEnd(): void {
    this.end(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // a header or path that HTTP cannot carry is no trouble of the network
    if ((error as NodeJS.ErrnoException).code === 'UND_ERR_INVALID_ARG') this.#refuse(error)
    else this.end(this.#status !== null && forbidsBody(this.#status) ? null : failureOf(error))
  }

  /** Nothing that comes later changes the outcome. */
  end(failure: Failure | null): void {
    if (this.#isOver) return
    this.#isOver = true
    const forbiddenBytes = this.#status !== null && forbidsBody(this.#status) ? this.#announcedBytes() : 0
    this.#settle({
      sentAtMs: this.#sentAtMs,
      endedAtMs: this.#limits.clock.now(),
      status: this.#status,
      headers: this.#headers,
      bytes: failure?.kind === 'too-large' ? this.#body.bytes(KEPT_OF_CUT_BYTES) : this.#body.bytes(),
      sizeBytes: this.#sizeBytes,
      forbiddenBytes,
      surplusBytes: failure === null ? this.#surplusBytes() : 0,
      failure,
    })
  }

  #endAsTooLarge(controller: Dispatcher.DispatchController, words: string): void {
    const failure: Failure = {
      kind: 'too-large',
      message: `${words}; ${this.#limits.maxBodyBytes} bytes are allowed`,
    }
    this.end(failure)
    controller.abort(new Error(failure.message))
  }

  #surplusBytes(): number {
    const header = (name: string) => headerValue(this.#headers, name)
    return this.#stream?.takeSurplus(announcedBytes(this.#status ?? 0, header)) ?? 0
  }

  #announcedBytes(): number {
    return Number(headerValue(this.#headers, 'content-length')) || 0
  }
}

/** Latin-1 keeps every byte, so that a value can be sent back as it came. */
function headersOf(raw: Dispatcher.DispatchController['rawHeaders']): Header[] {
  if (!Array.isArray(raw)) return []
  const texts = raw.map((one) => (typeof one === 'string' ? one : one.toString('latin1')))
  const headers: Header[] = []
  for (let i = 0; i + 1 < texts.length; i += 2) headers.push([texts[i] ?? '', texts[i + 1] ?? ''])
  return headers
}
