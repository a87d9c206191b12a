/**
 * The ledger lists the records that a run creates in a live account. The entry of a record (its intent) is on disk before
 * the request is sent, so that `cleanup` finds everything that a killed run leaves. Each run and account has one file,
 * which is removed when no entry is open any more.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../exchange/make-folder.js'
import { messageOf } from '../../node/thrown.js'
import { SettingsError } from '../../words/errors.js'
import { isMark } from '../mark.js'
import { ledgerKey, readLines, type SealedLines, sealedLines } from './sealed-lines.js'

/** The first line of a ledger: the run that it belongs to. */
export interface LedgerHeader {
  readonly run: string
  /** See `accountKey` (tokens.ts). */
  readonly account: string
  readonly baseUrl: string
  /** The text that the run writes into its records; see `markOf`. */
  readonly mark: string
  /** ISO 8601. */
  readonly startedAt: string
  /** Values of query parameters that some routes require, by their names in the specification. Clean-up sends them. */
  readonly query?: Readonly<Record<string, string | number>>
  /** The values of `--allow` of the run. Clean-up deletes no more than these allow. */
  readonly allow?: readonly string[]
}

/** A record that was created, or may have been. */
export interface LedgerEntry {
  readonly number: number
  /** `/contatos` */
  readonly collection: string
  /** The identifier in the response; null if no response arrived or it contained none. */
  readonly id: string | null
  /** The fields of the body that had the mark; none: no read can prove that the record is ours. */
  readonly fields: readonly string[]
  /** Whether the create was wrong on purpose. Such a record is never ours. */
  readonly isWrong: boolean
  /** Whether the body was empty. A record that shows a required field was not created by it. */
  readonly isEmpty: boolean
  /** If the record is the borderô of a payment: the account that was paid, `/contas/receber/7`. */
  readonly paidAccount: string | null
  /** When the request was about to be sent, in milliseconds since 1970; 0 once it has ended. */
  readonly atMs: number
  /** Identifiers that lists had shown before; none of these is the created record. */
  readonly idsBefore: ReadonlySet<string>
  readonly standing: Standing
}

/** Our knowledge of a record. */
export type Standing =
  | 'named' // only its create has returned the identifier: deleted if two reads agree, searched if a read does not find it
  | 'shown' // a read has shown the identifier, but no mark: counts as deleted if a later read does not find it
  | 'proven' // a read has shown identifier and mark: likewise
  | 'doubted' // a list before or a read since has shown that the identifier belongs to another record
  | 'refused' // the service refused a valid create

/** Facts of the request that help to recognise the record it may create. */
export type Clues = Partial<Pick<LedgerEntry, 'fields' | 'isWrong' | 'isEmpty' | 'paidAccount'>>

type Update = Partial<Pick<LedgerEntry, 'id' | 'standing' | 'atMs'>>

export interface Ledger {
  readonly header: LedgerHeader
  /** Notes the records that a list showed. Only a create needs them, so they are written with the next intent of their collection. */
  noteListed(collection: string, ids: readonly string[]): void
  /**
   * Opens an entry before a create is sent, and returns its number. The entry is on disk when this returns.
   * @throws SettingsError if it cannot be written
   */
  intend(collection: string, clues?: Clues): number
  /** Adds what a response showed about a record. If the disk is full, the intent alone is enough to find the record. */
  update(number: number, update: Update): void
  /** Closes the entry, because the record does not exist or was deleted. */
  closed(number: number): void
  /** Returns the records that exist, or may exist. */
  open(): readonly LedgerEntry[]
  /** Closes the file until another line is written, and removes it if no entry is open. */
  close(): void
}

type Line =
  | { readonly listed: readonly string[]; readonly collection: string }
  | ({
      readonly intent: number
      readonly collection: string
      readonly atMs: number
      readonly of?: string
    } & Clues)
  | ({ readonly learnt: number } & Update)
  | { readonly closed: number }

/** Creates a ledger without a file, for runs that need no clean-up. */
export function createMemoryLedger(header: LedgerHeader): Ledger {
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
 * @throws SettingsError if one is foreign or damaged
 */
export function readLedgers(folder: string): Ledger[] {
  const names = namesIn(folder).filter((name) => /^ledger-.+\.ndjson$/.test(name))
  return names.sort().flatMap((name) => readLedger(folder, name) ?? [])
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []))
  } catch {
    return []
  }
}

/** Returns null if the process ended before the first intent was written, because then no create was sent. */
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

const defaults = { fields: [], isWrong: false, isEmpty: false, paidAccount: null, id: null } as const

/**
 * @param file null: only in memory
 * @param kept the lines that the file has already
 */
function ledgerOver(header: LedgerHeader, file: SealedLines | null, kept: readonly Line[]): Ledger {
  const entries = new Map<number, LedgerEntry>()
  const shown = new Map<string, ReadonlySet<string>>()
  const unwritten = new Map<string, ReadonlySet<string>>()
  const addIds = (to: Map<string, ReadonlySet<string>>, collection: string, ids: readonly string[]) =>
    to.set(collection, new Set([...(to.get(collection) ?? []), ...ids]))

  function apply(line: Line): void {
    if ('listed' in line) addIds(shown, line.collection, line.listed)
    else if ('intent' in line) {
      // earlier previews called the paid account `of`
      const { intent: number, of: paidAccount = null, ...rest } = line
      const before = shown.get(line.collection) ?? new Set()
      entries.set(number, { ...defaults, paidAccount, ...rest, number, idsBefore: before, standing: 'named' })
    } else if ('learnt' in line) {
      const { learnt, ...update } = line
      const entry = entries.get(learnt)
      if (entry) entries.set(learnt, { ...entry, ...update })
    } else entries.delete(line.closed)
  }
  /** Writes the line, then applies it. @throws SettingsError if it cannot be written */
  function writeFirst(line: Line): void {
    try {
      file?.append(line)
    } catch (error) {
      const path = file?.path ?? ''
      throw new SettingsError('contract.error.ledger-unwritable', { path, reason: messageOf(error) })
    }
    apply(line)
  }
  /** Applies the line even if it cannot be written, so that at least this process knows it. */
  function writeIfPossible(line: Line): void {
    apply(line)
    try {
      file?.append(line)
    } catch {
      // clean-up then searches the record by its mark, because the intent is on disk
    }
  }

  for (const line of kept) apply(line)
  let last = Math.max(0, ...entries.keys())
  return {
    header,
    noteListed(collection, ids) {
      addIds(unwritten, collection, ids)
    },
    intend(collection, clues = {}) {
      const ids = unwritten.get(collection)
      if (ids) writeFirst({ listed: [...ids], collection })
      unwritten.delete(collection)
      writeFirst({ intent: last + 1, collection, ...clues, atMs: Date.now() })
      return ++last
    },
    update(number, update) {
      const entry = entries.get(number)
      const isChange =
        entry && Object.entries(update).some(([name, value]) => Reflect.get(entry, name) !== value)
      if (isChange) writeIfPossible({ learnt: number, ...update })
    },
    closed(number) {
      if (entries.has(number)) writeIfPossible({ closed: number })
    },
    open: () => [...entries.values()],
    close: () => file?.close(entries.size === 0),
  }
}
