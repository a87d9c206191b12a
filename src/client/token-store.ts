import { join } from 'node:path'
import { messageOf } from '../node/thrown.js'
import {
  fingerprint,
  lockTokens,
  readTokens,
  removeTokens,
  type StemsFrom,
  type StoredTokens,
  TokenStoreError,
  writeTokens,
} from './token-file.js'
import { existingUserFolder, userFolder } from './user-folder.js'

export { fingerprint, type StoredTokens, TokenStoreError } from './token-file.js'

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
    const project = refreshToken ?? fingerprint(`folder ${workingFolder}`) ?? ''
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
  const lock = await lockTokens(path)
  try {
    act()
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
  /** Does the last act of the reservation and frees the lock. */
  const thenRelease = <T>(act: () => T): T => {
    try {
      return act()
    } finally {
      lock.release()
    }
  }
  try {
    const stored = readTokens(path, account)
    const current = stored ?? tokens
    if (current.spendingSinceMs !== null && !retriesSpent)
      return thenRelease(() => ({ kind: 'maybe-spent', sinceMs: current.spendingSinceMs ?? 0 }))
    writeTokens(path, account, { ...current, spendingSinceMs: Date.now() })
    return {
      kind: 'reserved',
      refreshToken: current.refreshToken ?? '',
      keep: (next) => thenRelease(() => keepAt(path, account, { ...next, spendingSinceMs: null })),
      release: (fate) =>
        thenRelease(() => {
          if (fate === 'maybe-spent') return
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
