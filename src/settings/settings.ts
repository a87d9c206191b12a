import { join, resolve } from 'node:path'
import type { Network } from '../client/network.js'
import type { Credentials } from '../client/token-source.js'
import { readTextFile } from '../node/text-file.js'
import { type Profile, profiles, TIMEOUT_MS, TOLERANCE_MS } from '../specification/profile.js'
import { SettingsError } from '../words/errors.js'
import { type Lang, systemLang } from '../words/lang.js'
import { didYouMean } from './did-you-mean.js'
import { type Dotenv, readDotenv } from './dotenv-file.js'
import { type Kind, type Read, url, webhook } from './kinds.js'
import { loadNetwork } from './network.js'
import { isProfileName, parseProfile } from './parse-profile.js'
import { type ProjectFile, readProject } from './project-file.js'
import { commonSettings, environmentNames, type SettingDefinition } from './setting.js'

/**
 * The only reader of flags, environment, `.env` and `homologa.yaml`. Flags win over the environment, the environment over `.env`,
 * `.env` over `homologa.yaml`, and that over the profile. The result is frozen and complete: nothing in it is optional.
 */
export interface Settings {
  /** null: the embedded service. */
  readonly baseUrl: string | null
  /** With the overrides of flags and environment in it. */
  readonly profile: Profile
  /** Another profile with the same overrides. */
  readonly override: (profile: Profile) => Profile
  readonly credentials: Credentials
  /** Wait of our own run after a response, in milliseconds. */
  readonly spacingMs: number
  /** For the clocks of foreign clients. */
  readonly toleranceMs: number
  readonly timeoutMs: number
  /** Bytes of a body that are kept and judged; of a longer one the beginning. */
  readonly maxBodyBytes: number
  readonly network: Network
  /** Sends a refresh token again that may have been spent. */
  readonly tokenRetry: boolean
  /** The very folder to write to, absolute; null: one of the run's id below `reportsDir`. */
  readonly reportDir: string | null
  /** `reports` below the working folder. */
  readonly reportsDir: string
  readonly json: boolean
  /** Prints only one line at the end of a run. */
  readonly quiet: boolean
  /** Everything about a run before its end. */
  readonly verbose: boolean
  readonly lang: Lang
  readonly colour: boolean
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** The company that the account must belong to (`HOMOLOGA_ACCOUNT`), or null. */
  readonly account: string | null
  readonly docsTestUrl: string | null
  /** Webhook for new findings (`HOMOLOGA_NOTIFY`), a secret. */
  readonly notify: string | null
  /** The common settings that the user chose, by key, and where. */
  readonly given: ReadonlyMap<string, Given>
  /** `homologa.yaml` of the working folder. */
  readonly project: ProjectFile
  /** Folder of the token store and of the ledger. */
  readonly stateDir: string
  readonly cwd: string
}

interface Given {
  readonly by: 'flag' | 'environment' | 'project'
  readonly text: string
}

export interface SettingsSources {
  /** As commander parsed them. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Gives `.env` if it was already read, because a pipe can be read only once. */
  readonly dotenv?: () => Promise<Dotenv>
}

type Texts = Readonly<Record<string, string | undefined>>

/** @throws SettingsError naming the flag or variable, what was expected, and what to do */
export async function loadSettings(sources: SettingsSources): Promise<Settings> {
  const { flags, env, cwd } = sources
  const { texts: dotenv, placeOf } = await (sources.dotenv?.() ?? readDotenv(cwd))
  const project = await readProject(cwd)
  refuseUnknown(env, 'settings.env.unknown')
  refuseUnknown(dotenv, 'settings.dotenv.unknown')
  refuseEmptyAddresses({ ...dotenv, ...env }, flags)
  const ofEnvironment: Texts = { ...withoutEmpty(dotenv), ...withoutEmpty(env) }
  const texts: Texts = { ...project.texts, ...ofEnvironment }
  const named = (name: string) => {
    if (ofEnvironment[name] === undefined) return project.placeOf(name)
    return (env[name] ?? '') === '' ? `${name} (${placeOf(name)})` : name
  }
  const given = givenIn(flags, ofEnvironment, project.texts)
  const read = <K extends Common['key']>(key: K) => settingOf(key, given, named)
  const readVariable = (name: string, kind: Kind<string>) =>
    texts[name] === undefined ? null : kind.read(texts[name], named(name))
  const reportDir = read('reportDir')
  const chosen = await loadProfile(read('profile') ?? 'spec', cwd)
  const spacingMs = read('spacingMs')
  const isStrict = read('strictShapes') === true
  const override = (one: Profile) => {
    const paced = spacingMs === null ? one : respaced(one, spacingMs)
    return isStrict ? { ...paced, strictShapes: true } : paced
  }
  const profile = override(chosen)
  const baseUrl = read('baseUrl')
  const settings: Settings = {
    baseUrl,
    profile,
    override,
    credentials: credentialsOf(texts, read('tokenUrl'), baseUrl, profile),
    spacingMs: profile.spacing.paceMs,
    toleranceMs: read('toleranceMs') ?? TOLERANCE_MS,
    timeoutMs: read('timeoutMs') ?? TIMEOUT_MS,
    maxBodyBytes: read('maxBody') ?? 2_000_000,
    network: await loadNetwork(read('ca'), texts, cwd),
    tokenRetry: read('tokenRetry') === true,
    reportDir: reportDir === null ? null : resolve(cwd, reportDir),
    reportsDir: join(cwd, 'reports'),
    json: read('json') === true,
    quiet: read('quiet') === true,
    verbose: read('verbose') === true,
    lang: read('lang') ?? systemLang(env),
    colour: !(flags.color === false || read('noColor') === true || (texts.NO_COLOR ?? '') !== ''),
    logLevel: read('logLevel') ?? 'warn',
    account: textOf(texts.HOMOLOGA_ACCOUNT),
    docsTestUrl: readVariable('HOMOLOGA_DOCS_TEST_URL', url),
    notify: readVariable('HOMOLOGA_NOTIFY', webhook),
    given,
    project,
    stateDir: resolve(cwd, '.homologa'),
    cwd,
  }
  return Object.freeze(settings)
}

/**
 * An unset variable of a workflow becomes an empty text. A user who meant a live service must not see the embedded
 * one pass.
 */
function refuseEmptyAddresses(texts: Texts, flags: SettingsSources['flags']): void {
  const fromTexts = commonSettings.filter(({ kind, key }) => kind === url && flags[key] === undefined)
  const names = [...fromTexts.map(({ env }) => `HOMOLOGA_${env}`), 'HOMOLOGA_DOCS_TEST_URL']
  const name = names.find((one) => texts[one]?.trim() === '')
  if (name !== undefined) throw new SettingsError('settings.url-empty', { name })
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

type Common = (typeof commonSettings)[number]
type ValueOf<K extends Common['key']> = Read<Extract<Common, { key: K }>['kind']>

/** The value of a setting; null if it is not given. `named` shows a variable with its place in a file. */
function settingOf<K extends Common['key']>(
  key: K,
  given: ReadonlyMap<string, Given>,
  named: (variable: string) => string,
): ValueOf<K> | null {
  const { env, flags, kind } = commonSettings.find((one) => one.key === key) as SettingDefinition
  const one = given.get(key)
  if (one === undefined) return null
  const name = one.by === 'flag' ? (flags.split(' ')[0] ?? flags) : named(`HOMOLOGA_${env}`)
  return kind.read(one.text, name) as ValueOf<K>
}

/** The settings that are given, each from the source that wins. */
function givenIn(flags: SettingsSources['flags'], texts: Texts, file: Texts): ReadonlyMap<string, Given> {
  const given = new Map<string, Given>()
  for (const { key, env } of commonSettings) {
    const name = `HOMOLOGA_${env}`
    const [flag, variable, inFile] = [flags[key], texts[name], file[name]]
    if (flag !== undefined) given.set(key, { by: 'flag', text: String(flag) })
    else if (variable !== undefined) given.set(key, { by: 'environment', text: variable })
    else if (inFile !== undefined) given.set(key, { by: 'project', text: inFile })
  }
  return given
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

/**
 * A profile by name, or from a file.
 *
 * @throws SettingsError where the name is unknown, the file cannot be read, or a value does not fit
 */
async function loadProfile(nameOrFile: string, cwd: string): Promise<Profile> {
  if (isProfileName(nameOrFile)) return profiles[nameOrFile]
  if (!/[./\\]/.test(nameOrFile)) {
    const near = didYouMean(nameOrFile, Object.keys(profiles))
    throw new SettingsError(near ? 'settings.profile.unknown-near' : 'settings.profile.unknown', {
      name: nameOrFile,
      near,
      known: Object.keys(profiles).join(', '),
    })
  }
  const text = await readTextFile(nameOrFile, cwd, 'settings.profile.unreadable')
  return parseProfile(text, nameOrFile)
}
