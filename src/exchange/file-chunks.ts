import { createReadStream } from 'node:fs'
import type { Chunks } from './chunks.js'

const CHUNK_BYTES = 1 << 18

/** The bytes of a file of any size. */
export function fileChunks(path: string): Chunks {
  return { name: path, read: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }) }
}
