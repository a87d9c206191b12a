import { statSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'

/** Writes a file that appears only when it is complete: it is written as `<path>.part` and renamed. By default only its owner can read it. @throws NodeJS.ErrnoException with `path` */
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

/** Refuses to replace a device or a pipe by a file. @throws NodeJS.ErrnoException */
export function refuseSpecial(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  // a folder fails when it is opened or replaced, with the error of the system that says so
  if (found === undefined || found.isFile() || found.isDirectory()) return
  throw Object.assign(new Error(`'${path}' is no file`), { code: 'EEXIST', syscall: 'open' })
}
