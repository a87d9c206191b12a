import { open } from 'node:fs/promises'
import { type ReadHar, type ReadHarOptions, readHar } from './har.js'
import { type ReadJournal, RecordingError, readJournal } from './journal.js'

/** A file of exchanges: a journal of ours, or a HAR of anybody. */
export type Recording = ({ readonly kind: 'journal' } & ReadJournal) | ({ readonly kind: 'har' } & ReadHar)

/**
 * Opens a recording, telling by its first bytes which of the two it is.
 * @throws RecordingError where the file is missing, empty, or neither
 */
export async function readRecording(path: string, options: ReadHarOptions = {}): Promise<Recording> {
  const beginning = await beginningOf(path)
  if (beginning.trim() === '') throw new RecordingError('empty', path, `'${path}' is empty`)
  if (/^\s*\{\s*"journal"\s*:/.test(beginning)) return { kind: 'journal', ...(await readJournal(path)) }
  if (!/^[\s\uFEFF]*\{/.test(beginning)) {
    throw new RecordingError('not-json', path, `'${path}' is not JSON: neither a HAR nor a journal`)
  }
  return { kind: 'har', ...(await readHar(path, options)) }
}

const BEGINNING_BYTES = 4096

async function beginningOf(path: string): Promise<string> {
  try {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new RecordingError('missing', path, `'${path}' cannot be read: ${(error as Error).message}`)
  }
}
