import type { Socket } from 'node:net'

/**
 * Takes `100 Continue` out of what a socket reads where nobody asked for it. A service may send it before any answer (RFC 9110
 * §15.2), yet undici gives the connection up on it. Every other answer passes untouched.
 */
export class InterimFilter {
  #held: Buffer | null = null
  #isBeforeAnswer = true

  constructor(socket: Socket) {
    const read = socket.read.bind(socket)
    socket.read = (size?: number): Buffer | null => {
      for (let chunk = read(size) as Buffer | null; ; chunk = read(size) as Buffer | null) {
        const rest = chunk === null ? null : this.#without(chunk)
        if (chunk === null || rest !== null) return rest
      }
    }
  }

  /** The next bytes begin another answer. */
  expectAnswer(): void {
    this.#isBeforeAnswer = true
  }

  /** What is left of the bytes; null where more are needed. */
  #without(chunk: Buffer): Buffer | null {
    if (!this.#isBeforeAnswer) return chunk
    let bytes = this.#held === null ? chunk : Buffer.concat([this.#held, chunk])
    while (isContinue(bytes)) {
      const end = bytes.indexOf(END_OF_HEAD)
      if (end < 0) break
      bytes = bytes.subarray(end + END_OF_HEAD.length)
    }
    const isUndecided = bytes.length === 0 || (isContinue(bytes) && bytes.length < LONGEST_INTERIM)
    this.#held = isUndecided ? bytes : null
    this.#isBeforeAnswer = isUndecided
    return isUndecided ? null : bytes
  }
}

const CONTINUE = 'HTTP/1.1 100 '
const END_OF_HEAD = '\r\n\r\n'
/** A longer one is left to the parser. */
const LONGEST_INTERIM = 4_096

/** Whether the bytes begin such an answer, as far as they have come. */
function isContinue(bytes: Buffer): boolean {
  const begin = bytes.subarray(0, CONTINUE.length).toString('latin1')
  return begin !== '' && CONTINUE.startsWith(begin)
}
