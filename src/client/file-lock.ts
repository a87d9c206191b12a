import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { type Clock, systemClock } from '../clock.js'
import { codeOf, messageOf } from '../thrown.js'
import { MendableError } from './mendable-error.js'

/** A lock is a file that names its holder; that of a process that has ended is taken over. */
export interface FileLock {
  /** When its former holder, who ended without freeing it, was last heard of (milliseconds since 1970); else null. */
  readonly abandonedAtMs: number | null
  /** Frees it at once. Works in exit handlers; twice is once. */
  release(): void
}

export interface Holder {
  readonly pid: number
  readonly command: string
  /** ISO 8601. */
  readonly since: string
}

export interface FileLockOptions {
  /** What the holder is doing, without secrets: `homologa check`. */
  readonly command: string
  /** Longest wait for another holder; 0 does not wait. */
  readonly waitMs: number
  /** Hears once who is being waited for. */
  readonly onWaiting?: ((holder: Holder) => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/** No lock can be laid there: a full disk, a read-only folder, a folder in its place. */
export class LockUnusableError extends MendableError {
  override readonly name = 'LockUnusableError'

  constructor(path: string, reason: string) {
    super('client.lock-unusable', { path, reason })
  }
}

const POLL_MS = 200
const HEARTBEAT_MS = 5_000
/** A holder of whom nothing else is known is gone once its heart has not beaten for so long. */
const SILENT_MS = 30_000

/**
 * Takes the lock, waiting for another holder where there is one.
 *
 * @returns the holder, where it kept the lock until the wait was over
 * @throws LockUnusableError; the signal's reason where it aborts
 */
export async function takeLock(
  path: string,
  options: FileLockOptions,
): Promise<{ readonly lock: FileLock } | { readonly holder: Holder }> {
  const { clock = systemClock, command, onWaiting, signal, waitMs } = options
  const giveUpAtMs = clock.now() + waitMs
  let toldOf: Holder | null = null
  for (;;) {
    const taken = tryTake(path, command)
    if ('lock' in taken) return taken
    const { holder } = taken
    if (clock.now() >= giveUpAtMs) return taken
    if (toldOf?.pid !== holder.pid) onWaiting?.(holder)
    toldOf = holder
    await clock.sleep(Math.min(POLL_MS, Math.max(giveUpAtMs - clock.now(), 1)), signal)
  }
}

/** Who holds the lock now, or null. Looks alone: takes nothing and leaves nothing behind. */
export function holderOfLock(path: string): Holder | null {
  const record = readRecord(path)
  return record === null || isGone(record, path) ? null : record
}

interface LockRecord extends Holder {
  readonly host: string
  /** When the process began, as the system tells; null where it does not. Tells a reused pid from its first owner. */
  readonly begun: string | null
}

function tryTake(path: string, command: string): { lock: FileLock } | { holder: Holder } {
  try {
    return take(path, command)
  } catch (error) {
    throw new LockUnusableError(path, messageOf(error))
  }
}

function take(path: string, command: string): { lock: FileLock } | { holder: Holder } {
  const mine = myRecord(command)
  if (putDown(path, mine)) return { lock: heldLock(path, null) }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
  const theirs = readRecord(path)
  if (!isGone(theirs, path)) return { holder: theirs ?? UNKNOWN }
  const abandonedAtMs = takeOver(path, mine)
  if (abandonedAtMs !== null) return { lock: heldLock(path, abandonedAtMs) }
  return { holder: readRecord(path) ?? UNKNOWN }
}

const UNKNOWN: Holder = { pid: 0, command: 'another run', since: 'a moment ago' }

function myRecord(command: string): LockRecord {
  const { pid } = process
  return { pid, command, since: new Date().toISOString(), host: hostname(), begun: beginningOf(pid) }
}

/** A link appears with all its contents or not at all. Where a file system knows none, a new file must do. */
function putDown(path: string, record: LockRecord): boolean {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeNew(temporary, record)
    linkSync(temporary, path)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    if (NO_LINKS.has(code)) return putDownPlainly(path, record)
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

function putDownPlainly(path: string, record: LockRecord): boolean {
  try {
    writeNew(path, record)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function writeNew(path: string, record: LockRecord): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, JSON.stringify(record))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Of several that find a lock abandoned, one takes it: whoever puts down a lock on the lock.
 *
 * @returns when the former holder was last heard of; null where another was faster
 */
function takeOver(path: string, mine: LockRecord): number | null {
  const guard = `${path}.takeover`
  if (!putDown(guard, mine)) {
    if (isSilent(guard)) rmSync(guard, { force: true })
    return null
  }
  try {
    if (!isGone(readRecord(path), path)) return null
    const lastBeatMs = Date.now() - (silenceMs(path) ?? 0)
    rmSync(path, { force: true })
    return putDown(path, mine) ? Math.min(Date.now(), lastBeatMs + HEARTBEAT_MS) : null
  } finally {
    rmSync(guard, { force: true })
  }
}

function heldLock(path: string, abandonedAtMs: number | null): FileLock {
  const heart = setInterval(() => touch(path), HEARTBEAT_MS)
  heart.unref()
  let isReleased = false
  return {
    abandonedAtMs,
    release() {
      if (isReleased) return
      isReleased = true
      clearInterval(heart)
      if (readRecord(path)?.pid === process.pid) rmSync(path, { force: true })
    },
  }
}

function isGone(record: LockRecord | null, path: string): boolean {
  if (record === null || record.host !== hostname()) return isSilent(path)
  if (!isAlive(record.pid)) return true
  const begun = beginningOf(record.pid)
  if (record.begun !== null && begun !== null) return record.begun !== begun
  return isSilent(path)
}

/** A beat from the future was given by a clock that has been put back since: it says nothing, and must not hold for ever. */
function isSilent(path: string): boolean {
  const ms = silenceMs(path)
  return ms !== null && Math.abs(ms) > SILENT_MS
}

/** Whether a process of this number runs on this machine, somebody else's included. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
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

/** Milliseconds since the file was last touched; null where there is none. */
export function silenceMs(path: string): number | null {
  const modifiedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return modifiedMs === undefined ? null : Date.now() - modifiedMs
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // the folder was cleaned; the lock is gone, and nothing can be done here
  }
}
