import type { CommanderError } from 'commander'
import { plainText } from '../exchange/plain-text.js'
import { messageOf } from '../node/thrown.js'
import type { Words } from '../report/look.js'
import { didYouMean } from '../settings/did-you-mean.js'
import { commonSettings } from '../settings/setting.js'
import { fill } from '../words/catalogue.js'
import { isFixable, isMessageReference, SettingsError, say } from '../words/errors.js'
import type { CommandDefinition } from './commands.js'

/** Names of flags in other tools, and our flag for the same. */
const foreignFlags: Readonly<Record<string, string>> = { '--env-file': '--write-env' }

/** The text for wrong usage, as commander found it: one sentence and the next step. */
export function usageLines(
  error: CommanderError,
  argv: readonly string[],
  commands: readonly CommandDefinition[],
  { catalogue, lang }: Words,
): string {
  const { ui } = catalogue
  const definition = commands.find(({ name }) => name === argv[0]) ?? null
  // Commander quotes the word that it did not expect: `error: unknown option '--fualt=x'`.
  const [, quoted = ''] = /'([^']+)'/.exec(error.message) ?? []
  const word = firstWord(quoted)
  const sentence = (key: keyof typeof ui, near: string | null = null) =>
    fill(ui[key], { name: word, near }, lang)
  const suggest = (key: `cli.usage.unknown-${'command' | 'option'}`, known: readonly string[]) => {
    const near = foreignFlags[word] ?? didYouMean(word, known)
    return near ? sentence(`${key}-near`, near) : sentence(key)
  }
  const describe = () => {
    const meant = definition?.spawns === true ? insertDashes(argv, definition, word) : null
    if (meant !== null) return fill(ui['cli.usage.dashes'], { command: meant }, lang)
    switch (error.code) {
      case 'commander.unknownCommand': {
        const names = commands.map(({ name }) => name)
        return suggest('cli.usage.unknown-command', names)
      }
      case 'commander.unknownOption': {
        const known = listFlags(definition, commands)
        // A known flag is an error only if it comes before the command.
        if (known.includes(word)) return sentence('cli.usage.early-option')
        return suggest('cli.usage.unknown-option', known)
      }
      case 'commander.optionMissingArgument':
        return sentence('cli.usage.missing-value')
      case 'commander.missingArgument':
        return sentence('cli.usage.missing-argument')
      case 'commander.excessArguments':
        return ui['cli.usage.excess-arguments']
      default:
        return fill(ui['cli.usage.invalid'], { message: error.message.replace(/^error: /, '') }, lang)
    }
  }
  const command = definition ? `homologa ${definition.name}` : 'homologa'
  return plainText(`${describe()}\n${fill(ui['cli.usage.next'], { command }, lang)}\n`)
}

/**
 * The command line with the missing `--` before the user's command: `homologa examine node app.js` →
 * `homologa examine -- node app.js`. Returns null if no such command was typed, or if `word`, which commander did not expect, is a
 * flag before it, because the command may be the value of that flag.
 */
function insertDashes(argv: readonly string[], definition: CommandDefinition, word: string): string | null {
  if (argv.includes('--')) return null
  const options = [...Object.values(definition.options), ...commonSettings]
  const flagsWithValue = options
    .filter(({ flags }) => flags.includes(' <'))
    .map(({ flags }) => firstWord(flags))
  const start = argv.findIndex(
    (arg, i) => i > 0 && !arg.startsWith('-') && !flagsWithValue.includes(argv[i - 1] ?? ''),
  )
  const isUnknownFlagBefore = word.startsWith('-') && argv.slice(0, start).includes(word)
  if (start < 0 || isUnknownFlagBefore) return null
  return ['homologa', ...argv.slice(0, start), '--', ...argv.slice(start)].join(' ')
}

/** All flags of a command; of all commands if it is null. */
function listFlags(definition: CommandDefinition | null, commands: readonly CommandDefinition[]): string[] {
  const own = (definition ? [definition] : commands).flatMap(({ options }) => Object.values(options))
  const common = definition?.common === false ? [] : commonSettings
  return [...own, ...common].map(({ flags }) => firstWord(flags)).concat('--help', '--version')
}

/** `--port` of `--port <n>` or `--port=80` */
function firstWord(flags: string): string {
  return flags.split(/[ ,=]/)[0] ?? flags
}

/** System calls that write files. An error of reading has a sentence of its own where the file is read. */
const WRITING_CALLS = /^(open|write|mkdir|rename|ftruncate|fsync|close|unlink|rm)$/

/** Turns the error of a file that cannot be written, such as a full disk, into an error that the user can fix. */
export function asUserError(error: unknown): unknown {
  const { code = '', syscall = '', path = '–' } = (error ?? {}) as NodeJS.ErrnoException
  const isDiskError = error instanceof Error && WRITING_CALLS.test(syscall)
  return isDiskError ? new SettingsError('cli.disk', { path, why: code }) : error
}

/** The text of an error. An internal error says that it is one. Control characters from a quoted file are removed. */
export function errorLines(error: unknown, { catalogue, lang }: Words, showsStack: boolean): string {
  if (isFixable(error)) return plainText(`${say(error, catalogue, lang)}\n`)
  const message = isMessageReference(error) ? say(error, catalogue, lang) : messageOf(error)
  const stack = showsStack && error instanceof Error ? `${error.stack}\n` : ''
  const { ui } = catalogue
  return plainText(`${fill(ui['cli.harness'], { message }, lang)}\n${ui['cli.harness.next']}\n${stack}`)
}
