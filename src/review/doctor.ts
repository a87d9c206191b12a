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
import { messageOf } from '../node/thrown.js'
import type { Settings } from '../settings/settings.js'
import { userAgent } from '../settings/version.js'
import { check, type Diagnosis, fail, ok, projectLines, skip, warn } from './doctor-project.js'

export interface DoctorOptions {
  readonly settings: Settings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly nodeVersion: string
  readonly signal?: AbortSignal
  /** Called for the one request, which is not masked yet. */
  readonly onExchange?: (raw: RawExchange) => void
}

/** Examines everything that a run needs, line by line. It only reads, and sends one request without credentials to the base address. */
export async function* diagnose(options: DoctorOptions): AsyncGenerator<Diagnosis, void> {
  const { settings } = options
  yield nodeLine(options.nodeVersion)
  const { profile, spacingMs } = settings
  yield ok('doctor.settings', { profile: profile.name, spacingMs })
  const sent = settings.baseUrl === null ? null : await ask(options, settings.baseUrl)
  yield* addressLines(settings, sent, options)
  yield proxyLine(options.env)
  yield* tokenLines(options)
  yield lockLine(settings)
  yield rateLine(settings, sent)
  yield await diskLine(settings)
  yield await writeLine(settings)
  yield* projectLines(settings)
}

const FLOOR = '20.19.0'

export function nodeLine(version: string): Diagnosis {
  const isOld = version.localeCompare(FLOOR, 'en', { numeric: true }) < 0
  return check(!isOld, 'doctor.node', { version, floor: FLOOR })
}

interface Asked {
  readonly sent: Pick<RawExchange, 'response' | 'failure'>
  readonly tookMs: number
}

/** Sends the one request, without credentials. */
async function ask({ clock, settings, signal, onExchange = () => {} }: DoctorOptions, baseUrl: string) {
  const transport = createTransport({
    clock,
    credentialOrigins: [],
    timeoutMs: settings.timeoutMs,
    network: settings.network,
  })
  try {
    const fromMs = clock.now()
    const { exchange: sent } = await createSender({ transport, onExchange }).send(
      { method: 'GET', url: baseUrl, headers: ownHeaders(userAgent, {}), body: null },
      { channel: 'service', step: null, signal },
    )
    return { sent, tookMs: clock.now() - fromMs }
  } finally {
    transport.close()
  }
}

function* addressLines(
  settings: Settings,
  asked: Asked | null,
  options: DoctorOptions,
): Generator<Diagnosis, void> {
  const { baseUrl } = settings
  if (baseUrl === null || asked === null) {
    yield ok('doctor.address.embedded')
    return
  }
  const { response, failure } = asked.sent
  const why = failure && `${failure.kind}: ${failure.message}`
  if (response === null || failure !== null) yield fail('doctor.address.none', { baseUrl, why })
  else yield respondedLine(baseUrl, response, Math.round(asked.tookMs))
  if (!/\/v3$/i.test(new URL(baseUrl).pathname)) yield warn('doctor.address.prefix', { baseUrl })
  yield tlsLine(baseUrl, asked, options.env)
  if (response !== null) yield clockLine(asked, options.clock)
}

/**
 * The specification does not show the response of a bare base address. A failure or a redirect suggests that the
 * address is wrong.
 */
function respondedLine(
  baseUrl: string,
  { status, headers }: NonNullable<RawExchange['response']>,
  ms: number,
): Diagnosis {
  const values = { baseUrl, status, ms }
  if (status >= 500) return warn('doctor.address', values)
  if (status < 300 || status >= 400) return ok('doctor.address', values)
  const location = headerValue(headers, 'location') ?? ''
  const { origin, pathname } = new URL(URL.canParse(location, baseUrl) ? location : '', baseUrl)
  const to = origin + pathname
  return warn('doctor.address.moved', { ...values, to })
}

function tlsLine(baseUrl: string, { sent }: Asked, env: DoctorOptions['env']): Diagnosis {
  const { hostname, protocol } = new URL(baseUrl)
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') return fail('doctor.tls.off')
  if (protocol === 'http:' && isThisMachine(hostname)) return ok('doctor.tls.local')
  if (sent.failure?.kind === 'tls') return fail('doctor.tls.fail', { why: sent.failure.message })
  return sent.response === null ? skip('doctor.tls.skip') : ok('doctor.tls')
}

const MOST_SECONDS_APART = 30

/** `Date` has whole seconds only, and was written at some moment of the exchange. */
function clockLine({ sent, tookMs }: Asked, clock: Clock): Diagnosis {
  const dateMs = Date.parse(headerValue(sent.response?.headers ?? [], 'date') ?? '')
  if (Number.isNaN(dateMs)) return skip('doctor.clock.unknown')
  const apartMs = Math.abs(clock.wall().getTime() - tookMs / 2 - (dateMs + 500))
  const seconds = Math.max(0, Math.round((apartMs - 500 - tookMs / 2) / 1000))
  return check(seconds <= MOST_SECONDS_APART, 'doctor.clock', { seconds })
}

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']

/** Only the names of the variables are shown, because a proxy's address may contain a password. */
function proxyLine(env: DoctorOptions['env']): Diagnosis {
  const names = PROXIES.filter((name) => (env[name] ?? '') !== '').join(', ')
  if (names === '') return ok('doctor.proxy')
  return warn('doctor.proxy.set', { names })
}

const BY_REFRESH = 'refresh_token'

function* tokenLines({ clock, settings }: DoctorOptions): Generator<Diagnosis, void> {
  const { baseUrl, credentials } = settings
  if (baseUrl === null) {
    yield ok('doctor.token.embedded')
    return
  }
  const stored = readStored(settings, baseUrl)
  if (typeof stored === 'string') {
    yield fail('doctor.token.store', { why: stored })
    return
  }
  const { clientId, tokenCommand, tokenUrl } = credentials
  const refreshToken = stored?.refreshToken ?? credentials.refreshToken
  const canRefresh = refreshToken !== null && clientId !== null && tokenUrl !== null
  const way = tokenCommand !== null ? 'HOMOLOGA_TOKEN_COMMAND' : canRefresh ? BY_REFRESH : null
  const expiresAtMs = stored?.expiresAtMs ?? null
  const isExpired = expiresAtMs !== null && clock.wall().getTime() >= expiresAtMs
  const hasToken = (stored?.accessToken ?? credentials.accessToken) !== null
  yield tokenLine(hasToken, isExpired, way !== null)
  yield renewalLine(way, stored?.spendingSinceMs ?? null)
}

function renewalLine(way: string | null, spendingSinceMs: number | null): Diagnosis {
  if (way === null) return warn('doctor.renewal.none')
  if (way !== BY_REFRESH || spendingSinceMs === null) return ok('doctor.renewal', { way })
  const since = new Date(spendingSinceMs).toISOString()
  return fail('doctor.renewal.maybe-spent', { since })
}

function tokenLine(hasToken: boolean, isExpired: boolean, canRenew: boolean): Diagnosis {
  if (hasToken && !isExpired) return ok('doctor.token')
  if (canRenew) return ok(hasToken ? 'doctor.token.expired' : 'doctor.token.renewable')
  return fail('doctor.token.none')
}

/** The stored tokens, null if there are none, or the reason why they cannot be read. */
function readStored({ credentials, stateDir }: Settings, baseUrl: string): StoredTokens | null | string {
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
  return warn('doctor.lock.busy', { command, pid: String(pid), since })
}

function rateLine({ profile }: Settings, asked: Asked | null): Diagnosis {
  if (asked?.sent.response?.status === 429) return fail('doctor.rate.limited')
  const { perSecond } = profile.rate
  return perSecond === null ? ok('doctor.rate.none') : ok('doctor.rate', { perSecond })
}

const LEAST_FREE_GB = 0.2

async function diskLine({ cwd }: Settings): Promise<Diagnosis> {
  const { bavail, bsize } = await statfs(cwd)
  const free = Math.floor((bavail * bsize) / 100_000_000) / 10
  return check(free >= LEAST_FREE_GB, 'doctor.disk', { free, path: cwd })
}

/** The folder of reports, or the nearest one above it that exists. */
async function writeLine({ cwd, reportDir, reportsDir }: Settings): Promise<Diagnosis> {
  const wanted = reportDir ?? reportsDir
  const path = relative(cwd, wanted) || wanted
  const why = await whyNotWritable(wanted)
  if (why === null) return ok('doctor.write', { path })
  return fail('doctor.write.fail', { path, why })
}

/** Tried with a folder that is gone at once: permissions do not show that nothing can be made in /proc, or in a file. */
async function whyNotWritable(path: string): Promise<string | null> {
  const above = join(path, '..')
  const isThere = await lstat(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
  )
  if (!isThere && above !== path) return whyNotWritable(above)
  return mkdtemp(join(path, '.homologa-doctor-')).then(
    async (made) => {
      await rmdir(made)
      return null
    },
    ({ code = 'EACCES' }: NodeJS.ErrnoException) => code,
  )
}
