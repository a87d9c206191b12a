import type { Credentials } from '../client/token-source.js'
import { createTokenStore } from '../client/token-store.js'
import { createMasker, type Masker, type SecretKind } from '../exchange/masking.js'
import type { Clock } from '../node/clock.js'
import type { Settings } from '../settings/settings.js'
import type { Catalogue, Lang } from '../words/catalogue.js'
import { type ErrorValues, SettingsError, say, type UiKey } from '../words/errors.js'
import { type Display, silentDisplay } from './display.js'
import type { Outcome } from './outcome.js'

/**
 * Everything a use case gets: parsed options, settings, the outside world, and a listener. It knows no terminal and
 * no exit status, and returns its result.
 */
export interface Invocation<O = unknown> {
  /** Name of the command, used in the run's id and shown to other processes that wait for the account. */
  readonly command: string
  readonly args: readonly string[]
  /** A program of the user's and its words. */
  readonly spawn: readonly string[]
  readonly options: O
  readonly settings: Settings
  readonly catalogue: Catalogue
  readonly lang: Lang
  /** As they were typed before `--`, to be repeated; null where nothing was. Secrets have no flags. */
  readonly words: readonly string[] | null
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted where the user breaks off. */
  readonly signal: AbortSignal
  /** Says something on the way. */
  readonly tell: (key: UiKey, values?: ErrorValues) => void
  /** … of which the sentence is at hand. */
  readonly say: (line: string) => void
  /** A part of what was asked for, before the end. */
  readonly give: (text: string) => void
  /** Shows the result of another use case as well; `isFull` as `--verbose` does. */
  readonly aside: (outcome: Outcome, isFull?: boolean) => void
  /** Prints what a use case says beside its result. */
  readonly pass: (text: string) => void
  /** Prints a line of the user's program; a terminal shows it marked as such. */
  readonly echo: (line: string) => void
  /** Shows progress. */
  readonly display: Display
  /** Shows an address in the user's browser, where there is one. */
  readonly browse: (address: string) => void
  /** A person who can be asked, or null. */
  readonly person: Person | null
}

export interface Person {
  /** The answer without blanks around it; empty where nothing was typed, null where somebody leaves instead (Ctrl+C, Ctrl+D). */
  ask(question: string): Promise<string | null>
  /** Hands over each key without its echo, until the function that it returns is called. Ctrl+C stays what it is. */
  keys(press: (key: string) => void): () => void
  /** Lines that the person types, until it is closed. */
  listen(): { readonly lines: AsyncIterable<string>; close(): void }
}

/** The parts of an invocation without a terminal: every sentence goes to `note`, and nobody can be asked. */
export function withoutTerminal(
  note: (line: string) => void,
  { catalogue, lang }: Pick<Invocation, 'catalogue' | 'lang'>,
) {
  return {
    words: null,
    spawn: [],
    tell: (key: UiKey, values: ErrorValues = {}) => note(say({ key, values }, catalogue, lang)),
    say: note,
    give: note,
    pass: note,
    echo: note,
    aside() {},
    browse() {},
    display: silentDisplay,
    person: null,
  }
}

/** Locks of this process. One listener frees them all, because `cleanup` takes one for each kept ledger. */
const held = new Set<{ release(): void }>()

function freeLocks(): void {
  for (const lock of held) lock.release()
}

/** How a live account is held: one run at a time. */
export function accountLock({ tell, command }: Pick<Invocation, 'tell' | 'command'>) {
  return {
    command: `homologa ${command}`,
    onWaiting: ({ command: other, pid, since }: { command: string; pid: number; since: string }) =>
      tell('client.account-waiting', { command: other, pid, since }),
    onLocked: (lock: { release(): void }) => {
      if (held.size === 0) process.once('exit', freeLocks)
      held.add(lock)
    },
  }
}

/**
 * How a command reaches its account: rotated tokens are kept, and a live account serves one run at a time. The embedded service needs
 * neither.
 */
export function reachOf(invocation: Pick<Invocation, 'tell' | 'command' | 'settings'>, embedded: boolean) {
  const { stateDir, tokenRetry, timeoutMs, network } = invocation.settings
  return {
    store: embedded ? null : createTokenStore(stateDir, { retriesSpent: tokenRetry }),
    lock: embedded ? null : accountLock(invocation),
    timeoutMs,
    network,
  }
}

/** A live service without any way to a token is the user's to mend, not the service's. */
export function refuseWithoutToken({ accessToken, refreshToken, tokenCommand }: Credentials): void {
  if (accessToken === null && refreshToken === null && tokenCommand === null)
    throw new SettingsError('settings.no-token')
}

/** A masker that keeps as much of a body as `--max-body` says. */
export function maskerFor({ settings: { maxBodyBytes } }: Pick<Invocation, 'settings'>): Masker {
  return createMasker({ maxBodyBytes })
}

/** The secrets of our own environment: they are masked wherever they pass, too. */
export function ownSecrets({ settings }: Pick<Invocation, 'settings'>): [SecretKind, string][] {
  const { accessToken, refreshToken, clientSecret } = settings.credentials
  const all: [SecretKind, string | null][] = [
    ['access_token', accessToken],
    ['refresh_token', refreshToken],
    ['client_secret', clientSecret],
  ]
  return all.flatMap(([kind, value]) => (value === null ? [] : [[kind, value]]))
}

/** A masker that knows them. */
export function maskerOfOwn(invocation: Pick<Invocation, 'clock' | 'settings'>): Masker {
  const masker = maskerFor(invocation)
  for (const [kind, value] of ownSecrets(invocation)) masker.register(kind, value)
  return masker
}
