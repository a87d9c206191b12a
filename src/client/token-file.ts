import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseJson, valueIn } from '../exchange/json.js'
import { makeFolder } from '../exchange/make-folder.js'
import { codeOf, messageOf } from '../node/thrown.js'
import { isPlainObject } from '../specification/plain-object.js'
import { type FileLock, takeLock } from './file-lock.js'
import { FixableError } from './fixable-error.js'

/** The file that keeps an account's tokens between runs: `{"version": 1, "accounts": {"<key>": {"accessToken": "…", "refreshToken": "…", …}}}`. */

export interface StoredTokens {
  readonly accessToken: string | null
  /** Milliseconds since 1970; null if it is not known. */
  readonly expiresAtMs: number | null
  readonly refreshToken: string | null
  /** Fingerprints of the tokens in the settings from which these were obtained. */
  readonly stemsFrom: StemsFrom
  /** When the refresh token was sent, in milliseconds since 1970, if no response was stored since: it may be used up. null: it was not sent. */
  readonly spendingSinceMs: number | null
}

export interface StemsFrom {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

/** The file cannot be read or written. The message names the file and what to do. */
export class TokenStoreError extends FixableError {
  override readonly name = 'TokenStoreError'
}

const LOCK_WAIT_MS = 60_000

/** Locks the file for this run. @throws TokenStoreError, LockUnusableError */
export async function lockTokens(path: string): Promise<FileLock> {
  wrapErrors(path, () => makeFolder(dirname(path), 0o700))
  const taken = await takeLock(`${path}.lock`, { command: 'homologa', waitMs: LOCK_WAIT_MS })
  if ('lock' in taken) return taken.lock
  throw new TokenStoreError('client.token-file-locked', { path: `${path}.lock` })
}

/** Returns an account's tokens; null if the file has none. @throws TokenStoreError if it cannot be read, because older tokens must not be used then */
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

/** Writes the tokens so that a killed run leaves the old file or the new one. The caller must hold the lock. @throws TokenStoreError */
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

/** Makes the rename survive a power failure. Some systems cannot sync a folder; there the rename has to do. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // nothing else can be done
  }
}

/** @throws TokenStoreError */
export function removeTokens(path: string): void {
  wrapErrors(path, () => rmSync(path, { force: true }))
}

/** Parses a token file. Returns the tokens by account; null if the text has another form. */
export function parseTokenFile(text: string): Readonly<Record<string, StoredTokens>> | null {
  const value: unknown = valueIn(parseJson(text))
  if (!isPlainObject(value) || value.version !== 1 || !isPlainObject(value.accounts)) return null
  const records: Record<string, StoredTokens> = {}
  for (const [account, record] of Object.entries(value.accounts)) {
    const tokens = parseTokens(record)
    if (tokens === null) return null
    records[account] = tokens
  }
  return records
}

/** Checks by hand, because every run reads this file, and loading zod takes long. */
function parseTokens(value: unknown): StoredTokens | null {
  if (!isPlainObject(value) || !isPlainObject(value.stemsFrom)) return null
  const { accessToken, refreshToken, expiresAtMs, stemsFrom, spendingSinceMs = null } = value
  const texts = [accessToken, refreshToken, stemsFrom.accessToken, stemsFrom.refreshToken]
  const isValid =
    texts.every((text) => text === null || typeof text === 'string') &&
    [expiresAtMs, spendingSinceMs].every((time) => time === null || typeof time === 'number')
  const tokens: unknown = { accessToken, refreshToken, expiresAtMs, stemsFrom, spendingSinceMs }
  return isValid ? (tokens as StoredTokens) : null
}

/** Returns the SHA-256 of a token, by which it is recognised without being shown. */
export function fingerprint(token: string | null): string | null {
  return token === null ? null : createHash('sha256').update(token).digest('hex')
}

/** Converts errors of the file system to a TokenStoreError. */
function wrapErrors<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new TokenStoreError('client.token-file-unusable', { path, reason: messageOf(error) })
  }
}
