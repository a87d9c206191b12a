import type { FileHandle } from 'node:fs/promises'
import type { Exchange } from './exchange.js'
import type { HarLog } from './har/har-type.js'
import { toEntry } from './har/to-entry.js'
import { jsonLine } from './plain-text.js'
import { logOf } from './read-har.js'
import type { Note, RunHeader } from './read-journal.js'
import { writeWhole } from './write-whole.js'

/** Writes a HAR entry by entry, in the memory of one; the file appears when it is whole. */
export async function writeHar(
  path: string,
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
  run: RunHeader,
  notes: readonly Note[] = [],
): Promise<void> {
  await writeWhole(path, (file) => writeEntries(file, exchanges, logOf(run, notes)))
}

const BATCH_CHARS = 1 << 18

async function writeEntries(
  file: FileHandle,
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
  log: HarLog,
): Promise<void> {
  let batch = `{"log":${jsonLine(log).slice(0, -1)},"entries":[`
  let separator = '\n'
  for await (const exchange of exchanges) {
    batch += separator + jsonLine(toEntry(exchange))
    separator = ',\n'
    if (batch.length < BATCH_CHARS) continue
    await file.write(batch)
    batch = ''
  }
  await file.write(`${batch}\n]}}\n`)
}
