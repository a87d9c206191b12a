import type { Clock } from '../node/clock.js'
import { startProcess } from '../node/run-process.js'
import { messageOf } from '../node/thrown.js'
import { isSendableToken } from '../specification/token-response.js'
import { basicPair, renewByGrant, type UseTokens } from './token-grant.js'
import type { Credentials, Renewal, TokenSource, TokenSourceOptions } from './token-source.js'
import { fingerprint, type StoredTokens } from './token-store.js'
import { uninterrupted } from './uninterrupted.js'

const COMMAND_TIMEOUT_MS = 30_000

/** Creates the source from which a run takes its access tokens: the settings, the store of earlier runs, and renewals. */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { credentials, clock, onSecret } = options
  registerSecrets(credentials, onSecret)
  let tokens = startingTokens(options)
  // all that renew at the same time share this one, because a refresh token can be used only once
  let openRenewal: Promise<Renewal> | null = null
  const way = chooseWay(credentials, tokens.refreshToken)

  const renewOnce = async (signal?: AbortSignal): Promise<Renewal> => {
    if (way === 'none') return { ok: false, flaw: 'no-way', evidence: {} }
    if (signal?.aborted) return { ok: false, flaw: 'no-answer', evidence: { failure: 'aborted' } }
    const keep = (next: StoredTokens) => {
      tokens = next
    }
    const { tokenCommand } = credentials
    return uninterrupted(() =>
      tokenCommand === null
        ? renewByGrant(options, tokens, keep)
        : renewByCommand(tokenCommand, options, tokens, keep),
    )
  }

  return {
    way,
    current: () => (isExpired(tokens, clock) ? null : tokens.accessToken),
    isExpired: () => tokens.accessToken !== null && isExpired(tokens, clock),
    renew(signal) {
      openRenewal ??= renewOnce(signal).finally(() => {
        openRenewal = null
      })
      return openRenewal
    },
  }
}

async function renewByCommand(
  command: string,
  options: TokenSourceOptions,
  tokens: StoredTokens,
  useTokens: UseTokens,
): Promise<Renewal> {
  const outcome = await runTokenCommand(command, options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS)
  options.onCommand?.({ flaw: outcome.ok ? null : outcome.flaw })
  if (!outcome.ok)
    return { ok: false, flaw: outcome.flaw, evidence: { exit: outcome.exit, stderr: outcome.stderr } }
  options.onSecret('access_token', outcome.accessToken)
  useTokens({ ...tokens, accessToken: outcome.accessToken, expiresAtMs: null })
  return { ok: true, accessToken: outcome.accessToken }
}

/** Returns a key for the access of one application to one origin, without showing its credentials. */
export function accountKey(origin: string, credentials: Credentials): string {
  const application = credentials.clientId ?? credentials.tokenCommand ?? credentials.accessToken ?? ''
  return fingerprint(`${origin} ${application}`)
}

/** Whether the key of the account is computed from the access token, so that it changes with each new one. */
export function isNamedByToken({ clientId, tokenCommand }: Credentials): boolean {
  return clientId === null && tokenCommand === null
}

function chooseWay(credentials: Credentials, refreshToken: string | null): TokenSource['way'] {
  if (credentials.tokenCommand !== null) return 'command'
  const canRefresh = refreshToken !== null && credentials.clientId !== null && credentials.tokenUrl !== null
  return canRefresh ? 'refresh' : 'none'
}

/**
 * Returns the tokens to start with. The store returns only tokens that stem from the settings' refresh token, so its refresh token is the newer
 * one. Its access token is used until that of the settings changes. A token command keeps its own tokens: none are stored.
 */
function startingTokens({ credentials, store, account, onSecret }: TokenSourceOptions): StoredTokens {
  const { accessToken, refreshToken } = credentials
  const stemsFrom = stemsOf(credentials)
  const stored = credentials.tokenCommand === null ? (store?.read(account, stemsFrom) ?? null) : null
  const fromSettings = { accessToken, expiresAtMs: null, stemsFrom }
  if (stored === null) return { ...fromSettings, refreshToken, spendingSinceMs: null } // never sent
  if (stored.accessToken !== null) onSecret('access_token', stored.accessToken)
  if (stored.refreshToken !== null) onSecret('refresh_token', stored.refreshToken)
  const hasChanged = stored.stemsFrom.accessToken !== stemsFrom.accessToken
  return stored.accessToken === null || hasChanged ? { ...stored, ...fromSettings } : stored
}

/** Returns the fingerprints by which stored tokens are recognised as obtained from these credentials. */
export function stemsOf({ accessToken, refreshToken }: Credentials): StoredTokens['stemsFrom'] {
  const stemOf = (token: string | null) => (token === null ? null : fingerprint(token))
  return { accessToken: stemOf(accessToken), refreshToken: stemOf(refreshToken) }
}

function isExpired({ expiresAtMs }: StoredTokens, clock: Clock): boolean {
  return expiresAtMs !== null && clock.wall().getTime() >= expiresAtMs
}

function registerSecrets(credentials: Credentials, onSecret: TokenSourceOptions['onSecret']): void {
  const { accessToken, refreshToken, clientId, clientSecret } = credentials
  if (accessToken !== null) onSecret('access_token', accessToken)
  if (refreshToken !== null) onSecret('refresh_token', refreshToken)
  if (clientSecret === null) return
  onSecret('client_secret', clientSecret)
  if (clientId !== null) onSecret('basic', basicPair(clientId, clientSecret))
}

export type CommandOutcome =
  | { readonly ok: true; readonly accessToken: string }
  | {
      readonly ok: false
      readonly flaw: 'command-failed' | 'command-silent' | 'command-timeout' | 'unusable-token'
      /** The end of its standard error output; not masked. */
      readonly stderr: string
      /** The exit status, the signal, or the system's message. */
      readonly exit: string
    }

const MAX_STDERR_CHARS = 4_000

/** Runs a shell command that prints an access token in its last line. Only `timeoutMs` ends it, and no interrupt, because it may renew a token. */
export async function runTokenCommand(command: string, timeoutMs: number): Promise<CommandOutcome> {
  const late = AbortSignal.timeout(timeoutMs)
  let token = ''
  let stderr = ''
  const onLine = (line: string, from: 'stdout' | 'stderr') => {
    if (from === 'stderr') stderr = lastChars(`${stderr}${line}\n`)
    else token = line.trim() || token
  }
  try {
    const { ended } = await startProcess({ command, onLine, signal: late })
    const { status, signal } = await ended
    const exit = signal ?? String(status)
    if (late.aborted) return { ok: false, flaw: 'command-timeout', stderr, exit }
    if (exit !== '0') return { ok: false, flaw: 'command-failed', stderr, exit }
    if (token === '') return { ok: false, flaw: 'command-silent', stderr, exit }
    if (!isSendableToken(token)) return { ok: false, flaw: 'unusable-token', stderr, exit }
    return { ok: true, accessToken: token }
  } catch (error) {
    return { ok: false, flaw: 'command-failed', stderr, exit: messageOf(error) }
  }
}

/** Returns the end of a text, without its first word, because masking would not recognise half a token. */
function lastChars(text: string): string {
  if (text.length <= MAX_STDERR_CHARS) return text
  return text.slice(-MAX_STDERR_CHARS).replace(/^[^\s"'&,;]*/, '')
}
