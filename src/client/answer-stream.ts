import type { Socket } from 'node:net'
import { type Clock, systemClock } from '../node/clock.js'

/**
 * Filters the bytes that arrive over a socket. It drops a `100 Continue` that the client did not ask for: a service
 * may send one before any response (RFC 9110 §15.2), but undici closes the connection when it gets one. It also notes
 * when bytes were read. Every other byte passes unchanged.
 */
export class AnswerStream {
  static #reading: AnswerStream | null = null
  #held: Buffer | null = null
  #isBeforeAnswer = true
  #readAtMs = 0

  constructor(socket: Socket, clock: Pick<Clock, 'now'> = systemClock) {
    const read = socket.read.bind(socket)
    socket.read = (size?: number): Buffer | null => {
      for (let chunk = read(size) as Buffer | null; ; chunk = read(size) as Buffer | null) {
        if (chunk !== null) this.#readAtMs = clock.now()
        const rest = chunk === null ? null : this.#without(chunk)
        AnswerStream.#reading = rest === null ? null : this
        if (chunk === null || rest !== null) return rest
      }
    }
  }

  /** The stream of which a chunk is being parsed at this moment; null: none that is read along. */
  static get reading(): AnswerStream | null {
    return AnswerStream.#reading
  }

  /** Moment of the clock at which the newest bytes were read, before anything was done with them. */
  get readAtMs(): number {
    return this.#readAtMs
  }

  /** The next bytes begin another answer. */
  expectAnswer(): void {
    this.#isBeforeAnswer = true
  }

  /** Returns the bytes that are left; null if more are needed to decide. */
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
}

const CONTINUE = 'HTTP/1.1 100 '
/** A longer one is left to the parser. */
const LONGEST_INTERIM = 4_096

/** Returns where the bytes continue after an empty line; -1 if the empty line has not arrived. */
function endOfHead(bytes: Buffer): number {
  const at = bytes.indexOf('\r\n\r\n')
  return at < 0 ? -1 : at + 4
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

/** Whether a response of this status ends with its header, even if it announces a length. RFC 9112 §6.3 */
export function forbidsBody(status: number): boolean {
  return status === 204 || status === 304
}
