import type { Failure } from '../exchange/exchange.js'
import type { RawHeaders } from './headers.js'
import type { Passed, PassedBody } from './passed.js'

/** Each packed exchange begins with so many numbers, among them the bytes of what follows: its texts, its headers and its two bodies. */
const NUMBERS = 16

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
    const { sent, received } = passed
    const texts = textsOf(passed)
    const asked = this.#asked.of(passed.requestHeaders)
    const answered = this.#answered.of(passed.answerHeaders)
    const mostBytes = texts.length * MOST_BYTES_A_UNIT + asked.length + answered.length
    this.#makeRoom(NUMBERS_BYTES + mostBytes + sent.keptBytes + received.keptBytes)
    const textBytes = this.#buffer.write(texts, this.#size + NUMBERS_BYTES)
    this.#numbers.set(numbersOf(passed, textBytes, asked.length, answered.length))
    this.#buffer.set(this.#numberBytes, this.#size)
    this.#size += NUMBERS_BYTES + textBytes
    this.#write(asked)
    this.#write(answered)
    for (const chunk of sent.chunks) this.#write(chunk)
    for (const chunk of received.chunks) this.#write(chunk)
  }

  /** All that was added since, to be handed over without copying. */
  take(): ArrayBuffer {
    const packed = this.#buffer.buffer.slice(0, this.#size) as ArrayBuffer
    this.#size = 0
    if (this.#buffer.length > MOST_KEPT_BYTES) this.#buffer = Buffer.from(new ArrayBuffer(FIRST_BYTES))
    return packed
  }

  #write(chunk: Uint8Array): void {
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

/** Headers as bytes. Most messages have those of the one before, which are written once. */
class PackedHeaders {
  #raw: RawHeaders | null = null
  #bytes: Uint8Array = new Uint8Array()

  of(raw: RawHeaders): Uint8Array {
    if (this.#raw === null || !areSame(this.#raw, raw)) {
      this.#raw = raw
      this.#bytes = Buffer.from(JSON.stringify(raw))
    }
    return this.#bytes
  }
}

function areSame(some: RawHeaders, others: RawHeaders): boolean {
  if (some.length !== others.length) return false
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false
  return true
}

function textsOf({ method, path, failure }: Passed): string {
  return JSON.stringify([method, path, failure?.kind ?? '', failure?.message ?? ''])
}

/** What is null becomes no number. */
function numbersOf(passed: Passed, textBytes: number, askedBytes: number, answeredBytes: number): number[] {
  const { number, sent, status, received, startedAtMs, sentAtMs, answeredAtMs } = passed
  return [
    textBytes,
    sent.keptBytes,
    received.keptBytes,
    number,
    askedBytes,
    status ?? Number.NaN,
    startedAtMs,
    sentAtMs,
    answeredAtMs ?? Number.NaN,
    sent.sizeBytes,
    sent.isWhole ? 1 : 0,
    sent.surplusBytes,
    received.sizeBytes,
    received.isWhole ? 1 : 0,
    received.surplusBytes,
    answeredBytes,
  ]
}

/** What a {@link Packer} wrote, in its order. */
export function* unpack(buffer: ArrayBuffer): Generator<Passed, void> {
  const packed = Buffer.from(buffer)
  let at = 0
  const take = (bytes: number) => {
    at += bytes
    return packed.subarray(at - bytes, at)
  }
  const asked = new UnpackedHeaders()
  const answered = new UnpackedHeaders()
  const numbers = new Float64Array(NUMBERS)
  const numberBytes = new Uint8Array(numbers.buffer)
  const numberAt = (i: number) => numbers[i] as number
  while (at < packed.length) {
    numberBytes.set(take(NUMBERS_BYTES))
    const [method = '', path = '', kind = '', message = ''] = textsIn(take(numberAt(0)))
    const requestHeaders = asked.of(take(numberAt(4)))
    const answerHeaders = answered.of(take(numberAt(15)))
    yield {
      number: numberAt(3),
      method,
      path,
      requestHeaders,
      sent: bodyOf(take(numberAt(1)), numberAt(9), numberAt(10) === 1, numberAt(11)),
      status: orNull(numberAt(5)),
      answerHeaders,
      received: bodyOf(take(numberAt(2)), numberAt(12), numberAt(13) === 1, numberAt(14)),
      failure: kind === '' ? null : { kind: kind as Failure['kind'], message },
      startedAtMs: numberAt(6),
      sentAtMs: numberAt(7),
      answeredAtMs: orNull(numberAt(8)),
    }
  }
}

/** Headers out of bytes: the very same where the bytes are those of the message before. */
class UnpackedHeaders {
  #bytes: Buffer | null = null
  #raw: RawHeaders = []

  of(bytes: Buffer): RawHeaders {
    if (this.#bytes === null || !this.#bytes.equals(bytes)) {
      this.#bytes = bytes
      this.#raw = textsIn(bytes)
    }
    return this.#raw
  }
}

function textsIn(bytes: Buffer): string[] {
  return JSON.parse(bytes.toString('utf8')) as string[]
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

function bodyOf(bytes: Uint8Array, sizeBytes: number, isWhole: boolean, surplusBytes: number): PassedBody {
  return { chunks: [bytes], keptBytes: bytes.length, sizeBytes, isWhole, surplusBytes }
}
