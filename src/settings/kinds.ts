/**
 * How the text of a flag or a variable reads: every kind once, with its refusal. Loaded with `--help`, so nothing heavy is
 * imported here.
 */
import { SettingsError, type UiKey } from '../words/errors.js'
import { type Lang, langs, readLang } from '../words/lang.js'

export interface Kind<T> {
  /** As the reference names it. */
  readonly name: string
  readonly takes: 'nothing' | 'file' | 'text'
  /** The very words that fit, where they are few. */
  readonly choices?: readonly string[]
  /** May be given several times. */
  readonly isList?: true
  /** @throws SettingsError naming the flag or variable, its value, and what would fit */
  read(text: string, name: string): T
}

/** The type that a kind reads. */
export type Read<K> = K extends Kind<infer T> ? T : never

/** Any text but none. */
export const text: Kind<string> = { name: 'text', takes: 'text', read: notEmpty }

/** A file or a folder, as it was named. */
export const path: Kind<string> = { name: 'path', takes: 'file', read: notEmpty }

/** Switched on by being there; as a variable by 1 or 0. */
export const flag: Kind<boolean> = {
  name: 'switch',
  takes: 'nothing',
  read(text, name) {
    if (/^(1|true|yes|on)$/i.test(text)) return true
    if (/^(0|false|no|off)$/i.test(text)) return false
    throw new SettingsError('settings.switch', { name, text })
  },
}

export function integer(least: number, most: number): Kind<number> {
  const read = (text: string) => numberIn(text, /^\d+$/, least, most)
  return parsed('integer', read, 'settings.integer', { least, most })
}

export const port = integer(0, 65_535)

/** A number with digits and a point only, so that `1e9` and `0x10` are refused. */
export function number(least: number, most: number): Kind<number> {
  const read = (text: string) => numberIn(text, /^\d+(\.\d+)?$/, least, most)
  return parsed('number', read, 'settings.number', { least, most })
}

function numberIn(text: string, form: RegExp, least: number, most: number): number | null {
  return form.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null
}

const unitsMs: Readonly<Record<string, number>> = { '': 1000, s: 1000, m: 60_000, h: 3_600_000 }

/** `90`, `90s`, `5m`, `2h`: read as milliseconds; plain numbers are seconds. */
export function duration(mostS: number): Kind<number> {
  const read = (text: string) => {
    const [, count = '', unit = ''] = /^(\d+)([smh]?)$/.exec(text) ?? []
    const ms = Number(count) * (unitsMs[unit] ?? 0)
    return count !== '' && ms >= 1000 && ms <= mostS * 1000 ? ms : null
  }
  return parsed('duration', read, 'settings.duration', { most: mostS })
}

export const milliseconds: Kind<number> = parsed(
  'milliseconds',
  (text) => numberIn(text.trim(), /^\d+(\.\d+)?$/, 0, 3_600_000),
  'settings.milliseconds',
)

/** Accepts the given words in any case, with underscores for hyphens. */
export function choice<const T extends string>(...choices: readonly T[]): Kind<T> {
  const spelt = (text: string) => text.toLowerCase().replaceAll('_', '-')
  const read = (text: string) => choices.find((one) => one.toLowerCase() === spelt(text)) ?? null
  return { ...parsed('choice', read, 'settings.choice', { choices: choices.join(', ') }), choices }
}

/** A language by its tag or locale, in any spelling. */
export const language: Kind<Lang> = {
  ...parsed('language', readLang, 'settings.choice', { choices: langs.join(', ') }),
  choices: langs,
}

/** An address without a slash at its end, and without credentials, query or fragment. */
export const url: Kind<string> = {
  name: 'url',
  takes: 'text',
  read(text, name) {
    if (text.trim() === '') throw new SettingsError('settings.url-empty', { name })
    const address = URL.canParse(text) ? new URL(text) : null
    // a blank, and a letter beyond Latin-1, no request can carry in its path
    if (!address || !/^https?:\/\/[^/]*(?:\/[!-ÿ]*)?$/i.test(text.trim()))
      throw new SettingsError('settings.url', { name, text })
    if (address.username || address.password) throw new SettingsError('settings.url-credentials', { name })
    if (address.search || address.hash) throw new SettingsError('settings.url-query', { name })
    return text.replace(/\/+$/, '')
  },
}

/** Address of a webhook. It is a secret, so no error shows it. */
export const webhook: Kind<string> = {
  name: 'webhook',
  takes: 'text',
  read(text, name) {
    const address = URL.canParse(text) ? new URL(text) : null
    if (address?.protocol === 'https:') return text
    if (address?.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(address.hostname))
      return text
    throw new SettingsError('settings.webhook', { name })
  },
}

/** `NAME=template`, as a variable of the environment is written. */
export const mapping = parsed('mapping', mappingOf, 'settings.mapping')

function mappingOf(text: string): readonly [name: string, template: string] | null {
  const [, variable, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
  return variable === undefined || template === undefined ? null : [variable, template]
}

/** A value that a function reads; it returns null if the text does not fit, and `refusal` says what would. */
export function parsed<T>(
  name: string,
  readOne: (text: string) => T | null,
  refusal: UiKey,
  values: Readonly<Record<string, string | number>> = {},
): Kind<T> {
  return {
    name,
    takes: 'text',
    read(text, flagName) {
      const value = readOne(text)
      if (value !== null) return value
      throw new SettingsError(refusal, { name: flagName, text, ...values })
    },
  }
}

/** The same, given as often as wanted. */
export function many<T>(kind: Kind<T>): Kind<readonly T[]> {
  return { ...kind, isList: true, read: (text, name) => [kind.read(text, name)] }
}

function notEmpty(text: string, name: string): string {
  if (text.trim() !== '') return text
  throw new SettingsError('settings.empty', { name })
}

/** A range of milliseconds for delaying a response, at most a minute; null if it is not a range. */
export function readWait(leastMs: number, mostMs: number): readonly [leastMs: number, mostMs: number] | null {
  return leastMs >= 0 && mostMs >= leastMs && mostMs <= 60_000 ? [leastMs, mostMs] : null
}

/** The scheme, name and port of an address; null if it holds anything else. */
export function readOrigin(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : null
}
