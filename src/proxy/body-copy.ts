/** Keeps the first bytes of a body while it passes through the proxy. */
export class BodyCopy {
  readonly #chunks: Uint8Array[] = []
  #keptBytes = 0
  sizeBytes = 0
  /** Whether the whole body has passed. The owner of the copy sets it. */
  isWhole = false

  constructor(private readonly limitBytes: number) {}

  add(chunk: Uint8Array): void {
    this.sizeBytes += chunk.length
    const room = this.limitBytes - this.#keptBytes
    if (room <= 0) return
    // copied, because a part of the chunk would keep all of it in memory
    const part = Buffer.from(chunk.subarray(0, room))
    this.#chunks.push(part)
    this.#keptBytes += part.length
  }

  /** Whether bytes are missing in the copy. */
  get isCut(): boolean {
    return !this.isWhole || this.#keptBytes < this.sizeBytes
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}
