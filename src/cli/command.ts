import type { Invocation } from '../app/invocation.js'
import type { Outcome } from '../app/outcome.js'
import type { Kind } from '../settings/kinds.js'
import type { HelpKey } from '../words/catalogue.js'

/** A flag of one command. */
export interface OptionDefinition<T = unknown> {
  /** As commander wants it: `--fault <name>`. */
  readonly flags: string
  readonly help: HelpKey
  readonly kind: Kind<T>
}

/** Options by the name under which a use case takes them: the flag, camel-cased (`--no-page`: `noPage`). */
export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>

/** The options of a use case as it receives them. An option that was not given is missing. */
type OptionsOf<O extends OptionDefinitions> = {
  readonly [K in keyof O]?: O[K] extends OptionDefinition<infer T> ? T : never
}

interface ArgumentDefinition {
  /** `<file>`, `[run]`, `[resource...]` */
  readonly name: string
  readonly help: HelpKey
}

/** A command as data: help, completion and the reference are made of it. */
export interface CommandDefinition<O extends OptionDefinitions = OptionDefinitions> {
  /** The help has a sentence under this name. */
  readonly name: HelpKey
  readonly args: readonly ArgumentDefinition[]
  readonly options: O
  /** false: it takes no common flags, and reads no settings. */
  readonly common?: false
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

/** A use case. */
interface CommandModule<O> {
  run(invocation: Invocation<O>): Promise<Outcome>
}
