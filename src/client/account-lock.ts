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

/** The lock of an account, a file in a folder that all runs of the user share: two runs at once would break the spacing of two seconds. */
export interface AccountLock {
  /** Milliseconds since the last response of an earlier run on this account; null if none is known. */
  readonly quietForMs: number | null
  /** Frees the account at once and records when it was last used. It may be called in an exit handler, and more than once. */
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

/** Another run still used the account when the wait was over. */
export class AccountBusyError extends FixableError {
  constructor({ command, pid, since }: Holder) {
    super('client.account-busy', { command, pid: String(pid), since })
  }
}

/** After an hour, no spacing depends on the last use any more. */
const FORGOTTEN_MS = 3_600_000

/** Locks the account, and waits if another run uses it. @throws AccountBusyError after `waitMs`; LockUnusableError; the signal's reason */
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

/** Returns the run that uses the account now, or null. It changes nothing on the disk. */
export function holderOf(account: string, folder = existingUserFolder()): Holder | null {
  return folder === null ? null : holderOfLock(join(folder, `${account}.lock`))
}

/** @param lastUse path of an empty file whose time of modification is the last use of the account */
function holdAccount(lastUse: string, lock: FileLock): AccountLock {
  // a run that was killed could not record its last use
  if (lock.abandonedAtMs !== null) markLastUse(lastUse, lock.abandonedAtMs)
  const quietForMs = msSinceTouched(lastUse)
  let isReleased = false
  return {
    // negative after the wall clock was set back
    quietForMs: quietForMs === null ? null : Math.max(quietForMs, 0),
    release() {
      if (isReleased) return
      isReleased = true
      markLastUse(lastUse, Date.now())
      lock.release()
    },
  }
}

/** Records the last use. On a full disk this fails silently, and the next run starts without waiting. */
function markLastUse(path: string, atMs: number): void {
  try {
    writeFileSync(path, '', { mode: 0o600 })
    utimesSync(path, atMs / 1000, atMs / 1000)
  } catch {
    // the lock must be released in any case
  }
}

function forgetOldUses(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.last'))) {
    if ((msSinceTouched(join(folder, name)) ?? 0) > FORGOTTEN_MS) rmSync(join(folder, name), { force: true })
  }
}
