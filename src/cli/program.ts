import { Command, CommanderError, Option } from 'commander'
import type { OptionDefinition } from '../app/options.js'
import { commonSettings } from '../settings/setting.js'
import { version } from '../settings/version.js'
import type { HelpKey } from '../words/catalogue.js'
import type { CommandDefinition } from './commands.js'
import type { Io } from './io.js'
import { fold } from './screen.js'

/** A parsed command line. */
export interface Call {
  readonly definition: CommandDefinition
  readonly args: readonly string[]
  readonly spawn: readonly string[]
  /** As commander parsed them, the common ones among them. */
  readonly flags: Readonly<Record<string, unknown>>
}

export type HelpWords = Readonly<Record<HelpKey, string>>

/**
 * Reads the words of the command line.
 *
 * @throws CommanderError for help and version (exit status 0) and for wrong usage
 */
export function parseWords(
  words: readonly string[],
  commands: readonly CommandDefinition[],
  help: HelpWords,
  { out, err, outIsTty, width }: Pick<Io, 'out' | 'err' | 'outIsTty' | 'width'>,
): Call {
  let call: Call | null = null
  const own = ownWords(words)
  const spawn = words.slice(own.length + 1)
  const asked = own.findIndex((word) => word === '--help' || word === '-h')
  const isWhole = own[asked + 1] === 'all'
  const program = configure(new Command('homologa'), help, out, err)
    .description(help.tool)
    .version(version, '-V, --version', help.version)
    .addHelpText('after', `\n${outIsTty ? fold(help['tool.after'], width) : help['tool.after']}`)
  for (const definition of commands) {
    const command = subcommand(definition, help, { out, err, width: outIsTty ? width : null, isWhole })
    command.action((...parsed: unknown[]) => {
      const args = parsed
        .slice(0, Object.keys(definition.args).length)
        .flat()
        .filter((arg): arg is string => typeof arg === 'string')
      call = { definition, args, spawn, flags: command.opts() }
    })
    program.addCommand(command)
  }
  refuseUnknown(own, commands)
  program.parse([...own], { from: 'user' })
  if (call === null) program.help()
  return call as unknown as Call
}

export { CommanderError }

/** The arguments before `--`; the rest is the user's command. */
export function ownWords(words: readonly string[]): readonly string[] {
  const split = words.indexOf('--')
  return split < 0 ? words : words.slice(0, split)
}

/** Commander would ignore an unknown command if `--help` is given. */
function refuseUnknown([name]: readonly string[], commands: readonly CommandDefinition[]): void {
  if (name === undefined || name.startsWith('-') || commands.some((one) => one.name === name)) return
  throw new CommanderError(1, 'commander.unknownCommand', `unknown command '${name}'`)
}

type Write = (text: string) => void

/** Headings of the help's sections. */
const titles: Readonly<Record<string, HelpKey>> = {
  'Usage:': 'title.usage',
  'Arguments:': 'title.arguments',
  'Options:': 'title.options',
  'Commands:': 'title.commands',
}

function configure(command: Command, help: HelpWords, out: Write, err: Write): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err, outputError: () => {} })
    .configureHelp({ styleTitle: (title) => (titles[title] ? help[titles[title]] : title) })
    .helpOption('-h, --help', help.help)
    .helpCommand(false)
    .showSuggestionAfterError(false)
}

interface Printing {
  readonly out: Write
  readonly err: Write
  /** null: no terminal, so lines stay whole. */
  readonly width: number | null
  /** Whether `--help all` was asked for, which explains the shared options too. */
  readonly isWhole: boolean
}

function subcommand(
  definition: CommandDefinition,
  help: HelpWords,
  { out, err, width, isWhole }: Printing,
): Command {
  const command = configure(new Command(definition.name), help, out, err).description(help[definition.name])
  const args = Object.entries(definition.args)
  for (const [name, key] of args) command.argument(name, help[key])
  for (const option of Object.values(definition.options)) command.addOption(optionOf(option, help))
  if (definition.spawns) command.usage([...args.map(([name]) => name), '[options] [-- command...]'].join(' '))
  if (definition.common !== false) {
    for (const setting of commonSettings)
      command.addOption(new Option(setting.flags, help[setting.help]).hideHelp(!isWhole))
    const line = `${help['help.shared']} homologa ${definition.name} --help all`
    if (!isWhole) command.addHelpText('after', `\n${width === null ? line : fold(line, width)}`)
  }
  const examples = definition.examples.map((line) => `\n  ${line}`)
  return examples.length === 0
    ? command
    : command.addHelpText('after', `\n${help.examples}${examples.join('')}`)
}

function optionOf({ flags, help: key, kind }: OptionDefinition, help: HelpWords): Option {
  const option = new Option(flags, help[key])
  if (kind.isList) option.argParser((value: string, list: string[] | undefined) => [...(list ?? []), value])
  return option
}
