import type { PassedBody } from './passed.js'

/** A bounded copy of a body on its way; the body itself is not touched. */
export class KeptBody {
  readonly #limitBytes: number
  readonly #chunks: Uint8Array[] = []
  #keptBytes = 0
  #sizeBytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  add(chunk: Uint8Array): void {
    this.#sizeBytes += chunk.length
    const room = this.#limitBytes - this.#keptBytes
    if (room <= 0) return
    // a slice would hold the whole buffer that it was cut from
    const part = Buffer.from(chunk.length > room ? chunk.subarray(0, room) : chunk)
    this.#chunks.push(part)
    this.#keptBytes += part.length
  }

  passed(isWhole: boolean, surplusBytes: number): PassedBody {
    return {
      chunks: this.#chunks,
      keptBytes: this.#keptBytes,
      sizeBytes: this.#sizeBytes,
      isWhole,
      surplusBytes,
    }
  }
}

export const noBody: PassedBody = { chunks: [], keptBytes: 0, sizeBytes: 0, isWhole: true, surplusBytes: 0 }

/** No body, yet bytes after the head. */
export function noBodyBut(surplusBytes: number): PassedBody {
  return surplusBytes === 0 ? noBody : { ...noBody, surplusBytes }
}
