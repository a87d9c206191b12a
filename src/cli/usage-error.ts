import type { CommanderError } from 'commander'
import { plainText } from '../exchange/plain-text.js'
import { didYouMean } from '../settings/did-you-mean.js'
import { commonSettings } from '../settings/setting.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import type { CommandDefinition } from './command.js'

/** The words of a language. */
export interface Tongue {
  readonly catalogue: Catalogue
  readonly lang: Lang
}

/** Wrong usage in one sentence and the next step, in the user's language. */
export function usageLines(
  error: CommanderError,
  words: readonly string[],
  commands: readonly CommandDefinition[],
  { catalogue, lang }: Tongue,
): string {
  const { ui } = catalogue
  const definition = commands.find(({ name }) => name === words[0]) ?? null
  const [name = ''] = (/'([^']+)'/.exec(error.message)?.[1] ?? '').split('=')
  const say = (key: keyof typeof ui, near: string | null = null) =>
    fill(ui[key], { name: bare(name), near }, lang)
  const meant = definition?.spawns === true ? withDashes(words, definition, name) : null
  const sentence = (() => {
    if (meant !== null) return fill(ui['cli.usage.dashes'], { command: meant }, lang)
    switch (error.code) {
      case 'commander.unknownCommand':
        return suggest(
          'cli.usage.unknown-command',
          name,
          commands.map((one) => one.name),
          say,
        )
      case 'commander.unknownOption': {
        const known = flagsOf(definition, commands)
        // a command would have taken it
        if (known.includes(name)) return say('cli.usage.early-option')
        return suggest('cli.usage.unknown-option', name, known, say)
      }
      case 'commander.optionMissingArgument':
        return say('cli.usage.missing-value')
      case 'commander.missingArgument':
        return say('cli.usage.missing-argument')
      case 'commander.excessArguments':
        return ui['cli.usage.excess-arguments']
      default:
        return fill(ui['cli.usage.invalid'], { message: error.message.replace(/^error: /, '') }, lang)
    }
  })()
  const next = fill(
    ui['cli.usage.next'],
    { command: definition ? `homologa ${definition.name}` : 'homologa' },
    lang,
  )
  return plainText(`${sentence}\n${next}\n`)
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

function suggest(
  key: 'cli.usage.unknown-command' | 'cli.usage.unknown-option',
  name: string,
  known: readonly string[],
  say: (key: keyof Catalogue['ui'], near: string | null) => string,
): string {
  const near = renamed[name] ?? didYouMean(name, known)
  return near ? say(`${key}-near`, near) : say(key, null)
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
