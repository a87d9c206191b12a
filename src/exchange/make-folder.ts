import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Works like `mkdir -p`. Node's own option `recursive` never returns for a folder below `/proc`, where nothing can be created. */
export function makeFolder(path: string, mode = 0o777): void {
  const folder = resolve(path)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found !== undefined) {
    const error = new Error(`'${folder}' is no folder`)
    throw Object.assign(error, { code: 'ENOTDIR', syscall: 'mkdir', path: folder })
  }
  const parent = dirname(folder)
  // only a root is its own parent, and `mkdir` refuses one that does not exist
  if (parent !== folder) makeFolder(parent, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // another process may have created it meanwhile
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
