import type { Kind } from '../settings/kinds.js'
import type { Settings } from '../settings/settings.js'
import type { Catalogue, Lang } from '../words/catalogue.js'
import type { HelpKey } from '../words/en/help.js'
import type { Io } from './io.js'

/** A flag of one command. */
export interface OptionDefinition<T = unknown> {
  /** As commander wants it: `--fault <name>`. */
  readonly flags: string
  readonly help: HelpKey
  readonly kind: Kind<T>
}

/** Options by the name under which a use case takes them: the flag, camel-cased (`--no-page`: `noPage`). */
export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>

/** What a use case gets of them: values that were read, nothing for what was not given. */
export type OptionsOf<O extends OptionDefinitions> = {
  readonly [K in keyof O]?: O[K] extends OptionDefinition<infer T> ? T : never
}

export interface ArgumentDefinition {
  /** `<file>`, `[run]`, `[resource...]` */
  readonly name: string
  readonly help: HelpKey
}

/** A command as data: help, completion and the reference are made of it. */
export interface CommandDefinition<O extends OptionDefinitions = OptionDefinitions> {
  readonly name: string
  readonly help: HelpKey
  readonly args: readonly ArgumentDefinition[]
  readonly options: O
  /** Whether it takes the common flags and reads the settings. */
  readonly common: boolean
  /** Whether words after `--` are a command to run. */
  readonly spawns?: boolean
  readonly examples: readonly string[]
  readonly load: () => Promise<CommandModule<OptionsOf<O>>>
}

/** A definition whose options fit what its use case takes: the compiler holds them together. */
export function command<const O extends OptionDefinitions>(
  definition: CommandDefinition<O>,
): CommandDefinition {
  return definition as unknown as CommandDefinition
}

export interface CommandModule<O> {
  run(invocation: Invocation<O>): Promise<ExitStatus>
}

/** 0 pass · 1 fail · 2 wrong usage or settings · 3 fault of the harness · 4 incomplete · 130 interrupted */
export type ExitStatus = 0 | 1 | 2 | 3 | 4 | 130

/** One call of a command. */
export interface Invocation<O = unknown> {
  readonly command: string
  readonly args: readonly string[]
  /** Words after `--`. */
  readonly spawn: readonly string[]
  readonly options: O
  readonly settings: Settings
  readonly catalogue: Catalogue
  readonly lang: Lang
  readonly io: Io
  /** As it was typed, to be repeated: `homologa check --profile bling`. Secrets have no flags. */
  readonly commandLine: string
}
