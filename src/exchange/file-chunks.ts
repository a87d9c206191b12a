import { createReadStream, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Chunks } from './chunks.js'
import { RecordingError } from './read-journal.js'

const CHUNK_BYTES = 1 << 19
/** The most bytes that are read from a file in the same folder. */
const MOST_BYTES = 64 * 1024 * 1024

/** The bytes of a file. Reading throws a RecordingError for a pipe or a device, which can be read once, or never ends. */
export function fileChunks(path: string): Chunks {
  return {
    name: path,
    async *read() {
      const found = statSync(path)
      if (!found.isFile() && !found.isDirectory())
        throw new RecordingError('pipe', path, `'${path}' is a pipe or a device`)
      yield* createReadStream(path, { highWaterMark: CHUNK_BYTES })
    },
    beside: (name) => (name === basename(name) ? wholeFile(join(dirname(path), name)) : null),
  }
}

function wholeFile(path: string): Uint8Array | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() && found.size <= MOST_BYTES ? readFileSync(path) : null
}
