import { accessSync, constants, lstatSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { makeFolder } from '../exchange/make-folder.js'
import { FixableError } from './fixable-error.js'

/**
 * The folder that all runs of a user share, whatever their working folder: it holds the locks of accounts and the newest refresh tokens. It
 * is `$XDG_STATE_HOME/homologa`, or else `~/.local/state/homologa` (on Windows `%LOCALAPPDATA%\homologa`). If neither can be written, as in a
 * container without a home, it is below `/tmp`, which all runs share, or else below the folder of `TMPDIR`.
 */

/** None of the possible folders can be used: they belong to somebody else, or cannot be written. */
class ForeignFolderError extends FixableError {
  override readonly name = 'ForeignFolderError'

  constructor(folder: string) {
    super('client.account-folder', { folder })
  }
}

/** Returns the folder, and creates it if it is missing, for its owner only. @throws ForeignFolderError if none of the possible ones can be used */
export function userFolder(): string {
  const folders = candidates()
  const usable = folders.find(canMake)
  if (usable === undefined) throw new ForeignFolderError(folders.at(-1) ?? '')
  return usable
}

/** Returns the folder without creating it; null if it does not exist. */
export function existingUserFolder(): string | null {
  return candidates().find(belongsToUser) ?? null
}

/** Returns the possible folders, the best first. */
function candidates(): string[] {
  const name = `homologa-${ownUid() ?? userInfo().username.replace(/\W/g, '_')}`
  const shared = process.platform === 'win32' ? [] : [join('/tmp', name)]
  return [...stateHomes().map((home) => join(home, 'homologa')), ...shared, join(tmpdir(), name)]
}

function stateHomes(): string[] {
  const { LOCALAPPDATA = '', XDG_STATE_HOME = '' } = process.env
  const home = process.platform === 'win32' ? LOCALAPPDATA : join(homedir(), '.local', 'state')
  return [XDG_STATE_HOME, home].filter(isAbsolute) // not unset, nor relative, which XDG forbids
}

function canMake(folder: string): boolean {
  try {
    makeFolder(folder, 0o700)
    return belongsToUser(folder)
  } catch {
    return false
  }
}

/** Checks the owner, because anybody can create a folder with our name in the shared temporary folder. */
function belongsToUser(folder: string): boolean {
  try {
    const uid = ownUid()
    const found = lstatSync(folder)
    accessSync(folder, constants.W_OK)
    return found.isDirectory() && (uid === null || found.uid === uid)
  } catch {
    return false
  }
}

/** Returns the user's number; null on Windows. `userInfo` is no alternative: it throws for a user without a name, as containers have. */
function ownUid(): number | null {
  return process.getuid?.() ?? null
}
