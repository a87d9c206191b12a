import { readTextFileIfAny } from '../node/text-file.js'
import { SettingsError } from '../words/errors.js'

/** The content of `.env`. */
export interface Dotenv {
  readonly texts: Readonly<Record<string, string>>
  /** `.env:3`, the line whose setting counts: the last of its name. */
  placeOf(name: string): string
}

/** As dotenv reads a setting: what this does not take, dotenv passes over without a word. */
const SETTING =
  /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/gm

/**
 * Reads the settings of `.env` in a folder; empty if there is no such file.
 *
 * @throws SettingsError if the file or a line of it cannot be read, because a setting ignored in silence changes what
 * the run does
 */
export async function readDotenv(cwd: string): Promise<Dotenv> {
  const text = (await readTextFileIfAny('.env', cwd, 'settings.dotenv.unreadable', /^\s*#/)) ?? ''
  const placeOf = (name: string) => `.env:${lineOf(text, name)}`
  if (text === '') return { texts: {}, placeOf }
  const lines = unreadableLines(text)
  if (lines.length > 0)
    throw new SettingsError('settings.dotenv.lines', { count: lines.length, lines: lines.join(', ') })
  const { parse } = await import('dotenv')
  return { texts: parse(text), placeOf }
}

function lineOf(text: string, name: string): number {
  const found = [...text.matchAll(SETTING)].findLast(([, one]) => one === name)
  const [, blank = ''] = /^(\s*)/.exec(found?.[0] ?? '') ?? []
  return text.slice(0, (found?.index ?? 0) + blank.length).split(/\r\n?|\n/).length
}

/** Numbers, from 1, of the lines that are neither a setting, nor a comment, nor blank; the text itself may be a secret. */
function unreadableLines(text: string): number[] {
  const plain = text.replace(/\r\n?/g, '\n')
  const left = plain.replace(SETTING, (setting: string, _name: string, value: string | undefined) => {
    const isOpen = /^\s*(['"`])(?!.*\1\s*$)/s.test(value ?? '')
    return isOpen ? setting : setting.replace(/[^\n]/g, '')
  })
  return left.split('\n').flatMap((line, i) => (/^[\s\uFEFF]*(#.*)?$/.test(line) ? [] : [i + 1]))
}
