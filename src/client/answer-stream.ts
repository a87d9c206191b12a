import type { Socket } from 'node:net'
import { type Clock, systemClock } from '../clock.js'

/**
 * Reads along with what comes over a socket. It takes `100 Continue` out where nobody asked for it: a service may send it before
 * any answer (RFC 9110 §15.2), yet undici gives the connection up on it. And it counts what comes after the head of an answer, for
 * undici drops in silence what goes beyond the announced length. Every other byte passes untouched.
 */
export class AnswerStream {
  static #reading: AnswerStream | null = null
  #held: Buffer | null = null
  #isBeforeAnswer = true
  /** The head, as far as it came; null once it is whole. */
  #head: Buffer | null = NOTHING
  #bodyBytes = 0
  #readAtMs = 0

  constructor(socket: Socket, clock: Pick<Clock, 'now'> = systemClock) {
    const read = socket.read.bind(socket)
    socket.read = (size?: number): Buffer | null => {
      for (let chunk = read(size) as Buffer | null; ; chunk = read(size) as Buffer | null) {
        if (chunk !== null) this.#readAtMs = clock.now()
        const rest = chunk === null ? null : this.#without(chunk)
        if (rest !== null) this.#count(rest)
        AnswerStream.#reading = rest === null ? null : this
        if (chunk === null || rest !== null) return rest
      }
    }
  }

  /** The stream of which a chunk is being parsed at this moment; null: none that is read along. */
  static get reading(): AnswerStream | null {
    return AnswerStream.#reading
  }

  /** Moment of the clock at which the newest bytes were read: they had arrived, whatever is done with them. */
  get readAtMs(): number {
    return this.#readAtMs
  }

  /** Whether bytes of the answer's body have come, or at least some that stand behind its head. */
  get hasBody(): boolean {
    return this.#head === null && this.#bodyBytes > 0
  }

  /** The next bytes begin another answer. */
  expectAnswer(): void {
    this.#isBeforeAnswer = true
    this.#head = NOTHING
    this.#bodyBytes = 0
  }

  /** Bytes beyond those that the answer announced, now that it is whole; the next bytes begin another one. */
  takeSurplus(announcedBytes: number): number {
    const surplus = this.#head === null ? Math.max(0, this.#bodyBytes - announcedBytes) : 0
    this.expectAnswer()
    return surplus
  }

  /** What is left of the bytes; null where more are needed. */
  #without(chunk: Buffer): Buffer | null {
    if (!this.#isBeforeAnswer) return chunk
    let bytes = this.#held === null ? chunk : Buffer.concat([this.#held, chunk])
    while (isContinue(bytes)) {
      const end = endOfHead(bytes)
      if (end < 0) break
      bytes = bytes.subarray(end)
    }
    const isUndecided = bytes.length === 0 || (isContinue(bytes) && bytes.length < LONGEST_INTERIM)
    this.#held = isUndecided ? bytes : null
    this.#isBeforeAnswer = isUndecided
    return isUndecided ? null : bytes
  }

  #count(bytes: Buffer): void {
    if (this.#head === null) {
      this.#bodyBytes += bytes.length
      return
    }
    let head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
    let end = endOfHead(head)
    while (end >= 0 && isInterim(head)) {
      head = head.subarray(end)
      end = endOfHead(head)
    }
    this.#head = end < 0 ? head : null
    if (end >= 0) this.#bodyBytes = head.length - end
  }
}

const NOTHING = Buffer.alloc(0)
const CONTINUE = 'HTTP/1.1 100 '
const CR = 0x0d
const LF = 0x0a
/** A longer one is left to the parser. */
const LONGEST_INTERIM = 4_096

/** Where the bytes go on behind an empty line; -1 where none has come. By hand, for to hand a head of a few lines over to a search costs more. */
function endOfHead(bytes: Uint8Array): number {
  for (let i = 3; i < bytes.length; ) {
    const code = bytes[i]
    if (code !== CR && code !== LF) i += 4
    else if (code === LF && bytes[i - 1] === CR && bytes[i - 2] === LF && bytes[i - 3] === CR) return i + 1
    else i++
  }
  return -1
}

/** Whether the bytes begin such an answer, as far as they have come. */
function isContinue(bytes: Buffer): boolean {
  if (isFinal(bytes)) return false
  const begin = bytes.subarray(0, CONTINUE.length).toString('latin1')
  return begin !== '' && CONTINUE.startsWith(begin)
}

/** Whether the status begins with a digit that no interim answer's does: so does nearly every head. */
function isFinal(bytes: Buffer): boolean {
  return (bytes[9] ?? 0x31) !== 0x31
}

/** A head before the answer's own: 102, 103. */
function isInterim(bytes: Buffer): boolean {
  if (isFinal(bytes)) return false
  return /^HTTP\/1\.[01] 1/.test(bytes.subarray(0, 10).toString('latin1'))
}

/** The bytes that an answer's head announces; Infinity where it ends in another way than by its length. RFC 9112 §6.3 */
export function announcedBytes(status: number, header: (name: string) => string | null): number {
  if (header('transfer-encoding') !== null) return Number.POSITIVE_INFINITY
  const length = header('content-length')
  if (length === null) return forbidsBody(status) ? 0 : Number.POSITIVE_INFINITY
  return Number(length) || 0
}

/** RFC 9112 §6.3: these end with their header, whatever is announced. */
export function forbidsBody(status: number): boolean {
  return status === 204 || status === 304
}
