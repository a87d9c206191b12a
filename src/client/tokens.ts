import type { Clock } from '../clock.js'
import type { FailureKind, Header } from '../exchange/exchange.js'
import { MendableError } from './mendable-error.js'
import type { Seen, Sender } from './sender.js'
import {
  readTokenAnswer,
  refreshTokenIn,
  type TokenAnswer,
  type TokenFlaw,
  tokensIn,
} from './token-answer.js'
import { runTokenCommand } from './token-command.js'
import { basicPair, requestRefresh } from './token-grant.js'
import { fingerprint, type Reservation, type StoredTokens, type TokenStore } from './token-store.js'
import type { Sent } from './transport.js'
import { uninterrupted } from './uninterrupted.js'

/** What the user gave; null where nothing was. */
export interface Credentials {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly clientId: string | null
  readonly clientSecret: string | null
  /** A shell command that prints an access token. It wins over the refresh grant. */
  readonly tokenCommand: string | null
  readonly tokenUrl: string | null
  /** Tells accounts apart that one client has access to, where several serve in one run; left out: there is one. */
  readonly among?: string
}

/** Kinds of secrets, as masking knows them. */
export type TokenSecret = 'access_token' | 'refresh_token' | 'client_secret' | 'basic'

export interface TokenSourceOptions {
  readonly credentials: Credentials
  readonly clientAuth: 'basic' | 'body' | 'either'
  /** Of a token request, beside those of the grant. */
  readonly headers: readonly Header[]
  readonly clock: Clock
  readonly sender: Sender
  /** Where rotated tokens are kept; null: in memory alone (the embedded service). */
  readonly store: TokenStore | null
  /** Key of the account in the store; see `accountKey`. */
  readonly account: string
  /** Hears of every secret before any exchange that may hold it is recorded. */
  readonly onSecret: (kind: TokenSecret, value: string) => void
  /** For the token command. Default 30,000. */
  readonly commandTimeoutMs?: number
}

/** Why there is no token to go on with. */
export type RenewalFlaw =
  | TokenFlaw
  | 'no-way' // neither command nor refresh grant
  | 'maybe-spent' // an earlier run sent the refresh token, and kept no answer
  | 'command-failed'
  | 'command-silent'
  | 'command-timeout'

export type Renewal =
  | { readonly ok: true; readonly accessToken: string }
  | { readonly ok: false; readonly flaw: RenewalFlaw; readonly evidence: RenewalEvidence }

/** Plain values for a sentence. `stderr` is not masked yet. */
export interface RenewalEvidence {
  readonly status?: number | null
  readonly error?: string | null
  readonly failure?: FailureKind | null
  readonly exit?: string
  readonly stderr?: string
  /** ISO 8601: when the refresh token that may be spent was sent. */
  readonly since?: string
}

export interface TokenSource {
  readonly canRenew: boolean
  /** How a new token is got; for words. */
  readonly way: 'command' | 'refresh' | 'none'
  /** The token to send now; null where there is none, or where it is known to have expired. */
  current(): string | null
  /** Whether there is a token that is known to have expired. */
  isExpired(): boolean
  /**
   * Gets a new token, once. A bad answer is an outcome, not an exception. Callers at the same time share one renewal. The signal
   * keeps it from beginning; once begun, it ends by its answer or the time-out, for the old token may be spent.
   *
   * @throws TokenStoreError, LockUnusableError where a new refresh token could not be kept: before the old one is spent, or
   * saying where the new one is
   */
  renew(signal?: AbortSignal): Promise<Renewal>
}

const COMMAND_TIMEOUT_MS = 30_000

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { credentials, clock, onSecret } = options
  tellSecrets(credentials, onSecret)
  let tokens = startingTokens(options)
  let underWay: Promise<Renewal> | null = null
  const way = wayOf(credentials, tokens.refreshToken)

  const renewOnce = async (signal?: AbortSignal): Promise<Renewal> => {
    if (way === 'none') return { ok: false, flaw: 'no-way', evidence: {} }
    if (signal?.aborted) return { ok: false, flaw: 'no-answer', evidence: { failure: 'aborted' } }
    const keep = (next: StoredTokens) => {
      tokens = next
    }
    if (way === 'command') return renewByCommand(options, tokens, keep)
    return uninterrupted(() => renewByGrant(options, tokens, keep))
  }

  return {
    way,
    canRenew: way !== 'none',
    current: () => (isExpired(tokens, clock) ? null : tokens.accessToken),
    isExpired: () => tokens.accessToken !== null && isExpired(tokens, clock),
    renew(signal) {
      underWay ??= renewOnce(signal).finally(() => {
        underWay = null
      })
      return underWay
    },
  }
}

type Keep = (next: StoredTokens) => void

async function renewByCommand(
  options: TokenSourceOptions,
  tokens: StoredTokens,
  keep: Keep,
): Promise<Renewal> {
  const command = options.credentials.tokenCommand ?? ''
  const outcome = await runTokenCommand(command, options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS)
  if (!outcome.ok) {
    return { ok: false, flaw: outcome.flaw, evidence: { exit: outcome.exit, stderr: outcome.stderr } }
  }
  options.onSecret('access_token', outcome.accessToken)
  keep({ ...tokens, accessToken: outcome.accessToken, expiresAtMs: null })
  return { ok: true, accessToken: outcome.accessToken }
}

async function renewByGrant(options: TokenSourceOptions, tokens: StoredTokens, keep: Keep): Promise<Renewal> {
  const { account, store, onSecret } = options
  const reserved = store === null ? unkept(tokens) : await store.reserve(account, tokens)
  if (reserved.kind === 'maybe-spent') {
    const since = new Date(reserved.sinceMs).toISOString()
    return { ok: false, flaw: 'maybe-spent', evidence: { since } }
  }
  onSecret('refresh_token', reserved.refreshToken)
  const settle = settlement(reserved, tokens, options.clock, keep)
  const seen = await sendRefresh(options, reserved.refreshToken, settle)
  settle.rethrow()
  const answer = readTokenAnswer(seen.exchange)
  if (!answer.ok) return { ok: false, flaw: answer.flaw, evidence: answer.evidence }
  return { ok: true, accessToken: answer.accessToken }
}

/** What became of the refresh token that went out; the first word counts. */
interface Settlement {
  /** Keeps what came, before anybody else hears of it. */
  answered(sent: Sent): void
  /** Nothing came to be kept. */
  failed(error: unknown): void
  /** @throws why what came could not be kept */
  rethrow(): void
}

function settlement(
  reserved: Extract<Reservation, { kind: 'reserved' }>,
  tokens: StoredTokens,
  clock: Clock,
  keep: Keep,
): Settlement {
  let isSettled = false
  let trouble: unknown = null
  const once = (act: () => void) => {
    if (isSettled) return
    isSettled = true
    try {
      act()
    } catch (error) {
      trouble = error
    }
  }
  return {
    answered: (sent) =>
      once(() => {
        const renewed = renewedBy(sent, tokens, clock)
        if (renewed === null) reserved.release(isSurelyUnspent(sent) ? 'unspent' : 'maybe-spent')
        else keep(reserved.keep({ ...renewed, refreshToken: renewed.refreshToken ?? reserved.refreshToken }))
      }),
    // what the user can mend was found before anything left
    failed: (error) =>
      once(() => reserved.release(error instanceof MendableError ? 'unspent' : 'maybe-spent')),
    rethrow() {
      if (trouble !== null) throw trouble
    },
  }
}

async function sendRefresh(
  { credentials, clientAuth, headers, onSecret, sender }: TokenSourceOptions,
  refreshToken: string,
  settle: Settlement,
): Promise<Seen> {
  const { clientId, clientSecret, tokenUrl } = credentials
  const grant = {
    tokenUrl: tokenUrl ?? '',
    clientId: clientId ?? '',
    clientSecret,
    clientAuth,
    refreshToken,
    headers,
  }
  const beforeRecord = (sent: Sent) => {
    settle.answered(sent)
    for (const [kind, token] of tokensIn(sent)) onSecret(kind, token)
  }
  try {
    return await requestRefresh(grant, sender, { beforeRecord })
  } catch (error) {
    settle.failed(error)
    settle.rethrow()
    throw error
  }
}

/** The tokens to go on with; null where the answer brought none. A refresh token counts even where all else is unusable. */
function renewedBy(sent: Sent, tokens: StoredTokens, clock: Clock): StoredTokens | null {
  const answer = readTokenAnswer(sent)
  if (!answer.ok) {
    const refreshToken = refreshTokenIn(sent)
    return refreshToken === null ? null : { ...tokens, refreshToken }
  }
  const { accessToken, refreshToken } = answer
  return { ...tokens, accessToken, refreshToken, expiresAtMs: expiryOf(answer, clock) }
}

function expiryOf({ expiresInMs }: Extract<TokenAnswer, { ok: true }>, clock: Clock): number | null {
  return expiresInMs === null ? null : clock.wall().getTime() + expiresInMs
}

/** Never sent, or refused in whole: only a gateway's word leaves open what the service behind it did. */
function isSurelyUnspent({ answer, failure, mayBeProcessed }: Sent): boolean {
  if (!mayBeProcessed) return true
  if (answer === null || failure !== null) return false
  return answer.status >= 300 && answer.status !== 502 && answer.status !== 504
}

/** Where nothing is kept: the embedded service's tokens. */
function unkept(tokens: StoredTokens): Extract<Reservation, { kind: 'reserved' }> {
  return {
    kind: 'reserved',
    refreshToken: tokens.refreshToken ?? '',
    keep: (next) => ({ ...tokens, ...next }),
    release: () => undefined,
  }
}

/** Names an account without showing its credentials: one application's access to one origin. */
export function accountKey(origin: string, credentials: Credentials): string {
  const who = credentials.clientId ?? credentials.tokenCommand ?? credentials.accessToken ?? ''
  const { among } = credentials
  return fingerprint(among === undefined ? `${origin} ${who}` : `${origin} ${who} ${among}`) ?? ''
}

function wayOf(credentials: Credentials, refreshToken: string | null): TokenSource['way'] {
  if (credentials.tokenCommand !== null) return 'command'
  const canRefresh = refreshToken !== null && credentials.clientId !== null && credentials.tokenUrl !== null
  return canRefresh ? 'refresh' : 'none'
}

/** What is stored wins over the environment's token that it stems from, each token on its own. */
function startingTokens({ credentials, store, account, onSecret }: TokenSourceOptions): StoredTokens {
  const { accessToken, refreshToken } = credentials
  const stemsFrom = { accessToken: fingerprint(accessToken), refreshToken: fingerprint(refreshToken) }
  const stored = credentials.tokenCommand === null ? (store?.read(account, stemsFrom) ?? null) : null
  const given = { accessToken, expiresAtMs: null }
  if (stored === null) {
    return {
      ...given,
      refreshToken,
      stemsFrom,
      root: stemsFrom.refreshToken,
      rotation: 0,
      spendingSinceMs: null,
    }
  }
  if (stored.accessToken !== null) onSecret('access_token', stored.accessToken)
  if (stored.refreshToken !== null) onSecret('refresh_token', stored.refreshToken)
  const sameAccess = stored.accessToken !== null && stored.stemsFrom.accessToken === stemsFrom.accessToken
  return sameAccess ? stored : { ...stored, ...given, stemsFrom }
}

function isExpired({ expiresAtMs }: StoredTokens, clock: Clock): boolean {
  return expiresAtMs !== null && clock.wall().getTime() >= expiresAtMs
}

function tellSecrets(credentials: Credentials, onSecret: TokenSourceOptions['onSecret']): void {
  const { accessToken, refreshToken, clientId, clientSecret } = credentials
  if (accessToken !== null) onSecret('access_token', accessToken)
  if (refreshToken !== null) onSecret('refresh_token', refreshToken)
  if (clientSecret === null) return
  onSecret('client_secret', clientSecret)
  if (clientId !== null) onSecret('basic', basicPair(clientId, clientSecret))
}

/** Whether a token can be sent at all, for settings to ask. */
export { isSendableToken } from '../specification/token-answer.js'
