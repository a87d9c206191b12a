import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type FileLock,
  type FileLockOptions,
  type Holder,
  holderOfLock,
  msSinceTouched,
  takeLock,
} from './file-lock.js'
import { FixableError } from './fixable-error.js'
import { existingUserFolder, userFolder } from './user-folder.js'

export type { Holder } from './file-lock.js'

/**
 * Two runs on one account break each other's spacing, so an account serves one run at a time. The lock is a file in the user's
 * own folder, where runs from different working folders meet.
 */
export interface AccountLock {
  /** Milliseconds since an earlier run's last response on this account; null where none is known. */
  readonly quietForMs: number | null
  /** Frees the account at once and records when it was last used. It may be called in exit handlers, and twice. */
  release(): void
}

export interface AccountLockOptions extends Omit<FileLockOptions, 'waitMs'> {
  /** See `accountKey` (tokens.ts). */
  readonly account: string
  /** Longest wait for another run. Default 120,000; 0 does not wait. */
  readonly waitMs?: number
  /** Called with the lock at once, so that exit handlers can release it. */
  readonly onLocked?: (lock: AccountLock) => void
  /** Default: see `userFolder`. */
  readonly folder?: string
}

/** Another run kept the account until the wait was over. */
export class AccountBusyError extends FixableError {
  constructor({ command, pid, since }: Holder) {
    super('client.account-busy', { command, pid: String(pid), since })
  }
}

const FORGOTTEN_MS = 3_600_000

/**
 * Takes the account, waiting for another run where there is one. The lock of a process that has ended is taken over.
 *
 * @throws AccountBusyError after `waitMs`; LockUnusableError where no lock can be laid; the signal's reason where it aborts
 */
export async function lockAccount(options: AccountLockOptions): Promise<AccountLock> {
  const { account, clock, command, onWaiting, signal, waitMs = 120_000 } = options
  const folder = options.folder ?? userFolder()
  forgetOldUses(folder)
  const path = join(folder, `${account}.lock`)
  const taken = await takeLock(path, { command, waitMs, onWaiting, signal, clock })
  if ('holder' in taken) throw new AccountBusyError(taken.holder)
  const lock = holdAccount(join(folder, `${account}.last`), taken.lock)
  options.onLocked?.(lock)
  return lock
}

/** Returns who uses the account now, or null. It only reads: it neither takes the lock nor writes a file. */
export function holderOf(account: string, folder = existingUserFolder()): Holder | null {
  return folder === null ? null : holderOfLock(join(folder, `${account}.lock`))
}

/** @param lastUse path of the file that keeps the time of the last use. The lock file is in the same folder. */
function holdAccount(lastUse: string, lock: FileLock): AccountLock {
  if (lock.abandonedAtMs !== null) markLastUse(lastUse, lock.abandonedAtMs)
  const quietForMs = msSinceTouched(lastUse)
  let isReleased = false
  return {
    quietForMs: quietForMs === null ? null : Math.max(quietForMs, 0),
    release() {
      if (isReleased) return
      isReleased = true
      markLastUse(lastUse, Date.now())
      lock.release()
    },
  }
}

/** On a full disk the time is not recorded, and the next run waits no longer than a first one would. */
function markLastUse(path: string, atMs: number): void {
  try {
    writeFileSync(path, '', { mode: 0o600 })
    utimesSync(path, atMs / 1000, atMs / 1000)
  } catch {
    // the lock must go all the same
  }
}

/** After an hour no spacing depends on it. */
function forgetOldUses(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.last'))) {
    if ((msSinceTouched(join(folder, name)) ?? 0) > FORGOTTEN_MS) rmSync(join(folder, name), { force: true })
  }
}
