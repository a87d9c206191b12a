import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Exchange } from './exchange.js'
import { fileChunks } from './file-chunks.js'
import { MAX_NOTES, type Note, type ReadJournal, type RunHeader, readJournalFrom } from './read-journal.js'

export type { DamagedLine, Note, ReadJournal, RunHeader, WatchPlan } from './read-journal.js'
export { RecordingError } from './read-journal.js'

export interface Journal {
  readonly path: string
  /** Throws what the file system throws: a full disk ends the run rather than the truth of its record. */
  append(exchange: Exchange): void
  note(note: Note): void
  /** What was noted so far, for recordings of other formats. */
  readonly notes: readonly Note[]
  close(): Promise<void>
}

/** Opens the journal in a file and reads its header. @throws RecordingError where the file is none. */
export function readJournal(path: string): Promise<ReadJournal> {
  return readJournalFrom(fileChunks(path))
}

/** Starts a journal at `path`, readable by its owner alone; an older one there is replaced. */
export function openJournal(path: string, header: RunHeader): Journal {
  mkdirSync(dirname(path), { recursive: true })
  let file: number | null = openSync(path, 'w', 0o600)
  const write = (line: object) => {
    if (file === null) throw new Error(`the journal '${path}' is closed already`)
    writeWhole(file, `${JSON.stringify(line)}\n`)
  }
  write({ journal: 1, run: header })
  const notes: Note[] = []

  return {
    path,
    notes,
    append: (exchange) => write({ exchange }),
    note(note) {
      write({ note })
      if (notes.length < MAX_NOTES) notes.push(note)
    },
    async close() {
      if (file === null) return
      const closing = file
      file = null
      fsyncSync(closing)
      closeSync(closing)
    },
  }
}

function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}
