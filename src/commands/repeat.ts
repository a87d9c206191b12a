import { commonSettings } from '../settings/setting.js'
import type { Invocation } from './invocation.js'

/** Settings that decide what happens; the others say how it is shown, or where. */
const telling: ReadonlySet<string> = new Set([
  'baseUrl',
  'tokenUrl',
  'profile',
  'spacingMs',
  'toleranceMs',
  'timeoutMs',
  'strictShapes',
])

/**
 * The line that does the same again, wherever it is typed: as it was asked for, with the settings that came from the
 * environment or `.env`, and with what was drawn by chance (`drawn`: `--seed`, `a1b2c3`). null where nothing was typed.
 */
export function repeatLine(
  { words, spawn, settings }: Invocation,
  drawn: Readonly<Record<string, string | null>> = {},
): string | null {
  if (words === null) return null
  const fromEnvironment = commonSettings.flatMap(({ key, flags, env }) => {
    const [flag = '', value] = flags.split(' ')
    const text = settings.given.get(key)?.text
    const isTold = text !== undefined && telling.has(key) && settings.given.get(key)?.by === 'environment'
    return isTold && env ? [flag, ...(value === undefined ? [] : [text])] : []
  })
  const chance = Object.entries(drawn).flatMap(([flag, value]) =>
    value === null || words.some((word) => word === flag || word.startsWith(`${flag}=`)) ? [] : [flag, value],
  )
  const own = ['npx', 'homologa', ...words, ...fromEnvironment, ...chance]
  return [...own, ...(spawn.length > 0 ? ['--', ...spawn] : [])].map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
