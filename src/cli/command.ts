import type { Invocation } from '../app/invocation.js'
import type { OptionDefinitions, OptionsOf } from '../app/options.js'
import type { Outcome } from '../app/outcome.js'
import type { HelpKey } from '../words/catalogue.js'

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
  readonly load: () => Promise<{ run(invocation: Invocation<OptionsOf<O>>): Promise<Outcome> }>
}

/**
 * A definition whose options fit what its use case takes: the compiler holds them together. Without `args` and
 * `options` there are none.
 */
export function command<const O extends OptionDefinitions = Record<never, never>>(
  definition: Omit<CommandDefinition<O>, 'args' | 'options'> & Partial<CommandDefinition<O>>,
): CommandDefinition {
  return { args: [], options: {}, ...definition } as unknown as CommandDefinition
}
