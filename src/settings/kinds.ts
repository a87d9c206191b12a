import { SettingsError, type UiKey } from '../words/errors.js'
import { type Lang, langs, readLang } from '../words/lang.js'

/**
 * The type of a setting's value: it reads the text of a flag or variable (`'5m'` → `300000`) or refuses it. This file
 * has one constant or function for each kind, and at the end two readers for kinds in other files. `--help` loads it, so it
 * imports nothing large.
 */
export interface Kind<T> {
  /** Name of the kind in the reference. */
  readonly name: string
  readonly takes: 'nothing' | 'file' | 'text'
  /** All values, if there are only a few. */
  readonly choices?: readonly string[]
  /** The flag may be given several times. */
  readonly isList?: true
  /** @throws SettingsError that contains the flag or variable (`name`), the text, and what is allowed */
  read(text: string, name: string): T
}

/** The type of the value that a kind reads. */
export type Read<K> = K extends Kind<infer T> ? T : never

/** Any text that is not empty. */
export const text = createKind('text', (text) => (text.trim() === '' ? null : text), 'settings.empty')

/** The path of a file or folder, as the user wrote it. */
export const path: Kind<string> = { ...text, name: 'path', takes: 'file' }

/** A flag without a value, such as `--json`. As a variable it is 1 or 0. */
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
  const read = (text: string) => readNumber(text, /^\d+$/, least, most)
  return createKind('integer', read, 'settings.integer', { least, most })
}

export const port = integer(0, 65_535)

/** Digits and a decimal point. `1e9` and `0x10` are refused. */
const DECIMAL = /^\d+(\.\d+)?$/

export function number(least: number, most: number): Kind<number> {
  const read = (text: string) => readNumber(text, DECIMAL, least, most)
  return createKind('number', read, 'settings.number', { least, most })
}

/** At most an hour. */
export const milliseconds: Kind<number> = createKind(
  'milliseconds',
  (text) => readNumber(text.trim(), DECIMAL, 0, 3_600_000),
  'settings.milliseconds',
)

function readNumber(text: string, form: RegExp, least: number, most: number): number | null {
  return form.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null
}

const unitsMs: Readonly<Record<string, number>> = { '': 1000, s: 1000, m: 60_000, h: 3_600_000 }

/** A time such as `90`, `90s`, `5m` or `2h`, read as milliseconds. A number without a unit is in seconds. At least a second. */
export function duration(mostS: number): Kind<number> {
  const read = (text: string) => {
    const [, count = '', unit = ''] = /^(\d+)([smh]?)$/.exec(text) ?? []
    const ms = Number(count) * (unitsMs[unit] ?? 0)
    return count !== '' && ms >= 1000 && ms <= mostS * 1000 ? ms : null
  }
  return createKind('duration', read, 'settings.duration', { most: mostS })
}

/** One of the given words, in upper or lower case, with `-` or `_`. */
export function choice<const T extends string>(...choices: readonly T[]): Kind<T> {
  const read = (text: string) => {
    const normalized = text.toLowerCase().replaceAll('_', '-')
    return choices.find((word) => word.toLowerCase() === normalized) ?? null
  }
  return { ...createKind('choice', read, 'settings.choice', { choices: choices.join(', ') }), choices }
}

/** A language by its tag or locale, such as `pt-BR` or `pt_BR.UTF-8`. */
export const language: Kind<Lang> = {
  ...createKind('language', readLang, 'settings.choice', { choices: langs.join(', ') }),
  choices: langs,
}

/** `http://` or `https://`, a host, and a path up to `ÿ` (Latin-1), because no request can send other characters in its path. */
const SENDABLE_ADDRESS = /^https?:\/\/[^/]*(?:\/[!-ÿ]*)?$/i

/** An address without credentials, query or fragment. Slashes at its end are removed. */
export const url: Kind<string> = {
  name: 'url',
  takes: 'text',
  read(text, name) {
    const trimmed = text.trim()
    if (trimmed === '') throw new SettingsError('settings.url-empty', { name })
    const address = URL.canParse(trimmed) ? new URL(trimmed) : null
    if (!address || !SENDABLE_ADDRESS.test(trimmed)) throw new SettingsError('settings.url', { name, text })
    if (address.username || address.password) throw new SettingsError('settings.url-credentials', { name })
    if (address.search || address.hash) throw new SettingsError('settings.url-query', { name })
    return trimmed.replace(/\/+$/, '')
  },
}

/** Address of a webhook: https, or http on this machine. It is a secret, so no error shows it. */
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

/** `BLING_URL={baseUrl}`: the name of an environment variable and the template of its value. */
export const mapping = createKind('mapping', readMapping, 'settings.mapping')

function readMapping(text: string): readonly [name: string, template: string] | null {
  const [, variable, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
  return variable === undefined || template === undefined ? null : [variable, template]
}

/** Makes a kind from a function that returns null for a wrong text. The error has the key `refusal`, and `values` besides name and text. */
export function createKind<T>(
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

/** The same kind for a flag that may be given several times: each text is read as a list with one value. */
export function listOf<T>(kind: Kind<T>): Kind<readonly T[]> {
  return { ...kind, isList: true, read: (text, name) => [kind.read(text, name)] }
}

/** A range of milliseconds for delaying a response, at most a minute; null if it is not a range. */
export function readDelayRange(leastMs: number, mostMs: number): readonly [number, number] | null {
  return leastMs >= 0 && mostMs >= leastMs && mostMs <= 60_000 ? [leastMs, mostMs] : null
}

/** The origin of an address (`http://host:8080`); null if the address contains anything else. */
export function readOrigin(text: string): string | null {
  const address = URL.canParse(text) ? new URL(text) : null
  const isHttp = address !== null && /^https?:$/.test(address.protocol)
  return isHttp && address.href === `${address.origin}/` ? address.origin : null
}
