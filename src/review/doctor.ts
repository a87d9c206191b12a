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
import { type Diagnosis, line, withRemedy } from './diagnosis.js'
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
  yield line('settings', 'ok', 'doctor.settings', { profile: profile.name, spacingMs })
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
  const isOld = compare(version, FLOOR) < 0
  const values = { version, floor: FLOOR }
  return withRemedy(
    line('node', isOld ? 'fail' : 'ok', 'doctor.node', values),
    isOld ? 'doctor.node.remedy' : null,
  )
}

function compare(one: string, other: string): number {
  const [a = [], b = []] = [one, other].map((text) => text.split('.').map(Number))
  const place = [0, 1, 2].find((i) => (a[i] ?? 0) !== (b[i] ?? 0))
  return place === undefined ? 0 : (a[place] ?? 0) - (b[place] ?? 0)
}

interface Asked {
  readonly sent: Pick<RawExchange, 'answer' | 'failure'>
  readonly tookMs: number
}

async function ask(
  { clock, settings, signal, onExchange = () => {} }: Surroundings,
  baseUrl: string,
): Promise<Asked> {
  const transport = createTransport({
    clock,
    credentialOrigins: [],
    ...{ timeoutMs: settings.timeoutMs, network: settings.network },
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
    yield line('address', 'ok', 'doctor.address.embedded')
    return
  }
  const { answer, failure } = asked.sent
  const why = failure && `${failure.kind}: ${failure.message}`
  if (answer === null || failure !== null) {
    yield withRemedy(
      line('address', 'fail', 'doctor.address.none', { baseUrl, why }),
      'doctor.address.remedy',
    )
  } else {
    yield answeredLine(baseUrl, answer, Math.round(asked.tookMs))
  }
  if (!/\/v3$/i.test(new URL(baseUrl).pathname)) {
    yield withRemedy(
      line('address', 'warn', 'doctor.address.prefix', { baseUrl }),
      'doctor.address.prefix.remedy',
    )
  }
  yield tlsLine(baseUrl, asked, around.env)
  if (answer !== null) yield clockLine(asked, around.clock)
}

/**
 * The specification does not show the response of a bare base address. A failure or a redirect suggests that the
 * address is wrong.
 */
function answeredLine(
  baseUrl: string,
  { status, headers }: NonNullable<RawExchange['answer']>,
  ms: number,
): Diagnosis {
  const values = { baseUrl, status, ms }
  if (status >= 500)
    return withRemedy(line('address', 'warn', 'doctor.address', values), 'doctor.address.failing.remedy')
  if (status < 300 || status >= 400) return line('address', 'ok', 'doctor.address', values)
  const location = headerValue(headers, 'location') ?? ''
  const { origin, pathname } = new URL(URL.canParse(location, baseUrl) ? location : '', baseUrl)
  const moved = line('address', 'warn', 'doctor.address.moved', { ...values, to: origin + pathname })
  return withRemedy(moved, 'doctor.address.moved.remedy')
}

function tlsLine(baseUrl: string, { sent }: Asked, env: Surroundings['env']): Diagnosis {
  const { hostname, protocol } = new URL(baseUrl)
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    return withRemedy(line('tls', 'fail', 'doctor.tls.off'), 'doctor.tls.off.remedy')
  }
  if (protocol === 'http:' && isThisMachine(hostname)) return line('tls', 'ok', 'doctor.tls.local')
  if (sent.failure?.kind === 'tls') {
    return withRemedy(
      line('tls', 'fail', 'doctor.tls.fail', { why: sent.failure.message }),
      'doctor.tls.remedy',
    )
  }
  return sent.answer === null ? line('tls', 'skip', 'doctor.tls.skip') : line('tls', 'ok', 'doctor.tls')
}

const MOST_SECONDS_APART = 30

/** `Date` has whole seconds only, and was written at some moment of the exchange. */
function clockLine({ sent, tookMs }: Asked, clock: Clock): Diagnosis {
  const told = Date.parse(headerValue(sent.answer?.headers ?? [], 'date') ?? '')
  if (Number.isNaN(told)) return line('clock', 'skip', 'doctor.clock.unknown')
  const apartMs = Math.abs(clock.wall().getTime() - tookMs / 2 - (told + 500))
  const seconds = Math.max(0, Math.round((apartMs - 500 - tookMs / 2) / 1000))
  return seconds > MOST_SECONDS_APART
    ? withRemedy(line('clock', 'fail', 'doctor.clock', { seconds }), 'doctor.clock.remedy')
    : line('clock', 'ok', 'doctor.clock', { seconds })
}

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']

/** Only the names of the variables are shown, because a proxy's address may contain a password. */
function proxyLine(env: Surroundings['env']): Diagnosis {
  const names = PROXIES.filter((name) => (env[name] ?? '') !== '').join(', ')
  if (names === '') return line('proxy', 'ok', 'doctor.proxy')
  return withRemedy(line('proxy', 'warn', 'doctor.proxy.set', { names }), 'doctor.proxy.remedy')
}

const BY_REFRESH = 'refresh_token'

function* tokenLines({ clock, settings }: Surroundings): Generator<Diagnosis, void> {
  const { baseUrl, credentials } = settings
  if (baseUrl === null) {
    yield line('token', 'ok', 'doctor.token.embedded')
    return
  }
  const stored = readStored(settings, baseUrl)
  if (typeof stored === 'string') {
    yield withRemedy(
      line('token', 'fail', 'doctor.token.store', { why: stored }),
      'doctor.token.store.remedy',
    )
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
  if (way === null) return withRemedy(line('renewal', 'warn', 'doctor.renewal.none'), 'doctor.renewal.remedy')
  if (way !== BY_REFRESH || spendingSinceMs === null) return line('renewal', 'ok', 'doctor.renewal', { way })
  const since = new Date(spendingSinceMs).toISOString()
  return withRemedy(
    line('renewal', 'fail', 'doctor.renewal.maybe-spent', { since }),
    'doctor.renewal.maybe-spent.remedy',
  )
}

function tokenLine(hasToken: boolean, isExpired: boolean, canRenew: boolean): Diagnosis {
  if (hasToken && !isExpired) return line('token', 'ok', 'doctor.token')
  if (canRenew) return line('token', 'ok', hasToken ? 'doctor.token.expired' : 'doctor.token.renewable')
  return withRemedy(line('token', 'fail', 'doctor.token.none'), 'doctor.token.remedy')
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
  if (holder === null) return line('lock', 'ok', 'doctor.lock')
  const { command, pid, since } = holder
  const values = { command, pid: String(pid), since }
  return withRemedy(line('lock', 'warn', 'doctor.lock.busy', values), 'doctor.lock.remedy')
}

function rateLine({ profile }: Settings, asked: Asked | null): Diagnosis {
  if (asked?.sent.answer?.status === 429)
    return withRemedy(line('rate', 'fail', 'doctor.rate.limited'), 'doctor.rate.remedy')
  const { perSecond } = profile.rate
  return perSecond === null
    ? line('rate', 'ok', 'doctor.rate.none')
    : line('rate', 'ok', 'doctor.rate', { perSecond })
}

const LEAST_FREE_GB = 0.2

async function diskLine({ cwd }: Settings): Promise<Diagnosis> {
  const { bavail, bsize } = await statfs(cwd)
  const free = Math.floor((bavail * bsize) / 100_000_000) / 10
  const values = { free, path: cwd }
  return free < LEAST_FREE_GB
    ? withRemedy(line('disk', 'fail', 'doctor.disk', values), 'doctor.disk.remedy')
    : line('disk', 'ok', 'doctor.disk', values)
}

/** The folder of reports, or the nearest one above it that exists. */
async function writeLine({ cwd, reportDir, reportsDir }: Settings): Promise<Diagnosis> {
  const wanted = reportDir ?? reportsDir
  const path = relative(cwd, wanted) || wanted
  const why = await whyNotWritable(wanted)
  if (why === null) return line('write', 'ok', 'doctor.write', { path })
  return withRemedy(line('write', 'fail', 'doctor.write.fail', { path, why }), 'doctor.write.remedy')
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
