import type { Failure } from '../exchange/exchange.js'
import { areSame, type RawHeaders } from './headers.js'
import type { Passed, PassedBody } from './passed.js'

/** Each packed exchange begins with so many numbers, among them the bytes of what follows: its texts, its headers, its failure and its bodies. */
const NUMBERS = 17

const NUMBERS_BYTES = NUMBERS * 8

/** UTF-8 needs no more for a unit of a string. */
const MOST_BYTES_A_UNIT = 3

const FIRST_BYTES = 262_144

/** A buffer that one large body made is not kept. */
const MOST_KEPT_BYTES = 4_194_304

/** Exchanges in one buffer. Each is written at once, so that nothing of it grows old in memory. */
export class Packer {
  #buffer = Buffer.from(new ArrayBuffer(FIRST_BYTES))
  #size = 0
  readonly #numbers = new Float64Array(NUMBERS)
  readonly #numberBytes = new Uint8Array(this.#numbers.buffer)
  readonly #asked = new PackedHeaders()
  readonly #answered = new PackedHeaders()

  get size(): number {
    return this.#size
  }

  add(passed: Passed): void {
    const { method, path, sent, received } = passed
    const text = `${method} ${path}`
    const asked = this.#asked.of(passed.requestHeaders)
    const answered = this.#answered.of(passed.answerHeaders)
    const failure = passed.failure === null ? NOTHING : Buffer.from(JSON.stringify(passed.failure))
    const mostBytes = text.length * MOST_BYTES_A_UNIT + asked.length + answered.length + failure.length
    this.#makeRoom(NUMBERS_BYTES + mostBytes + sent.keptBytes + received.keptBytes)
    const textBytes = this.#buffer.write(text, this.#size + NUMBERS_BYTES)
    this.#numbers.set([textBytes, asked.length, answered.length, failure.length])
    this.#numbers.set(numbersOf(passed), 4)
    this.#buffer.set(this.#numberBytes, this.#size)
    this.#size += NUMBERS_BYTES + textBytes
    this.#write(asked)
    this.#write(answered)
    this.#write(failure)
    for (const chunk of sent.chunks) this.#write(chunk)
    for (const chunk of received.chunks) this.#write(chunk)
  }

  /** All that was added since, to be handed over without copying. */
  take(): ArrayBuffer {
    const packed = this.#buffer.buffer.slice(0, this.#size)
    this.#size = 0
    this.#asked.begin()
    this.#answered.begin()
    if (this.#buffer.length > MOST_KEPT_BYTES) this.#buffer = Buffer.from(new ArrayBuffer(FIRST_BYTES))
    return packed
  }

  #write(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    this.#buffer.set(chunk, this.#size)
    this.#size += chunk.length
  }

  #makeRoom(bytes: number): void {
    const needed = this.#size + bytes
    if (needed <= this.#buffer.length) return
    const larger = Buffer.from(new ArrayBuffer(Math.max(needed, this.#buffer.length * 2)))
    larger.set(this.#buffer.subarray(0, this.#size))
    this.#buffer = larger
  }
}

const NOTHING = new Uint8Array()

/** Headers as bytes. Most messages have those of the one before, which stand in a buffer once: those that come again are nothing. */
class PackedHeaders {
  #raw: RawHeaders | null = null

  /** Another buffer begins. */
  begin(): void {
    this.#raw = null
  }

  of(raw: RawHeaders): Uint8Array {
    if (this.#raw !== null && areSame(this.#raw, raw)) return NOTHING
    this.#raw = raw
    return Buffer.from(JSON.stringify(raw))
  }
}

/** What is null becomes no number. */
function numbersOf(passed: Passed): number[] {
  const { number, sent, status, received, startedAtMs, sentAtMs, answeredAtMs } = passed
  return [
    sent.keptBytes,
    sent.sizeBytes,
    sent.isWhole ? 1 : 0,
    sent.surplusBytes,
    received.keptBytes,
    received.sizeBytes,
    received.isWhole ? 1 : 0,
    received.surplusBytes,
    number,
    status ?? Number.NaN,
    startedAtMs,
    sentAtMs,
    answeredAtMs ?? Number.NaN,
  ]
}

/** What a {@link Packer} wrote, in its order. */
export function* unpack(buffer: ArrayBuffer): Generator<Passed, void> {
  const packed = Buffer.from(buffer)
  let at = 0
  const take = (bytes: number) => {
    at += bytes
    return bytes === 0 ? NOTHING : packed.subarray(at - bytes, at)
  }
  const takeText = (bytes: number) => {
    at += bytes
    return packed.toString('utf8', at - bytes, at)
  }
  const numbers = new Float64Array(NUMBERS)
  const numberBytes = new Uint8Array(numbers.buffer)
  const numberAt = (i: number) => numbers[i] as number
  const bodyOf = (first: number): PassedBody => ({
    chunks: [take(numberAt(first))],
    keptBytes: numberAt(first),
    sizeBytes: numberAt(first + 1),
    isWhole: numberAt(first + 2) === 1,
    surplusBytes: numberAt(first + 3),
  })
  let requestHeaders: RawHeaders = []
  let answerHeaders: RawHeaders = []
  while (at < packed.length) {
    numberBytes.set(take(NUMBERS_BYTES))
    const text = takeText(numberAt(0))
    const space = text.indexOf(' ')
    if (numberAt(1) > 0) requestHeaders = JSON.parse(takeText(numberAt(1)))
    if (numberAt(2) > 0) answerHeaders = JSON.parse(takeText(numberAt(2)))
    yield {
      method: text.slice(0, space),
      path: text.slice(space + 1),
      requestHeaders,
      answerHeaders,
      failure: numberAt(3) > 0 ? (JSON.parse(takeText(numberAt(3))) as Failure) : null,
      sent: bodyOf(4),
      received: bodyOf(8),
      number: numberAt(12),
      status: orNull(numberAt(13)),
      startedAtMs: numberAt(14),
      sentAtMs: numberAt(15),
      answeredAtMs: orNull(numberAt(16)),
    }
  }
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
