import type { Credentials } from '../client/token-source.js'
import { createTokenStore } from '../client/token-store.js'
import { createMasker, type Masker, type SecretKind } from '../exchange/masking.js'
import type { Clock } from '../node/clock.js'
import type { Words } from '../report/look.js'
import type { Settings } from '../settings/settings.js'
import { type ErrorValues, SettingsError, say, type UiKey } from '../words/errors.js'
import { type Display, silentDisplay } from './display.js'
import type { Options, options } from './options.js'
import type { Outcome } from './outcome.js'

/** Everything that a use case receives: parsed options, settings, and functions that reach the user. It knows no terminal. */
export interface Invocation<O = unknown> extends Words {
  /** Name of the command, used in the run's id and shown to other processes that wait for the account. */
  readonly command: string
  readonly args: readonly string[]
  /** The command line after `--`: the user's program and its arguments. */
  readonly userCommand: readonly string[]
  readonly options: O
  readonly settings: Settings
  /** The arguments before `--` as they were typed, so that reports can repeat the command; null if nothing was typed. */
  readonly typedWords: readonly string[] | null
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal
  /** Prints a message of the catalogue, on standard error. */
  readonly printMessage: (key: UiKey, values?: ErrorValues) => void
  /** Prints a message that is a sentence already, on standard error. */
  readonly printLine: (line: string) => void
  /** Prints a part of the result before the use case ends, on standard output. */
  readonly printResult: (text: string) => void
  /** Prints the result of another use case on standard error. `isFull`: with the details of `--verbose`. */
  readonly printOutcome: (outcome: Outcome, isFull?: boolean) => void
  /** Prints a line of the user's program; a terminal shows it marked as such. */
  readonly echo: (line: string) => void
  readonly display: Display
  /** Opens an address in the user's browser, if there is one. */
  readonly browse: (address: string) => void
  /** The person at the terminal; null if nobody can be asked. */
  readonly person: Person | null
}

/** The invocation of a command: its options are those of `options.ts`. */
export type InvocationOf<C extends keyof typeof options> = Invocation<Options<C>>

export interface Person {
  /** Resolves with the trimmed answer; with null if the person leaves (Ctrl+C, Ctrl+D). */
  ask(question: string): Promise<string | null>
  /** Calls `press` with each key, until the returned function is called. Ctrl+C still interrupts. */
  keys(press: (key: string) => void): () => void
  /** The lines that the person types. */
  listen(): { readonly lines: AsyncIterable<string>; close(): void }
}

/** The parts of an invocation that has no terminal: every sentence goes to `note`, and nobody can be asked. */
export function withoutTerminal(note: (line: string) => void, { catalogue, lang }: Words) {
  return {
    typedWords: null,
    userCommand: [],
    printMessage: (key: UiKey, values: ErrorValues = {}) => note(say({ key, values }, catalogue, lang)),
    printLine: note,
    printResult: note,
    echo: note,
    printOutcome() {},
    browse() {},
    display: silentDisplay,
    person: null,
  }
}

/**
 * Locks that this process took. A second signal ends the process before a run closes its account, so they are released at its
 * exit; for a lock that its run has released this does nothing. One listener serves them all, because `cleanup` takes a lock for each ledger.
 */
const locks = new Set<{ release(): void }>()

function releaseLocks(): void {
  for (const lock of locks) lock.release()
}

/** Options of the lock that lets one run at a time use a live account. */
export function accountLock({ printMessage, command }: Pick<Invocation, 'printMessage' | 'command'>) {
  return {
    command: `homologa ${command}`,
    onWaiting: ({ command: other, pid, since }: { command: string; pid: number; since: string }) =>
      printMessage('client.account-waiting', { command: other, pid, since }),
    onLocked: (lock: { release(): void }) => {
      if (locks.size === 0) process.once('exit', releaseLocks)
      locks.add(lock)
    },
  }
}

/** How a command connects to its account. A live account needs a store for rotated tokens and a lock; the embedded service does not. */
export function connectionOptions(
  invocation: Pick<Invocation, 'printMessage' | 'command' | 'settings'>,
  { embedded }: { readonly embedded: boolean },
) {
  const { stateDir, tokenRetry, timeoutMs, network } = invocation.settings
  return {
    store: embedded ? null : createTokenStore(stateDir, { retriesSpent: tokenRetry }),
    lock: embedded ? null : accountLock(invocation),
    timeoutMs,
    network,
  }
}

/** Whether the credentials contain a token or a way to get one. */
export function canGetToken({ accessToken, refreshToken, tokenCommand }: Credentials): boolean {
  return accessToken !== null || refreshToken !== null || tokenCommand !== null
}

/** @throws SettingsError if a live service has to be called without any token */
export function refuseWithoutToken(credentials: Credentials): void {
  if (!canGetToken(credentials)) throw new SettingsError('settings.no-token')
}

/** A masker that keeps as much of a body as `--max-body` allows. */
export function createMaskerFor({ settings: { maxBodyBytes } }: Pick<Invocation, 'settings'>): Masker {
  return createMasker({ maxBodyBytes })
}

/** The secrets of our own settings. */
export function ownSecrets({ settings }: Pick<Invocation, 'settings'>): [SecretKind, string][] {
  const { accessToken, refreshToken, clientSecret } = settings.credentials
  const all: [SecretKind, string | null][] = [
    ['access_token', accessToken],
    ['refresh_token', refreshToken],
    ['client_secret', clientSecret],
  ]
  return all.flatMap(([kind, value]) => (value === null ? [] : [[kind, value]]))
}

/** A masker that also masks the secrets of our own settings, wherever they occur. */
export function createOwnMasker(invocation: Pick<Invocation, 'settings'>): Masker {
  const masker = createMaskerFor(invocation)
  for (const [kind, value] of ownSecrets(invocation)) masker.register(kind, value)
  return masker
}
