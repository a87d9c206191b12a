import { contentEncodings, decodeBody } from '../decode.js'
import { oauthChannel } from '../exchange/address.js'
import { type Channel, type Failure, headerValues } from '../exchange/exchange.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import { pairs, type RawHeaders, rawHeader } from './headers.js'

/**
 * One exchange that has passed, as it was: nothing decoded, nothing masked. It goes from the thread that passes bytes to the one that
 * records, many in one buffer, so that passing costs little more than it would without us.
 */
export interface Passed {
  readonly number: number
  readonly method: string
  readonly path: string
  readonly requestHeaders: RawHeaders
  readonly sent: PassedBody
  /** null where no answer came. */
  readonly status: number | null
  readonly answerHeaders: RawHeaders
  readonly received: PassedBody
  readonly failure: Failure | null
  /** Wall clock, milliseconds. */
  readonly startedAtMs: number
  /** Milliseconds since the proxy began. */
  readonly sentAtMs: number
  readonly answeredAtMs: number | null
}

export interface PassedBody {
  /** What was kept of it. */
  readonly chunks: readonly Uint8Array[]
  readonly keptBytes: number
  readonly sizeBytes: number
  /** Whether its end came. */
  readonly isWhole: boolean
  /** Bytes that came beyond its announced length. */
  readonly surplusBytes: number
}

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

/** Where the traffic went. */
export interface Way {
  /** Origin of the service. */
  readonly origin: string
  readonly channelOf: (path: string) => Channel
}

/** What passed as the exchange that masking takes, `Content-Encoding` undone. */
export function rawOf(passed: Passed, way: Way): RawExchange | Promise<RawExchange> {
  const sent = read(passed.sent, passed.requestHeaders)
  const received = read(passed.received, passed.answerHeaders)
  if (sent instanceof Promise || received instanceof Promise)
    return Promise.all([sent, received]).then(([a, b]) => assemble(passed, way, a, b))
  return assemble(passed, way, sent, received)
}

function assemble(passed: Passed, way: Way, sent: RawBody | null, received: RawBody | null): RawExchange {
  const { number, method, path, status, failure, sentAtMs, answeredAtMs } = passed
  return {
    id: `e${number}`,
    source: 'proxy',
    channel: way.channelOf(path),
    session: null,
    step: null,
    request: {
      ...{ method, url: way.origin + path, headers: pairsAsked(passed.requestHeaders), body: sent },
      ...surplusOf(passed.sent),
    },
    answer:
      status === null
        ? null
        : {
            status,
            headers: pairsAnswered(passed.answerHeaders),
            body: received,
            ...surplusOf(passed.received),
          },
    failure,
    startedAt: isoOf(passed.startedAtMs),
    sentAtMs,
    answeredAtMs,
    gaps: [],
  }
}

let second = { at: Number.NaN, text: '' }

/** ISO 8601 of a moment in whole milliseconds. Of a busy second the most is written once. */
function isoOf(ms: number): string {
  const at = Math.floor(ms / 1000)
  if (second.at !== at) second = { at, text: new Date(at * 1000).toISOString().slice(0, -4) }
  return `${second.text}${String(ms - at * 1000).padStart(3, '0')}Z`
}

const pairsAsked = pairsOnce()
const pairsAnswered = pairsOnce()

/** Makes the pairs of the very same headers once. */
function pairsOnce(): typeof pairs {
  let last: { readonly raw: RawHeaders; readonly made: ReturnType<typeof pairs> } | null = null
  return (raw) => {
    if (last?.raw !== raw) last = { raw, made: pairs(raw) }
    return last.made
  }
}

function surplusOf({ surplusBytes }: PassedBody): { readonly surplusBytes?: number } {
  return surplusBytes > 0 ? { surplusBytes } : {}
}

/** A small body may unpack to a very large one. */
const MOST_DECODED_BYTES = 4_000_000

function read(body: PassedBody, headers: RawHeaders): RawBody | null | Promise<RawBody> {
  const { chunks, keptBytes, sizeBytes, isWhole } = body
  if (sizeBytes === 0 && isWhole) return null
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  const encodings = encodingsOf(headers)
  if (encodings.length === 0)
    return { bytes, sizeBytes, flaw: keptBytes < sizeBytes || !isWhole ? 'truncated' : null }
  if (!isWhole) return { bytes: new Uint8Array(), sizeBytes, flaw: 'truncated' }
  if (keptBytes < sizeBytes) return { bytes: new Uint8Array(), sizeBytes, flaw: 'undecodable' }
  return decodeBody(Buffer.from(bytes), encodings, MOST_DECODED_BYTES)
}

function encodingsOf(raw: RawHeaders): string[] {
  return rawHeader(raw, 'content-encoding') === null
    ? []
    : contentEncodings(headerValues(pairs(raw), 'content-encoding'))
}

/** Which paths of the target are those of tokens. */
export function wayTo(target: string, tokenUrl: string | null): Way {
  const { origin } = new URL(target)
  const tokenPath =
    tokenUrl !== null && new URL(tokenUrl).origin === origin ? new URL(tokenUrl).pathname : null
  return {
    origin,
    channelOf(path) {
      const [whole = ''] = path.split(/[?#]/, 1)
      return whole === tokenPath ? 'token' : (oauthChannel(whole) ?? 'service')
    },
  }
}
