import { join, resolve } from 'node:path'
import type { Network } from '../client/network.js'
import type { Credentials } from '../client/token-source.js'
import { readTextFile } from '../node/text-file.js'
import { type Profile, profiles, TIMEOUT_MS, TOLERANCE_MS } from '../specification/profile.js'
import { SettingsError } from '../words/errors.js'
import { type Lang, systemLang } from '../words/lang.js'
import { didYouMean, unknownError } from './did-you-mean.js'
import { type Dotenv, readDotenv } from './dotenv-file.js'
import { type Kind, type Read, url, webhook } from './kinds.js'
import { loadNetwork, type Variables } from './network.js'
import { isProfileName, parseProfile } from './parse-profile.js'
import { type ProjectFile, readProject } from './project-file.js'
import { commonSettings, environmentNames, flagOf, settingsByKey } from './setting.js'

/**
 * All settings of a command. `loadSettings` is the only reader of flags, environment, `.env` and `homologa.yaml`. The first of
 * these that gives a setting decides; if none does, the profile or a default does.
 */
export interface Settings {
  /** null: the embedded service. */
  readonly baseUrl: string | null
  /** The chosen profile, changed by the flags `--spacing-ms` and `--strict-shapes`. */
  readonly profile: Profile
  /** Makes the same changes to another profile, such as that of a recording. */
  readonly override: (profile: Profile) => Profile
  readonly credentials: Credentials
  /** How long our own runs wait after each response. */
  readonly spacingMs: number
  /** How much too early a request of an application under test may arrive. */
  readonly toleranceMs: number
  readonly timeoutMs: number
  /** A longer body is recorded and judged only up to this length. */
  readonly maxBodyBytes: number
  readonly network: Network
  /** Sends a refresh token again even if the service may have accepted it before. */
  readonly tokenRetry: boolean
  /** The absolute path of the folder for this run's reports; null: `<reportsDir>/<run id>`. */
  readonly reportDir: string | null
  /** The folder `reports` in the working folder. */
  readonly reportsDir: string
  /** Prints report.json on standard output. */
  readonly json: boolean
  /** Prints only one line at the end of a run. */
  readonly quiet: boolean
  /** Prints the whole result of a run before its last lines. */
  readonly verbose: boolean
  readonly lang: Lang
  readonly colour: boolean
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** The company that the account must belong to (`HOMOLOGA_ACCOUNT`), or null. */
  readonly account: string | null
  /** Address of the test environment of the service's interface reference (`HOMOLOGA_DOCS_TEST_URL`), or null. */
  readonly docsTestUrl: string | null
  /** Webhook for new findings (`HOMOLOGA_NOTIFY`), or null. It is a secret. */
  readonly notify: string | null
  /** The common settings that the user gave, by key, such as `timeoutMs`. */
  readonly given: ReadonlyMap<string, Given>
  /** The content of `homologa.yaml`. */
  readonly project: ProjectFile
  /** The folder of the token store and of the ledger. */
  readonly stateDir: string
  readonly cwd: string
}

interface Given {
  readonly by: 'flag' | 'environment' | 'project'
  readonly text: string
  /** The environment variable of the setting: `HOMOLOGA_LANG`. */
  readonly variable: string
}

export interface SettingsSources {
  /** The flags that were given, by key: `{ timeoutMs: '500', json: true }`. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Variables
  readonly cwd: string
  /** Returns the content of `.env` if the caller has read it, because a pipe can be read only once. */
  readonly dotenv?: () => Promise<Dotenv>
}

/** @throws SettingsError that names the flag or variable, what is allowed, and what to do */
export async function loadSettings(sources: SettingsSources): Promise<Settings> {
  const { flags, env, cwd } = sources
  const dotenv = await (sources.dotenv?.() ?? readDotenv(cwd))
  const project = await readProject(cwd)
  refuseUnknown(env, 'settings.env.unknown')
  refuseUnknown(dotenv.texts, 'settings.dotenv.unknown')
  refuseEmptyAddresses({ ...dotenv.texts, ...env }, flags)
  // Of the sources in braces, the last one wins.
  const environment: Variables = { ...withoutEmpty(dotenv.texts), ...withoutEmpty(env) }
  const variables: Variables = { ...project.texts, ...environment }
  /** Names a variable for an error, with its place if it is in a file: `HOMOLOGA_LANG (.env:3)`. */
  const labelOf = (name: string) => {
    if (env[name]) return name
    return dotenv.texts[name] ? `${name} (${dotenv.placeOf(name)})` : project.labelOf(name)
  }
  const given = findGiven(flags, environment, project.texts)
  const read = <K extends Key>(key: K) => readSetting(key, given, labelOf)
  const readVariable = (name: string, kind: Kind<string>) =>
    variables[name] === undefined ? null : kind.read(variables[name], labelOf(name))
  const reportDir = read('reportDir')
  const givenSpacingMs = read('spacingMs')
  const isStrict = read('strictShapes') === true
  const override = (original: Profile) => {
    const changed = givenSpacingMs === null ? original : withSpacing(original, givenSpacingMs)
    return isStrict ? { ...changed, strictShapes: true } : changed
  }
  const profile = override(await loadProfile(read('profile') ?? 'spec', cwd))
  const baseUrl = read('baseUrl')
  return Object.freeze<Settings>({
    baseUrl,
    profile,
    override,
    credentials: readCredentials(variables, read('tokenUrl'), baseUrl, profile),
    spacingMs: profile.spacing.paceMs,
    toleranceMs: read('toleranceMs') ?? TOLERANCE_MS,
    timeoutMs: read('timeoutMs') ?? TIMEOUT_MS,
    maxBodyBytes: read('maxBody') ?? 2_000_000,
    network: await loadNetwork(read('ca'), variables, cwd),
    tokenRetry: read('tokenRetry') === true,
    reportDir: reportDir === null ? null : resolve(cwd, reportDir),
    reportsDir: join(cwd, 'reports'),
    json: read('json') === true,
    quiet: read('quiet') === true,
    verbose: read('verbose') === true,
    lang: read('lang') ?? systemLang(env),
    colour: read('noColor') !== true && (variables.NO_COLOR ?? '') === '',
    logLevel: read('logLevel') ?? 'warn',
    account: trimmedOrNull(variables.HOMOLOGA_ACCOUNT),
    docsTestUrl: readVariable('HOMOLOGA_DOCS_TEST_URL', url),
    notify: readVariable('HOMOLOGA_NOTIFY', webhook),
    given,
    project,
    stateDir: resolve(cwd, '.homologa'),
    cwd,
  })
}

/**
 * Refuses an address that is set but empty. In a CI workflow this happens if a variable is missing, and the run would
 * pass against the embedded service instead of the live one.
 */
function refuseEmptyAddresses(variables: Variables, flags: SettingsSources['flags']): void {
  const addresses = commonSettings.filter(({ kind, key }) => kind === url && flags[key] === undefined)
  const names = [...addresses.map(({ env }) => `HOMOLOGA_${env}`), 'HOMOLOGA_DOCS_TEST_URL']
  const emptyName = names.find((name) => variables[name]?.trim() === '')
  if (emptyName !== undefined) throw new SettingsError('settings.url-empty', { name: emptyName })
}

/** An empty variable counts as not set: shells and CI services often set variables that have no value. */
function withoutEmpty(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value))
}

function refuseUnknown(variables: Variables, key: 'settings.env.unknown' | 'settings.dotenv.unknown'): void {
  const name = Object.keys(variables).find(
    (candidate) => candidate.startsWith('HOMOLOGA_') && !environmentNames.includes(candidate),
  )
  if (name === undefined) return
  throw unknownError(key, didYouMean(name, environmentNames), { name, known: environmentNames.join(', ') })
}

type Key = keyof typeof settingsByKey
type ValueOf<K extends Key> = Read<(typeof settingsByKey)[K]['kind']>

/** The value of a common setting; null if it is not given. */
function readSetting<K extends Key>(
  key: K,
  given: ReadonlyMap<string, Given>,
  labelOf: (variable: string) => string,
): ValueOf<K> | null {
  const source = given.get(key)
  if (source === undefined) return null
  const { flags, kind } = settingsByKey[key]
  const name = source.by === 'flag' ? flagOf(flags) : labelOf(source.variable)
  return kind.read(source.text, name) as ValueOf<K>
}

/** Finds the common settings that are given, each in the source that wins. */
function findGiven(
  flags: SettingsSources['flags'],
  environment: Variables,
  projectTexts: Variables,
): ReadonlyMap<string, Given> {
  const given = new Map<string, Given>()
  for (const { key, env } of commonSettings) {
    const variable = `HOMOLOGA_${env}`
    const [flag, text, projectText] = [flags[key], environment[variable], projectTexts[variable]]
    if (flag !== undefined) given.set(key, { by: 'flag', text: String(flag), variable })
    else if (text !== undefined) given.set(key, { by: 'environment', text, variable })
    else if (projectText !== undefined) given.set(key, { by: 'project', text: projectText, variable })
  }
  return given
}

function trimmedOrNull(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text.trim()
}

function readCredentials(
  variables: Variables,
  tokenUrl: string | null,
  baseUrl: string | null,
  profile: Profile,
): Credentials {
  const { path } = profile.tokenRequest
  const urlFromProfile = path !== null && baseUrl !== null ? new URL(path, baseUrl).href : null
  const accessToken = trimmedOrNull(variables.HOMOLOGA_ACCESS_TOKEN)
  // A header cannot carry other characters (RFC 9110, section 5.5).
  if (accessToken !== null && !/^[\x21-\x7e]+$/.test(accessToken))
    throw new SettingsError('settings.token-unsendable', { name: 'HOMOLOGA_ACCESS_TOKEN' })
  return {
    accessToken,
    refreshToken: trimmedOrNull(variables.HOMOLOGA_REFRESH_TOKEN),
    clientId: trimmedOrNull(variables.HOMOLOGA_CLIENT_ID),
    clientSecret: trimmedOrNull(variables.HOMOLOGA_CLIENT_SECRET),
    tokenCommand: trimmedOrNull(variables.HOMOLOGA_TOKEN_COMMAND),
    tokenUrl: tokenUrl ?? urlFromProfile,
  }
}

/**
 * The profile with another interval, which is listed among its assumptions. If the profile reads "2 seconds" as a maximum
 * (`at-most`), the service decides the interval, and only our own pace changes.
 */
function withSpacing(profile: Profile, spacingMs: number): Profile {
  const { reading, intervalMs } = profile.spacing
  const isMaximum = reading === 'at-most'
  const spacing = isMaximum
    ? { ...profile.spacing, paceMs: Math.min(spacingMs, intervalMs) }
    : { ...profile.spacing, intervalMs: spacingMs, paceMs: spacingMs }
  const assumption = isMaximum ? 'own-pace' : 'interval'
  return { ...profile, spacing, assumptions: [...new Set([...profile.assumptions, assumption])] }
}

/** Loads a built-in profile by name, or one from a file. @throws SettingsError if the name is unknown, or the file cannot be used */
async function loadProfile(nameOrFile: string, cwd: string): Promise<Profile> {
  if (isProfileName(nameOrFile)) return profiles[nameOrFile]
  // No name of a built-in profile contains a dot or a slash.
  const isFile = /[./\\]/.test(nameOrFile)
  if (!isFile) {
    const names = Object.keys(profiles)
    const values = { name: nameOrFile, known: names.join(', ') }
    throw unknownError('settings.profile.unknown', didYouMean(nameOrFile, names), values)
  }
  const text = await readTextFile(nameOrFile, cwd, 'settings.profile.unreadable')
  return parseProfile(text, nameOrFile)
}
