import { isUtf8 } from 'node:buffer'
import { closeSync, constants, createReadStream, openSync, readSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SettingsError, type UiKey } from '../words/errors.js'
import { systemClock } from './clock.js'
import { codeOf, whyOf } from './thrown.js'

/** Texts that people write, and files that our runs write, are not larger than this. */
const MOST_BYTES = 200_000_000
/** For a writer who is on the way to a pipe. */
const MOST_WAITED_MS = 500
const PAUSE_MS = 10

/**
 * Reads a text file that the user named.
 *
 * @throws SettingsError with `key` if the file cannot be read, or if it is not UTF-8, because its text would not be
 * the intended one; a line that is a `comment` may have any encoding
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
  const amiss = text.split(/\r\n?|\n/).findIndex((one) => one.includes('\uFFFD') && !comment?.test(one))
  if (amiss < 0) return text
  throw new SettingsError('settings.encoding', { file, line: amiss + 1 })
}

/** As {@link readTextFile}; null if there is no such file. */
export async function readTextFileIfAny(...named: Parameters<typeof readTextFile>): Promise<string | null> {
  return readTextFile(...named).catch((error: unknown) => {
    if (error instanceof SettingsError && error.values.why === 'ENOENT') return null
    throw error
  })
}

/** Reads a JSON object such as package.json; empty if there is none, or it cannot be read. */
export async function readJsonObject(file: string, cwd: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const json: unknown = JSON.parse(await readTextFile(file, cwd))
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
  } catch {
    return {}
  }
}

/**
 * Reads a file, or the output of a program from a pipe.
 *
 * @throws the system's error; `EFBIG` if the content is too large or never ends, `ENXIO` if the pipe has no writer
 */
export async function readAtMost(path: string, mostBytes = MOST_BYTES): Promise<Buffer> {
  const isPipe = (await stat(path)).isFIFO()
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of isPipe ? readPipe(path) : createReadStream(path, { end: mostBytes })) {
    bytes += part.length
    if (bytes > mostBytes) throw failure('EFBIG')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Opened as usual, a pipe holds a thread in the system, where no signal reaches it, until somebody writes. */
async function* readPipe(path: string): AsyncGenerator<Buffer, void> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  let [waitedMs, hasCome] = [0, false]
  try {
    for (;;) {
      const part = readAvailable(file)
      if (part !== null && part.length > 0) {
        hasCome = true
        yield part
        continue
      }
      if (part !== null) {
        if (hasCome) return
        if (waitedMs >= MOST_WAITED_MS) throw failure('ENXIO')
        waitedMs += PAUSE_MS
      }
      await systemClock.sleep(PAUSE_MS)
    }
  } finally {
    closeSync(file)
  }
}

/** Empty if the pipe has no writer; null if it has one that has not written anything so far. */
function readAvailable(file: number): Buffer | null {
  const buffer = Buffer.alloc(65_536)
  try {
    return buffer.subarray(0, readSync(file, buffer))
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return null
    throw error
  }
}

function failure(code: 'EFBIG' | 'ENXIO'): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code })
}
