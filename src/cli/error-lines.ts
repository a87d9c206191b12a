import type { CommanderError } from 'commander'
import { plainText } from '../exchange/plain-text.js'
import { messageOf } from '../node/thrown.js'
import { didYouMean } from '../settings/did-you-mean.js'
import { commonSettings } from '../settings/setting.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { isMendable, isUnsaid, SettingsError, say } from '../words/errors.js'
import type { CommandDefinition } from './commands.js'

/** The language of an error. */
export interface Language {
  readonly catalogue: Catalogue
  readonly lang: Lang
}

/** Wrong usage in one sentence and the next step, in the user's language. */
export function usageLines(
  error: CommanderError,
  words: readonly string[],
  commands: readonly CommandDefinition[],
  { catalogue, lang }: Language,
): string {
  const { ui } = catalogue
  const definition = commands.find(({ name }) => name === words[0]) ?? null
  const [name = ''] = (/'([^']+)'/.exec(error.message)?.[1] ?? '').split('=')
  const sentence = (key: keyof typeof ui, near: string | null = null) =>
    fill(ui[key], { name: bare(name), near }, lang)
  const suggested = (
    key: 'cli.usage.unknown-command' | 'cli.usage.unknown-option',
    all: readonly string[],
  ) => {
    const near = renamed[name] ?? didYouMean(name, all)
    return near ? sentence(`${key}-near`, near) : sentence(key)
  }
  const known = flagsOf(definition, commands)
  const meant = definition?.spawns === true ? withDashes(words, definition, name) : null
  const flaw = () => {
    if (meant !== null) return fill(ui['cli.usage.dashes'], { command: meant }, lang)
    switch (error.code) {
      case 'commander.unknownCommand':
        return suggested(
          'cli.usage.unknown-command',
          commands.map((one) => one.name),
        )
      case 'commander.unknownOption':
        // A command would have taken it.
        if (known.includes(name)) return sentence('cli.usage.early-option')
        return suggested('cli.usage.unknown-option', known)
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
  return plainText(`${flaw()}\n${fill(ui['cli.usage.next'], { command }, lang)}\n`)
}

/**
 * The line with `--` before the user's command; null if no such command was typed. A word after an option that is not
 * known (`unknown`) may be its value.
 */
function withDashes(words: readonly string[], definition: CommandDefinition, unknown: string): string | null {
  if (words.includes('--')) return null
  const options = [...Object.values(definition.options), ...commonSettings]
  const takesValue = options.filter(({ flags }) => flags.includes(' <')).map(({ flags }) => bare(flags))
  const at = words.findIndex((word, i) => {
    const before = words[i - 1] ?? ''
    return i > 0 && !word.startsWith('-') && !takesValue.includes(before)
  })
  const isBefore = unknown.startsWith('-') && words.slice(0, at).includes(unknown)
  if (at < 0 || isBefore) return null
  return ['homologa', ...words.slice(0, at), '--', ...words.slice(at)].join(' ')
}

/** Names that other tools use for the same flag. */
const renamed: Readonly<Record<string, string>> = { '--env-file': '--write-env' }

function flagsOf(definition: CommandDefinition | null, commands: readonly CommandDefinition[]): string[] {
  const own = (definition ? [definition] : commands).flatMap(({ options }) => Object.values(options))
  const common = definition?.common === false ? [] : commonSettings
  return [...own, ...common].map(({ flags }) => bare(flags)).concat('--help', '--version')
}

function bare(flags: string): string {
  return flags.split(/[ ,]/)[0] ?? flags
}

const DISK_CODES =
  /^(ENOSPC|EDQUOT|EROFS|EFBIG|EACCES|EPERM|ENOENT|ENOTDIR|EISDIR|EEXIST|ELOOP|ENAMETOOLONG|EMFILE|EIO)$/
const WRITING = /^(open|write|mkdir|rename|ftruncate|fsync|close|unlink|rm)$/

/** A file that cannot be written: a full disk, a folder that belongs to somebody else. */
function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  const { code = '', syscall = '' } = (error ?? {}) as NodeJS.ErrnoException
  return error instanceof Error && DISK_CODES.test(code) && WRITING.test(syscall)
}

/** An error of the disk is the user's to fix, and names its file. */
export function asUserError(error: unknown): unknown {
  if (!isDiskError(error)) return error
  return new SettingsError('cli.disk', { path: error.path ?? '–', why: error.code ?? '' })
}

/** An error in the user's language; what is ours says so. What it quotes of a file commands no terminal. */
export function faultLines(error: unknown, { catalogue, lang }: Language, debug: boolean): string {
  if (isMendable(error)) return plainText(`${say(error, catalogue, lang)}\n`)
  const message = isUnsaid(error) ? say(error, catalogue, lang) : messageOf(error)
  const stack = debug && error instanceof Error ? `${error.stack}\n` : ''
  const { ui } = catalogue
  return plainText(`${fill(ui['cli.harness'], { message }, lang)}\n${ui['cli.harness.next']}\n${stack}`)
}
