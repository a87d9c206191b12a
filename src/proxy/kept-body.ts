import { decodeBody } from '../client/decode.js'
import type { RawBody } from '../exchange/raw.js'

/** A bounded copy of a body on its way; the body itself is not touched. */
export interface KeptBody {
  add(chunk: Uint8Array): void
  readonly sizeBytes: number
  /** Bytes held in memory. */
  readonly keptBytes: number
  /** What was kept, `Content-Encoding` undone; null where no byte came. */
  read(encodings: readonly string[], isWhole: boolean): RawBody | null | Promise<RawBody>
}

export function keepBody(limitBytes: number): KeptBody {
  const chunks: Uint8Array[] = []
  let keptBytes = 0
  let sizeBytes = 0

  return {
    add(chunk) {
      sizeBytes += chunk.length
      const room = limitBytes - keptBytes
      if (room <= 0) return
      // a slice would hold the whole buffer that it was cut from
      const part = Buffer.from(chunk.length > room ? chunk.subarray(0, room) : chunk)
      chunks.push(part)
      keptBytes += part.length
    },
    get sizeBytes() {
      return sizeBytes
    },
    get keptBytes() {
      return keptBytes
    },
    read(encodings, isWhole) {
      if (sizeBytes === 0) return null
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      if (keptBytes < sizeBytes || !isWhole) {
        return encodings.length === 0
          ? { bytes, sizeBytes, flaw: 'truncated' }
          : { bytes: new Uint8Array(), sizeBytes, flaw: 'undecodable' }
      }
      if (encodings.length === 0) return { bytes, sizeBytes, flaw: null }
      return decodeBody(Buffer.from(bytes), encodings, MOST_DECODED_BYTES)
    },
  }
}

/** A small body may unpack to a very large one. */
const MOST_DECODED_BYTES = 4_000_000
