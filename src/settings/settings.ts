/**
 * The only reader of flags, environment and `.env`. Flags win over the environment, the environment over `.env`, `.env` over
 * the profile. What comes out is frozen and complete: nothing behind this file is optional.
 */
import { resolve } from 'node:path'
import type { Network } from '../client/network.js'
import type { Credentials } from '../client/tokens.js'
import type { Profile } from '../specification/profile.js'
import type { Lang } from '../words/catalogue.js'
import { didYouMean } from './did-you-mean.js'
import { readDotenv } from './dotenv-file.js'
import { loadNetwork } from './network.js'
import { loadProfile } from './profile-file.js'
import { commonSettings, environmentNames, type SettingDefinition } from './setting.js'
import { SettingsError } from './settings-error.js'

export interface Settings {
  /** null: the embedded service. */
  readonly baseUrl: string | null
  /** With the overrides of flags and environment in it. */
  readonly profile: Profile
  readonly credentials: Credentials
  /** Wait of our own run after an answer, in milliseconds. */
  readonly spacingMs: number
  /** For the clocks of foreign clients. */
  readonly toleranceMs: number
  readonly timeoutMs: number
  readonly network: Network
  /** Sends a refresh token again that may have been spent. */
  readonly tokenRetry: boolean
  /** Absolute; null: `reports/<run id>` below the working folder. */
  readonly reportDir: string | null
  readonly json: boolean
  readonly lang: Lang
  readonly colour: boolean
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** The company that the account must belong to (`HOMOLOGA_ACCOUNT`), or null. */
  readonly account: string | null
  readonly docsTestUrl: string | null
  /** Folder of the token store and of the ledger. */
  readonly stateDir: string
  readonly cwd: string
}

export interface SettingsSources {
  /** As commander parsed them. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

type Texts = Readonly<Record<string, string | undefined>>

/** @throws SettingsError naming the flag or variable, what was expected, and what to do */
export async function loadSettings({ flags, env, cwd }: SettingsSources): Promise<Settings> {
  const dotenv = await readDotenv(cwd)
  refuseUnknown(env, 'settings.env.unknown')
  refuseUnknown(dotenv, 'settings.dotenv.unknown')
  refuseEmptyAddresses({ ...dotenv, ...env }, flags)
  const texts: Texts = { ...withoutEmpty(dotenv), ...withoutEmpty(env) }
  const read = (key: (typeof commonSettings)[number]['key']) => settingOf(key, flags, texts)
  const named = await loadProfile((read('profile') as string | null) ?? 'spec', cwd)
  const spacingMs = read('spacingMs') as number | null
  const paced = spacingMs === null ? named : respaced(named, spacingMs)
  const profile = read('strictShapes') === true ? { ...paced, strictShapes: true } : paced
  const baseUrl = trimmed(read('baseUrl') as string | null)
  const settings: Settings = {
    baseUrl,
    profile,
    credentials: credentialsOf(texts, read('tokenUrl') as string | null, baseUrl, profile),
    spacingMs: profile.spacing.paceMs,
    toleranceMs: (read('toleranceMs') as number | null) ?? 5,
    timeoutMs: (read('timeoutMs') as number | null) ?? 10_000,
    network: await loadNetwork(read('ca') as string | null, texts, cwd),
    tokenRetry: read('tokenRetry') === true,
    reportDir: absolute(read('reportDir') as string | null, cwd),
    json: read('json') === true,
    lang: (read('lang') as Lang | null) ?? 'en',
    colour: !(flags.color === false || read('noColor') === true || (texts.NO_COLOR ?? '') !== ''),
    logLevel: (read('logLevel') as Settings['logLevel'] | null) ?? 'warn',
    account: textOf(texts.HOMOLOGA_ACCOUNT),
    docsTestUrl: trimmed(urlOf(texts.HOMOLOGA_DOCS_TEST_URL, 'HOMOLOGA_DOCS_TEST_URL')),
    stateDir: resolve(cwd, '.homologa'),
    cwd,
  }
  return Object.freeze(settings)
}

/** The addresses among the settings, with the flag that wins over each. */
const addresses: readonly (readonly [name: string, key: string | null])[] = [
  ...commonSettings
    .filter(({ kind }) => kind === 'url')
    .map(({ env, key }) => [`HOMOLOGA_${env}`, key] as const),
  ['HOMOLOGA_DOCS_TEST_URL', null],
]

/** What an unset variable of a workflow becomes: whoever meant a live service must not be shown the embedded one's pass. */
function refuseEmptyAddresses(texts: Texts, flags: SettingsSources['flags']): void {
  for (const [name, key] of addresses) {
    if (key !== null && flags[key] !== undefined) continue
    if (texts[name] !== undefined && texts[name].trim() === '')
      throw new SettingsError('settings.url-empty', { name })
  }
}

function withoutEmpty(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined && value !== ''))
}

function refuseUnknown(texts: Texts, key: 'settings.env.unknown' | 'settings.dotenv.unknown'): void {
  const name = Object.keys(texts).find(
    (one) => one.startsWith('HOMOLOGA_') && !environmentNames.includes(one),
  )
  if (name === undefined) return
  const near = didYouMean(name, environmentNames)
  throw new SettingsError(near ? `${key}-near` : key, { name, near, known: environmentNames.join(', ') })
}

function settingOf(
  key: string,
  flags: SettingsSources['flags'],
  texts: Texts,
): string | number | boolean | null {
  const definition = commonSettings.find((one) => one.key === key) as SettingDefinition
  const flag = flags[key]
  const name = `HOMOLOGA_${definition.env}`
  if (flag !== undefined) return parse(definition, String(flag), definition.flags.split(' ')[0] ?? key)
  const text = texts[name]
  return text === undefined ? null : parse(definition, text, name)
}

function parse(definition: SettingDefinition, text: string, name: string): string | number | boolean {
  switch (definition.kind) {
    case 'milliseconds':
      return millisecondsOf(text, name)
    case 'switch':
      return switchOf(text, name)
    case 'url':
      return urlOf(text, name) ?? ''
    case 'choice':
      return choiceOf(text, name, definition.choices ?? [])
    case 'text':
      return text
  }
}

function millisecondsOf(text: string, name: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text.trim()) && value <= 3_600_000) return value
  throw new SettingsError('settings.milliseconds', { name, text })
}

function switchOf(text: string, name: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true
  if (/^(0|false|no|off)$/i.test(text)) return false
  throw new SettingsError('settings.switch', { name, text })
}

function choiceOf(text: string, name: string, choices: readonly string[]): string {
  const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase().replace('_', '-'))
  if (found) return found
  throw new SettingsError('settings.choice', { name, text, choices: choices.join(', ') })
}

function urlOf(text: string | undefined, name: string): string | null {
  if (text === undefined) return null
  if (text.trim() === '') throw new SettingsError('settings.url-empty', { name })
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new SettingsError('settings.url', { name, text })
  if (url.username || url.password) throw new SettingsError('settings.url-credentials', { name })
  if (url.search || url.hash) throw new SettingsError('settings.url-query', { name })
  return text
}

function trimmed(url: string | null): string | null {
  return url === null ? null : url.replace(/\/+$/, '')
}

function absolute(dir: string | null, cwd: string): string | null {
  return dir === null ? null : resolve(cwd, dir)
}

/** §RFC 9110 5.5: a header carries no other characters. */
function sendable(token: string | null): string | null {
  if (token === null || /^[\x21-\x7e]+$/.test(token)) return token
  throw new SettingsError('settings.token-unsendable', { name: 'HOMOLOGA_ACCESS_TOKEN' })
}

function textOf(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text.trim()
}

function credentialsOf(
  texts: Texts,
  tokenUrl: string | null,
  baseUrl: string | null,
  profile: Profile,
): Credentials {
  const { path } = profile.tokenRequest
  const known = path !== null && baseUrl !== null ? new URL(path, baseUrl).href : null
  return {
    accessToken: sendable(textOf(texts.HOMOLOGA_ACCESS_TOKEN)),
    refreshToken: textOf(texts.HOMOLOGA_REFRESH_TOKEN),
    clientId: textOf(texts.HOMOLOGA_CLIENT_ID),
    clientSecret: textOf(texts.HOMOLOGA_CLIENT_SECRET),
    tokenCommand: textOf(texts.HOMOLOGA_TOKEN_COMMAND),
    tokenUrl: tokenUrl ?? known,
  }
}

/**
 * Another interval than the profile's, named as an assumption. Under "at most" the interval is the service's: the flag then
 * changes how long our own run waits.
 */
function respaced(profile: Profile, spacingMs: number): Profile {
  const { reading, intervalMs } = profile.spacing
  const own = reading === 'at-most'
  const spacing = own
    ? { ...profile.spacing, paceMs: Math.min(spacingMs, intervalMs) }
    : { ...profile.spacing, intervalMs: spacingMs, paceMs: spacingMs }
  const assumption = own ? 'own-pace' : 'interval'
  return { ...profile, spacing, assumptions: [...new Set([...profile.assumptions, assumption])] }
}
