import type { Dispatcher } from 'undici'
import { type Failure, type Header, headerValue } from '../exchange/exchange.js'
import { headerPairs } from '../exchange/raw-headers.js'
import type { Clock } from '../node/clock.js'
import { KEPT_OF_CUT_BYTES } from '../node/decode.js'
import { codeOf } from '../node/thrown.js'
import { AnswerStream, forbidsBody } from './answer-stream.js'
import { failureOf } from './failure.js'

export interface GatheringLimits {
  readonly clock: Clock
  readonly maxBodyBytes: number
}

/** A response as it arrived, with its content encoding still applied. Times are the clock's. */
export interface Arrival {
  /** When the request began to leave; null where it never did. */
  readonly sentAtMs: number | null
  /** When the last byte came, or the exchange failed. */
  readonly endedAtMs: number
  /** null where no header arrived. */
  readonly status: number | null
  readonly headers: readonly Header[]
  readonly bytes: Buffer
  /** Number of bytes that arrived. If the body was refused because of its announced length, that length. */
  readonly sizeBytes: number
  /** Bytes announced for a body that the status forbids (204, 304). */
  readonly forbiddenBytes: number
  readonly failure: Failure | null
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
export class Gathering implements Dispatcher.DispatchHandler {
  readonly #limits: GatheringLimits
  readonly #settle: (arrival: Arrival) => void
  readonly #refuse: (error: Error) => void
  readonly #body = new ByteSink()
  #sentAtMs: number | null = null
  #status: number | null = null
  #headers: Header[] = []
  #sizeBytes = 0
  #stream: AnswerStream | null = null
  #isOver = false

  constructor(limits: GatheringLimits, settle: (arrival: Arrival) => void, refuse: (error: Error) => void) {
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
    this.#headers = headerPairs(rawTexts(controller.rawHeaders))
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
    // undici refuses headers and paths that HTTP cannot carry; the network did not fail
    if (codeOf(error) === 'UND_ERR_INVALID_ARG') this.#refuse(error)
    else this.end(this.#status !== null && forbidsBody(this.#status) ? null : failureOf(error))
  }

  /** Settles the exchange. Later events change nothing. */
  end(failure: Failure | null): void {
    if (this.#isOver) return
    this.#isOver = true
    const forbiddenBytes = this.#status !== null && forbidsBody(this.#status) ? this.#announcedBytes() : 0
    this.#settle({
      sentAtMs: this.#sentAtMs,
      endedAtMs: failure === null && this.#stream ? this.#stream.readAtMs : this.#limits.clock.now(),
      status: this.#status,
      headers: this.#headers,
      bytes: failure?.kind === 'too-large' ? this.#body.bytes(KEPT_OF_CUT_BYTES) : this.#body.bytes(),
      sizeBytes: this.#sizeBytes,
      forbiddenBytes,
      failure: failure && this.#sentAtMs === null ? beforeItLeft(failure) : failure,
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

  #announcedBytes(): number {
    return Number(headerValue(this.#headers, 'content-length')) || 0
  }
}

/** Before the request has left, a broken connection says nothing about the response. */
function beforeItLeft(failure: Failure): Failure {
  const isOfConnection = ['timeout', 'reset', 'malformed'].includes(failure.kind)
  return isOfConnection ? { ...failure, kind: 'unconnected' } : failure
}

/** Returns names and values in turns, as undici read them. Latin-1 keeps every byte, so that a value goes on as it came. */
function rawTexts(raw: Dispatcher.DispatchController['rawHeaders']): string[] {
  if (!Array.isArray(raw)) return []
  return raw.map((one) => (typeof one === 'string' ? one : one.toString('latin1')))
}
