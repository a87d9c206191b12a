import {
  closeSync,
  constants,
  createReadStream,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Exchange } from './exchange.js'
import { makeFolder } from './make-folder.js'
import { jsonLine } from './plain-text.js'
import {
  type Chunks,
  MAX_NOTES,
  type Note,
  type ReadJournal,
  RecordingError,
  type RunHeader,
  readJournalFrom,
} from './read-journal.js'

export type { Note, ReadJournal, RunHeader, WatchPlan } from './read-journal.js'
export { RecordingError } from './read-journal.js'

/** The journal of a run on the disk (format: `read-journal.ts`). Every line is written before the run goes on, so that a killed run keeps it. */
export type Journal = ReturnType<typeof openJournal>

/** The path of the journal in the folder of a run. */
export function journalOf(dir: string): string {
  return join(dir, 'journal.ndjson')
}

/** Opens the journal in a file and reads its header. @throws RecordingError if the file is not a journal. */
export function readJournal(path: string): Promise<ReadJournal> {
  return readJournalFrom(fileChunks(path))
}

/** Starts a journal that only its owner can read. An older file or a link at `path` is removed, so that nothing is written through a link. */
export function openJournal(path: string, header: RunHeader) {
  makeFolder(dirname(path))
  let file: number | null = createFile(path) // null once it is closed, also by a failed write
  let failure: Error | null = null // the error of a failed write, which each later call throws again
  const write = (bytes: Uint8Array) => {
    if (file === null) throw failure ?? new Error(`the journal '${path}' is closed already`)
    try {
      // the system may write only a part at once
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
    } catch (error) {
      closeSync(file)
      file = null
      failure = Object.assign(error as Error, { path })
      throw failure
    }
  }
  write(lineOf({ journal: 1, run: header })) // 1 is the version of the format
  const notes: Note[] = []

  return {
    path,
    /** The notes so far, at most {@link MAX_NOTES}. */
    notes: notes as readonly Note[],
    /** @throws the error of the file system: a run whose record cannot be written (full disk) must end */
    append: (exchange: Exchange): void => write(lineOf({ exchange })),
    note(note: Note): void {
      write(lineOf({ note }))
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

function lineOf(value: object): Uint8Array {
  return Buffer.from(`${jsonLine(value)}\n`)
}

function createFile(path: string): number {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants // Windows has no O_NOFOLLOW
  // not `rmSync`, which gives errors another code, and messages show the code
  if (lstatSync(path, { throwIfNoEntry: false })) unlinkSync(path)
  return openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
}

const CHUNK_BYTES = 512 * 1024
/** The size up to which a body is read that a HAR keeps in a file beside it. */
const MAX_NEIGHBOUR_BYTES = 64 * 1024 * 1024

/** The chunks of a file on the disk. A pipe or a device is refused, because a recording is read twice: its beginning tells its format. */
export function fileChunks(path: string): Chunks {
  return {
    name: path,
    async *read() {
      const found = statSync(path)
      // a folder fails below, with an error that says so
      if (!found.isFile() && !found.isDirectory())
        throw new RecordingError('pipe', path, `'${path}' is a pipe or a device`)
      yield* createReadStream(path, { highWaterMark: CHUNK_BYTES })
    },
    // a name with a folder is refused, because a recording of others must not make us read elsewhere
    beside: (name) => (name === basename(name) ? wholeFile(join(dirname(path), name)) : null),
  }
}

/** Returns the content of a file; null if it does not exist or is too large. */
function wholeFile(path: string): Uint8Array | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() && found.size <= MAX_NEIGHBOUR_BYTES ? readFileSync(path) : null
}
