import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from '../clock.js'
import { begunOf, contentEncodings, decodeBody } from '../decode.js'
import { targetOf } from '../exchange/address.js'
import { type Header, headerValues } from '../exchange/exchange.js'
import type { Misread } from '../exchange/misread.js'
import type { RawBody } from '../exchange/raw.js'
import { headerPairs, isHeaderNamed } from '../exchange/raw-headers.js'
import { type Answer, json, type ServiceAnswer, whole } from './answer.js'
import { deliver } from './deliver.js'
import { watchLateness } from './lateness.js'
import { createHostCheck } from './own-host.js'
import { type Ending, readBody } from './read-body.js'
import { type Refusal, refusalFor } from './refusal.js'
import type { Arrival } from './seen.js'

/** Who answers what a surface hears: in its own thread at once, or in another a little later. */
export interface Desk {
  /** Takes a request that came whole. `give` takes the service's answer. */
  ask(arrival: Arrival, give: (answer: ServiceAnswer) => void): void
  /** Hears of each request that is over: its answer has left, or its client has. */
  over(arrival: Arrival): void
}

export interface SurfaceSettings {
  readonly clock: Clock
  readonly host: string
  readonly hosts: readonly string[]
  readonly publicUrl: string | null
  readonly keptBodyBytes: number
  readonly maxBodyBytes: number
  /** The clock's milliseconds that exchanges count from. */
  readonly originMs: number
}

type Dress = (answer: Answer, asked: readonly Header[]) => Answer

/** What came and is nobody's request. */
export interface Malformed {
  /** Monotonic milliseconds since the origin. */
  readonly atMs: number
  /** What it was answered with. */
  readonly status: 400 | 408 | 421 | 431
  /** The parser's own code: `HPE_INVALID_METHOD`; or `HOST_MISSING`, `HOST_FOREIGN`. */
  readonly reason: string
  /** The foreign one that was asked for; null: none. */
  readonly host: string | null
}

/** An answer of the listener's own; whose it is shows by its request. */
const ofNobody = {
  channel: 'service',
  session: null,
  step: null,
  run: null,
  breaches: [],
  staged: null,
} as const

/** What a listener's requests meet: each is followed from its head to the last byte of its answer. */
export class Surface {
  /** Known once the listener has its port. */
  url = ''
  /** Requests under way, the newest of each connection. */
  readonly busy = new Map<Duplex, Arrival>()
  readonly #desk: Desk
  readonly #settings: SurfaceSettings
  readonly #dress: Dress | null
  readonly #lateness: ReturnType<typeof watchLateness>
  readonly #isOwnHost: ReturnType<typeof createHostCheck>
  readonly #onMalformed: (malformed: Malformed) => void
  #count = 0

  constructor(
    desk: Desk,
    settings: SurfaceSettings,
    dress: Dress | null,
    onMalformed: (malformed: Malformed) => void,
  ) {
    const { clock, host, hosts, publicUrl } = settings
    this.#desk = desk
    this.#settings = settings
    this.#dress = dress
    this.#onMalformed = onMalformed
    this.#lateness = watchLateness(clock)
    this.#isOwnHost = createHostCheck([host, ...hosts, ...(publicUrl ? [new URL(publicUrl).hostname] : [])])
  }

  onRequest(req: IncomingMessage, res: ServerResponse): void {
    const { keptBodyBytes, maxBodyBytes } = this.#settings
    this.beginTurn()
    if (!this.#isAskedFor(req, res)) return
    const headers = headerPairs(req.rawHeaders)
    const arrival = this.#arrivalOf(req.method ?? '', req.url ?? '', headers)
    if (!announcesBody(headers)) {
      this.#watch(arrival, req, res)
      this.#respond(arrival, res)
      return
    }
    // what arrived is settled once it is complete: an announced body of no bytes is none, and not the beginning of one
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

  /** Counts what is nobody's request. */
  misread(status: Malformed['status'], reason: string, host: string | null = null): void {
    const { clock, originMs } = this.#settings
    this.#onMalformed({ atMs: clock.now() - originMs, status, reason, host })
  }

  /** A request that the parser refused, and what it was answered. */
  onMisread({ method, target, headers, body }: Misread, refusal: Refusal): void {
    const arrival = this.#arrivalOf(method, target, headers)
    if (body.length > 0) arrival.body = { bytes: body, sizeBytes: body.length, flaw: null }
    arrival.answer = { ...refusal, ...ofNobody, delivery: whole }
    arrival.delivered = { headers: refusal.headers, sentBytes: refusal.body.length, failure: null }
    arrival.answeredAtMs = arrival.arrivedAtMs
    this.#desk.over(arrival)
  }

  /** To be told by whatever a turn of the event loop begins with: what it reads is ready by then. */
  beginTurn(): void {
    this.#lateness.now()
  }

  /** Since when the request under way on a connection has been there; null where none is. */
  ageMsOf(socket: Duplex): number | null {
    const arrival = this.busy.get(socket)
    return arrival ? this.#settings.clock.now() - arrival.arrivedAtMs : null
  }

  end(): void {
    this.#lateness.end()
  }

  /** Whether a request names this listener; one that does not is refused. RFC 9112 §3.2 */
  #isAskedFor(req: IncomingMessage, res: ServerResponse): boolean {
    const { host } = req.headers
    if (host === undefined && req.httpVersion === '1.1') {
      const refusal = refusalFor('HOST_MISSING')
      this.misread(refusal.status, 'HOST_MISSING')
      return refuse(req, res, { ...refusal, delivery: whole })
    }
    if (this.#isOwnHost(host)) return true
    this.misread(421, 'HOST_FOREIGN', (host ?? '').slice(0, 100))
    return refuse(req, res, misdirected(host ?? ''))
  }

  #arrivalOf(method: string, target: string, headers: readonly Header[]): Arrival {
    const path = targetOf(target)
    const { atMs, lateMs } = this.#lateness.now()
    return {
      id: `e${++this.#count}`,
      method,
      path,
      url: this.url + path,
      headers,
      arrivedAtMs: atMs,
      lateMs,
      startedAt: this.#settings.clock.wall().toISOString(),
      body: null,
      surplusBytes: 0,
      isAsked: false,
      answer: null,
      delivered: null,
      answeredAtMs: null,
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
      if (arrival.surplusBytes > 0) socket.end()
      arrival.body ??= bodySoFar()
      this.#desk.over(arrival)
    })
  }

  async #decoded(body: RawBody, encodings: readonly string[]): Promise<RawBody> {
    if (body.flaw !== null) return begunOf(body, encodings)
    return decodeBody(Buffer.from(body.bytes), encodings, this.#settings.keptBodyBytes)
  }

  #received(arrival: Arrival, req: IncomingMessage, res: ServerResponse, ending: Ending): void {
    if (ending === 'complete') this.#respond(arrival, res)
    if (ending === 'too-large') this.#refuseBody(arrival, req, res)
  }

  #left(arrival: Arrival): void {
    arrival.answeredAtMs = this.#settings.clock.now()
  }

  #refuseBody(arrival: Arrival, req: IncomingMessage, res: ServerResponse): void {
    const message = `O corpo passa de ${this.#settings.maxBodyBytes} bytes.`
    const answer = json(413, { error: { type: 'PAYLOAD_TOO_LARGE', message } }, [['Connection', 'close']])
    arrival.answer = { ...answer, ...ofNobody }
    arrival.delivered = deliver(res, answer)
    res.on('finish', () => req.socket.destroySoon())
  }

  #respond(arrival: Arrival, res: ServerResponse): void {
    arrival.isAsked = true
    this.#desk.ask(arrival, (answer) => {
      arrival.answer = answer
      if (res.destroyed) return
      const dressed = this.#dress?.(answer, arrival.headers) ?? answer
      arrival.delivered = deliver(res, dressed, () => this.#left(arrival))
    })
  }
}

/** RFC 9110 §15.5.20 */
function misdirected(host: string): Answer {
  const message = 'Este servidor não atende por este nome'
  const description = `Host "${host.slice(0, 100)}": chame-o por 127.0.0.1, localhost ou pelo endereço em que escuta.`
  return json(421, { error: { type: 'MISDIRECTED_REQUEST', message, description } }, [
    ['Connection', 'close'],
  ])
}

/** It is no exchange of anybody under examination. */
function refuse(req: IncomingMessage, res: ServerResponse, answer: Answer): false {
  deliver(res, answer)
  res.on('finish', () => req.socket.destroySoon())
  return false
}

function announcesBody(headers: readonly Header[]): boolean {
  return headers.some(
    ([name]) => isHeaderNamed(name, 'content-length') || isHeaderNamed(name, 'transfer-encoding'),
  )
}
