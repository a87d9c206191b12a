import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { targetOf } from '../exchange/address.js'
import { type Header, headerValues } from '../exchange/exchange.js'
import type { Misread } from '../exchange/misread.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import { headerPairs, isHeaderNamed } from '../exchange/raw-headers.js'
import type { Clock } from '../node/clock.js'
import { begunOf, contentEncodings, decodeBody } from '../node/decode.js'
import { deliver } from './deliver.js'
import { type Ending, readBody } from './read-body.js'
import { type Refusal, refusalFor } from './refusal.js'
import { type HttpResponse, json, type ServiceRequest, type ServiceResponse, whole } from './response.js'
import { type Arrival, seenExchange } from './seen.js'
import type { Service } from './service.js'

export interface HandlerSettings {
  readonly clock: Clock
  readonly host: string
  readonly hosts: readonly string[]
  readonly publicUrl: string | null
  readonly keptBodyBytes: number
  readonly maxBodyBytes: number
  /** The clock's milliseconds that exchanges count from. */
  readonly originMs: number
  readonly onMalformed: (malformed: Malformed) => void
  readonly onFault: (fault: unknown) => void
  readonly onExchange?: OnExchange | undefined
}

/** Bytes that were no HTTP request, or a request that did not name this listener. */
export interface Malformed {
  /** The status of our response. */
  readonly status: 400 | 408 | 421 | 431
  /** The parser's own code: `HPE_INVALID_METHOD`; or `HOST_MISSING`, `HOST_FOREIGN`. */
  readonly reason: string
  /** The foreign one that was asked for; null: none. */
  readonly host: string | null
}

/** The parts of a response that the listener sends without the service. */
const ofNobody = {
  channel: 'service',
  session: null,
  step: null,
  run: null,
  breaches: [],
  staged: null,
  isSpoilt: false,
} as const

/** Called for each exchange once its response has left, or the client has; `response` is null if the service was not asked for one. */
export type OnExchange = (exchange: RawExchange, response: ServiceResponse | null) => void

/** Handles each request of a listener from its head to the last byte of its response. */
export class RequestHandler {
  /** Known once the listener has its port. */
  url = ''
  /** Requests under way, the newest of each connection. */
  readonly busy = new Map<Duplex, Arrival>()
  readonly #service: Service
  readonly #settings: HandlerSettings
  readonly #isOwnHost: ReturnType<typeof createHostCheck>
  #count = 0

  constructor(service: Service, settings: HandlerSettings) {
    const { host, hosts, publicUrl } = settings
    this.#service = service
    this.#settings = settings
    this.#isOwnHost = createHostCheck([host, ...hosts, ...(publicUrl ? [new URL(publicUrl).hostname] : [])])
  }

  onRequest(req: IncomingMessage, res: ServerResponse): void {
    const { keptBodyBytes, maxBodyBytes } = this.#settings
    if (!this.#isAskedFor(req, res)) return
    const headers = headerPairs(req.rawHeaders)
    const arrival = this.#arrivalOf(req.method ?? '', req.url ?? '', headers)
    if (!announcesBody(headers)) {
      this.#watch(arrival, req, res)
      this.#respond(arrival, res)
      return
    }
    // An announced body may turn out empty and then counts as none, so this is decided only once it is complete.
    let soFar: (() => RawBody) | null = null
    const encodings = contentEncodings(headerValues(headers, 'content-encoding'))
    this.#watch(arrival, req, res, () => soFar && begunOf(soFar(), encodings))
    soFar = readBody(req, keptBodyBytes, maxBodyBytes, (body, ending) => {
      arrival.body = body.sizeBytes > 0 ? body : null
      if (ending === 'complete') soFar = null
      if (encodings.length === 0 || body.sizeBytes === 0) return this.#received(arrival, req, res, ending)
      void this.#decoded(body, encodings).then((decoded) => {
        arrival.body = decoded
        this.#received(arrival, req, res, ending)
      })
    })
  }

  reportMalformed(status: Malformed['status'], reason: string, host: string | null = null): void {
    this.#settings.onMalformed({ status, reason, host })
  }

  /** A request that the parser refused, and what it got in response. */
  onMisread({ method, target, headers, body }: Misread, refusal: Refusal): void {
    const arrival = this.#arrivalOf(method, target, headers)
    if (body.length > 0) arrival.body = { bytes: body, sizeBytes: body.length, flaw: null }
    arrival.response = { ...refusal, ...ofNobody, delivery: whole }
    arrival.delivered = { headers: refusal.headers, sentBytes: refusal.body.length, failure: null }
    arrival.respondedAtMs = arrival.arrivedAtMs
    this.#over(arrival)
  }

  /** Whether a request names this listener; one that does not is refused. RFC 9112 §3.2 */
  #isAskedFor(req: IncomingMessage, res: ServerResponse): boolean {
    const { host } = req.headers
    if (host === undefined && req.httpVersion === '1.1') {
      const refusal = refusalFor('HOST_MISSING')
      this.reportMalformed(refusal.status, 'HOST_MISSING')
      return refuse(req, res, { ...refusal, delivery: whole })
    }
    if (this.#isOwnHost(host)) return true
    this.reportMalformed(421, 'HOST_FOREIGN', (host ?? '').slice(0, 100))
    return refuse(req, res, misdirected(host ?? ''))
  }

  #arrivalOf(method: string, target: string, headers: readonly Header[]): Arrival {
    const path = targetOf(target)
    const { clock } = this.#settings
    return {
      id: `e${++this.#count}`,
      method,
      path,
      url: this.url + path,
      headers,
      arrivedAtMs: clock.now(),
      startedAt: clock.wall().toISOString(),
      body: null,
      isAsked: false,
      response: null,
      delivered: null,
      respondedAtMs: null,
    }
  }

  #watch(
    arrival: Arrival,
    { socket }: IncomingMessage,
    res: ServerResponse,
    bodySoFar: () => RawBody | null = () => null,
  ): void {
    this.busy.set(socket, arrival)
    res.on('finish', () => this.#left(arrival))
    res.on('close', () => {
      if (this.busy.get(socket) === arrival) this.busy.delete(socket)
      arrival.body ??= bodySoFar()
      // a client that leaves in the turn in which it asked is recorded once the service has decided
      if (!arrival.isAsked || arrival.response !== null) this.#over(arrival)
    })
  }

  async #decoded(body: RawBody, encodings: readonly string[]): Promise<RawBody> {
    if (body.flaw !== null) return begunOf(body, encodings)
    return decodeBody(Buffer.from(body.bytes), encodings, this.#settings.keptBodyBytes)
  }

  #received(arrival: Arrival, req: IncomingMessage, res: ServerResponse, ending: Ending): void {
    const isTooLarge = (arrival.body?.sizeBytes ?? 0) > this.#settings.keptBodyBytes
    if (ending === 'too-large' || (ending === 'complete' && isTooLarge)) this.#refuseBody(arrival, req, res)
    else if (ending === 'complete') this.#respond(arrival, res)
  }

  #left(arrival: Arrival): void {
    arrival.respondedAtMs = this.#settings.clock.now()
  }

  #refuseBody(arrival: Arrival, req: IncomingMessage, res: ServerResponse): void {
    const message = `O corpo tem mais de ${this.#settings.keptBodyBytes} bytes, o limite deste serviço.`
    const response = json(413, { error: { type: 'PAYLOAD_TOO_LARGE', message } }, [['Connection', 'close']])
    arrival.response = { ...response, ...ofNobody }
    arrival.delivered = deliver(res, response)
    res.on('finish', () => req.socket.destroySoon())
  }

  /** Responds in the next turn, so that requests of other clients in the same turn are timed before this one is worked on. */
  #respond(arrival: Arrival, res: ServerResponse): void {
    arrival.isAsked = true
    setImmediate(() => {
      const response = this.#answerTo(arrival)
      arrival.response = response
      if (res.closed) return this.#over(arrival)
      arrival.delivered = deliver(res, response, () => this.#left(arrival))
    })
  }

  /** A request that the service fails on gets a 500, so that no client can end the process for all the others. */
  #answerTo(arrival: Arrival): ServiceResponse {
    try {
      return this.#service.respond(requestOf(arrival), arrival.arrivedAtMs)
    } catch (error) {
      this.#settings.onFault(error)
      const message = `O próprio homologa falhou: ${String(error)}`
      return { ...json(500, { error: { type: 'HARNESS_ERROR', message } }), ...ofNobody }
    }
  }

  #over(arrival: Arrival): void {
    const { originMs, keptBodyBytes, onExchange } = this.#settings
    const response = arrival.isAsked ? arrival.response : null
    if (response && arrival.respondedAtMs !== null) this.#service.responded(response, arrival.respondedAtMs)
    const session = response ? response.session : this.#service.sessionOf(requestOf(arrival))
    onExchange?.(seenExchange(arrival, session, originMs, keptBodyBytes), response)
  }
}

function requestOf({ method, path, headers, body }: Arrival): ServiceRequest {
  return { method, path, headers, body: body && body.sizeBytes > 0 ? body.bytes : null }
}

/** RFC 9110 §15.5.20 */
function misdirected(host: string): HttpResponse {
  const message = 'Este servidor não atende por este nome'
  const description = `Host "${host.slice(0, 100)}": chame-o por 127.0.0.1, localhost ou pelo endereço em que escuta.`
  return json(421, { error: { type: 'MISDIRECTED_REQUEST', message, description } }, [
    ['Connection', 'close'],
  ])
}

/** Such a request is not recorded for the client under examination. */
function refuse(req: IncomingMessage, res: ServerResponse, response: HttpResponse): false {
  deliver(res, response)
  res.on('finish', () => req.socket.destroySoon())
  return false
}

function announcesBody(headers: readonly Header[]): boolean {
  return headers.some(
    ([name]) => isHeaderNamed(name, 'content-length') || isHeaderNamed(name, 'transfer-encoding'),
  )
}

/**
 * Whether a request means this listener, by its `Host`. A page of a stranger can point a name of its own at this machine, and its
 * scripts then read what we response (DNS rebinding); its requests carry that name. So a name is foreign unless it is ours: an
 * address, this machine's own name, a name that no public DNS knows (`homologa` of a container, `host.docker.internal`), or one that
 * was named. Clients without `Host` are no browsers.
 *
 * @param names beside those: the host that was bound, that of a public URL
 */
export function createHostCheck(names: readonly string[]): (host: string | undefined) => boolean {
  const own = new Set(names.map((name) => name.toLowerCase()))
  let lastOwn: string | undefined
  return (host) => {
    if (host === undefined || host === lastOwn) return true
    if (!isOwn(nameOf(host), own)) return false
    lastOwn = host
    return true
  }
}

const PRIVATE = /(^|\.)(localhost|internal)$/

function isOwn(name: string, own: ReadonlySet<string>): boolean {
  if (own.has(name) || isIP(name) !== 0) return true
  return /^[\w-]+$/.test(name) || PRIVATE.test(name)
}

/** Without port, brackets and a dot at its end. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}
