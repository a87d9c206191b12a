import { contentEncodings, decodeBody } from '../client/decode.js'
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
  /** Bytes that came beyond its announced length. Default: none. */
  readonly surplusBytes?: number
}

/** Bytes of a packed exchange before its head: the lengths of head, body sent and body received. */
const LENGTHS_BYTES = 12

const FIRST_BYTES = 262_144
/** A buffer that one large body made is not kept. */
const MOST_KEPT_BYTES = 4_194_304

/** Exchanges in one buffer. Each is written at once, so that nothing of it grows old in memory. */
export class Packer {
  #buffer = Buffer.from(new ArrayBuffer(FIRST_BYTES))
  #size = 0

  get size(): number {
    return this.#size
  }

  add(passed: Passed): void {
    const { sent, received } = passed
    const head = headOf(passed)
    const headBytes = Buffer.byteLength(head)
    this.#makeRoom(LENGTHS_BYTES + headBytes + sent.keptBytes + received.keptBytes)
    for (const length of [headBytes, sent.keptBytes, received.keptBytes])
      this.#size = this.#buffer.writeUInt32LE(length, this.#size)
    this.#size += this.#buffer.write(head, this.#size)
    for (const { chunks } of [sent, received]) for (const chunk of chunks) this.#write(chunk)
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

function headOf(passed: Passed): string {
  const { number, method, path, requestHeaders, status, answerHeaders, failure } = passed
  const { sent, received, startedAtMs, sentAtMs, answeredAtMs } = passed
  const head: unknown[] = [number, method, path, requestHeaders, status, answerHeaders, failure]
  head.push(sent.sizeBytes, sent.isWhole, received.sizeBytes, received.isWhole)
  head.push(startedAtMs, sentAtMs, answeredAtMs, sent.surplusBytes ?? 0, received.surplusBytes ?? 0)
  return JSON.stringify(head)
}

type Head = [
  ...[number, string, string, RawHeaders, number | null, RawHeaders, Failure | null],
  ...[number, boolean, number, boolean],
  ...[number, number, number | null, number, number],
]

export function* unpack(buffer: ArrayBuffer): Generator<Passed, void> {
  const packed = Buffer.from(buffer)
  for (let at = 0; at < packed.length; ) {
    const [headBytes, sentBytes, receivedBytes] = [0, 4, 8].map((by) => packed.readUInt32LE(at + by))
    const take = (bytes = 0) => {
      at += bytes
      return packed.subarray(at - bytes, at)
    }
    take(LENGTHS_BYTES)
    const head = JSON.parse(take(headBytes).toString('utf8')) as Head
    const [number, method, path, requestHeaders, status, answerHeaders, failure] = head
    const [, , , , , , , sentSize, isSentWhole, receivedSize, isReceivedWhole] = head
    const [, , , , , , , , , , , startedAtMs, sentAtMs, answeredAtMs, sentSurplus, receivedSurplus] = head
    const sent = { ...bodyOf(take(sentBytes), sentSize, isSentWhole), surplusBytes: sentSurplus }
    const received = {
      ...bodyOf(take(receivedBytes), receivedSize, isReceivedWhole),
      surplusBytes: receivedSurplus,
    }
    yield {
      ...{ number, method, path, requestHeaders, sent, status, answerHeaders, received, failure },
      ...{ startedAtMs, sentAtMs, answeredAtMs },
    }
  }
}

function bodyOf(bytes: Uint8Array, sizeBytes: number, isWhole: boolean) {
  return { chunks: [bytes], keptBytes: bytes.length, sizeBytes, isWhole }
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
      ...{ method, url: way.origin + path, headers: pairs(passed.requestHeaders), body: sent },
      ...surplusOf(passed.sent),
    },
    answer:
      status === null
        ? null
        : { status, headers: pairs(passed.answerHeaders), body: received, ...surplusOf(passed.received) },
    failure,
    startedAt: new Date(passed.startedAtMs).toISOString(),
    sentAtMs,
    answeredAtMs,
    gaps: [],
  }
}

function surplusOf({ surplusBytes = 0 }: PassedBody): { readonly surplusBytes?: number } {
  return surplusBytes > 0 ? { surplusBytes } : {}
}

/** A small body may unpack to a very large one. */
const MOST_DECODED_BYTES = 4_000_000

function read(body: PassedBody, headers: RawHeaders): RawBody | null | Promise<RawBody> {
  const { chunks, keptBytes, sizeBytes, isWhole } = body
  if (sizeBytes === 0) return null
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  const encodings = encodingsOf(headers)
  if (encodings.length === 0)
    return { bytes, sizeBytes, flaw: keptBytes < sizeBytes || !isWhole ? 'truncated' : null }
  if (keptBytes < sizeBytes || !isWhole) return { bytes: new Uint8Array(), sizeBytes, flaw: 'undecodable' }
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
      if (whole === tokenPath || /\/oauth\/token\/?$/.test(whole)) return 'token'
      return /\/oauth\/authorize\/?$/.test(whole) ? 'elsewhere' : 'service'
    },
  }
}
