import { type ReadHar, type ReadHarOptions, readHarFrom } from './read-har.js'
import {
  type Chunks,
  JOURNAL_START,
  type ReadJournal,
  RecordingError,
  readJournalFrom,
  toRecordingError,
} from './read-journal.js'

/** Recorded exchanges, from a journal of ours or from a HAR of any tool. */
export type Recording = ({ readonly kind: 'journal' } & ReadJournal) | ({ readonly kind: 'har' } & ReadHar)

/** Opens a recording. Its first bytes tell whether it is a journal or a HAR. @throws RecordingError if it is missing, empty, or neither */
export async function readRecordingFrom(chunks: Chunks, options: ReadHarOptions = {}): Promise<Recording> {
  const { name } = chunks
  const beginning = await beginningOf(chunks)
  if (beginning.trim() === '') throw new RecordingError('empty', name, `'${name}' is empty`)
  if (JOURNAL_START.test(beginning)) return { kind: 'journal', ...(await readJournalFrom(chunks)) }
  if (!/^[\s\uFEFF]*\{/.test(beginning)) {
    throw new RecordingError('not-json', name, `'${name}' is not JSON: neither a HAR nor a journal`)
  }
  return { kind: 'har', ...(await readHarFrom(chunks, options)) }
}

/** Enough for a byte order mark and blanks before the first name. */
const BEGINNING_CHARS = 4096

async function beginningOf(chunks: Chunks): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  try {
    for await (const chunk of chunks.read()) {
      text += decoder.decode(chunk.subarray(0, BEGINNING_CHARS), { stream: true })
      if (text.length >= BEGINNING_CHARS) break
    }
  } catch (error) {
    throw toRecordingError(chunks.name, error)
  }
  return text
}
