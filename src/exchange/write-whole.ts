import { statSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'

/**
 * Writes a file that appears when it is whole, for its owner alone unless a mode says otherwise; what cannot be written leaves
 * nothing behind.
 * @throws NodeJS.ErrnoException whose `path` is the file's, also where the disk fills up in the midst of it
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | ((file: FileHandle) => Promise<void>),
  mode = 0o600,
): Promise<void> {
  const part = `${path}.part`
  try {
    refuseSpecial(path)
    const file = await open(part, 'w', mode)
    try {
      await (typeof content === 'function' ? content(file) : file.writeFile(content))
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}

/** A device or a pipe is not to be replaced by a file. @throws NodeJS.ErrnoException */
export function refuseSpecial(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isFile() || found.isDirectory()) return
  throw Object.assign(new Error(`'${path}' is no file`), { code: 'EEXIST', syscall: 'open' })
}
