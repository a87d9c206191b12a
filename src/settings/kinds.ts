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
  return {
    name: 'integer',
    takes: 'text',
    read(text, name) {
      const value = Number(text)
      if (/^\d+$/.test(text) && value >= least && value <= most) return value
      throw new SettingsError('settings.integer', { name, text, least, most })
    },
  }
}

export const port = integer(0, 65_535)

/** A number with digits and a point only, so that `1e9` and `0x10` are refused. */
export function number(least: number, most: number): Kind<number> {
  return {
    name: 'number',
    takes: 'text',
    read(text, name) {
      const value = Number(text)
      if (/^\d+(\.\d+)?$/.test(text) && value >= least && value <= most) return value
      throw new SettingsError('settings.number', { name, text, least, most })
    },
  }
}

const unitsMs: Readonly<Record<string, number>> = { '': 1000, s: 1000, m: 60_000, h: 3_600_000 }

/** `90`, `90s`, `5m`, `2h`: read as milliseconds; plain numbers are seconds. */
export function duration(mostS: number): Kind<number> {
  return {
    name: 'duration',
    takes: 'text',
    read(text, name) {
      const [, count = '', unit = ''] = /^(\d+)([smh]?)$/.exec(text) ?? []
      const ms = Number(count) * (unitsMs[unit] ?? 0)
      if (count !== '' && ms >= 1000 && ms <= mostS * 1000) return ms
      throw new SettingsError('settings.duration', { name, text, most: mostS })
    },
  }
}

export const milliseconds: Kind<number> = {
  name: 'milliseconds',
  takes: 'text',
  read(text, name) {
    const value = Number(text)
    if (/^\d+(\.\d+)?$/.test(text.trim()) && value <= 3_600_000) return value
    throw new SettingsError('settings.milliseconds', { name, text })
  },
}

/** One of the given words in any case. An underscore counts as a hyphen. */
export function choice<const T extends string>(...choices: readonly T[]): Kind<T> {
  return {
    name: 'choice',
    takes: 'text',
    choices,
    read(text, name) {
      const asked = text.toLowerCase().replaceAll('_', '-')
      const found = choices.find((one) => one.toLowerCase() === asked)
      if (found) return found
      throw new SettingsError('settings.choice', { name, text, choices: choices.join(', ') })
    },
  }
}

/** A language by its tag or locale, in any spelling. */
export const language: Kind<Lang> = {
  name: 'language',
  takes: 'text',
  choices: langs,
  read(text, name) {
    const found = readLang(text)
    if (found) return found
    throw new SettingsError('settings.choice', { name, text, choices: langs.join(', ') })
  },
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
export const mapping: Kind<readonly [name: string, template: string]> = {
  name: 'mapping',
  takes: 'text',
  read(text, name) {
    const [, variable, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
    if (variable !== undefined && template !== undefined) return [variable, template]
    throw new SettingsError('settings.mapping', { name, text })
  },
}

/** A value that a function reads; it returns null if the text does not fit, and `refusal` says what would. */
export function parsed<T>(name: string, readOne: (text: string) => T | null, refusal: UiKey): Kind<T> {
  return {
    name,
    takes: 'text',
    read(text, flagName) {
      const value = readOne(text)
      if (value !== null) return value
      throw new SettingsError(refusal, { name: flagName, text })
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
