import { lstat, mkdtemp, rmdir, statfs } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { holderOf } from '../client/account-lock.js'
import { createSender } from '../client/sender.js'
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
import { type Diagnosis, fail, ok, skip, warn } from './diagnosis.js'
import { projectLines } from './doctor-project.js'

export interface Surroundings {
  readonly settings: Settings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly nodeVersion: string
  readonly signal?: AbortSignal
  /** Called for the one request, which is not masked yet. */
  readonly onExchange?: (raw: RawExchange) => void
}

/** Looks around, line by line. Reads only: one request without credentials to the base address, nothing else leaves. */
export async function* examineSurroundings(around: Surroundings): AsyncGenerator<Diagnosis, void> {
  const { settings } = around
  yield nodeLine(around.nodeVersion)
  const { profile, spacingMs } = settings
  yield ok('settings', 'doctor.settings', { profile: profile.name, spacingMs })
  const sent = settings.baseUrl === null ? null : await ask(around, settings.baseUrl)
  yield* addressLines(settings, sent, around)
  yield proxyLine(around.env)
  yield* tokenLines(around)
  yield lockLine(settings)
  yield rateLine(settings, sent)
  yield await diskLine(settings)
  yield await writeLine(settings)
  yield* projectLines(settings)
}

const FLOOR = '20.19.0'

export function nodeLine(version: string): Diagnosis {
  const isOld = version.localeCompare(FLOOR, 'en', { numeric: true }) < 0
  const values = { version, floor: FLOOR }
  return isOld ? fail('node', 'doctor.node', 'doctor.node.remedy', values) : ok('node', 'doctor.node', values)
}

interface Asked {
  readonly sent: Pick<RawExchange, 'response' | 'failure'>
  readonly tookMs: number
}

async function ask(
  { clock, settings, signal, onExchange = () => {} }: Surroundings,
  baseUrl: string,
): Promise<Asked> {
  const transport = createTransport({
    clock,
    credentialOrigins: [],
    timeoutMs: settings.timeoutMs,
    network: settings.network,
  })
  try {
    const headers = [
      ['user-agent', userAgent],
      ['accept', 'application/json'],
    ] as const
    const fromMs = clock.now()
    const { exchange: sent } = await createSender({ transport, onExchange }).send(
      { method: 'GET', url: baseUrl, headers, body: null },
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
  around: Surroundings,
): Generator<Diagnosis, void> {
  const { baseUrl } = settings
  if (baseUrl === null || asked === null) {
    yield ok('address', 'doctor.address.embedded')
    return
  }
  const { response, failure } = asked.sent
  const why = failure && `${failure.kind}: ${failure.message}`
  if (response === null || failure !== null) {
    yield fail('address', 'doctor.address.none', 'doctor.address.remedy', { baseUrl, why })
  } else {
    yield respondedLine(baseUrl, response, Math.round(asked.tookMs))
  }
  if (!/\/v3$/i.test(new URL(baseUrl).pathname)) {
    yield warn('address', 'doctor.address.prefix', 'doctor.address.prefix.remedy', { baseUrl })
  }
  yield tlsLine(baseUrl, asked, around.env)
  if (response !== null) yield clockLine(asked, around.clock)
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
  if (status >= 500) return warn('address', 'doctor.address', 'doctor.address.failing.remedy', values)
  if (status < 300 || status >= 400) return ok('address', 'doctor.address', values)
  const location = headerValue(headers, 'location') ?? ''
  const { origin, pathname } = new URL(URL.canParse(location, baseUrl) ? location : '', baseUrl)
  const to = origin + pathname
  return warn('address', 'doctor.address.moved', 'doctor.address.moved.remedy', { ...values, to })
}

function tlsLine(baseUrl: string, { sent }: Asked, env: Surroundings['env']): Diagnosis {
  const { hostname, protocol } = new URL(baseUrl)
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    return fail('tls', 'doctor.tls.off', 'doctor.tls.off.remedy')
  }
  if (protocol === 'http:' && isThisMachine(hostname)) return ok('tls', 'doctor.tls.local')
  if (sent.failure?.kind === 'tls') {
    return fail('tls', 'doctor.tls.fail', 'doctor.tls.remedy', { why: sent.failure.message })
  }
  return sent.response === null ? skip('tls', 'doctor.tls.skip') : ok('tls', 'doctor.tls')
}

const MOST_SECONDS_APART = 30

/** `Date` has whole seconds only, and was written at some moment of the exchange. */
function clockLine({ sent, tookMs }: Asked, clock: Clock): Diagnosis {
  const told = Date.parse(headerValue(sent.response?.headers ?? [], 'date') ?? '')
  if (Number.isNaN(told)) return skip('clock', 'doctor.clock.unknown')
  const apartMs = Math.abs(clock.wall().getTime() - tookMs / 2 - (told + 500))
  const seconds = Math.max(0, Math.round((apartMs - 500 - tookMs / 2) / 1000))
  return seconds > MOST_SECONDS_APART
    ? fail('clock', 'doctor.clock', 'doctor.clock.remedy', { seconds })
    : ok('clock', 'doctor.clock', { seconds })
}

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']

/** Only the names of the variables are shown, because a proxy's address may contain a password. */
function proxyLine(env: Surroundings['env']): Diagnosis {
  const names = PROXIES.filter((name) => (env[name] ?? '') !== '').join(', ')
  if (names === '') return ok('proxy', 'doctor.proxy')
  return warn('proxy', 'doctor.proxy.set', 'doctor.proxy.remedy', { names })
}

const BY_REFRESH = 'refresh_token'

function* tokenLines({ clock, settings }: Surroundings): Generator<Diagnosis, void> {
  const { baseUrl, credentials } = settings
  if (baseUrl === null) {
    yield ok('token', 'doctor.token.embedded')
    return
  }
  const stored = readStored(settings, baseUrl)
  if (typeof stored === 'string') {
    yield fail('token', 'doctor.token.store', 'doctor.token.store.remedy', { why: stored })
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
  if (way === null) return warn('renewal', 'doctor.renewal.none', 'doctor.renewal.remedy')
  if (way !== BY_REFRESH || spendingSinceMs === null) return ok('renewal', 'doctor.renewal', { way })
  const since = new Date(spendingSinceMs).toISOString()
  return fail('renewal', 'doctor.renewal.maybe-spent', 'doctor.renewal.maybe-spent.remedy', { since })
}

function tokenLine(hasToken: boolean, isExpired: boolean, canRenew: boolean): Diagnosis {
  if (hasToken && !isExpired) return ok('token', 'doctor.token')
  if (canRenew) return ok('token', hasToken ? 'doctor.token.expired' : 'doctor.token.renewable')
  return fail('token', 'doctor.token.none', 'doctor.token.remedy')
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
  if (holder === null) return ok('lock', 'doctor.lock')
  const { command, pid, since } = holder
  const values = { command, pid: String(pid), since }
  return warn('lock', 'doctor.lock.busy', 'doctor.lock.remedy', values)
}

function rateLine({ profile }: Settings, asked: Asked | null): Diagnosis {
  if (asked?.sent.response?.status === 429) return fail('rate', 'doctor.rate.limited', 'doctor.rate.remedy')
  const { perSecond } = profile.rate
  return perSecond === null ? ok('rate', 'doctor.rate.none') : ok('rate', 'doctor.rate', { perSecond })
}

const LEAST_FREE_GB = 0.2

async function diskLine({ cwd }: Settings): Promise<Diagnosis> {
  const { bavail, bsize } = await statfs(cwd)
  const free = Math.floor((bavail * bsize) / 100_000_000) / 10
  const values = { free, path: cwd }
  return free < LEAST_FREE_GB
    ? fail('disk', 'doctor.disk', 'doctor.disk.remedy', values)
    : ok('disk', 'doctor.disk', values)
}

/** The folder of reports, or the nearest one above it that exists. */
async function writeLine({ cwd, reportDir, reportsDir }: Settings): Promise<Diagnosis> {
  const wanted = reportDir ?? reportsDir
  const path = relative(cwd, wanted) || wanted
  const why = await whyNotWritable(wanted)
  if (why === null) return ok('write', 'doctor.write', { path })
  return fail('write', 'doctor.write.fail', 'doctor.write.remedy', { path, why })
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
