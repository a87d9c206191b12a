import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'
import { AnswerStream, announcedBytes, forbidsBody } from '../client/answer-stream.js'
import { failureOf } from '../client/failure.js'
import type { Clock } from '../clock.js'
import { targetOf } from '../exchange/address.js'
import type { Failure } from '../exchange/exchange.js'
import { surplusOf } from '../exchange/misread.js'
import type { ParserError } from '../listening.js'
import { type RawHeaders, rawHeader, without, writableHeaders, writableReason } from './headers.js'
import { KeptBody, noBodyBut } from './kept-body.js'
import type { Answered, Asked } from './onward.js'
import type { Passed } from './passed.js'
import type { ServicePool } from './pool.js'

/** Where requests go on to, and how their times are told. */
export interface ServiceRoute {
  /** Of the service. */
  readonly origin: string
  readonly pool: ServicePool
  readonly clock: Clock
  readonly originMs: number
  readonly keptBodyBytes: number
  readonly asked: (raw: RawHeaders) => Asked
  readonly answered: (received: Dispatcher.DispatchController['rawHeaders']) => Answered
}

interface Call {
  readonly number: number
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** One request on its way through, and its answer on the way back. */
export class Passage implements Dispatcher.DispatchHandler {
  slot = 0
  readonly #number: number
  readonly #path: string
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #route: ServiceRoute
  readonly #asked: Asked
  readonly #done: (passage: Passage, passed: Passed) => void
  readonly #arrivedAtMs: number
  readonly #startedAtMs: number
  #sent: KeptBody | null = null
  #received: KeptBody | null = null
  #controller: Dispatcher.DispatchController | null = null
  #status: number | null = null
  #answered: Answered | null = null
  #answeredAtMs: number | null = null
  #stream: AnswerStream | null = null
  /** Bytes of the body that the head announced; Infinity where it ends in another way. */
  #announcedBytes = Number.POSITIVE_INFINITY
  /** The body, where all of it came at once and is to go so. */
  #whole: Buffer | null = null
  #sentSurplus = 0
  #surplusBytes = 0
  #isOver = false
  #hasLeft = false

  constructor(
    { number, req, res }: Call,
    route: ServiceRoute,
    done: (passage: Passage, passed: Passed) => void,
  ) {
    this.#number = number
    this.#path = targetOf(req.url ?? '/')
    this.#req = req
    this.#res = res
    this.#route = route
    this.#asked = route.asked(req.rawHeaders)
    this.#done = done
    this.#arrivedAtMs = route.clock.now()
    this.#startedAtMs = route.clock.wall().getTime()
    res.on('close', () => this.leave())
  }

  /** Sends the request on, unless the client has left meanwhile. */
  begin(): void {
    if (this.#isOver) return
    const { origin, pool } = this.#route
    const req = this.#req
    const { announcesBody, onward } = this.#asked
    try {
      pool.dispatcher.dispatch(
        {
          origin,
          method: req.method ?? 'GET',
          path: this.#path,
          headers: pool.headersOf(onward),
          body: announcesBody ? req : null,
        },
        this,
      )
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Since when it has been there; null where it is over. */
  get ageMs(): number | null {
    return this.#isOver ? null : this.#route.clock.now() - this.#arrivedAtMs
  }

  /** Bytes went beyond the request, which came whole: its answer is still due, and the connection ends with it. */
  overrun(socket: Duplex, { rawPacket, bytesParsed = 0 }: ParserError): boolean {
    if (this.#isOver || this.#sentSurplus > 0 || bytesParsed === 0 || !rawPacket) return false
    const announced = Number(rawHeader(this.#asked.raw, 'content-length')) || 0
    this.#sentSurplus = surplusOf(rawPacket, bytesParsed, announced)
    this.#res.on('close', () => socket.end())
    return true
  }

  /** The client has left, or everything ends: the service is told by a closed connection. */
  leave(): void {
    if (this.#isOver) return
    this.#hasLeft = true
    const failure: Failure = { kind: 'aborted', message: 'the client left before the answer was complete' }
    this.#end(failure)
    this.#controller?.abort(new Error(failure.message))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // not before: a listener lets the body flow, and none of it may pass before the service's connection is there
    if (this.#controller === null && this.#asked.announcesBody) {
      const sent = new KeptBody(this.#route.keptBodyBytes)
      this.#sent = sent
      this.#req.on('data', (chunk: Buffer) => sent.add(chunk))
    }
    this.#controller = controller
    if (this.#hasLeft) controller.abort(new Error('the client left'))
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    statusMessage?: string,
  ): void {
    const answered = this.#route.answered(controller.rawHeaders)
    if (status < 200) return this.#interim(status, answered.raw)
    this.#status = status
    this.#stream = AnswerStream.reading
    this.#answered = answered
    this.#announcedBytes = forbidsBody(status)
      ? announcedBytes(status, (name) => rawHeader(answered.raw, name))
      : answered.announcedBytes
    const { onward } = answered
    // a 204 must announce no length, and some clients wait for what it announces. RFC 9110 §8.6
    this.#head(
      status,
      writableReason(statusMessage ?? ''),
      status === 204 ? without(onward, 'content-length') : onward,
    )
    // complete, whatever length it announces: there are no further bytes, and the parser would wait for them in vain
    if (forbidsBody(status)) return this.#complete()
    if (!this.#isBodyThere) queueMicrotask(() => this.#flushHead())
  }

  /** Whether the body, or its beginning, came with its head, so that it is told of next. */
  get #isBodyThere(): boolean {
    if (this.#announcedBytes === Number.POSITIVE_INFINITY) return false
    return this.#announcedBytes === 0 || (this.#stream?.hasBody ?? false)
  }

  /** A client that waits for the head must not wait for the body. */
  #flushHead(): void {
    if (!this.#isOver && this.#received === null) this.#res.flushHeaders()
  }

  #head(status: number, reason: string, onward: string[]): void {
    this.#res.sendDate = false
    try {
      this.#res.writeHead(status, reason, onward)
    } catch {
      // an answer that announces its trailers must be chunked; Node throws where it is not
      this.#res.writeHead(status, reason, without(onward, 'trailer'))
    }
  }

  #complete(): void {
    this.#answeredAtMs = this.#route.clock.now()
    this.#surplusBytes = this.#stream?.takeSurplus(this.#announcedBytes) ?? 0
    if (this.#whole === null) this.#res.end()
    else endWith(this.#res, this.#whole)
    this.#end(null)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received ??= new KeptBody(this.#route.keptBodyBytes)
    this.#received.add(chunk)
    if (chunk.length === this.#announcedBytes && chunk.length <= MOST_AT_ONCE_BYTES) {
      this.#whole = chunk
      return
    }
    if (this.#res.write(chunk)) return
    controller.pause()
    this.#res.once('drain', () => controller.resume())
  }

  onResponseEnd(_controller: Dispatcher.DispatchController, trailers: unknown): void {
    if (this.#isOver) return
    this.#trailers(trailers as Record<string, string> | null)
    this.#complete()
  }

  #trailers(named: Record<string, string> | null): void {
    if (!named || Object.keys(named).length === 0 || !this.#res.chunkedEncoding) return
    const pairs = writableHeaders(Object.entries(named).flat())
    this.#res.addTrailers(
      Object.fromEntries(pairs.flatMap((name, i) => (i % 2 === 0 ? [[name, pairs[i + 1] ?? '']] : []))),
    )
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error)
  }

  /** 1xx answers pass, those that HTTP knows how to pass on; a hint that cannot be written is dropped, for it is a hint. */
  #interim(status: number, raw: RawHeaders): void {
    if (this.#req.httpVersionMinor === 0) return
    const link = status === 103 ? rawHeader(raw, 'link') : null
    try {
      if (status === 102) this.#res.writeProcessing()
      if (link !== null) this.#res.writeEarlyHints({ link })
    } catch {}
  }

  #fail(error: Error): void {
    if (this.#isOver) return
    const failure = failureOf(error)
    if (this.#res.headersSent) this.#res.destroy()
    else refuse(this.#res, failure)
    this.#end(failure)
  }

  #end(failure: Failure | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#done(this, this.#passed(failure))
  }

  #passed(failure: Failure | null): Passed {
    const { originMs } = this.#route
    const isWhole = failure === null
    const isSent = isWhole || this.#req.complete
    return {
      number: this.#number,
      method: this.#req.method ?? '',
      path: this.#path,
      requestHeaders: this.#asked.raw,
      sent: this.#sent?.passed(isSent, this.#sentSurplus) ?? {
        ...noBodyBut(this.#sentSurplus),
        isWhole: isSent,
      },
      status: this.#status,
      answerHeaders: this.#answered?.raw ?? [],
      received: this.#received?.passed(isWhole, this.#surplusBytes) ?? noBodyBut(this.#surplusBytes),
      failure,
      startedAtMs: this.#startedAtMs,
      sentAtMs: this.#arrivedAtMs - originMs,
      answeredAtMs: this.#answeredAtMs === null ? null : this.#answeredAtMs - originMs,
    }
  }
}

/** Of a longer one the copy costs more than a second part of one write. */
const MOST_AT_ONCE_BYTES = 8_192

/** Node writes a text in one piece with the head, but any end that comes before it has left as a piece of its own. */
function endWith(res: ServerResponse, body: Buffer): void {
  res.write(body.toString('latin1'), 'latin1')
  process.nextTick(endOf, res)
}

function endOf(res: ServerResponse): void {
  res.end()
}

/** The service could not be reached, or did not speak HTTP. */
function refuse(res: ServerResponse, { kind, message }: Failure): void {
  const status = kind === 'timeout' ? 504 : 502
  const body = JSON.stringify({ error: { type: 'BAD_GATEWAY', message: kind, description: message } })
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}
