/** Handles the HTTP requests of a listener, one by one. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { targetOf } from '../exchange/address.js'
import { type Header, headerValues } from '../exchange/exchange.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import { headerPairs, isHeaderNamed } from '../exchange/raw-headers.js'
import type { RefusedRequest } from '../exchange/refused-request.js'
import type { Clock } from '../node/clock.js'
import { contentEncodings, decodeBody, withoutCompressedBytes } from '../node/decode.js'
import { type Arrival, toRawExchange } from './arrival.js'
import { type Delivered, deliver } from './deliver.js'
import { type Refusal, refusalFor } from './http-refusal.js'
import { readBody } from './read-body.js'
import {
  type HttpResponse,
  json,
  type ServiceRequest,
  type ServiceResponse,
  wholeDelivery,
} from './response.js'
import type { Service } from './service.js'

interface HandlerSettings {
  readonly clock: Clock
  readonly host: string
  readonly hosts: readonly string[]
  readonly publicUrl: string | null
  readonly keptBodyBytes: number
  readonly maxBodyBytes: number
  /** The clock's milliseconds that exchanges count from. */
  readonly originMs: number
  readonly onMalformed: (malformed: Malformed) => void
  /** Called with an error of our own; the request then gets a 500. */
  readonly onFault: (fault: unknown) => void
  readonly onExchange?: OnExchange | undefined
}

/** Bytes that were no HTTP request, or a request whose `Host` is not this listener. */
export interface Malformed {
  /** The status of our response. */
  readonly status: 400 | 408 | 421 | 431
  /** The parser's code, such as `HPE_INVALID_METHOD`; or `HOST_MISSING`, `HOST_FOREIGN`. */
  readonly reason: string
  /** The `Host` of the request if that is the reason, else null. */
  readonly host: string | null
}

/** The parts of a response that the listener sends without asking the service. */
const withoutService = {
  channel: 'service',
  session: null,
  step: null,
  run: null,
  breaches: [],
  staged: null,
  isSpoilt: false,
} as const

/**
 * Called for each exchange once its response was sent or the client has disconnected. `response` is null if the service
 * was not asked for one.
 */
export type OnExchange = (exchange: RawExchange, response: ServiceResponse | null) => void

/**
 * Handles each HTTP request of a listener: reads its body, lets the service respond, sends the response as `deliver`
 * does, and reports the exchange.
 */
export class RequestHandler {
  /** Address of the listener; set once it has its port. */
  url = ''
  /** The newest request of each connection, until its response was sent. */
  readonly busy = new Map<Duplex, Arrival>()
  readonly #service: Service
  readonly #settings: HandlerSettings
  readonly #isOwnHost: (host: string | undefined) => boolean
  #count = 0

  constructor(service: Service, settings: HandlerSettings) {
    const { host, hosts, publicUrl } = settings
    this.#service = service
    this.#settings = settings
    this.#isOwnHost = createHostCheck([host, ...hosts, ...(publicUrl ? [new URL(publicUrl).hostname] : [])])
  }

  onRequest(req: IncomingMessage, res: ServerResponse): void {
    if (!this.#acceptsHost(req, res)) return
    const headers = headerPairs(req.rawHeaders)
    const arrival = this.#createArrival(req.method ?? '', req.url ?? '', headers)
    if (announcesBody(headers)) return this.#readBody(arrival, req, res)
    this.#watch(arrival, req, res)
    this.#respond(arrival, res)
  }

  #readBody(arrival: Arrival, req: IncomingMessage, res: ServerResponse): void {
    const { keptBodyBytes, maxBodyBytes } = this.#settings
    const encodings = contentEncodings(headerValues(arrival.headers, 'content-encoding'))
    const bodySoFar = readBody(req, keptBodyBytes, maxBodyBytes, async (body, ending) => {
      const decoded = await this.#decode(body, encodings)
      // the client has left, also if that was while its body was decoded; `#watch` reports the exchange
      if (ending === 'left' || res.closed) return
      // an announced body that is empty counts as none
      if (body.sizeBytes > 0) arrival.body = decoded
      if (ending === 'too-large' || decoded.sizeBytes > keptBodyBytes) this.#refuseBody(arrival, req, res)
      else this.#respond(arrival, res)
    })
    this.#watch(arrival, req, res, () => withoutCompressedBytes(bodySoFar(), encodings))
  }

  reportMalformed(status: Malformed['status'], reason: string, host: string | null = null): void {
    this.#settings.onMalformed({ status, reason, host })
  }

  /** Reports a request that the parser refused, as far as it could be read, with the refusal. */
  onMisread({ method, target, headers, body }: RefusedRequest, refusal: Refusal): void {
    const arrival = this.#createArrival(method, target, headers)
    if (body.length > 0) arrival.body = { bytes: body, sizeBytes: body.length, flaw: null }
    arrival.response = { ...refusal, ...withoutService, delivery: wholeDelivery }
    arrival.delivered = { headers: refusal.headers, sentBytes: refusal.body.length, failure: null }
    arrival.respondedAtMs = arrival.arrivedAtMs
    this.#report(arrival)
  }

  /**
   * Returns true if the `Host` of the request is this listener; otherwise refuses the request, which is not recorded,
   * because it may come from anybody. RFC 9112 §3.2
   */
  #acceptsHost(req: IncomingMessage, res: ServerResponse): boolean {
    const { host } = req.headers
    if (host === undefined && req.httpVersion === '1.1') {
      const refusal = refusalFor('HOST_MISSING')
      this.reportMalformed(refusal.status, 'HOST_MISSING')
      refuseAndClose(req, res, { ...refusal, delivery: wholeDelivery })
      return false
    }
    if (this.#isOwnHost(host)) return true
    this.reportMalformed(421, 'HOST_FOREIGN', (host ?? '').slice(0, 100))
    refuseAndClose(req, res, misdirected(host ?? ''))
    return false
  }

  #createArrival(method: string, target: string, headers: readonly Header[]): Arrival {
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
      reachesService: false,
      response: null,
      delivered: null,
      respondedAtMs: null,
    }
  }

  /** Notes when the response was sent, and reports the exchange when the response or the connection has ended. */
  #watch(
    arrival: Arrival,
    { socket }: IncomingMessage,
    res: ServerResponse,
    bodySoFar: () => RawBody | null = () => null,
  ): void {
    this.busy.set(socket, arrival)
    res.on('finish', () => this.#noteResponded(arrival))
    res.on('close', () => {
      if (this.busy.get(socket) === arrival) this.busy.delete(socket)
      if (!arrival.reachesService) arrival.body ??= bodySoFar()
      // if the client has left before the service responded, `#respond` reports the exchange
      if (!arrival.reachesService || arrival.response !== null) this.#report(arrival)
    })
  }

  async #decode(body: RawBody, encodings: readonly string[]): Promise<RawBody> {
    if (body.flaw !== null || encodings.length === 0) return withoutCompressedBytes(body, encodings)
    return decodeBody(Buffer.from(body.bytes), encodings, this.#settings.keptBodyBytes)
  }

  #noteResponded(arrival: Arrival): void {
    arrival.respondedAtMs = this.#settings.clock.now()
  }

  #refuseBody(arrival: Arrival, req: IncomingMessage, res: ServerResponse): void {
    const message = `O corpo tem mais de ${this.#settings.keptBodyBytes} bytes, o limite deste serviço.`
    const response = json(413, { error: { type: 'PAYLOAD_TOO_LARGE', message } }, [['Connection', 'close']])
    arrival.response = { ...response, ...withoutService }
    arrival.delivered = refuseAndClose(req, res, response)
  }

  /** Responds in the next turn of the event loop, so that requests that arrived in the same turn get their times first. */
  #respond(arrival: Arrival, res: ServerResponse): void {
    arrival.reachesService = true
    setImmediate(() => {
      const response = this.#callService(arrival)
      arrival.response = response
      if (res.closed) return this.#report(arrival)
      arrival.delivered = deliver(res, response, () => this.#noteResponded(arrival))
    })
  }

  /** If the service throws, the request gets a 500, so that no client can end the process for all others. */
  #callService(arrival: Arrival): ServiceResponse {
    try {
      return this.#service.respond(requestOf(arrival), arrival.arrivedAtMs)
    } catch (error) {
      this.#settings.onFault(error)
      const message = `O próprio homologa falhou: ${String(error)}`
      return { ...json(500, { error: { type: 'HARNESS_ERROR', message } }), ...withoutService }
    }
  }

  #report(arrival: Arrival): void {
    const { originMs, keptBodyBytes, onExchange } = this.#settings
    const response = arrival.reachesService ? arrival.response : null
    if (response && arrival.respondedAtMs !== null) this.#service.responded(response, arrival.respondedAtMs)
    const session = response ? response.session : this.#service.sessionOf(requestOf(arrival))
    onExchange?.(toRawExchange(arrival, session, originMs, keptBodyBytes), response)
  }
}

function requestOf({ method, path, headers, body }: Arrival): ServiceRequest {
  return { method, path, headers, body: body && body.sizeBytes > 0 ? body.bytes : null }
}

/** 421 for a request whose `Host` is not this listener. RFC 9110 §15.5.20 */
function misdirected(host: string): HttpResponse {
  const message = 'Este servidor não atende por este nome'
  const description = `Host "${host.slice(0, 100)}": chame-o por 127.0.0.1, localhost ou pelo endereço em que escuta.`
  return json(421, { error: { type: 'MISDIRECTED_REQUEST', message, description } }, [
    ['Connection', 'close'],
  ])
}

/** Sends a refusal and closes the connection, because the rest of the request is not wanted. */
function refuseAndClose(req: IncomingMessage, res: ServerResponse, response: HttpResponse): Delivered {
  res.on('finish', () => req.socket.destroySoon())
  return deliver(res, response)
}

function announcesBody(headers: readonly Header[]): boolean {
  return headers.some(
    ([name]) => isHeaderNamed(name, 'content-length') || isHeaderNamed(name, 'transfer-encoding'),
  )
}

/**
 * Returns a function that checks whether a `Host` header means this listener. It protects against DNS rebinding: a
 * foreign web page can point a name of its own at this machine, and its scripts could then read our responses; their
 * requests carry that name. Accepted are IP addresses, names that no public DNS knows (`localhost`, `homologa` of a
 * container, `host.docker.internal`) and the given names. Clients without `Host` are no browsers and are accepted.
 *
 * @param names the host that we listen on, the host of the public URL, and those that the user named
 */
export function createHostCheck(names: readonly string[]): (host: string | undefined) => boolean {
  const own = new Set(names.map((name) => name.toLowerCase()))
  return (host) => {
    if (host === undefined) return true
    const name = hostName(host)
    return own.has(name) || isIP(name) !== 0 || SINGLE_LABEL.test(name) || PRIVATE_DOMAIN.test(name)
  }
}

/** `homologa` */
const SINGLE_LABEL = /^[\w-]+$/
/** `localhost`, `host.docker.internal` */
const PRIVATE_DOMAIN = /(^|\.)(localhost|internal)$/

/** Returns the name without port, brackets and final dot: `[::1]:80` gives `::1`. */
function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}
