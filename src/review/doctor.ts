import { lstat, mkdtemp, rmdir, statfs } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { holderOf } from '../client/account-lock.js'
import { createSender, ownHeaders } from '../client/sender.js'
import { createTokenStore, type StoredTokens } from '../client/token-store.js'
import { accountKey, stemsOf } from '../client/tokens.js'
import { createTransport } from '../client/transport.js'
import { isThisMachine } from '../exchange/address.js'
import { headerValue } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import type { Clock } from '../node/clock.js'
import { codeOf, messageOf } from '../node/thrown.js'
import type { Settings } from '../settings/settings.js'
import { userAgent } from '../settings/version.js'
import { type Diagnosis, fail, ok, okIf, skip, warn } from './diagnosis.js'
import { projectLines } from './doctor-project.js'

/** What `diagnose` looks at. */
export interface DoctorOptions {
  readonly settings: Settings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly nodeVersion: string
  readonly signal?: AbortSignal
  /** Called with the only request that is sent. It is not masked. */
  readonly onExchange?: (raw: RawExchange) => void
}

/**
 * `homologa doctor`: checks everything that a run needs and yields one line for each. It changes nothing, and sends a single
 * request to the base address, without credentials.
 */
export async function* diagnose(options: DoctorOptions): AsyncGenerator<Diagnosis, void> {
  const { settings } = options
  yield nodeLine(options.nodeVersion)
  const { profile, spacingMs } = settings
  yield ok('doctor.settings', { profile: profile.name, spacingMs })
  const probe = settings.baseUrl === null ? null : await sendProbe(options, settings.baseUrl)
  yield* addressLines(settings, probe, options)
  yield proxyLine(options.env)
  yield* tokenLines(options)
  yield lockLine(settings)
  yield rateLine(settings, probe)
  yield await diskLine(settings)
  yield await writeLine(settings)
  yield* projectLines(settings)
}

/** The oldest version that `engines` in package.json allows. */
const MIN_NODE_VERSION = '20.19.0'

export function nodeLine(version: string): Diagnosis {
  const isOld = version.localeCompare(MIN_NODE_VERSION, 'en', { numeric: true }) < 0
  return okIf(!isOld, 'doctor.node', { version, floor: MIN_NODE_VERSION })
}

/** The response to the only request, and how long it took. */
interface Probe extends Pick<RawExchange, 'response' | 'failure'> {
  readonly tookMs: number
}

async function sendProbe(
  { clock, settings, signal, onExchange = () => {} }: DoctorOptions,
  baseUrl: string,
): Promise<Probe> {
  const { timeoutMs, network } = settings
  const transport = createTransport({ clock, credentialOrigins: [], timeoutMs, network })
  try {
    const sentAtMs = clock.now()
    const { exchange } = await createSender({ transport, onExchange }).send(
      { method: 'GET', url: baseUrl, headers: ownHeaders(userAgent, {}), body: null },
      { channel: 'service', step: null, signal },
    )
    return { ...exchange, tookMs: clock.now() - sentAtMs }
  } finally {
    transport.close()
  }
}

function* addressLines(
  settings: Settings,
  probe: Probe | null,
  options: DoctorOptions,
): Generator<Diagnosis, void> {
  const { baseUrl } = settings
  if (baseUrl === null || probe === null) return yield ok('doctor.address.embedded')
  const { response, failure } = probe
  const why = failure && `${failure.kind}: ${failure.message}`
  if (response === null || failure !== null) yield fail('doctor.address.none', { baseUrl, why })
  else yield statusLine(baseUrl, response, Math.round(probe.tookMs))
  // the base address must contain the version, `/Api/v3`. §Versioning
  if (!/\/v3$/i.test(new URL(baseUrl).pathname)) yield warn('doctor.address.prefix', { baseUrl })
  yield tlsLine(baseUrl, probe, options.env)
  if (response !== null) yield clockLine(probe, options.clock)
}

/**
 * The specification does not define the response of the base address itself, so even 404 is normal. A server error or a
 * redirect suggests that the address is wrong.
 */
function statusLine(
  baseUrl: string,
  { status, headers }: NonNullable<RawExchange['response']>,
  ms: number,
): Diagnosis {
  const values = { baseUrl, status, ms }
  if (status >= 500) return warn('doctor.address', values)
  if (status < 300 || status >= 400) return ok('doctor.address', values)
  const location = headerValue(headers, 'location') ?? ''
  // only origin and path are shown, because the query of a redirect may contain a secret
  const { origin, pathname } = new URL(URL.canParse(location, baseUrl) ? location : '', baseUrl)
  return warn('doctor.address.moved', { ...values, to: origin + pathname })
}

function tlsLine(baseUrl: string, { response, failure }: Probe, env: DoctorOptions['env']): Diagnosis {
  const { hostname, protocol } = new URL(baseUrl)
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') return fail('doctor.tls.off')
  if (protocol === 'http:' && isThisMachine(hostname)) return ok('doctor.tls.local')
  if (failure?.kind === 'tls') return fail('doctor.tls.fail', { why: failure.message })
  return response === null ? skip('doctor.tls.skip') : ok('doctor.tls')
}

const MAX_CLOCK_DIFFERENCE_S = 30

/**
 * Compares this machine's clock with the header `Date`. It has whole seconds and was written at some moment between request and
 * response, so both times are known only within half a second and half the duration. That much difference proves nothing.
 */
function clockLine({ response, tookMs }: Probe, clock: Clock): Diagnosis {
  const dateMs = Date.parse(headerValue(response?.headers ?? [], 'date') ?? '')
  if (Number.isNaN(dateMs)) return skip('doctor.clock.unknown')
  const differenceMs = Math.abs(clock.wall().getTime() - tookMs / 2 - (dateMs + 500))
  const inaccuracyMs = 500 + tookMs / 2
  const seconds = Math.max(0, Math.round((differenceMs - inaccuracyMs) / 1000))
  return okIf(seconds <= MAX_CLOCK_DIFFERENCE_S, 'doctor.clock', { seconds })
}

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']

/** Shows the names of the variables only, because a proxy's address may contain a password. */
function proxyLine(env: DoctorOptions['env']): Diagnosis {
  const names = PROXIES.filter((name) => (env[name] ?? '') !== '').join(', ')
  return names === '' ? ok('doctor.proxy') : warn('doctor.proxy.set', { names })
}

/** The two ways to renew a token, as the output names them: the grant of OAuth, and the variable with the user's own command. */
const BY_REFRESH = 'refresh_token'
const BY_COMMAND = 'HOMOLOGA_TOKEN_COMMAND'

function* tokenLines({ clock, settings }: DoctorOptions): Generator<Diagnosis, void> {
  const { baseUrl, credentials } = settings
  if (baseUrl === null) return yield ok('doctor.token.embedded')
  const stored = readStoredTokens(settings, baseUrl)
  if (typeof stored === 'string') return yield fail('doctor.token.store', { why: stored })
  const { clientId, tokenCommand, tokenUrl } = credentials
  const refreshToken = stored?.refreshToken ?? credentials.refreshToken
  const canRefresh = refreshToken !== null && clientId !== null && tokenUrl !== null
  const wayWithoutCommand = canRefresh ? BY_REFRESH : null
  const way = tokenCommand === null ? wayWithoutCommand : BY_COMMAND
  const expiresAtMs = stored?.expiresAtMs ?? null
  const isExpired = expiresAtMs !== null && clock.wall().getTime() >= expiresAtMs
  const hasToken = (stored?.accessToken ?? credentials.accessToken) !== null
  yield tokenLine(hasToken, isExpired, way !== null)
  yield renewalLine(way, stored?.spendingSinceMs ?? null)
}

function renewalLine(way: string | null, spendingSinceMs: number | null): Diagnosis {
  if (way === null) return warn('doctor.renewal.none')
  if (way !== BY_REFRESH || spendingSinceMs === null) return ok('doctor.renewal', { way })
  // a run sent the refresh token and was killed before it stored the new one
  return fail('doctor.renewal.maybe-spent', { since: new Date(spendingSinceMs).toISOString() })
}

function tokenLine(hasToken: boolean, isExpired: boolean, canRenew: boolean): Diagnosis {
  if (hasToken && !isExpired) return ok('doctor.token')
  if (canRenew) return ok(hasToken ? 'doctor.token.expired' : 'doctor.token.renewable')
  return fail('doctor.token.none')
}

/** The stored tokens, null if there are none, or the reason why they cannot be read. */
function readStoredTokens(
  { credentials, stateDir }: Settings,
  baseUrl: string,
): StoredTokens | null | string {
  const account = accountKey(new URL(baseUrl).origin, credentials)
  try {
    return createTokenStore(stateDir).read(account, stemsOf(credentials))
  } catch (error) {
    return messageOf(error)
  }
}

function lockLine({ baseUrl, credentials }: Settings): Diagnosis {
  const holder = baseUrl === null ? null : holderOf(accountKey(new URL(baseUrl).origin, credentials))
  if (holder === null) return ok('doctor.lock')
  const { command, pid, since } = holder
  // as a text, because the digits of a number would be grouped
  return warn('doctor.lock.busy', { command, pid: String(pid), since })
}

function rateLine({ profile }: Settings, probe: Probe | null): Diagnosis {
  if (probe?.response?.status === 429) return fail('doctor.rate.limited')
  const { perSecond } = profile.rate
  return perSecond === null ? ok('doctor.rate.none') : ok('doctor.rate', { perSecond })
}

/** With less, a run may fail to write its journal and reports. */
const MIN_FREE_GB = 0.2
const BYTES_PER_TENTH_OF_GB = 100_000_000

async function diskLine({ cwd }: Settings): Promise<Diagnosis> {
  // blocks that a program without privileges may use, and their size in bytes
  const { bavail, bsize } = await statfs(cwd)
  const freeGb = Math.floor((bavail * bsize) / BYTES_PER_TENTH_OF_GB) / 10
  return okIf(freeGb >= MIN_FREE_GB, 'doctor.disk', { free: freeGb, path: cwd })
}

/** Checks that files can be created in the folder of reports. */
async function writeLine({ cwd, reportDir, reportsDir }: Settings): Promise<Diagnosis> {
  const folder = reportDir ?? reportsDir
  const path = relative(cwd, folder) || folder
  const why = await whyNotWritable(folder)
  return why === null ? ok('doctor.write', { path }) : fail('doctor.write.fail', { path, why })
}

/**
 * The system's reason why nothing can be created in a folder, or in the nearest one above it that exists. It creates a folder there
 * and removes it again, because permissions alone do not tell: nothing can be created in /proc.
 */
async function whyNotWritable(path: string): Promise<string | null> {
  const parent = join(path, '..')
  const flaw = await lstat(path).then(() => null, codeOf)
  if (flaw === 'ENOENT' && parent !== path) return whyNotWritable(parent)
  try {
    await rmdir(await mkdtemp(join(path, '.homologa-doctor-')))
    return null
  } catch (error) {
    return codeOf(error) || 'EACCES'
  }
}
