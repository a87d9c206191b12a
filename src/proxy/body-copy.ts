/** A bounded copy of a body that streams past. The body itself is not touched. */
export class BodyCopy {
  readonly #limitBytes: number
  readonly #chunks: Uint8Array[] = []
  #keptBytes = 0
  sizeBytes = 0
  /** Whether the end of the body has passed. */
  isWhole = false

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  add(chunk: Uint8Array): void {
    this.sizeBytes += chunk.length
    const room = this.#limitBytes - this.#keptBytes
    if (room <= 0) return
    // A slice would keep the whole buffer alive that it was cut from.
    const part = Buffer.from(chunk.subarray(0, room))
    this.#chunks.push(part)
    this.#keptBytes += part.length
  }

  get isCut(): boolean {
    return !this.isWhole || this.#keptBytes < this.sizeBytes
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}
