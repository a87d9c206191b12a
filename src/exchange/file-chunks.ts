import { createReadStream, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Chunks } from './chunks.js'

const CHUNK_BYTES = 1 << 18
/** Of a file beside it that is read at one go. */
const MOST_BYTES = 64 * 1024 * 1024

/** The bytes of a file of any size. */
export function fileChunks(path: string): Chunks {
  return {
    name: path,
    read: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    beside: (name) => (name === basename(name) ? wholeFile(join(dirname(path), name)) : null),
  }
}

function wholeFile(path: string): Uint8Array | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() && found.size <= MOST_BYTES ? readFileSync(path) : null
}
