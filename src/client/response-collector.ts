import type { Dispatcher } from 'undici'
import { type Failure, type Header, headerValue } from '../exchange/exchange.js'
import { headerPairs } from '../exchange/raw-headers.js'
import type { Clock } from '../node/clock.js'
import { codeOf } from '../node/thrown.js'
import { failureOf } from './failure.js'

export interface CollectorLimits {
  readonly clock: Clock
  readonly maxBodyBytes: number
}

/** A response as it arrived, with its content encoding not undone. Times are those of the clock. */
export interface Arrival {
  /** When sending began; null if it never did. */
  readonly sentAtMs: number | null
  /** When the last byte arrived, or the exchange failed. */
  readonly endedAtMs: number
  /** null if no response began. */
  readonly status: number | null
  readonly headers: readonly Header[]
  readonly bytes: Buffer
  /** How many bytes arrived; or the announced length, if it is too large and we did not read the body. */
  readonly sizeBytes: number
  /** The announced length of a body that the status forbids (204, 304). */
  readonly forbiddenBytes: number
  readonly failure: Failure | null
}

/** Collects the response of one request. undici calls the `on…` methods. In the end the collector calls `settle`, or `refuse` if nothing can be sent. */
export class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = []
  #sentAtMs: number | null = null
  #status: number | null = null
  #headers: Header[] = []
  #sizeBytes = 0
  #lastArrivalMs = 0
  #isOver = false

  constructor(
    private readonly limits: CollectorLimits,
    private readonly settle: (arrival: Arrival) => void,
    private readonly refuse: (error: Error) => void,
  ) {}

  onRequestStart(): void {
    this.#sentAtMs ??= this.limits.clock.now()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return // an interim response (1xx), which the final one follows
    this.#status = status
    this.#lastArrivalMs = this.limits.clock.now()
    this.#headers = headerPairs(rawTexts(controller.rawHeaders))
    const announced = this.#announcedBytes()
    if (announced <= this.limits.maxBodyBytes || forbidsBody(status)) return
    this.#sizeBytes = announced
    this.#endAsTooLarge(controller, `${announced} bytes are announced`)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#sizeBytes += chunk.length
    this.#chunks.push(chunk)
    this.#lastArrivalMs = this.limits.clock.now()
    if (this.#sizeBytes > this.limits.maxBodyBytes) this.#endAsTooLarge(controller, 'the body went on')
  }

  onResponseEnd(): void {
    this.end(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // undici refused a header or a path that HTTP cannot carry, so this is no failure of the network
    if (codeOf(error) === 'UND_ERR_INVALID_ARG') this.refuse(error)
    // undici waits for the bytes that a 204 or a 304 announces, and fails, but such a response is complete
    else this.end(this.#status !== null && forbidsBody(this.#status) ? null : failureOf(error))
  }

  /** Ends the exchange. Later events are ignored. */
  end(failure: Failure | null): void {
    if (this.#isOver) return
    this.#isOver = true
    const forbiddenBytes = this.#status !== null && forbidsBody(this.#status) ? this.#announcedBytes() : 0
    this.settle({
      sentAtMs: this.#sentAtMs,
      // without a length, the end of the connection ends the body, which may be later than its last byte
      endedAtMs: failure === null ? this.#lastArrivalMs : this.limits.clock.now(),
      status: this.#status,
      headers: this.#headers,
      bytes: Buffer.concat(this.#chunks),
      sizeBytes: this.#sizeBytes,
      forbiddenBytes,
      failure: failure && this.#sentAtMs === null ? toUnconnected(failure) : failure,
    })
  }

  #endAsTooLarge(controller: Dispatcher.DispatchController, words: string): void {
    const failure: Failure = {
      kind: 'too-large',
      message: `${words}; ${this.limits.maxBodyBytes} bytes are allowed`,
    }
    this.end(failure)
    controller.abort(new Error(failure.message))
  }

  #announcedBytes(): number {
    return Number(headerValue(this.#headers, 'content-length')) || 0
  }
}

/** Whether a response of this status ends with its header, even if it announces a length. RFC 9112 §6.3 */
function forbidsBody(status: number): boolean {
  return status === 204 || status === 304
}

/** If nothing was sent, a broken connection means that none could be opened. */
function toUnconnected(failure: Failure): Failure {
  const isOfConnection = ['timeout', 'reset', 'malformed'].includes(failure.kind)
  return isOfConnection ? { ...failure, kind: 'unconnected' } : failure
}

/** Returns undici's flat list of names and values as texts. Latin-1 keeps every byte as it arrived. */
function rawTexts(raw: Dispatcher.DispatchController['rawHeaders']): string[] {
  if (!Array.isArray(raw)) return []
  return raw.map((text) => (typeof text === 'string' ? text : text.toString('latin1')))
}
