import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder with those above it, one by one: Node's own `recursive` never ends below `/proc`.
 * @throws what the file system throws
 */
export function makeFolder(path: string, mode = 0o777): void {
  const folder = resolve(path)
  const above = dirname(folder)
  if (isFolder(folder)) return
  if (statSync(above, { throwIfNoEntry: false }) === undefined) makeFolder(above, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // somebody else made it meanwhile
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
