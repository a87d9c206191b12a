import { accessSync, constants, lstatSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { makeFolder } from '../exchange/make-folder.js'
import { MendableError } from './mendable-error.js'

/**
 * Runs of one user meet in one folder, whatever their working folder and their TMPDIR: there lie the locks of accounts and the
 * newest refresh tokens. It is below `$XDG_STATE_HOME`, else below the home folder; where neither can be written (a container
 * without a home), below `/tmp`.
 */

/** The folder of runs was laid by somebody else. */
class ForeignFolderError extends MendableError {
  override readonly name = 'ForeignFolderError'

  constructor(folder: string) {
    super('client.account-folder', { folder })
  }
}

/**
 * Makes the folder where it is missing, for its owner alone.
 *
 * @throws ForeignFolderError where no place of the user's own can be written
 */
export function userFolder(): string {
  const places = candidates()
  const found = places.find(isMade)
  if (found === undefined) throw new ForeignFolderError(places.at(-1) ?? '')
  return found
}

/** The same without making it; null where there is none yet. */
export function existingUserFolder(): string | null {
  return candidates().find(isOwn) ?? null
}

function candidates(): string[] {
  const { uid, username } = userInfo()
  const name = `homologa-${uid >= 0 ? uid : username.replace(/\W/g, '_')}`
  const shared = process.platform === 'win32' ? [] : [join('/tmp', name)]
  return [...stateHomes().map((home) => join(home, 'homologa')), ...shared, join(tmpdir(), name)]
}

function stateHomes(): string[] {
  const { LOCALAPPDATA = '', XDG_STATE_HOME = '' } = process.env
  const home = process.platform === 'win32' ? LOCALAPPDATA : join(homedir(), '.local', 'state')
  return [XDG_STATE_HOME, home].filter(isAbsolute)
}

function isMade(folder: string): boolean {
  try {
    makeFolder(folder, 0o700)
    return isOwn(folder)
  } catch {
    return false
  }
}

/** The temporary folder is everybody's: nobody else may have laid a trap under our name. */
function isOwn(folder: string): boolean {
  try {
    const { uid } = userInfo()
    const found = lstatSync(folder)
    accessSync(folder, constants.W_OK)
    return found.isDirectory() && (uid < 0 || found.uid === uid)
  } catch {
    return false
  }
}
