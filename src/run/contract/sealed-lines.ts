/**
 * A file of JSON lines that only runs of this user can write. Each line has a checksum over itself and all lines before
 * it, made with a key in the user's own folder: `{"sum":"3f…","intent":1,…}`. The ledger uses it.
 */
import { createHmac, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { userFolder } from '../../client/user-folder.js'
import { codeOf, messageOf } from '../../node/thrown.js'
import { isPlainObject } from '../../specification/plain-object.js'
import { SettingsError } from '../../words/errors.js'

export type SealedLines = ReturnType<typeof sealedLines>

/** Returns the key of this user on this machine; creates it if there is none. @throws SettingsError if that fails */
export function ledgerKey(folder = userFolder()): string {
  const path = join(folder, 'ledger.key')
  try {
    if (!existsSync(path)) makeKey(path)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsError('contract.error.ledger-unwritable', { path, reason: messageOf(error) })
  }
}

/** A link appears with all its contents or not at all, so two runs that begin at once read the same key. */
function makeKey(path: string): void {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(temporary, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
    linkSync(temporary, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Reads the lines of a file. Text after the last line break is ignored: it was not written completely, so no request was
 * sent after it.
 *
 * @returns null if a line was not written with this key, or does not follow from the lines before it
 */
export function readLines(
  path: string,
  key: string,
): { readonly values: readonly object[]; readonly lines: SealedLines } | null {
  const bytes = readFileSync(path)
  const sizeBytes = bytes.lastIndexOf('\n') + 1
  const values: object[] = []
  let sum = ''
  for (const line of bytes.toString('utf8', 0, sizeBytes).split('\n').slice(0, -1)) {
    const [, writtenSum = '', rest = ''] = /^\{"sum":"([0-9a-f]+)",(.*)$/.exec(line) ?? []
    const text = `{${rest}`
    sum = sumOf(key, sum, text)
    if (writtenSum !== sum) return null
    const value: unknown = JSON.parse(text)
    if (!isPlainObject(value)) return null
    values.push(value)
  }
  return { values, lines: sealedLines(path, key, { header: values[0] ?? {}, sum, sizeBytes }) }
}

/**
 * Opens a file for appending lines. The file is created with the first line.
 * @param end what is in the file already: its first line (`header`), which is written first to an empty file, the checksum
 * of its last line, and its size
 */
export function sealedLines(
  path: string,
  key: string,
  end: { readonly header: object; readonly sum: string; readonly sizeBytes: number },
) {
  let { sum, sizeBytes } = end
  let file: number | null = null
  const write = (descriptor: number, value: object) => {
    const text = JSON.stringify(value)
    const next = sumOf(key, sum, text)
    const bytes = Buffer.from(`{"sum":"${next}",${text.slice(1)}\n`)
    // a full disk writes a part of the line; the next attempt overwrites that part
    for (let written = 0; written < bytes.length; ) {
      const count = writeSync(descriptor, bytes, written, bytes.length - written, sizeBytes + written)
      if (count === 0) throw new Error('no byte could be written')
      written += count
    }
    fsyncSync(descriptor)
    sum = next
    sizeBytes += bytes.length
  }
  return {
    path,
    /** Writes a line to disk completely. @throws what the file system throws; the lines before are intact then */
    append(value: object): void {
      file ??= openSync(path, sizeBytes === 0 ? 'w' : 'r+', 0o600)
      if (sizeBytes === 0) write(file, end.header)
      write(file, value)
    },
    /** Closes the file until something is appended again; removes it if `isFinished`. */
    close(isFinished: boolean): void {
      if (file !== null) closeSync(file)
      file = null
      if (isFinished) rmSync(path, { force: true })
    },
  }
}

/** @param before the checksum of the line before */
function sumOf(key: string, before: string, text: string): string {
  return createHmac('sha256', key).update(before).update(text).digest('hex')
}
