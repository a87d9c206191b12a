/**
 * The ledger: what a run creates on a live account, on disk before the request leaves and after its answer came, so that a
 * killed run leaves nothing that `cleanup` cannot find. One file a run and account, one JSON object a line; the file goes
 * when nothing is open any more.
 */
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../exchange/make-folder.js'
import { segmentOf } from '../../rules/identifier.js'

export interface LedgerHeader {
  readonly run: string
  /** See `accountKey` (tokens.ts). */
  readonly account: string
  readonly baseUrl: string
  /** What the run's records carry in one of their texts. */
  readonly mark: string
  /** ISO 8601. */
  readonly startedAt: string
  /** Values of the shared parameters that some routes cannot be asked without, by their names in the tables. */
  readonly query?: Readonly<Record<string, string | number>>
}

/** A record that was created, or may have been: then its `id` is null. */
export interface LedgerEntry {
  readonly number: number
  /** `/contatos` */
  readonly collection: string
  readonly id: string | null
  /** Whether the body that was sent carried the mark. */
  readonly marked: boolean
  /** The field of the body that carried it: `nome`, or `itens.descricao` within. */
  readonly field: string | null
  /** Whether the body had no field at all: no record that shows a required one came of it. */
  readonly empty: boolean
  /** When the request was about to leave: milliseconds since 1970. */
  readonly atMs: number
  /** Identifiers that lists had shown by then: none of these records came of it. */
  readonly before: ReadonlySet<string>
}

/** What a record can be recognised by beside the mark; see `LedgerEntry`. */
export type Clues = Partial<Pick<LedgerEntry, 'field' | 'empty'>>

export interface Ledger {
  readonly header: LedgerHeader
  /** A list showed these records. On disk with the next intent of their collection. */
  listed(collection: string, ids: readonly string[]): void
  /** Before a request that creates leaves. On disk when it returns. */
  intend(collection: string, marked: boolean, clues?: Clues): number
  /** Its answer named the new record. */
  created(intent: number, id: string): void
  /** Nothing was created: its answer says so, or a search of all; or somebody who knows. */
  refused(intent: number): void
  /** The record is no more. */
  gone(collection: string, id: string): void
  /** What is, or may be, still there. */
  open(): readonly LedgerEntry[]
  /** Ends the ledger; its file goes when nothing is open. */
  close(): void
}

type Line =
  | ({ readonly ledger: 1 } & LedgerHeader)
  | { readonly listed: readonly string[]; readonly collection: string }
  | {
      readonly intent: number
      readonly collection: string
      readonly marked: boolean
      readonly field?: string | null
      readonly empty?: boolean
      readonly atMs?: number
    }
  | { readonly created: number; readonly id: string }
  | { readonly refused: number }
  | { readonly gone: string; readonly collection: string }

/** A ledger that is never written, for what nobody has to clean up. */
export function memoryLedger(header: LedgerHeader): Ledger {
  return ledgerOver(
    header,
    new Books(),
    () => undefined,
    () => undefined,
  )
}

/** Starts a ledger in the folder, readable by its owner alone. */
export function createLedger(folder: string, header: LedgerHeader): Ledger {
  makeFolder(folder, 0o700)
  const path = join(folder, `ledger-${header.run}-${header.account.slice(0, 8)}.ndjson`)
  return fileLedger(path, header, new Books(), true)
}

/** Takes up a ledger that an earlier run left behind. */
export function reopenLedger({ path, header, entries }: KeptLedger): Ledger {
  return fileLedger(path, header, new Books(entries), false)
}

export interface KeptLedger {
  readonly path: string
  readonly header: LedgerHeader
  /** Records that are, or may be, still there. */
  readonly entries: readonly LedgerEntry[]
}

/** The ledgers that earlier runs left in the folder, oldest first. Files that are no ledger are left alone. */
export function readLedgers(folder: string): KeptLedger[] {
  return namesIn(folder)
    .filter((name) => /^ledger-.+\.ndjson$/.test(name))
    .sort()
    .flatMap((name) => {
      const ledger = readLedger(join(folder, name))
      return ledger ? [ledger] : []
    })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isFile() ? one.name : []))
  } catch {
    return []
  }
}

/** A last line that was cut off by the end of its process was never followed by a request: it is nothing. */
function readLedger(path: string): KeptLedger | null {
  const lines = readFileSync(path, 'utf8').split('\n').flatMap(parsed)
  const [header] = lines
  if (!header || !('ledger' in header)) return null
  const books = new Books()
  for (const line of lines) books.apply(line)
  const { run, account, baseUrl, mark, startedAt, query = {} } = header
  return {
    path,
    header: { run, account, baseUrl, mark, startedAt, query },
    entries: [...books.entries.values()],
  }
}

function parsed(line: string): Line[] {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? [value as Line] : []
  } catch {
    return []
  }
}

/** What the lines of a ledger come to. */
class Books {
  readonly entries: Map<number, LedgerEntry>
  readonly #listed = new Map<string, Set<string>>()

  constructor(entries: readonly LedgerEntry[] = []) {
    this.entries = new Map(entries.map((entry) => [entry.number, entry]))
  }

  apply(line: Line): void {
    const { entries } = this
    if ('listed' in line) for (const id of line.listed) this.#listedAt(line.collection).add(id)
    else if ('intent' in line) {
      const { intent: number, collection, marked, field = null, empty = false, atMs = 0 } = line
      const before = new Set(this.#listedAt(collection))
      entries.set(number, { number, collection, marked, field, empty, atMs, before, id: null })
    } else if ('created' in line) {
      const entry = entries.get(line.created)
      // a file may name what no address can hold: then it is one whose name nobody heard
      const isNamed = typeof line.id === 'string' && segmentOf(line.id) !== null
      if (entry && isNamed) entries.set(entry.number, { ...entry, id: line.id })
    } else if ('refused' in line) entries.delete(line.refused)
    else if ('gone' in line) {
      for (const { number, collection, id } of [...entries.values()])
        if (collection === line.collection && id === line.gone) entries.delete(number)
    }
  }

  #listedAt(collection: string): Set<string> {
    const known = this.#listed.get(collection) ?? new Set()
    this.#listed.set(collection, known)
    return known
  }
}

function fileLedger(path: string, header: LedgerHeader, books: Books, isNew: boolean): Ledger {
  let file: number | null = null
  const write = (line: Line) => {
    if (file === null) {
      file = openSync(path, isNew ? 'w' : 'a', 0o600)
      writeSync(file, isNew ? `${JSON.stringify({ ledger: 1, ...header })}\n` : '\n')
    }
    writeSync(file, `${JSON.stringify(line)}\n`)
    fsyncSync(file)
  }
  const close = () => {
    if (file !== null) closeSync(file)
    file = null
    if (books.entries.size === 0) rmSync(path, { force: true })
  }
  return ledgerOver(header, books, write, close)
}

function ledgerOver(
  header: LedgerHeader,
  books: Books,
  write: (line: Line) => void,
  close: () => void,
): Ledger {
  const { entries } = books
  let last = Math.max(0, ...entries.keys())
  const unwritten = new Map<string, Set<string>>()
  const put = (line: Line) => {
    write(line)
    books.apply(line)
  }
  const writeListed = (collection: string) => {
    const ids = unwritten.get(collection)
    unwritten.delete(collection)
    if (ids) put({ listed: [...ids], collection })
  }
  return {
    header,
    listed(collection, ids) {
      unwritten.set(collection, new Set([...(unwritten.get(collection) ?? []), ...ids]))
    },
    intend(collection, marked, clues = {}) {
      writeListed(collection)
      put({ intent: ++last, collection, marked, ...clues, atMs: Date.now() })
      return last
    },
    created: (intent, id) => put({ created: intent, id }),
    refused: (intent) => put({ refused: intent }),
    gone(collection, id) {
      const isOpen = [...entries.values()].some((entry) => entry.collection === collection && entry.id === id)
      if (isOpen) put({ gone: id, collection })
    },
    open: () => [...entries.values()],
    close,
  }
}
