import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { MendableError } from './mendable-error.js'

/**
 * Tokens that outlive a run: `.homologa/tokens.json`, readable by its owner alone.
 *
 * A service that rotates refresh tokens hands out each of them once. So the new one is on disk, atomically, before the
 * access token that came with it is used; a run that is killed at any moment loses nothing. What is stored wins over
 * the environment until the environment changes: it holds the token from which the stored one stems.
 */
export interface TokenStore {
  /** The account's tokens, or null. @throws TokenStoreError */
  read(account: string): StoredTokens | null
  /** On disk when it returns. @throws TokenStoreError */
  write(account: string, tokens: StoredTokens): void
  /** Makes sure, before a token is spent, that its successor can be kept. @throws TokenStoreError */
  prepare(): void
}

export interface StoredTokens {
  readonly accessToken: string | null
  /** Wall time, milliseconds since 1970; null where unknown. */
  readonly expiresAtMs: number | null
  readonly refreshToken: string | null
  /** Fingerprints of the environment's tokens that these stem from. */
  readonly stemsFrom: { readonly accessToken: string | null; readonly refreshToken: string | null }
}

/** The file cannot be read or written. Nothing was lost: the message says where everything is. */
export class TokenStoreError extends MendableError {
  override readonly name = 'TokenStoreError'
}

interface File {
  readonly version: 1
  readonly accounts: Readonly<Record<string, StoredTokens>>
}

/** @param folder usually `.homologa` in the working directory */
export function createTokenStore(folder: string): TokenStore {
  const path = join(folder, 'tokens.json')
  return {
    read: (account) => readTokens(path).accounts[account] ?? null,
    write(account, tokens) {
      withFileLock(`${path}.lock`, () => {
        const file = readTokens(path)
        writeAtomically(path, { ...file, accounts: { ...file.accounts, [account]: tokens } })
      })
    },
    prepare() {
      readTokens(path)
      attempt(path, () => rmSync(writeTemporary(path, '')))
    },
  }
}

/**
 * The account's tokens, or null; looks alone and leaves no copy of a damaged file.
 *
 * @throws TokenStoreError
 */
export function peekTokens(folder: string, account: string): StoredTokens | null {
  const path = join(folder, 'tokens.json')
  if (!existsSync(path)) return null
  const file = json(attempt(path, () => readFileSync(path, 'utf8')))
  if (isFile(file)) return file.accounts[account] ?? null
  throw new TokenStoreError('client.token-file-unusable', { path, reason: 'not a token file' })
}

/** Names a token without showing it. */
export function fingerprint(token: string | null): string | null {
  return token === null ? null : createHash('sha256').update(token).digest('hex')
}

function readTokens(path: string): File {
  if (!existsSync(path)) return { version: 1, accounts: {} }
  const text = attempt(path, () => readFileSync(path, 'utf8'))
  const file = json(text)
  if (isFile(file)) return file
  const copy = keepCopy(path, text)
  throw new TokenStoreError('client.token-file-corrupt', { path, copy })
}

/** By hand: every run reads this file, and zod alone would take a quarter of its time. */
function isFile(value: unknown): value is File {
  return (
    isRecord(value) &&
    value.version === 1 &&
    isRecord(value.accounts) &&
    Object.values(value.accounts).every(isTokens)
  )
}

function isTokens(value: unknown): value is StoredTokens {
  if (!isRecord(value) || !isRecord(value.stemsFrom)) return false
  const { accessToken, refreshToken, expiresAtMs, stemsFrom } = value
  const texts = [accessToken, refreshToken, stemsFrom.accessToken, stemsFrom.refreshToken]
  const hasExpiry = expiresAtMs === null || typeof expiresAtMs === 'number'
  return hasExpiry && texts.every((text) => text === null || typeof text === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The same contents are kept once. */
function keepCopy(path: string, text: string): string {
  const copy = `${path}.${fingerprint(text)?.slice(0, 8)}.corrupt`
  if (!existsSync(copy)) attempt(copy, () => writeFileSync(copy, text, { mode: 0o600 }))
  return copy
}

function writeAtomically(path: string, file: File): void {
  attempt(path, () => {
    const temporary = writeTemporary(path, `${JSON.stringify(file, null, 2)}\n`)
    renameSync(temporary, path)
    syncFolder(dirname(path))
  })
}

function writeTemporary(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  const file = openSync(temporary, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return temporary
}

/** The rename itself must survive a crash. Windows cannot open folders, and needs not. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof TokenStoreError) throw error
    throw unusable(path, error)
  }
}

function unusable(path: string, error: unknown): TokenStoreError {
  return new TokenStoreError('client.token-file-unusable', { path, reason: (error as Error).message })
}

const LOCK_STALE_MS = 5_000

/** Two accounts share the file, so that reading and writing back must not mix. It is held for milliseconds. */
function withFileLock(lock: string, act: () => void): void {
  const until = performance.now() + 2 * LOCK_STALE_MS
  attempt(lock, () => mkdirSync(dirname(lock), { recursive: true, mode: 0o700 }))
  while (!tryLock(lock)) {
    if (performance.now() > until) throw new TokenStoreError('client.token-file-locked', { path: lock })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
  }
  try {
    act()
  } finally {
    rmSync(lock, { force: true })
  }
}

function tryLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(lock, error)
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > LOCK_STALE_MS) rmSync(lock, { force: true })
    return false
  }
}
