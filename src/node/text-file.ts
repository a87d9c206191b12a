import { isUtf8 } from 'node:buffer'
import { closeSync, constants, createReadStream, openSync, readSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SettingsError, type UiKey } from '../words/errors.js'
import { systemClock } from './clock.js'
import { codeOf, whyOf } from './thrown.js'

/** Larger than any file of settings or of a run. */
const MAX_BYTES = 200_000_000
/** How long we wait until a program opens the pipe for writing. When one has, we wait for its end without a limit. */
const MAX_WAIT_MS = 500
const PAUSE_MS = 10

/**
 * Reads a text file of the user. Lines that match `comment` need not be UTF-8, because nobody reads them.
 *
 * @param key message of the error if the file cannot be read
 * @throws SettingsError
 */
export async function readTextFile(
  file: string,
  cwd: string,
  key: UiKey = 'settings.file',
  comment: RegExp | null = null,
): Promise<string> {
  const bytes = await readAtMost(resolve(cwd, file)).catch((error: unknown) => {
    throw new SettingsError(key, { file, why: whyOf(error) })
  })
  const text = bytes.toString()
  if (isUtf8(bytes)) return text
  const lines = text.split(/\r\n?|\n/)
  // `toString` puts this character where bytes are not UTF-8
  const index = lines.findIndex((line) => line.includes('\uFFFD') && !comment?.test(line))
  if (index < 0) return text
  throw new SettingsError('settings.encoding', { file, line: index + 1 })
}

/** Reads a file like {@link readTextFile}; null if it does not exist. */
export async function readTextFileIfAny(...args: Parameters<typeof readTextFile>): Promise<string | null> {
  return readTextFile(...args).catch((error: unknown) => {
    if (error instanceof SettingsError && error.values.why === 'ENOENT') return null
    throw error
  })
}

/** Reads a JSON file such as package.json; an empty object if it does not exist or holds something else. */
export async function readJsonObject(file: string, cwd: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const json: unknown = JSON.parse(await readTextFile(file, cwd))
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
  } catch {
    return {}
  }
}

/** Reads a file, or a pipe to its end. @throws the system's error; `EFBIG` if it is too large or never ends, `ENXIO` if the pipe has no writer */
export async function readAtMost(path: string, maxBytes = MAX_BYTES): Promise<Buffer> {
  const isPipe = (await stat(path)).isFIFO()
  const parts: Buffer[] = []
  let bytes = 0
  // the offset `end` is read too: one byte more than allowed, so that a larger file is noticed
  for await (const part of isPipe ? readPipe(path) : createReadStream(path, { end: maxBytes })) {
    bytes += part.length
    if (bytes > maxBytes) throw failure('EFBIG')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Reads a pipe without blocking. `createReadStream` would block a thread until a program writes, and Ctrl+C could not end it. */
async function* readPipe(path: string): AsyncGenerator<Buffer, void> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  let waitedMs = 0
  let hasContent = false
  try {
    for (;;) {
      const part = readAvailable(file)
      if (part instanceof Buffer) {
        hasContent = true
        yield part
        continue
      }
      if (part === 'no-writer') {
        if (hasContent) return // the program that wrote has closed the pipe
        if (waitedMs >= MAX_WAIT_MS) throw failure('ENXIO')
        waitedMs += PAUSE_MS
      }
      await systemClock.sleep(PAUSE_MS)
    }
  } finally {
    closeSync(file)
  }
}

/** Reads what is in the pipe now. If it is empty: `not-yet` if a program may still write, else `no-writer`. */
function readAvailable(file: number): Buffer | 'no-writer' | 'not-yet' {
  const buffer = Buffer.alloc(65_536)
  try {
    const size = readSync(file, buffer)
    return size === 0 ? 'no-writer' : buffer.subarray(0, size)
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return 'not-yet'
    throw error
  }
}

function failure(code: 'EFBIG' | 'ENXIO'): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code })
}
