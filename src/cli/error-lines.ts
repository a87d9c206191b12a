import type { CommanderError } from 'commander'
import { plainText } from '../exchange/plain-text.js'
import { messageOf } from '../node/thrown.js'
import type { Words } from '../report/look.js'
import { didYouMean, unknownError } from '../settings/did-you-mean.js'
import { flagOf } from '../settings/setting.js'
import { fill } from '../words/catalogue.js'
import { isFixable, isMessageReference, type MessageReference, SettingsError, say } from '../words/errors.js'
import { allOptionsOf, type CommandDefinition } from './commands.js'

/** Names of flags in other tools, and our flag for the same. */
const foreignFlags: Readonly<Record<string, string>> = { '--env-file': '--write-env' }

/** The text for wrong usage, as commander found it: one sentence and the next step. */
export function usageLines(
  error: CommanderError,
  argv: readonly string[],
  commands: readonly CommandDefinition[],
  { catalogue, lang }: Words,
): string {
  const definition = commands.find(({ name }) => name === argv[0]) ?? null
  const command = definition ? `homologa ${definition.name}` : 'homologa'
  const sentence = say(usageMessage(error, argv, definition, commands), catalogue, lang)
  return plainText(`${sentence}\n${fill(catalogue.ui['cli.usage.next'], { command }, lang)}\n`)
}

function usageMessage(
  { code, message }: CommanderError,
  argv: readonly string[],
  definition: CommandDefinition | null,
  commands: readonly CommandDefinition[],
): MessageReference {
  // Commander quotes the word that it did not expect: `error: unknown option '--fualt=x'`.
  const [, name = ''] = /'([^' ,=]+)[^']*'/.exec(message) ?? []
  const command = definition?.spawns ? insertDashes(argv, definition, name) : null
  if (command !== null) return { key: 'cli.usage.dashes', values: { command } }
  switch (code) {
    case 'commander.unknownCommand': {
      const names = commands.map((known) => known.name)
      return unknownError('cli.usage.unknown-command', didYouMean(name, names), { name })
    }
    case 'commander.unknownOption': {
      const known = listFlags(definition, commands)
      // A known flag is an error only if it comes before the command.
      if (known.includes(name)) return { key: 'cli.usage.early-option', values: { name } }
      return unknownError('cli.usage.unknown-option', foreignFlags[name] ?? didYouMean(name, known), { name })
    }
    case 'commander.optionMissingArgument':
      return { key: 'cli.usage.missing-value', values: { name } }
    case 'commander.missingArgument':
      return { key: 'cli.usage.missing-argument', values: { name } }
    case 'commander.excessArguments':
      return { key: 'cli.usage.excess-arguments', values: {} }
    default:
      return { key: 'cli.usage.invalid', values: { message: message.replace(/^error: /, '') } }
  }
}

/**
 * The command line with the missing `--` before the user's program: `homologa examine node app.js` → `homologa examine -- node app.js`.
 * Returns null if no program was typed, or if `unexpected`, the word that commander refused, is a flag before it: the supposed
 * program may be the value of that flag.
 */
function insertDashes(
  argv: readonly string[],
  definition: CommandDefinition,
  unexpected: string,
): string | null {
  if (argv.includes('--')) return null
  const flagsWithValue = allOptionsOf(definition)
    .filter(({ kind }) => kind.takes !== 'nothing')
    .map(({ flags }) => flagOf(flags))
  const isFlagOrValue = (word: string, i: number) =>
    word.startsWith('-') || flagsWithValue.includes(argv[i - 1] ?? '')
  const programAt = argv.findIndex((word, i) => i > 0 && !isFlagOrValue(word, i))
  if (programAt < 0) return null
  const ownWords = argv.slice(0, programAt)
  if (unexpected.startsWith('-') && ownWords.includes(unexpected)) return null
  return ['homologa', ...ownWords, '--', ...argv.slice(programAt)].join(' ')
}

/** All flags of a command; of all commands if it is null. */
function listFlags(definition: CommandDefinition | null, commands: readonly CommandDefinition[]): string[] {
  const options = (definition ? [definition] : commands).flatMap(allOptionsOf)
  return [...options.map(({ flags }) => flagOf(flags)), '--help', '--version']
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
