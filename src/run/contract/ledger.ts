/**
 * The ledger: what a run creates on a live account. Each intent is on disk before its request leaves, so that a killed run
 * leaves nothing that `cleanup` cannot find. One file a run and account; it goes when nothing is open any more.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../exchange/make-folder.js'
import { messageOf } from '../../node/thrown.js'
import { SettingsError } from '../../words/errors.js'
import { isMark } from '../mark.js'
import { ledgerKey, readLines, type SealedLines, sealedLines } from './sealed-lines.js'

export interface LedgerHeader {
  readonly run: string
  /** See `accountKey` (tokens.ts). */
  readonly account: string
  readonly baseUrl: string
  /** The text that every record of the run carries; see `markOf`. */
  readonly mark: string
  /** ISO 8601. */
  readonly startedAt: string
  /** Values of the shared parameters that some routes cannot be asked without, by their names in the tables. */
  readonly query?: Readonly<Record<string, string | number>>
  /** The writes that the run was allowed, as in `--allow`. Clean-up deletes no more than that. */
  readonly allow?: readonly string[]
}

/** A record that was created, or may have been. */
export interface LedgerEntry {
  readonly number: number
  /** `/contatos` */
  readonly collection: string
  /** The identifier in the response; null if no response arrived or it named none. */
  readonly id: string | null
  /** The fields of the body that carried the mark; none: no read can prove the record to be ours. */
  readonly fields: readonly string[]
  /** Whether the create was wrong on purpose: the record is never ours. */
  readonly isWrong: boolean
  /** Whether the body had no field at all: no record that shows a required one came of it. */
  readonly isEmpty: boolean
  /** The account that was paid, where the record is the borderô of a payment: `/contas/receber/7`. */
  readonly paidAccount: string | null
  /** When the request was about to leave: milliseconds since 1970; 0 once it has ended. */
  readonly atMs: number
  /** Identifiers that lists had shown by then: none of these records came of it. */
  readonly idsBefore: ReadonlySet<string>
  readonly standing: Standing
}

/**
 * `named`: no more than the response is known. `shown`: a read has shown the identifier, and no mark could prove the record.
 * `proven`: a read has shown identifier and mark. `doubted`: the identifier is another record's, as a list before or a read
 * since has shown. `refused`: the service refused a sound create.
 */
export type Standing = 'named' | 'shown' | 'proven' | 'doubted' | 'refused'

/** Facts of the request that help to recognise the record it may create. */
export type Clues = Partial<Pick<LedgerEntry, 'fields' | 'isWrong' | 'isEmpty' | 'paidAccount'>>

type News = Partial<Pick<LedgerEntry, 'id' | 'standing' | 'atMs'>>

export interface Ledger {
  readonly header: LedgerHeader
  /** A list showed these records. On disk with the next intent of their collection. */
  listed(collection: string, ids: readonly string[]): void
  /**
   * Before a request that creates leaves. On disk whole when it returns.
   * @throws SettingsError where it cannot be written
   */
  intend(collection: string, clues?: Clues): number
  /**
   * Adds what a response showed about a record. If the disk is full only the intent is kept, and the record is found
   * by its mark.
   */
  learn(number: number, news: News): void
  /** Closes the entry, because the record does not exist or was deleted. */
  closed(number: number): void
  /** Returns the records that exist, or may exist. */
  open(): readonly LedgerEntry[]
  /** Closes the file until another line is written, and removes it if no entry is open. */
  close(): void
}

type Line =
  | { readonly listed: readonly string[]; readonly collection: string }
  | ({ readonly intent: number; readonly collection: string; readonly atMs: number } & Clues)
  | ({ readonly learnt: number } & News)
  | { readonly closed: number }

/** Creates a ledger without a file, for runs that need no clean-up. */
export function memoryLedger(header: LedgerHeader): Ledger {
  return ledgerOver(header, null, [])
}

/** Starts a ledger in the folder, readable only by its owner. */
export function createLedger(folder: string, header: LedgerHeader): Ledger {
  makeFolder(folder, 0o700)
  const path = join(folder, nameOf(header))
  return ledgerOver(header, sealedLines(path, ledgerKey(), { header, sum: '', sizeBytes: 0 }), [])
}

function nameOf({ run, account }: LedgerHeader): string {
  return `ledger-${run}-${account.slice(0, 8)}.ndjson`
}

/**
 * Returns the ledgers that earlier runs left in the folder, oldest first. The folder may be any directory the user
 * works in, and others may have put a file there. So a ledger is used only if runs of this user wrote it and it is
 * unchanged.
 *
 * @throws SettingsError where one is foreign or damaged
 */
export function readLedgers(folder: string): Ledger[] {
  const names = namesIn(folder).filter((name) => /^ledger-.+\.ndjson$/.test(name))
  return names.sort().flatMap((name) => readLedger(folder, name) ?? [])
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isFile() ? one.name : []))
  } catch {
    return []
  }
}

/** null where the process ended before the first intent was written: then no request left. */
function readLedger(folder: string, name: string): Ledger | null {
  const path = join(folder, name)
  const kept = readLines(path, ledgerKey())
  const [header, ...lines] = kept?.values ?? []
  if (kept?.values.length === 0) return null
  if (kept === null || !isHeader(header) || nameOf(header) !== name)
    throw new SettingsError('contract.error.ledger-foreign', { path })
  return ledgerOver(header, kept.lines, lines as readonly Line[])
}

function isHeader(value: unknown): value is LedgerHeader {
  const { run, account, baseUrl, mark } = value as Partial<Record<string, unknown>>
  const texts = [run, account, baseUrl, mark].filter((text) => typeof text === 'string')
  return texts.length === 4 && URL.canParse(String(baseUrl)) && isMark(String(mark))
}

const unknown = { fields: [], isWrong: false, isEmpty: false, paidAccount: null, id: null } as const

/** @param lines null: only in memory */
function ledgerOver(header: LedgerHeader, lines: SealedLines | null, kept: readonly Line[]): Ledger {
  const entries = new Map<number, LedgerEntry>()
  const shown = new Map<string, ReadonlySet<string>>()
  const unwritten = new Map<string, ReadonlySet<string>>()
  const together = (to: Map<string, ReadonlySet<string>>, collection: string, ids: readonly string[]) =>
    to.set(collection, new Set([...(to.get(collection) ?? []), ...ids]))

  function apply(line: Line): void {
    if ('listed' in line) together(shown, line.collection, line.listed)
    else if ('intent' in line) {
      const { intent: number, ...rest } = line
      const before = shown.get(line.collection) ?? new Set()
      entries.set(number, { ...unknown, ...rest, number, idsBefore: before, standing: 'named' })
    } else if ('learnt' in line) {
      const { learnt, ...news } = line
      const entry = entries.get(learnt)
      if (entry) entries.set(learnt, { ...entry, ...news })
    } else entries.delete(line.closed)
  }
  function promise(line: Line): void {
    try {
      lines?.append(line)
    } catch (error) {
      const path = lines?.path ?? ''
      throw new SettingsError('contract.error.ledger-unwritable', { path, reason: messageOf(error) })
    }
    apply(line)
  }
  /** Applies the line even if it cannot be written, so that this process still knows it. */
  function note(line: Line): void {
    apply(line)
    try {
      lines?.append(line)
    } catch {
      // the intent is on disk, and the record is looked for by its mark
    }
  }

  for (const line of kept) apply(line)
  let last = Math.max(0, ...entries.keys())
  return {
    header,
    listed(collection, ids) {
      together(unwritten, collection, ids)
    },
    intend(collection, clues = {}) {
      const ids = unwritten.get(collection)
      if (ids) promise({ listed: [...ids], collection })
      unwritten.delete(collection)
      promise({ intent: last + 1, collection, ...clues, atMs: Date.now() })
      return ++last
    },
    learn(number, news) {
      const entry = entries.get(number)
      const isNews = entry && Object.entries(news).some(([name, value]) => Reflect.get(entry, name) !== value)
      if (isNews) note({ learnt: number, ...news })
    },
    closed(number) {
      if (entries.has(number)) note({ closed: number })
    },
    open: () => [...entries.values()],
    close: () => lines?.close(entries.size === 0),
  }
}
