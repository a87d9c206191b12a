import { Command, CommanderError, Option } from 'commander'
import type { OptionDefinition } from '../app/options.js'
import { commonSettings } from '../settings/setting.js'
import { version } from '../settings/version.js'
import type { HelpKey } from '../words/catalogue.js'
import type { CommandDefinition } from './commands.js'
import type { Io } from './io.js'
import { foldFor } from './screen.js'

/** A parsed command line: `homologa review --port 80 -- node app.js`. */
export interface CommandLine {
  readonly definition: CommandDefinition
  /** The arguments, without the flags. */
  readonly args: readonly string[]
  /** The user's command after `--`: `['node', 'app.js']`. */
  readonly userCommand: readonly string[]
  /** The command's own and the common flags that were given, by key: `{ port: '80', noPage: true }`. */
  readonly flags: Readonly<Record<string, unknown>>
}

type HelpWords = Readonly<Record<HelpKey, string>>

type Output = Pick<Io, 'out' | 'err' | 'outIsTty' | 'width'>

/** Parses a command line. @throws CommanderError for help and version (exit status 0) and for wrong usage */
export function parseCommandLine(
  argv: readonly string[],
  commands: readonly CommandDefinition[],
  help: HelpWords,
  output: Output,
): CommandLine {
  const ownArgv = argvBeforeDashes(argv)
  const userCommand = argv.slice(ownArgv.length + 1)
  const helpAt = ownArgv.findIndex((word) => word === '--help' || word === '-h')
  const showsCommonFlags = helpAt >= 0 && ownArgv[helpAt + 1] === 'all'
  const program = configure(new Command('homologa'), help, output)
    .description(help.tool)
    .version(version, '-V, --version', help.version)
    .addHelpText('after', `\n${foldFor(output, help['tool.after'])}`)
  // Commander calls the action of the command that it finds.
  let commandLine = null as CommandLine | null
  for (const definition of commands) {
    const command = createCommand(definition, help, output, showsCommonFlags)
    command.action((...parsed: unknown[]) => {
      // `parsed` has the arguments, and then the flags and commander's own objects.
      const args = parsed
        .slice(0, Object.keys(definition.args).length)
        .flat()
        .filter((arg): arg is string => typeof arg === 'string')
      commandLine = { definition, args, userCommand, flags: command.opts() }
    })
    program.addCommand(command)
  }
  refuseUnknownCommand(ownArgv, commands)
  program.parse([...ownArgv], { from: 'user' })
  return commandLine ?? program.help()
}

/** The part before `--`. The user's command follows it. */
export function argvBeforeDashes(argv: readonly string[]): readonly string[] {
  const dashesAt = argv.indexOf('--')
  return dashesAt < 0 ? argv : argv.slice(0, dashesAt)
}

/** With `--help`, commander itself would ignore an unknown command. */
function refuseUnknownCommand([name]: readonly string[], commands: readonly CommandDefinition[]): void {
  if (name === undefined || name.startsWith('-')) return
  if (commands.some((command) => command.name === name)) return
  throw new CommanderError(1, 'commander.unknownCommand', `unknown command '${name}'`)
}

/** For each heading of commander's help, the key of our heading. */
const titles: Readonly<Record<string, HelpKey>> = {
  'Usage:': 'title.usage',
  'Arguments:': 'title.arguments',
  'Options:': 'title.options',
  'Commands:': 'title.commands',
}

function configure(command: Command, help: HelpWords, { out, err }: Output): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err, outputError: () => {} })
    .configureHelp({ styleTitle: (title) => (titles[title] ? help[titles[title]] : title) })
    .helpOption('-h, --help', help.help)
    .helpCommand(false)
    .showSuggestionAfterError(false)
}

/** @param showsCommonFlags true for `--help all` */
function createCommand(
  definition: CommandDefinition,
  help: HelpWords,
  output: Output,
  showsCommonFlags: boolean,
): Command {
  const command = configure(new Command(definition.name), help, output).description(help[definition.name])
  const args = Object.entries(definition.args)
  for (const [name, key] of args) command.argument(name, help[key])
  for (const option of Object.values(definition.options)) command.addOption(createOption(option, help))
  if (definition.spawns) command.usage([...args.map(([name]) => name), '[options] [-- command...]'].join(' '))
  if (definition.common !== false) {
    for (const setting of commonSettings)
      command.addOption(createOption(setting, help).hideHelp(!showsCommonFlags))
    const line = `${help['help.shared']} homologa ${definition.name} --help all`
    if (!showsCommonFlags) command.addHelpText('after', `\n${foldFor(output, line)}`)
  }
  const examples = definition.examples.map((line) => `\n  ${line}`)
  return command.addHelpText('after', `\n${help.examples}${examples.join('')}`)
}

function createOption({ flags, help: key, kind }: OptionDefinition, help: HelpWords): Option {
  const option = new Option(flags, help[key])
  // Otherwise commander parses `--no-page` as `{ page: false }`, and a command line without it as `{ page: true }`.
  option.negate = false
  if (kind.isList) option.argParser((value: string, list: string[] | undefined) => [...(list ?? []), value])
  return option
}
