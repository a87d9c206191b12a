import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder with those above it, one by one. Node's own `recursive` never ends where a file system (`/proc`) says of a folder that
 * can be made nowhere that the one above it is missing.
 * @throws what the file system throws
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = []
  for (let folder = resolve(path); !exists(folder); folder = dirname(folder)) missing.push(folder)
  for (const folder of missing.reverse()) make(folder, mode)
}

function exists(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && !found.isDirectory())
    throw Object.assign(new Error(`'${folder}' is no folder`), {
      code: 'ENOTDIR',
      syscall: 'mkdir',
      path: folder,
    })
  return found !== undefined || dirname(folder) === folder
}

function make(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // somebody else made it meanwhile
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !exists(folder)) throw error
  }
}
