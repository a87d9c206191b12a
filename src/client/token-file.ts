import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseJson, valueIn } from '../exchange/json.js'
import { makeFolder } from '../exchange/make-folder.js'
import { codeOf, messageOf } from '../node/thrown.js'
import { isPlainObject } from '../specification/plain-object.js'
import { type FileLock, LockUnusableError, takeLock } from './file-lock.js'
import { FixableError } from './fixable-error.js'

export interface StoredTokens {
  readonly accessToken: string | null
  /** Wall time, milliseconds since 1970; null where unknown. */
  readonly expiresAtMs: number | null
  readonly refreshToken: string | null
  /** Fingerprints of the environment's tokens that these stem from. */
  readonly stemsFrom: StemsFrom
  /** When the refresh token was sent without a response being kept since (milliseconds since 1970); null: it is unspent. */
  readonly spendingSinceMs: number | null
}

export interface StemsFrom {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

/** The file cannot be read or written. The message says which file, and how to go on. */
export class TokenStoreError extends FixableError {
  override readonly name = 'TokenStoreError'
}

const LOCK_WAIT_MS = 60_000

/** Keeps other runs off the file until it is released. @throws TokenStoreError, LockUnusableError */
export async function lockTokens(path: string): Promise<FileLock> {
  wrapErrors(path, () => makeFolder(dirname(path), 0o700))
  const taken = await takeLock(`${path}.lock`, { command: 'homologa', waitMs: LOCK_WAIT_MS })
  if ('lock' in taken) return taken.lock
  throw new TokenStoreError('client.token-file-locked', { path: `${path}.lock` })
}

/**
 * Returns the account's tokens; null without a file.
 *
 * @throws TokenStoreError if the file cannot be read, because the tokens in it may be the newest
 */
export function readTokens(path: string, account: string): StoredTokens | null {
  const text = wrapErrors(path, () => readIfExists(path))
  if (text === null) return null
  const records = parseTokenFile(text)
  if (records === null) throw new TokenStoreError('client.token-file-corrupt', { path })
  return records[account] ?? null
}

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Writes the tokens atomically and returns when they are on disk, readable only by their owner. The caller holds the
 * lock, so the temporary file has a fixed name and a killed run leaves no second one.
 *
 * @throws TokenStoreError
 */
export function writeTokens(path: string, account: string, tokens: StoredTokens): void {
  const temporary = `${path}.tmp`
  wrapErrors(path, () => {
    rmSync(temporary, { force: true })
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeFileSync(file, `${JSON.stringify({ version: 1, accounts: { [account]: tokens } }, null, 2)}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
    syncFolder(dirname(path))
  })
}

/** @throws TokenStoreError */
export function removeTokens(path: string): void {
  wrapErrors(path, () => rmSync(path, { force: true }))
}

/** The rename itself must survive a crash. Some systems cannot open or sync a folder; there the file is in its place all the same. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // nothing else can be done
  }
}

/** Returns the tokens in a text by account; null if the text is not a token file. */
export function parseTokenFile(text: string): Readonly<Record<string, StoredTokens>> | null {
  const value: unknown = valueIn(parseJson(text))
  if (!isPlainObject(value) || value.version !== 1 || !isPlainObject(value.accounts)) return null
  const given = Object.entries(value.accounts)
  const whole = given.flatMap(([account, record]) => {
    const tokens = parseTokens(record)
    return tokens === null ? [] : [[account, tokens] as const]
  })
  return whole.length === given.length ? Object.fromEntries(whole) : null
}

/** Checked by hand, because every run reads this file and loading zod would take a quarter of its time. */
function parseTokens(value: unknown): StoredTokens | null {
  if (!isPlainObject(value) || !isPlainObject(value.stemsFrom)) return null
  const { accessToken, refreshToken, expiresAtMs, stemsFrom, spendingSinceMs = null } = value
  const texts = [accessToken, refreshToken, stemsFrom.accessToken, stemsFrom.refreshToken]
  const isFit =
    texts.every((one) => one === null || typeof one === 'string') &&
    [expiresAtMs, spendingSinceMs].every((one) => one === null || typeof one === 'number')
  const tokens: unknown = { accessToken, refreshToken, expiresAtMs, stemsFrom, spendingSinceMs }
  return isFit ? (tokens as StoredTokens) : null
}

/** Names a token without showing it. */
export function fingerprint(token: string | null): string | null {
  return token === null ? null : createHash('sha256').update(token).digest('hex')
}

function wrapErrors<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof TokenStoreError || error instanceof LockUnusableError) throw error
    throw new TokenStoreError('client.token-file-unusable', { path, reason: messageOf(error) })
  }
}
