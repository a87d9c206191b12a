import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { type Clock, systemClock } from '../node/clock.js'
import { processEntry } from '../node/process-table.js'
import { codeOf, messageOf } from '../node/thrown.js'
import { FixableError } from './fixable-error.js'

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
  /** Shown to every process that waits for the lock, so without secrets: `homologa check`. */
  readonly command: string
  /** Longest wait for another holder; 0 does not wait. */
  readonly waitMs: number
  /** Called once for each process that is being waited for. */
  readonly onWaiting?: ((holder: Holder) => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/** No lock can be laid there: a full disk, a read-only folder, a folder in its place. */
export class LockUnusableError extends FixableError {
  override readonly name = 'LockUnusableError'

  constructor(path: string, reason: string) {
    super('client.lock-unusable', { path, reason })
  }
}

const POLL_MS = 200
const HEARTBEAT_MS = 5_000
/** A holder that cannot be examined is gone once its heart has not beaten for so long. */
const HEARTBEAT_LOST_MS = 30_000

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

/** Returns who holds the lock now, or null. It only reads: it neither takes the lock nor writes a file. */
export function holderOfLock(path: string): Holder | null {
  const record = readRecord(path)
  return record === null || isGone(record, path) ? null : record
}

interface LockRecord extends Holder {
  /** Identifies this lock. A process number does not, because the main process of every container has the number 1. */
  readonly id: string
  /** See {@link processSpace}. */
  readonly space: string | null
  /** When the process began, if the system tells. It tells a reused process number from its first owner. */
  readonly processStart: string | null
}

function tryTake(path: string, command: string): { lock: FileLock } | { holder: Holder } {
  const { pid } = process
  const since = new Date().toISOString()
  const mine = {
    pid,
    command,
    since,
    id: randomUUID(),
    space: processSpace(),
    processStart: processEntry(pid)?.startTicks ?? null,
  }
  try {
    if (createLockFile(path, mine)) return { lock: holdLock(path, mine, null) }
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
    const theirs = readRecord(path)
    if (!isGone(theirs, path)) return { holder: theirs ?? UNKNOWN }
    const abandonedAtMs = takeOver(path, mine)
    if (abandonedAtMs !== null) return { lock: holdLock(path, mine, abandonedAtMs) }
    return { holder: readRecord(path) ?? UNKNOWN }
  } catch (error) {
    throw new LockUnusableError(path, messageOf(error))
  }
}

const UNKNOWN: Holder = { pid: 0, command: 'another run', since: 'a moment ago' }

/** Returns false if there is a lock already. A lock that is still being written names no holder, and counts as held. */
function createLockFile(path: string, record: LockRecord): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    writeSync(file, JSON.stringify(record))
    fsyncSync(file)
    return true
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/**
 * Takes over an abandoned lock. Several processes may try, so the one that creates the guard file next to the lock
 * wins.
 *
 * @returns when the former holder last touched the lock; null if another process was faster
 */
function takeOver(path: string, mine: LockRecord): number | null {
  const guard = `${path}.takeover`
  if (!createLockFile(guard, mine)) {
    if (isHeartbeatLost(guard)) rmSync(guard, { force: true })
    return null
  }
  try {
    if (!isGone(readRecord(path), path)) return null
    const lastBeatMs = Date.now() - (msSinceTouched(path) ?? 0)
    rmSync(path, { force: true })
    return createLockFile(path, mine) ? Math.min(Date.now(), lastBeatMs + HEARTBEAT_MS) : null
  } finally {
    rmSync(guard, { force: true })
  }
}

function holdLock(path: string, { id }: LockRecord, abandonedAtMs: number | null): FileLock {
  const isOurs = () => readRecord(path)?.id === id
  const heart = setInterval(() => isOurs() && touch(path), HEARTBEAT_MS)
  heart.unref()
  let isReleased = false
  return {
    abandonedAtMs,
    release() {
      if (isReleased) return
      isReleased = true
      clearInterval(heart)
      if (isOurs()) rmSync(path, { force: true })
    },
  }
}

/**
 * Whether the holder has ended. A process number is only valid in the space that gave it, so for a holder in another space the heartbeat
 * decides.
 */
function isGone(record: LockRecord | null, path: string): boolean {
  if (record === null || record.space === null || record.space !== processSpace())
    return isHeartbeatLost(path)
  if (!isAlive(record.pid)) return true
  const processStart = processEntry(record.pid)?.startTicks ?? null
  return record.processStart !== null && processStart !== null
    ? record.processStart !== processStart
    : isHeartbeatLost(path)
}

/** A beat from the future was given by a clock that has been put back since: it says nothing, and must not hold for ever. */
function isHeartbeatLost(path: string): boolean {
  const ms = msSinceTouched(path)
  return ms !== null && Math.abs(ms) > HEARTBEAT_LOST_MS
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

/**
 * The space in which a number means one process: on Linux a start of the kernel and a namespace of process numbers, because containers
 * may have one host name and see different processes; elsewhere the machine. null where the system does not tell.
 */
export function processSpace(): string | null {
  if (process.platform !== 'linux') return hostname()
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return `${start} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

function readRecord(path: string): LockRecord | null {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as Partial<LockRecord>
    if (typeof record.pid !== 'number') return null
    const { pid, command = '', since = '', id = '', space = null, processStart: begun = null } = record
    return { pid, command, since, id, space, processStart: begun }
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
    // the folder was cleaned; the lock is gone, and nothing can be done here
  }
}
