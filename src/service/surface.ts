import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from '../clock.js'
import { targetOf } from '../exchange/address.js'
import type { Header } from '../exchange/exchange.js'
import type { Misread } from '../exchange/misread.js'
import type { RawExchange } from '../exchange/raw.js'
import { type Answer, json, type ServiceAnswer, whole } from './answer.js'
import { deliver } from './deliver.js'
import { watchLateness } from './lateness.js'
import { createHostCheck } from './own-host.js'
import { type Ending, readBody } from './read-body.js'
import type { Refusal } from './refusal.js'
import { type Arrival, seenExchange } from './seen.js'
import type { Service } from './service.js'

export interface SurfaceSettings {
  readonly clock: Clock
  readonly host: string
  readonly hosts: readonly string[]
  readonly publicUrl: string | null
  readonly onExchange: ((exchange: RawExchange, answer: ServiceAnswer | null) => void) | null
  readonly originMs: number
  readonly keptBodyBytes: number
  readonly maxBodyBytes: number
}

type Dress = (answer: Answer, asked: readonly Header[]) => Answer

const ofNobody = { step: null, run: null, breaches: [], staged: null } as const

/** What a listener's requests meet: each is followed from its head to the last byte of its answer. */
export class Surface {
  /** Known once the listener has its port. */
  url = ''
  malformed = 0
  /** Requests under way, the newest of each connection. */
  readonly busy = new Map<Duplex, Arrival>()
  readonly #service: Service
  readonly #settings: SurfaceSettings
  readonly #dress: Dress | null
  readonly #lateness: ReturnType<typeof watchLateness>
  readonly #isOwnHost: ReturnType<typeof createHostCheck>
  #count = 0

  constructor(service: Service, settings: SurfaceSettings, dress: Dress | null) {
    const { clock, host, hosts, publicUrl } = settings
    this.#service = service
    this.#settings = settings
    this.#dress = dress
    this.#lateness = watchLateness(clock)
    this.#isOwnHost = createHostCheck([host, ...hosts, ...(publicUrl ? [new URL(publicUrl).hostname] : [])])
  }

  onRequest(req: IncomingMessage, res: ServerResponse): void {
    const { clock, keptBodyBytes, maxBodyBytes } = this.#settings
    const arrivedAtMs = clock.now()
    if (!this.#isOwnHost(req.headers.host)) return refuseHost(req, res)
    const headers = pairs(req.rawHeaders)
    const arrival = this.#arrivalOf(req.method ?? '', req.url ?? '', headers, arrivedAtMs)
    this.#watch(arrival, req, res)
    if (!announcesBody(headers)) {
      this.#respond(arrival, req, res)
      return
    }
    arrival.soFar = readBody(req, keptBodyBytes, maxBodyBytes, (body, ending) => {
      arrival.body = body.sizeBytes > 0 ? body : null
      this.#received(arrival, req, res, ending)
    })
  }

  /** A request that the parser refused, and what it was answered. */
  onMisread({ method, target, headers, body }: Misread, refusal: Refusal): void {
    if (!this.#settings.onExchange) return
    const arrivedAtMs = this.#settings.clock.now()
    const arrival = this.#arrivalOf(method, target, headers, arrivedAtMs)
    if (body.length > 0) arrival.body = { bytes: body, sizeBytes: body.length, flaw: null }
    const session = this.#sessionOf(arrival, { method, url: target })
    arrival.answer = { ...refusal, ...ofNobody, delivery: whole, channel: 'service', session }
    arrival.delivered = { headers: refusal.headers, sentBytes: refusal.body.length, failure: null }
    arrival.answeredAtMs = arrivedAtMs
    this.#tell(arrival, session)
  }

  end(): void {
    this.#lateness.end()
  }

  #arrivalOf(method: string, target: string, headers: readonly Header[], arrivedAtMs: number): Arrival {
    const { clock, onExchange } = this.#settings
    return {
      id: `e${++this.#count}`,
      method,
      url: this.url + targetOf(target),
      headers,
      arrivedAtMs,
      lateMs: this.#lateness.at(arrivedAtMs),
      startedAt: onExchange ? clock.wall().toISOString() : '',
      body: null,
      surplusBytes: 0,
      soFar: null,
      answer: null,
      delivered: null,
      answeredAtMs: null,
    }
  }

  #watch(arrival: Arrival, req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req
    const isHeard = this.#settings.onExchange !== null
    this.busy.set(socket, arrival)
    if (isHeard) res.on('finish', () => this.#left(arrival))
    res.on('close', () => {
      if (this.busy.get(socket) === arrival) this.busy.delete(socket)
      if (arrival.surplusBytes > 0) socket.end()
      if (!isHeard) return
      arrival.body ??= arrival.soFar?.() ?? null
      this.#tell(arrival, arrival.answer ? arrival.answer.session : this.#sessionOf(arrival, req))
    })
  }

  #tell(arrival: Arrival, session: string | null): void {
    const { onExchange, originMs, keptBodyBytes } = this.#settings
    onExchange?.(seenExchange(arrival, session, originMs, keptBodyBytes), arrival.answer)
  }

  #sessionOf(
    { headers, body }: Arrival,
    { method, url }: Pick<IncomingMessage, 'method' | 'url'>,
  ): string | null {
    const request = { method: method ?? '', path: url ?? '', headers, body: body?.bytes ?? null }
    return this.#service.sessionOf(request)
  }

  #received(arrival: Arrival, req: IncomingMessage, res: ServerResponse, ending: Ending): void {
    // what arrived is settled: an announced body of no bytes is none, and not the beginning of one
    if (ending === 'complete') arrival.soFar = null
    if (ending === 'complete') this.#respond(arrival, req, res)
    if (ending === 'too-large') this.#refuseBody(arrival, req, res)
  }

  #left(arrival: Arrival): void {
    arrival.answeredAtMs = this.#settings.clock.now()
  }

  #refuseBody(arrival: Arrival, req: IncomingMessage, res: ServerResponse): void {
    const message = `O corpo passa de ${this.#settings.maxBodyBytes} bytes.`
    const answer = json(413, { error: { type: 'PAYLOAD_TOO_LARGE', message } }, [['Connection', 'close']])
    const session = this.#sessionOf(arrival, req)
    arrival.answer = { ...answer, ...ofNobody, channel: 'service', session }
    arrival.delivered = deliver(res, answer)
    res.on('finish', () => req.socket.destroySoon())
  }

  #respond(arrival: Arrival, req: IncomingMessage, res: ServerResponse): void {
    const { method, headers, arrivedAtMs, body } = arrival
    const request = {
      method,
      path: targetOf(req.url ?? ''),
      headers,
      body: body && body.sizeBytes > 0 ? body.bytes : null,
    }
    const answer = this.#service.answer(request, arrivedAtMs)
    arrival.answer = answer
    arrival.delivered = deliver(res, this.#dress?.(answer, headers) ?? answer, () => this.#left(arrival))
  }
}

/** §RFC 9110 15.5.20. It is no exchange of anybody under examination. */
function refuseHost(req: IncomingMessage, res: ServerResponse): void {
  const message = 'Este servidor não atende por este nome'
  const description = `Host "${(req.headers.host ?? '').slice(0, 100)}": chame-o por 127.0.0.1, localhost ou pelo endereço em que escuta.`
  const answer = json(421, { error: { type: 'MISDIRECTED_REQUEST', message, description } }, [
    ['Connection', 'close'],
  ])
  deliver(res, answer)
  res.on('finish', () => req.socket.destroySoon())
}

function pairs(raw: readonly string[]): Header[] {
  const headers: Header[] = []
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([raw[i] ?? '', raw[i + 1] ?? ''])
  return headers
}

function announcesBody(headers: readonly Header[]): boolean {
  return headers.some(([name]) => isName(name, 'content-length') || isName(name, 'transfer-encoding'))
}

function isName(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted
}
