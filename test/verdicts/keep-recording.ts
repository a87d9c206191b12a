import { join } from 'node:path'
import { openJournal } from '../../src/exchange/journal.js'
import { writeHar } from '../../src/exchange/write-har.js'
import type { LiveRecording } from './recordings.js'

/** Writes it as a run is kept: a journal, its notes where they fell, and the HAR beside it. */
export async function keepRecording(
  { header, exchanges, notes }: LiveRecording,
  folder: string,
): Promise<void> {
  const journal = openJournal(join(folder, 'journal.ndjson'), header)
  const waiting = [...notes]
  const noteUpTo = (count: number) => {
    while (
      waiting[0] &&
      Number(waiting[0].after ?? (waiting[0].kind === 'contract-plan' ? 0 : Infinity)) <= count
    )
      journal.note(waiting.shift() as (typeof waiting)[number])
  }
  noteUpTo(0)
  for (const [i, exchange] of exchanges.entries()) {
    journal.append(exchange)
    noteUpTo(i + 1)
  }
  noteUpTo(Infinity)
  await journal.close()
  await writeHar(join(folder, 'exchanges.har'), exchanges, header, notes)
}
