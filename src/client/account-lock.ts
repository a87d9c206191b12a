import { createHash, randomBytes } from 'node:crypto'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type Clock, systemClock } from '../clock.js'
import { MendableError } from './mendable-error.js'

/**
 * Two runs on one account break each other's spacing, so an account serves one run at a time. The lock is a file in a
 * folder of the user's own below the system's temporary folder, where runs from different working directories meet.
 */
export interface AccountLock {
  /** Milliseconds since an earlier run's last answer on this account; null where none is known. */
  readonly quietForMs: number | null
  /** Frees the account at once, and leaves behind when it was last used. Works in exit handlers; twice is once. */
  release(): void
}

export interface Holder {
  readonly pid: number
  readonly command: string
  /** ISO 8601. */
  readonly since: string
}

export interface AccountLockOptions {
  /** See `accountKey` (tokens.ts). */
  readonly account: string
  /** What the holder is doing, without secrets: `homologa check`. */
  readonly command: string
  /** Longest wait for another run. Default 120,000; 0 does not wait. */
  readonly waitMs?: number
  /** Hears once who is being waited for. */
  readonly onWaiting?: (holder: Holder) => void
  readonly signal?: AbortSignal
  /** Default: the user's own folder below the temporary one. */
  readonly folder?: string
  readonly clock?: Clock
}

/** Another run kept the account until the wait was over. */
export class AccountBusyError extends MendableError {
  override readonly name = 'AccountBusyError'

  constructor({ command, pid, since }: Holder) {
    super('client.account-busy', { command, pid: String(pid), since })
  }
}

/** The folder of locks was laid by somebody else. */
export class ForeignFolderError extends MendableError {
  override readonly name = 'ForeignFolderError'

  constructor(folder: string) {
    super('client.account-folder', { folder })
  }
}

const POLL_MS = 200
const HEARTBEAT_MS = 5_000
/** A holder of whom nothing else is known is gone once its heart has not beaten for so long. */
const SILENT_MS = 30_000
const FORGOTTEN_MS = 3_600_000

/**
 * Takes the account, waiting for another run where there is one. The lock of a process that has ended is taken over.
 *
 * @throws AccountBusyError after `waitMs`; the signal's reason where it aborts
 */
export async function lockAccount(options: AccountLockOptions): Promise<AccountLock> {
  const { account, clock = systemClock, onWaiting, signal, waitMs = 120_000 } = options
  const folder = options.folder ?? ownFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  guardOwner(folder)
  forgetOldUses(folder)
  const path = join(folder, `${account}.lock`)
  const giveUpAtMs = clock.now() + waitMs
  let toldOf: Holder | null = null
  for (;;) {
    const holder = tryTake(path, options.command)
    if (holder === null) return heldLock(path)
    if (clock.now() >= giveUpAtMs) throw new AccountBusyError(holder)
    if (toldOf?.pid !== holder.pid) onWaiting?.(holder)
    toldOf = holder
    await clock.sleep(Math.min(POLL_MS, Math.max(giveUpAtMs - clock.now(), 1)), signal)
  }
}

/** Who uses the account now, or null. Looks alone: takes nothing and leaves nothing behind. */
export function holderOf(account: string, folder = ownFolder()): Holder | null {
  const path = join(folder, `${account}.lock`)
  const record = readRecord(path)
  return record === null || isGone(record, path) ? null : record
}

interface LockRecord extends Holder {
  readonly host: string
  /** When the process began, as the system tells; null where it does not. Tells a reused pid from its first owner. */
  readonly begun: string | null
}

/** null where the lock is ours now, else who holds it. */
function tryTake(path: string, command: string): Holder | null {
  const mine = myRecord(command)
  if (putDown(path, mine)) return null
  const theirs = readRecord(path)
  if (!isGone(theirs, path)) return theirs ?? UNKNOWN
  return takeOver(path, mine) ? null : (readRecord(path) ?? UNKNOWN)
}

const UNKNOWN: Holder = { pid: 0, command: 'another run', since: 'a moment ago' }

function myRecord(command: string): LockRecord {
  const { pid } = process
  return { pid, command, since: new Date().toISOString(), host: hostname(), begun: beginningOf(pid) }
}

/** A link appears with all its contents or not at all. */
function putDown(path: string, record: LockRecord): boolean {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(temporary, JSON.stringify(record), { mode: 0o600 })
  try {
    linkSync(temporary, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Of several that find a lock abandoned, one takes it: whoever puts down a lock on the lock. */
function takeOver(path: string, mine: LockRecord): boolean {
  const guard = `${path}.takeover`
  if (!putDown(guard, mine)) {
    if (ageMs(guard) > SILENT_MS) rmSync(guard, { force: true })
    return false
  }
  try {
    if (!isGone(readRecord(path), path)) return false
    const lastBeatMs = Date.now() - ageMs(path)
    rmSync(path, { force: true })
    if (!putDown(path, mine)) return false
    markLastUse(path, Math.min(Date.now(), lastBeatMs + HEARTBEAT_MS))
    return true
  } finally {
    rmSync(guard, { force: true })
  }
}

function heldLock(path: string): AccountLock {
  const quietForMs = ageMs(lastUseOf(path))
  const heart = setInterval(() => touch(path), HEARTBEAT_MS)
  heart.unref()
  let isReleased = false
  return {
    quietForMs: Number.isFinite(quietForMs) ? Math.max(quietForMs, 0) : null,
    release() {
      if (isReleased) return
      isReleased = true
      clearInterval(heart)
      markLastUse(path, Date.now())
      if (readRecord(path)?.pid === process.pid) rmSync(path, { force: true })
    },
  }
}

/** Beside the lock, and staying: when the account was last used. */
function lastUseOf(path: string): string {
  return `${path.replace(/\.lock$/, '')}.last`
}

function markLastUse(path: string, atMs: number): void {
  writeFileSync(lastUseOf(path), '', { mode: 0o600 })
  utimesSync(lastUseOf(path), atMs / 1000, atMs / 1000)
}

/** After an hour no spacing depends on it. */
function forgetOldUses(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.last'))) {
    if (ageMs(join(folder, name)) > FORGOTTEN_MS) rmSync(join(folder, name), { force: true })
  }
}

function isGone(record: LockRecord | null, path: string): boolean {
  if (record === null || record.host !== hostname()) return ageMs(path) > SILENT_MS
  if (!isAlive(record.pid)) return true
  const begun = beginningOf(record.pid)
  if (record.begun !== null && begun !== null) return record.begun !== begun
  return ageMs(path) > SILENT_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Clock ticks from the system's start to the process's, where the system has `/proc`. */
function beginningOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\)\s/s, '')
      .split(' ')
    return fields[19] ?? null
  } catch {
    return null
  }
}

function readRecord(path: string): LockRecord | null {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as Partial<LockRecord>
    if (typeof record.pid !== 'number') return null
    const { pid, command = '', since = '', host = '', begun = null } = record
    return { pid, command, since, host, begun }
  } catch {
    return null
  }
}

function ageMs(path: string): number {
  const modifiedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return modifiedMs === undefined ? Number.NaN : Date.now() - modifiedMs
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // the folder was cleaned; the lock is gone, and nothing can be done here
  }
}

function ownFolder(): string {
  const { uid, username } = userInfo()
  const who = uid >= 0 ? String(uid) : createHash('sha256').update(username).digest('hex').slice(0, 12)
  return join(tmpdir(), `homologa-${who}`)
}

/** The temporary folder is everybody's: nobody else may have laid a trap under our name. */
function guardOwner(folder: string): void {
  const { uid } = userInfo()
  const found = lstatSync(folder)
  const isForeign = uid >= 0 && found.uid !== uid
  if (!found.isDirectory() || isForeign) throw new ForeignFolderError(folder)
}
