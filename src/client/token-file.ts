import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../exchange/make-folder.js'
import { isPlainObject } from '../specification/plain-object.js'
import { codeOf, messageOf } from '../thrown.js'
import { type FileLock, LockUnusableError, takeLock } from './file-lock.js'
import { MendableError } from './mendable-error.js'

export interface StoredTokens {
  readonly accessToken: string | null
  /** Wall time, milliseconds since 1970; null where unknown. */
  readonly expiresAtMs: number | null
  readonly refreshToken: string | null
  /** Fingerprints of the environment's tokens that these stem from. */
  readonly stemsFrom: StemsFrom
  /** Fingerprint of the refresh token that the chain of rotations began with; null where there is none. */
  readonly root: string | null
  /** How often the chain was written: of two copies, the one with more is the newer. */
  readonly rotation: number
  /** When the refresh token went out without an answer being kept since (milliseconds since 1970); null: it is unspent. */
  readonly spendingSinceMs: number | null
}

export interface StemsFrom {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

/** The file cannot be read or written. Nothing was lost: the message says where everything is. */
export class TokenStoreError extends MendableError {
  override readonly name = 'TokenStoreError'
}

export interface TokenRecords {
  readonly version: 1
  readonly accounts: Readonly<Record<string, StoredTokens>>
}

/** Beyond the text that is there, room for tokens to grow. */
const SPARE_BYTES = 65_536
/** Of tokens, however many accounts there are. */
const MOST_BYTES = 64 * 1024 * 1024
const LOCK_WAIT_MS = 60_000

/** One file of tokens while its lock is ours: what it holds cannot change behind our back. */
export interface HeldTokenFile {
  readonly path: string
  readonly records: TokenRecords
  /** Makes room for the text of one `keep`, whatever else fills the disk until then. @throws TokenStoreError */
  reserve(): void
  /** On disk when it returns, atomically; the room that was made stays. @throws TokenStoreError */
  mark(records: TokenRecords): void
  /** The same in the room that was made. @throws TokenStoreError */
  keep(records: TokenRecords): void
  /** As it was when it was locked. @throws TokenStoreError */
  restore(): void
  release(): void
}

/**
 * Waits for the lock, and reads.
 *
 * @throws TokenStoreError, LockUnusableError
 */
export async function holdTokenFile(path: string): Promise<HeldTokenFile> {
  attempt(path, () => makeFolder(dirname(path), 0o700))
  const lock = await lockOf(path)
  try {
    removeLeftovers(path)
    return held(path, readRecords(path), lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function lockOf(path: string): Promise<FileLock> {
  const taken = await takeLock(`${path}.lock`, { command: 'homologa', waitMs: LOCK_WAIT_MS })
  if ('lock' in taken) return taken.lock
  throw new TokenStoreError('client.token-file-locked', { path: `${path}.lock` })
}

function held(path: string, records: TokenRecords, lock: FileLock): HeldTokenFile {
  let room: Room | null = null
  const takeRoom = () => {
    const taken = room ?? makeRoom(path)
    room = null
    return taken
  }
  return {
    path,
    records,
    reserve: () => {
      room ??= attempt(path, () => makeRoom(path))
    },
    mark: (next) => attempt(path, () => fill(makeRoom(path), next, path)),
    keep: (next) => attempt(path, () => fill(takeRoom(), next, path)),
    restore() {
      if (Object.keys(records.accounts).length > 0) attempt(path, () => fill(takeRoom(), records, path))
      else rmSync(path, { force: true })
    },
    release() {
      if (room !== null) giveUp(room)
      room = null
      lock.release()
    },
  }
}

/** An open file of full size beside the one that it will replace. */
interface Room {
  readonly path: string
  readonly file: number
}

function makeRoom(path: string): Room {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  const file = openSync(temporary, 'wx', 0o600)
  try {
    writeFileSync(file, ' '.repeat(textOf(path).length + SPARE_BYTES))
    fsyncSync(file)
    return { path: temporary, file }
  } catch (error) {
    giveUp({ path: temporary, file })
    throw error
  }
}

function fill(room: Room, records: TokenRecords, path: string): void {
  try {
    const bytes = Buffer.from(`${JSON.stringify(records, null, 2)}\n`)
    for (let at = 0; at < bytes.length; ) at += writeSync(room.file, bytes, at, bytes.length - at, at)
    ftruncateSync(room.file, bytes.length)
    fsyncSync(room.file)
  } catch (error) {
    giveUp(room)
    throw error
  }
  closeSync(room.file)
  moveOver(room.path, path)
}

function moveOver(from: string, path: string): void {
  try {
    renameSync(from, path)
  } catch (error) {
    rmSync(from, { force: true })
    throw error
  }
  syncFolder(dirname(path))
}

function giveUp({ file, path }: Room): void {
  closeSync(file)
  rmSync(path, { force: true })
}

/** The rename itself must survive a crash. Some systems cannot open a folder, or not sync it, and need not. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // the file is in its place
  }
}

/** Room that a killed run had made. Whoever holds the lock is alone. */
function removeLeftovers(path: string): void {
  const isLeftover = (name: string) => name.startsWith(`${basename(path)}.`) && name.endsWith('.tmp')
  for (const name of readdirSync(dirname(path)).filter(isLeftover))
    rmSync(join(dirname(path), name), { force: true })
}

/** @throws TokenStoreError where the file cannot be read, or is none; a copy of it is kept then */
export function readRecords(path: string): TokenRecords {
  const text = textOf(path)
  if (text === '' && !existsSync(path)) return { version: 1, accounts: {} }
  const records = recordsIn(text)
  if (records !== null) return records
  throw new TokenStoreError('client.token-file-corrupt', { path, copy: keepCopy(path, text) })
}

/** What is not there is empty. What is there and cannot be read is an error: the tokens in it may be the newest. */
export function textOf(path: string): string {
  return attempt(path, () => {
    try {
      const found = statSync(path)
      if (found.size > MOST_BYTES) throw new Error('it is larger than any file of tokens')
      if (!found.isFile() && !found.isDirectory()) throw new Error('it is a pipe or a device')
      return readFileSync(path, 'utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return ''
      throw error
    }
  })
}

/** The records of a text; null where it holds none. */
export function recordsIn(text: string): TokenRecords | null {
  const value = json(text)
  if (!isPlainObject(value) || value.version !== 1 || !isPlainObject(value.accounts)) return null
  const given = Object.entries(value.accounts)
  const whole = given.flatMap(([account, record]) => {
    const tokens = tokensIn(record)
    return tokens === null ? [] : [[account, tokens] as const]
  })
  return whole.length === given.length ? { version: 1, accounts: Object.fromEntries(whole) } : null
}

/** By hand: every run reads this file, and zod alone would take a quarter of its time. */
function tokensIn(value: unknown): StoredTokens | null {
  if (!isPlainObject(value) || !isPlainObject(value.stemsFrom)) return null
  const { accessToken, refreshToken, expiresAtMs } = value
  const { accessToken: givenAccess, refreshToken: givenRefresh } = value.stemsFrom
  const { root = firstOf(givenRefresh, refreshToken), rotation = 0, spendingSinceMs = null } = value
  if (!isTextOrNull(accessToken) || !isTextOrNull(refreshToken) || !isTextOrNull(root)) return null
  if (!isTextOrNull(givenAccess) || !isTextOrNull(givenRefresh)) return null
  if (!isNumberOrNull(expiresAtMs) || !isNumberOrNull(spendingSinceMs) || typeof rotation !== 'number')
    return null
  const stemsFrom = { accessToken: givenAccess, refreshToken: givenRefresh }
  return { accessToken, refreshToken, expiresAtMs, stemsFrom, root, rotation, spendingSinceMs }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || typeof value === 'number'
}

function firstOf(fingerprintOfGiven: unknown, refreshToken: unknown): unknown {
  return fingerprintOfGiven ?? fingerprint(typeof refreshToken === 'string' ? refreshToken : null)
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

/** Names a token without showing it. */
export function fingerprint(token: string | null): string | null {
  return token === null ? null : createHash('sha256').update(token).digest('hex')
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof TokenStoreError || error instanceof LockUnusableError) throw error
    throw new TokenStoreError('client.token-file-unusable', { path, reason: messageOf(error) })
  }
}
