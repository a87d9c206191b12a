/**
 * The folder that all runs of a user share, whatever their working folder: it holds the locks of accounts and the newest refresh tokens. It
 * is `$XDG_STATE_HOME/homologa`, or else `~/.local/state/homologa` (on Windows `%LOCALAPPDATA%\homologa`). If neither can be written, as in a
 * container without a home, it is below `/tmp`, which all runs share, or else below the folder of `TMPDIR`.
 */
import { accessSync, constants, lstatSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { makeFolder } from '../exchange/make-folder.js'
import { FixableError } from './fixable-error.js'

/** Returns the folder, and creates it if it is missing, for its owner only. @throws FixableError if none of the possible ones can be used */
export function userFolder(): string {
  const folders = candidates()
  const usable = folders.find(canMake)
  if (usable === undefined) throw new FixableError('client.account-folder', { folder: folders.at(-1) ?? '' })
  return usable
}

/** Returns the first possible folder that exists and is the user's, without creating one; null if there is none. */
export function existingUserFolder(): string | null {
  return candidates().find(belongsToUser) ?? null
}

/** Returns the possible folders, the best first. */
function candidates(): string[] {
  const isWindows = process.platform === 'win32'
  const { LOCALAPPDATA = '', XDG_STATE_HOME = '' } = process.env
  const home = isWindows ? LOCALAPPDATA : join(homedir(), '.local', 'state')
  // an unset variable is no absolute path, and XDG forbids relative ones
  const stateHomes = [XDG_STATE_HOME, home].filter(isAbsolute)
  const name = `homologa-${ownUid() ?? userInfo().username.replace(/\W/g, '_')}`
  const shared = isWindows ? [] : [join('/tmp', name)]
  return [...stateHomes.map((folder) => join(folder, 'homologa')), ...shared, join(tmpdir(), name)]
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
