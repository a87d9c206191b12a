import { close, open, read, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Chunks } from './chunks.js'
import { RecordingError } from './read-journal.js'

const CHUNK_BYTES = 1 << 19
/** The most bytes that are read from a file in the same folder. */
const MOST_BYTES = 64 * 1024 * 1024

/** The bytes of a file of any size; reading throws a RecordingError of a pipe or a device, which can be read once, or never ends. */
export function fileChunks(path: string): Chunks {
  return {
    name: path,
    read: () => bytesOf(path),
    beside: (name) => (name === basename(name) ? wholeFile(join(dirname(path), name)) : null),
  }
}

// handles of `fs/promises` warn if they are not read to the end, as happens after a journal's header
const [opening, reading, closing] = [promisify(open), promisify(read), promisify(close)]

async function* bytesOf(path: string): AsyncGenerator<Uint8Array, void> {
  const found = statSync(path)
  if (!found.isFile() && !found.isDirectory())
    throw new RecordingError('pipe', path, `'${path}' is a pipe or a device`)
  const file = await opening(path, 'r')
  try {
    // one for all: to ask for a new one each time costs more than to read
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    for (;;) {
      const { bytesRead } = await reading(file, buffer, 0, CHUNK_BYTES, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await closing(file)
  }
}

function wholeFile(path: string): Uint8Array | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() && found.size <= MOST_BYTES ? readFileSync(path) : null
}
