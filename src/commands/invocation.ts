import type { Clock } from '../clock.js'
import type { Settings } from '../settings/settings.js'
import type { Catalogue, Lang } from '../words/catalogue.js'
import type { ErrorValues, UiKey } from '../words/errors.js'
import type { Outcome } from './outcome.js'
import type { Stage } from './stage.js'

/**
 * What a use case works with: options that were read, settings, the world, and somebody who listens. It knows no terminal and
 * no exit status: what it has to show it returns.
 */
export interface Invocation<O = unknown> {
  /** Name of the command, for the run's id and for whoever waits for the account. */
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
  /** Shows beside it what another use case came to. */
  readonly aside: (outcome: Outcome) => void
  /** What a program of the user's prints. */
  readonly pass: (text: string) => void
  /** What may be watched while it happens. */
  readonly stage: Stage
  /** Shows an address in the user's browser, where there is one. */
  readonly browse: (address: string) => void
  /** A person who can be asked, or null. */
  readonly desk: Desk | null
}

export interface Desk {
  /** The answer without blanks around it; empty where nothing was typed, null where somebody leaves instead (Ctrl+C, Ctrl+D). */
  ask(question: string): Promise<string | null>
  /** What is typed unasked, line by line, until it is closed. */
  listen(): { readonly lines: AsyncIterable<string>; close(): void }
}
