import { plainText } from '../exchange/plain-text.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { isMendable, isUnsaid, SettingsError, say } from '../words/errors.js'

const DISK_CODES: ReadonlySet<string> = new Set(
  'ENOSPC EDQUOT EROFS EFBIG EACCES EPERM ENOENT ENOTDIR EISDIR EEXIST ELOOP ENAMETOOLONG EMFILE EIO'.split(
    ' ',
  ),
)
const WRITING: ReadonlySet<string> = new Set(
  'open write mkdir rename ftruncate fsync close unlink rm'.split(' '),
)

/** A file that cannot be written: a full disk, a folder that belongs to somebody else. */
function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  const { code = '', syscall = '' } = (error ?? {}) as NodeJS.ErrnoException
  return error instanceof Error && DISK_CODES.has(code) && WRITING.has(syscall)
}

/** The error as it is shown. An error of the disk is the user's to fix, and names its file. */
export function toldError(error: unknown): unknown {
  if (!isDiskError(error)) return error
  return new SettingsError('cli.disk', { path: error.path ?? '–', why: error.code ?? '' })
}

/** An error in the user's language; what is ours says so. What it quotes of a file commands no terminal. */
export function faultLines(error: unknown, catalogue: Catalogue, lang: Lang, debug: boolean): string {
  if (isMendable(error)) return plainText(`${say(error, catalogue, lang)}\n`)
  const message = isUnsaid(error)
    ? say(error, catalogue, lang)
    : error instanceof Error
      ? error.message
      : String(error)
  const stack = debug && error instanceof Error ? `${error.stack}\n` : ''
  const { ui } = catalogue
  return plainText(`${fill(ui['cli.harness'], { message }, lang)}\n${ui['cli.harness.next']}\n${stack}`)
}
