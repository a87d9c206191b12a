import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../thrown.js'
import {
  fingerprint,
  type HeldTokenFile,
  holdTokenFile,
  readRecords,
  recordsIn,
  type StemsFrom,
  type StoredTokens,
  type TokenRecords,
  TokenStoreError,
  textOf,
} from './token-file.js'
import { userFolder } from './user-folder.js'

export { fingerprint, type StoredTokens, TokenStoreError } from './token-file.js'

/**
 * Tokens that outlive a run: `.homologa/tokens.json`, readable by its owner alone.
 *
 * A service that rotates refresh tokens hands out each of them once. So before one is sent, a mark says so on disk, and the
 * room for its successor is made; the successor is on disk, atomically, before anything else is done with the answer. A run
 * that is killed in between leaves the mark, and nobody sends that token again unasked: a service may take a second use for a
 * theft. What is stored wins over the environment until the environment changes: it holds the token from which the stored one
 * stems.
 *
 * Whoever starts from the same token in another folder goes on with the newest one: its refresh token alone lies in the user's
 * own folder, too, one file a chain.
 */
export interface TokenStore {
  /** The newest tokens that stem from those of the environment, or null. @throws TokenStoreError */
  read(account: string, stemsFrom: StemsFrom): StoredTokens | null
  /** Tokens that were got otherwise (a login). On disk when it resolves. @throws TokenStoreError, LockUnusableError */
  write(account: string, tokens: NewTokens): Promise<void>
  /**
   * Before a refresh token is spent: marks it, and makes sure that its successor can be kept.
   *
   * @throws TokenStoreError, LockUnusableError: nothing was spent, then
   */
  reserve(account: string, tokens: StoredTokens): Promise<Reservation>
  /** Makes sure that tokens could be kept. @throws TokenStoreError, LockUnusableError */
  prove(account: string): Promise<void>
}

type NewTokens = Omit<StoredTokens, 'root' | 'rotation' | 'spendingSinceMs'>

export type Reservation =
  | {
      readonly kind: 'reserved'
      /** To be spent: the newest one, whoever got it. */
      readonly refreshToken: string
      /** On disk when it returns; ends the reservation. @throws TokenStoreError saying where the tokens are */
      keep(tokens: NewTokens): StoredTokens
      /** Ends the reservation. The mark stays where the token may have been spent. */
      release(fate: 'unspent' | 'maybe-spent'): void
    }
  /** An earlier run sent the token, and kept no answer. */
  | { readonly kind: 'maybe-spent'; readonly sinceMs: number }

export interface TokenStoreOptions {
  /** Sends a token again that may have been spent. Default false. */
  readonly retriesSpent?: boolean
  /** Where chains are shared. Default: see `userFolder`. */
  readonly sharedFolder?: string
}

/** @param folder usually `.homologa` in the working directory */
export function createTokenStore(folder: string, options: TokenStoreOptions = {}): TokenStore {
  const path = join(folder, 'tokens.json')
  const sharedPath = (account: string, root: string) =>
    join(options.sharedFolder ?? userFolder(), `${account.slice(0, 32)}-${root.slice(0, 32)}.tokens.json`)

  return {
    read(account, stemsFrom) {
      const own = readRecords(path).accounts[account]
      const mine = own?.stemsFrom.refreshToken === stemsFrom.refreshToken ? own : null
      const root = mine?.root ?? stemsFrom.refreshToken
      const shared = root === null ? null : readRecords(sharedPath(account, root)).accounts[account]
      return newest(mine, shared ? { ...shared, stemsFrom } : null)
    },
    async write(account, tokens) {
      const root = tokens.stemsFrom.refreshToken ?? fingerprint(tokens.refreshToken)
      const places = await hold(path, root === null ? null : sharedPath(account, root))
      try {
        const rotation = places.rotation(account) + 1
        places.keep(account, { ...tokens, root, rotation, spendingSinceMs: null })
      } finally {
        places.release()
      }
    },
    async prove(account) {
      const places = await hold(path, sharedPath(account, 'proof'))
      try {
        places.reserve()
      } finally {
        places.release()
      }
    },
    async reserve(account, tokens) {
      const root = tokens.root ?? fingerprint(tokens.refreshToken) ?? ''
      const places = await hold(path, sharedPath(account, root))
      try {
        return reserveIn(places, account, { ...tokens, root }, options.retriesSpent === true)
      } catch (error) {
        places.release()
        throw error
      }
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
  const text = textOf(path)
  if (text === '' && !existsSync(path)) return null
  const records = recordsIn(text)
  if (records === null)
    throw new TokenStoreError('client.token-file-unusable', { path, reason: 'not a token file' })
  return records.accounts[account] ?? null
}

/** Of one chain. At the same age what is known of either counts: a mark, and the access token that is kept in one alone. */
function newest(one: StoredTokens | null, other: StoredTokens | null): StoredTokens | null {
  if (one === null || other === null) return one ?? other
  const spendingSinceMs = one.spendingSinceMs ?? other.spendingSinceMs
  if (one.rotation === other.rotation) return { ...one, spendingSinceMs }
  if (one.rotation > other.rotation) return one
  const { accessToken, expiresAtMs } = one
  return { ...other, accessToken, expiresAtMs }
}

function reserveIn(
  places: HeldPlaces,
  account: string,
  tokens: StoredTokens & { readonly root: string },
  retriesSpent: boolean,
): Reservation {
  const current = newest(tokens, places.newestOf(account, tokens.root)) ?? tokens
  if (current.spendingSinceMs !== null && !retriesSpent) {
    places.release()
    return { kind: 'maybe-spent', sinceMs: current.spendingSinceMs }
  }
  places.reserve()
  places.mark(account, { ...current, spendingSinceMs: Date.now() })
  return {
    kind: 'reserved',
    refreshToken: current.refreshToken ?? '',
    keep(next) {
      const { root, rotation } = current
      const kept = { ...next, root, rotation: rotation + 1, spendingSinceMs: null }
      try {
        places.keep(account, kept)
      } finally {
        places.release()
      }
      return kept
    },
    release(fate) {
      try {
        if (fate === 'unspent') places.restore()
      } finally {
        places.release()
      }
    },
  }
}

/** The working folder's file and the chain's, both locked. */
interface HeldPlaces {
  newestOf(account: string, root: string): StoredTokens | null
  rotation(account: string): number
  /** Makes room for what `keep` will write. @throws TokenStoreError */
  reserve(): void
  /** Before anything was spent: in both places, or not at all. @throws TokenStoreError */
  mark(account: string, tokens: StoredTokens): void
  /** What must not be lost any more. @throws TokenStoreError where it is not in the working folder, saying where it is */
  keep(account: string, tokens: StoredTokens): void
  /** As it was before. */
  restore(): void
  release(): void
}

/** The chain's first, then the working folder's: in one order, so that no two runs wait for each other. */
async function hold(path: string, sharedPath: string | null): Promise<HeldPlaces> {
  const shared = sharedPath === null ? null : await holdTokenFile(sharedPath)
  try {
    return heldPlaces(await holdTokenFile(path), shared)
  } catch (error) {
    shared?.release()
    throw error
  }
}

function heldPlaces(own: HeldTokenFile, shared: HeldTokenFile | null): HeldPlaces {
  const both = shared === null ? [own] : [shared, own]
  return {
    newestOf(account, root) {
      const mine = own.records.accounts[account]
      return newest(mine?.root === root ? mine : null, shared?.records.accounts[account] ?? null)
    },
    rotation: (account) =>
      Math.max(0, ...both.map(({ records }) => records.accounts[account]?.rotation ?? 0)),
    reserve: () => {
      for (const place of both) place.reserve()
    },
    mark(account, tokens) {
      shared?.mark(withTokens(shared.records, account, withoutAccess(tokens)))
      try {
        own.mark(withTokens(own.records, account, tokens))
      } catch (error) {
        shared?.restore()
        throw error
      }
    },
    keep(account, tokens) {
      const isShared = shared !== null && isKept(shared, account, withoutAccess(tokens))
      try {
        own.keep(withTokens(own.records, account, tokens))
      } catch (error) {
        throw isShared ? keptElsewhere(own.path, shared.path, error) : rescued(own, account, tokens, error)
      }
    },
    restore: () => {
      for (const place of both) place.restore()
    },
    release: () => {
      for (const place of both) place.release()
    },
  }
}

/** An access token serves the folder that asked for it; the others need what it is renewed with. */
function withoutAccess(tokens: StoredTokens): StoredTokens {
  return { ...tokens, accessToken: null, expiresAtMs: null }
}

function withTokens(records: TokenRecords, account: string, tokens: StoredTokens): TokenRecords {
  return { ...records, accounts: { ...records.accounts, [account]: tokens } }
}

/** Where the chain's file fails alone nothing is lost: its mark stays, and the other folders say so. */
function isKept(place: HeldTokenFile, account: string, tokens: StoredTokens): boolean {
  try {
    place.keep(withTokens(place.records, account, tokens))
    return true
  } catch {
    return false
  }
}

function keptElsewhere(path: string, elsewhere: string, error: unknown): TokenStoreError {
  const reason = messageOf(error)
  return new TokenStoreError('client.token-kept-elsewhere', { path, elsewhere, reason })
}

/** The last resort: any folder of the user's that still takes a file. */
function rescued(own: HeldTokenFile, account: string, tokens: StoredTokens, error: unknown): TokenStoreError {
  const text = `${JSON.stringify(withTokens(own.records, account, tokens), null, 2)}\n`
  const reason = messageOf(error)
  for (const folder of [homedir(), tmpdir(), process.cwd()]) {
    const elsewhere = join(folder, `homologa-tokens-${randomBytes(6).toString('hex')}.json`)
    try {
      writeFileSync(elsewhere, text, { mode: 0o600, flag: 'wx', flush: true })
      return new TokenStoreError('client.token-rescued', { path: own.path, elsewhere, reason })
    } catch {
      // the next folder may do
    }
  }
  return new TokenStoreError('client.token-lost', { path: own.path, reason })
}
