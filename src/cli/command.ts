import type { Settings } from '../settings/settings.js'
import type { Catalogue, Lang } from '../words/catalogue.js'
import type { HelpKey } from '../words/en/help.js'
import type { Io } from './io.js'

/** A flag of one command. */
export interface OptionDefinition {
  /** As commander wants it: `--fault <name>`. */
  readonly flags: string
  readonly help: HelpKey
  /** May be given several times; the value is then a list. */
  readonly repeatable?: boolean
  readonly choices?: readonly string[]
}

export interface ArgumentDefinition {
  /** `<file>`, `[run]`, `[resource...]` */
  readonly name: string
  readonly help: HelpKey
}

/** A command as data: help, completion and the reference are made of it. */
export interface CommandDefinition {
  readonly name: string
  readonly help: HelpKey
  readonly args: readonly ArgumentDefinition[]
  readonly options: readonly OptionDefinition[]
  /** Whether it takes the common flags and reads the settings. */
  readonly common: boolean
  /** Whether words after `--` are a command to run. */
  readonly spawns?: boolean
  readonly examples: readonly string[]
  readonly load: () => Promise<CommandModule>
}

export interface CommandModule {
  run(invocation: Invocation): Promise<ExitStatus>
}

/** 0 pass · 1 fail · 2 wrong usage or settings · 3 fault of the harness · 4 incomplete · 130 interrupted */
export type ExitStatus = 0 | 1 | 2 | 3 | 4 | 130

/** One call of a command. */
export interface Invocation {
  readonly command: string
  readonly args: readonly string[]
  /** Words after `--`. */
  readonly spawn: readonly string[]
  /** The command's own flags, camel-cased. */
  readonly options: Readonly<Record<string, unknown>>
  readonly settings: Settings
  readonly catalogue: Catalogue
  readonly lang: Lang
  readonly io: Io
  /** As it was typed, to be repeated: `homologa check --profile bling`. Secrets have no flags. */
  readonly commandLine: string
}
