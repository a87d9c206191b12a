import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { type Clock, systemClock } from '../node/clock.js'
import { processEntry } from '../node/process-table.js'
import { codeOf, messageOf } from '../node/thrown.js'
import { FixableError } from './fixable-error.js'

/** A lock between processes: a file with its holder, who touches it every five seconds (the heartbeat). If the holder has ended, it is taken over. */
export interface FileLock {
  /** If the lock was taken over: when its former holder was last active, in milliseconds since 1970. Else null. */
  readonly abandonedAtMs: number | null
  /** Frees the lock at once. It may be called in an exit handler, and more than once. */
  release(): void
}

/** The process that holds a lock. */
export interface Holder {
  readonly pid: number
  readonly command: string
  /** ISO 8601. */
  readonly since: string
}

export interface FileLockOptions {
  /** Shown to processes that wait for the lock: `homologa check`. It must hold no secret. */
  readonly command: string
  /** How long to wait for another holder; 0 does not wait. */
  readonly waitMs: number
  /** Called once for each process that is being waited for. */
  readonly onWaiting?: ((holder: Holder) => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/** The lock file cannot be created: the disk is full, the folder is read-only, or a folder has its name. */
export class LockUnusableError extends FixableError {
  override readonly name = 'LockUnusableError'

  constructor(path: string, reason: string) {
    super('client.lock-unusable', { path, reason })
  }
}

const POLL_MS = 200
const HEARTBEAT_MS = 5_000
/** A holder that cannot be examined counts as ended after so long without a heartbeat. */
const HEARTBEAT_LOST_MS = 30_000

/** Takes the lock. If another process still holds it after `waitMs`, returns that one. @throws LockUnusableError; the signal's reason */
export async function takeLock(
  path: string,
  options: FileLockOptions,
): Promise<{ readonly lock: FileLock } | { readonly holder: Holder }> {
  const { clock = systemClock, command, onWaiting, signal, waitMs } = options
  const giveUpAtMs = clock.now() + waitMs
  let lastReported: Holder | null = null
  for (;;) {
    const taken = tryTake(path, command)
    if ('lock' in taken) return taken
    const { holder } = taken
    if (clock.now() >= giveUpAtMs) return taken
    if (lastReported?.pid !== holder.pid) onWaiting?.(holder)
    lastReported = holder
    await clock.sleep(Math.min(POLL_MS, Math.max(giveUpAtMs - clock.now(), 1)), signal)
  }
}

/** Returns the process that holds the lock now, or null. It changes nothing on the disk. */
export function holderOfLock(path: string): Holder | null {
  const record = readRecord(path)
  return record === null || isGone(record, path) ? null : record
}

interface LockRecord extends Holder {
  /** Identifies this lock. The process number is not enough: in every container the main process has the number 1. */
  readonly id: string
  /** The machine or container in which the process number is valid, see {@link processSpace}. */
  readonly space: string | null
  /** When the process started, in clock ticks, to notice that another process has its number now; null if the system does not tell. */
  readonly processStart: string | null
}

function tryTake(path: string, command: string): { lock: FileLock } | { holder: Holder } {
  const { pid } = process
  const since = new Date().toISOString()
  const processStart = processEntry(pid)?.startTicks ?? null
  const own = { pid, command, since, id: randomUUID(), space: processSpace(), processStart }
  try {
    if (createLockFile(path, own)) return { lock: holdLock(path, own) }
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
    const other = readRecord(path)
    if (!isGone(other, path)) return { holder: other ?? UNKNOWN }
    const abandonedAtMs = takeOver(path, own)
    if (abandonedAtMs !== null) return { lock: holdLock(path, own, abandonedAtMs) }
    return { holder: readRecord(path) ?? UNKNOWN }
  } catch (error) {
    throw new LockUnusableError(path, messageOf(error))
  }
}

/** A holder that has created its lock file and not yet written its record. */
const UNKNOWN: Holder = { pid: 0, command: 'another run', since: 'a moment ago' }

/** Creates the lock file. Returns false if it exists already, even without content, because then another process is writing it. */
function createLockFile(path: string, record: LockRecord): boolean {
  try {
    writeFileSync(path, JSON.stringify(record), { flag: 'wx', mode: 0o600, flush: true })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // the file was created, but its record could not be written
    rmSync(path, { force: true })
    throw error
  }
}

/**
 * Takes over an abandoned lock. Returns when its holder was last active; null if another process was faster. Only the process that has
 * created the guard file may remove the lock, because it could be the new lock of another process otherwise.
 */
function takeOver(path: string, own: LockRecord): number | null {
  const guard = `${path}.takeover`
  if (!createLockFile(guard, own)) {
    // its process was killed during a takeover; the next try can create it
    if (isHeartbeatLost(guard)) rmSync(guard, { force: true })
    return null
  }
  try {
    if (!isGone(readRecord(path), path)) return null
    const lastBeatMs = Date.now() - (msSinceTouched(path) ?? 0)
    rmSync(path, { force: true })
    // the former holder may have been active until its next heartbeat was due
    return createLockFile(path, own) ? Math.min(Date.now(), lastBeatMs + HEARTBEAT_MS) : null
  } finally {
    rmSync(guard, { force: true })
  }
}

function holdLock(path: string, { id }: LockRecord, abandonedAtMs: number | null = null): FileLock {
  const isOurs = () => readRecord(path)?.id === id
  const heart = setInterval(() => isOurs() && touch(path), HEARTBEAT_MS)
  heart.unref()
  return {
    abandonedAtMs,
    release() {
      clearInterval(heart)
      if (isOurs()) rmSync(path, { force: true })
    },
  }
}

/** Whether the holder has ended. If its process number says nothing here, because it ran in another container, the heartbeat decides. */
function isGone(record: LockRecord | null, path: string): boolean {
  if (record === null || record.space === null || record.space !== processSpace())
    return isHeartbeatLost(path)
  if (!isAlive(record.pid)) return true
  const processStart = processEntry(record.pid)?.startTicks ?? null
  return record.processStart !== null && processStart !== null
    ? record.processStart !== processStart
    : isHeartbeatLost(path)
}

/** A heartbeat in the future shows that the clock was set back, and must not hold the lock for ever, so it counts as lost. */
function isHeartbeatLost(path: string): boolean {
  const ms = msSinceTouched(path)
  return ms !== null && Math.abs(ms) > HEARTBEAT_LOST_MS
}

/** Whether a process with this number runs on this machine, also of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0) // the signal 0 only checks
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Names the space in which process numbers are unique: on Linux kernel and namespace, because containers may share a host name. null: unknown. */
export function processSpace(): string | null {
  if (process.platform !== 'linux') return hostname()
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return `${bootId} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

function readRecord(path: string): LockRecord | null {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as Partial<LockRecord>
    if (typeof record.pid !== 'number') return null
    const { pid, command = '', since = '', id = '', space = null, processStart = null } = record
    return { pid, command, since, id, space, processStart }
  } catch {
    return null
  }
}

/** Returns the milliseconds since the file was last touched; null if the file does not exist. */
export function msSinceTouched(path: string): number | null {
  const modifiedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return modifiedMs === undefined ? null : Date.now() - modifiedMs
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // somebody removed the file, and with it the lock
  }
}
