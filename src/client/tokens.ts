import type { Clock } from '../clock.js'
import type { FailureKind, Header } from '../exchange/exchange.js'
import type { Sender } from './sender.js'
import { isSendable, readTokenAnswer, type TokenFlaw, tokensIn } from './token-answer.js'
import { runTokenCommand } from './token-command.js'
import { basicPair, requestRefresh } from './token-grant.js'
import { fingerprint, type StoredTokens, type TokenStore } from './token-store.js'

/** What the user gave; null where nothing was. */
export interface Credentials {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly clientId: string | null
  readonly clientSecret: string | null
  /** A shell command that prints an access token. It wins over the refresh grant. */
  readonly tokenCommand: string | null
  readonly tokenUrl: string | null
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
   * Gets a new token, once. A bad answer is an outcome, not an exception. Callers at the same time share one renewal.
   *
   * @throws TokenStoreError where a new refresh token could not be kept; before it was spent, wherever possible
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

  const keep = (renewed: {
    accessToken: string
    refreshToken: string | null
    expiresInMs: number | null
  }) => {
    const expiresAtMs = renewed.expiresInMs === null ? null : clock.wall().getTime() + renewed.expiresInMs
    const refreshToken = renewed.refreshToken ?? tokens.refreshToken
    const next: StoredTokens = { ...tokens, accessToken: renewed.accessToken, refreshToken, expiresAtMs }
    if (way === 'refresh') options.store?.write(options.account, next)
    tokens = next
  }

  const renewOnce = async (signal?: AbortSignal): Promise<Renewal> => {
    if (way === 'none') return { ok: false, flaw: 'no-way', evidence: {} }
    if (way === 'command') return renewByCommand(options, keep, signal)
    return renewByGrant(options, tokens.refreshToken ?? '', keep, signal)
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

type Keep = (renewed: {
  accessToken: string
  refreshToken: string | null
  expiresInMs: number | null
}) => void

async function renewByCommand(
  options: TokenSourceOptions,
  keep: Keep,
  signal?: AbortSignal,
): Promise<Renewal> {
  const command = options.credentials.tokenCommand ?? ''
  const outcome = await runTokenCommand(command, options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS, signal)
  if (!outcome.ok) {
    return { ok: false, flaw: outcome.flaw, evidence: { exit: outcome.exit, stderr: outcome.stderr } }
  }
  options.onSecret('access_token', outcome.accessToken)
  keep({ accessToken: outcome.accessToken, refreshToken: null, expiresInMs: null })
  return { ok: true, accessToken: outcome.accessToken }
}

async function renewByGrant(
  options: TokenSourceOptions,
  refreshToken: string,
  keep: Keep,
  signal?: AbortSignal,
): Promise<Renewal> {
  const { clientId, clientSecret, tokenUrl } = options.credentials
  options.store?.prepare()
  const { clientAuth, headers, onSecret, sender } = options
  const grant = {
    tokenUrl: tokenUrl ?? '',
    clientId: clientId ?? '',
    clientSecret,
    clientAuth,
    refreshToken,
    headers,
  }
  const beforeRecord = (sent: Parameters<typeof tokensIn>[0]) => {
    for (const [kind, token] of tokensIn(sent)) onSecret(kind, token)
  }
  const { exchange } = await requestRefresh(grant, sender, { signal, beforeRecord })
  const answer = readTokenAnswer(exchange)
  if (!answer.ok) return { ok: false, flaw: answer.flaw, evidence: answer.evidence }
  keep(answer)
  return { ok: true, accessToken: answer.accessToken }
}

/** Names an account without showing its credentials: one application's access to one origin. */
export function accountKey(origin: string, credentials: Credentials): string {
  const who = credentials.clientId ?? credentials.tokenCommand ?? credentials.accessToken ?? ''
  return fingerprint(`${origin} ${who}`) ?? ''
}

function wayOf(credentials: Credentials, refreshToken: string | null): TokenSource['way'] {
  if (credentials.tokenCommand !== null) return 'command'
  const canRefresh = refreshToken !== null && credentials.clientId !== null && credentials.tokenUrl !== null
  return canRefresh ? 'refresh' : 'none'
}

/** What is stored wins over the environment's token that it stems from, each token on its own. */
function startingTokens({ credentials, store, account, onSecret }: TokenSourceOptions): StoredTokens {
  const stemsFrom = {
    accessToken: fingerprint(credentials.accessToken),
    refreshToken: fingerprint(credentials.refreshToken),
  }
  const given = {
    accessToken: credentials.accessToken,
    refreshToken: credentials.refreshToken,
    expiresAtMs: null,
  }
  const stored = credentials.tokenCommand === null ? (store?.read(account) ?? null) : null
  if (stored === null) return { ...given, stemsFrom }
  if (stored.accessToken !== null) onSecret('access_token', stored.accessToken)
  if (stored.refreshToken !== null) onSecret('refresh_token', stored.refreshToken)
  const sameRefresh = stored.stemsFrom.refreshToken === stemsFrom.refreshToken
  const sameAccess = sameRefresh && stored.stemsFrom.accessToken === stemsFrom.accessToken
  return {
    refreshToken: sameRefresh ? stored.refreshToken : given.refreshToken,
    accessToken: sameAccess ? stored.accessToken : given.accessToken,
    expiresAtMs: sameAccess ? stored.expiresAtMs : null,
    stemsFrom,
  }
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
export const isSendableToken = isSendable
