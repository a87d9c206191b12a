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
 * Tokens that outlive a run, in a folder of the user: one file for each chain of rotations, readable only by its
 * owner. So every working folder that starts from the same refresh token continues with the newest one.
 *
 * A service that rotates refresh tokens issues each of them once. Before one is sent, a mark on disk records it; its
 * successor is written to disk atomically before the response is used for anything else. A run that is killed in
 * between leaves the mark, and no later run sends that token again unasked, because a service may treat a second use
 * as theft. Stored tokens win over the environment until the environment changes.
 */
export interface TokenStore {
  /** The newest tokens that stem from those of the environment, or null. @throws TokenStoreError */
  read(account: string, stemsFrom: StemsFrom): StoredTokens | null
  /** Tokens from a login. On disk when it resolves. @throws TokenStoreError, LockUnusableError */
  write(account: string, tokens: NewTokens): Promise<void>
  /** Locks the file and marks the refresh token as being spent. @throws TokenStoreError, LockUnusableError: nothing was spent, then */
  reserve(account: string, tokens: StoredTokens): Promise<Reservation>
  /** Makes sure that tokens could be kept. @throws TokenStoreError, LockUnusableError */
  prove(account: string, stemsFrom: StemsFrom): Promise<void>
  /** The file, absolute. */
  pathOf(account: string, stemsFrom: StemsFrom): string
}

type NewTokens = Omit<StoredTokens, 'spendingSinceMs'>

export type Reservation =
  | {
      readonly kind: 'reserved'
      /** The refresh token to send: the newest one, even if another run obtained it. */
      readonly refreshToken: string
      /** On disk when it returns; ends the reservation. @throws TokenStoreError: the successor is lost */
      keep(tokens: NewTokens): StoredTokens
      /** Ends the reservation. The mark stays where the token may have been spent. */
      release(fate: 'unspent' | 'maybe-spent'): void
    }
  /** An earlier run sent the token, and kept no response. */
  | { readonly kind: 'maybe-spent'; readonly sinceMs: number }

export interface TokenStoreOptions {
  /** Sends a token again that may have been spent. Default false. */
  readonly retriesSpent?: boolean
  /** Default: see `userFolder`. */
  readonly folder?: string
}

/** @param workingFolder tells logins apart that stem from no refresh token of the environment */
export function createTokenStore(workingFolder: string, options: TokenStoreOptions = {}): TokenStore {
  const nameOf = (account: string, { refreshToken }: StemsFrom) => {
    const chain = refreshToken ?? fingerprint(`folder ${workingFolder}`) ?? ''
    return `${account.slice(0, 32)}-${chain.slice(0, 32)}.tokens.json`
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
        readTokens(path, account)
        writeTokens(path, account, { ...tokens, spendingSinceMs: null })
      })
    },
    async prove(account, stemsFrom) {
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
