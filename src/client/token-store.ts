import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseJson, valueIn } from '../exchange/json.js'
import { makeFolder } from '../exchange/make-folder.js'
import { codeOf, messageOf } from '../node/thrown.js'
import { isPlainObject } from '../specification/plain-object.js'
import { type FileLock, takeLock } from './file-lock.js'
import { FixableError } from './fixable-error.js'
import { existingUserFolder, userFolder } from './user-folder.js'

/** The tokens of an account. In their file: `{"version": 1, "accounts": {"<key>": {"accessToken": "…", "refreshToken": "…", …}}}`. */
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

interface StemsFrom {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

/** The file cannot be read or written. The message names the file and what to do. */
export class TokenStoreError extends FixableError {
  override readonly name = 'TokenStoreError'
}

/**
 * Keeps the newest tokens between runs. Each renewal replaces the refresh token by a new one, and a service may treat a second use of the old
 * one as theft. So:
 *
 * - There is one file for all runs that start from the same refresh token of the settings, in a folder of the user.
 * - Before a refresh token is sent, the file is marked. The new tokens are written to the disk before the response is used.
 * - If a run is killed in between, the mark stays, and no later run sends that token again by itself.
 * - Stored tokens are preferred to those of the settings until the settings change.
 */
export interface TokenStore {
  /** Returns the newest tokens that were obtained from those of the settings, or null. @throws TokenStoreError */
  read(account: string, stemsFrom: StemsFrom): StoredTokens | null
  /** Stores the tokens of a login. @throws TokenStoreError, LockUnusableError */
  write(account: string, tokens: NewTokens): Promise<void>
  /** Locks the file and marks the refresh token as used. @throws TokenStoreError, LockUnusableError; then it must not be sent */
  reserve(account: string, tokens: StoredTokens): Promise<Reservation>
  /** Checks that tokens can be stored, by writing and removing a file. @throws TokenStoreError, LockUnusableError */
  checkWritable(account: string, stemsFrom: StemsFrom): Promise<void>
  /** The absolute path of the file. */
  pathOf(account: string, stemsFrom: StemsFrom): string
}

type NewTokens = Omit<StoredTokens, 'spendingSinceMs'>

/** The outcome of `reserve`: the token file is locked, and its refresh token is marked as used until its response is stored. */
export type Reservation =
  | {
      readonly kind: 'reserved'
      /** The refresh token to send, which another run may have obtained. */
      readonly refreshToken: string
      /** Writes the new tokens to the disk and ends the reservation. @throws TokenStoreError if they are lost */
      keep(tokens: NewTokens): StoredTokens
      /** Ends the reservation without new tokens. The mark stays if the old one may have been used. */
      release(fate: 'unspent' | 'maybe-spent'): void
    }
  /** An earlier run sent the refresh token and stored no response. */
  | { readonly kind: 'maybe-spent'; readonly sinceMs: number }

export interface TokenStoreOptions {
  /** Whether a refresh token that may have been used is sent again. Default: false. */
  readonly retriesSpent?: boolean
  /** Default: see `userFolder`. */
  readonly folder?: string
}

/** @param workingFolder names the file if the settings have no refresh token, so that logins of two projects do not mix */
export function createTokenStore(workingFolder: string, options: TokenStoreOptions = {}): TokenStore {
  const nameOf = (account: string, { refreshToken }: StemsFrom) => {
    const project = refreshToken ?? fingerprint(`folder ${workingFolder}`)
    return `${account.slice(0, 32)}-${project.slice(0, 32)}.tokens.json`
  }
  const pathOf = (account: string, stemsFrom: StemsFrom) =>
    join(options.folder ?? userFolder(), nameOf(account, stemsFrom))

  return {
    pathOf,
    read(account, stemsFrom) {
      const folder = options.folder ?? existingUserFolder()
      return folder === null ? null : readTokens(join(folder, nameOf(account, stemsFrom)), account)
    },
    async write(account, tokens) {
      const path = pathOf(account, tokens.stemsFrom)
      await withLock(path, () => {
        // throws if the file is damaged, which must not be overwritten
        readTokens(path, account)
        writeTokens(path, account, { ...tokens, spendingSinceMs: null })
      })
    },
    async checkWritable(account, stemsFrom) {
      const path = pathOf(account, stemsFrom)
      await withLock(path, () => {
        const before = readTokens(path, account)
        writeTokens(path, account, before ?? { ...NO_TOKENS, stemsFrom })
        if (before === null) removeTokens(path)
      })
    },
    reserve: (account, tokens) =>
      reserveAt(pathOf(account, tokens.stemsFrom), account, tokens, options.retriesSpent),
  }
}

const NO_TOKENS = { accessToken: null, expiresAtMs: null, refreshToken: null, spendingSinceMs: null }

async function withLock(path: string, act: () => void): Promise<void> {
  thenRelease(await lockTokens(path), act)
}

function thenRelease<T>(lock: FileLock, act: () => T): T {
  try {
    return act()
  } finally {
    lock.release()
  }
}

async function reserveAt(
  path: string,
  account: string,
  tokens: StoredTokens,
  retriesSpent = false,
): Promise<Reservation> {
  const lock = await lockTokens(path)
  try {
    const stored = readTokens(path, account)
    const current = stored ?? tokens
    const { spendingSinceMs: sinceMs } = current
    if (sinceMs !== null && !retriesSpent) {
      lock.release()
      return { kind: 'maybe-spent', sinceMs }
    }
    writeTokens(path, account, { ...current, spendingSinceMs: Date.now() })
    return {
      kind: 'reserved',
      refreshToken: current.refreshToken ?? '',
      keep: (next) => thenRelease(lock, () => keepAt(path, account, { ...next, spendingSinceMs: null })),
      release: (fate) =>
        thenRelease(lock, () => {
          if (fate === 'maybe-spent') return
          // removes the mark: the file is again as it was before
          if (stored === null) removeTokens(path)
          else writeTokens(path, account, stored)
        }),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function keepAt(path: string, account: string, tokens: StoredTokens): StoredTokens {
  try {
    writeTokens(path, account, tokens)
    return tokens
  } catch (error) {
    throw new TokenStoreError('client.token-lost', { path, reason: messageOf(error) })
  }
}

const LOCK_WAIT_MS = 60_000

/** Locks the file for this run. @throws TokenStoreError, LockUnusableError */
async function lockTokens(path: string): Promise<FileLock> {
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
function writeTokens(path: string, account: string, tokens: StoredTokens): void {
  const temporary = `${path}.tmp`
  wrapErrors(path, () => {
    rmSync(temporary, { force: true })
    const text = JSON.stringify({ version: 1, accounts: { [account]: tokens } }, null, 2)
    writeFileSync(temporary, `${text}\n`, { flag: 'wx', mode: 0o600, flush: true })
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
function removeTokens(path: string): void {
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
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Converts errors of the file system to a TokenStoreError. */
function wrapErrors<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new TokenStoreError('client.token-file-unusable', { path, reason: messageOf(error) })
  }
}
