import { readTextFileIfAny } from '../node/text-file.js'
import { SettingsError } from '../words/errors.js'

/** The content of `.env`. */
export interface Dotenv {
  /** The values by name: `{ HOMOLOGA_LANG: 'en' }`. */
  readonly texts: Readonly<Record<string, string>>
  /** File and line of a variable, such as `.env:3`. If it is set several times, the last line counts. */
  placeOf(name: string): string
}

/**
 * The regular expression of the package `dotenv`. It matches `NAME=value`, `export NAME="two words"` and
 * `NAME: value # comment`. Its groups are the name, and the value with its quotation marks.
 */
const SETTING =
  /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/gm

/**
 * Reads `.env` of a folder; empty if there is no such file.
 *
 * @throws SettingsError if the file cannot be read, or if a line is not a setting. The package `dotenv` would ignore
 * such a line without a message, and the run would do something else than the user wanted.
 */
export async function readDotenv(cwd: string): Promise<Dotenv> {
  const text = (await readTextFileIfAny('.env', cwd, 'settings.dotenv.unreadable', COMMENT_LINE)) ?? ''
  const placeOf = (name: string) => `.env:${findLine(text, name)}`
  if (text === '') return { texts: {}, placeOf }
  const lines = findUnreadableLines(text)
  if (lines.length > 0)
    throw new SettingsError('settings.dotenv.lines', { count: lines.length, lines: lines.join(', ') })
  const { parse } = await import('dotenv')
  return { texts: parse(text), placeOf }
}

const COMMENT_LINE = /^\s*#/

/** The number of the last line that sets a variable, from 1; 1 if none does. */
function findLine(text: string, name: string): number {
  const match = [...text.matchAll(SETTING)].findLast(([, settingName]) => settingName === name)
  if (match === undefined) return 1
  // A match may begin with blank lines above the setting.
  const blankLength = match[0].length - match[0].trimStart().length
  return text.slice(0, match.index + blankLength).split(/\r\n?|\n/).length
}

/** The numbers, from 1, of lines that are no setting, comment or blank. The lines are not shown, because they may contain a secret. */
function findUnreadableLines(text: string): number[] {
  const withPlainLineEnds = text.replace(/\r\n?/g, '\n')
  // Every setting is replaced by its line ends, so that the other lines keep their numbers.
  const others = withPlainLineEnds.replace(SETTING, (setting: string, _name: string, value = '') => {
    // A value whose quotation mark is not closed still matches, as a bare value.
    const isQuoteUnclosed = /^\s*(['"`])(?!.*\1\s*$)/s.test(value)
    return isQuoteUnclosed ? setting : setting.replace(/[^\n]/g, '')
  })
  return others.split('\n').flatMap((line, i) => (/^[\s\uFEFF]*(#.*)?$/.test(line) ? [] : [i + 1]))
}
