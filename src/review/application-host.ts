import { randomBytes } from 'node:crypto'
import { createSender, type Sender } from '../client/sender.js'
import type { Transport } from '../client/transport.js'
import type { RawExchange } from '../exchange/raw.js'
import { startProcess } from '../node/run-process.js'
import { whyOf } from '../node/thrown.js'
import { clientEnvironment } from '../service/env-file.js'
import { userAgent } from '../settings/version.js'
import { SettingsError } from '../words/errors.js'
import { whySkipped } from './gather-attributes.js'
import { isAuthorize, type ServiceSide } from './gather-pages.js'
import { createVisitor, type Visitor } from './link-visitor.js'
import type { ReviewOptions } from './review-options.js'

/** The application under review, started and pointed at an embedded service of its own. */
export interface ApplicationHost {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly seed: string
  readonly service: ServiceSide
  /** Milliseconds since the application's last request; infinite before the first. */
  idleMs(): number
  /** Whether it has begun the five steps. */
  readonly hasBegun: boolean
  /** null while the process runs, or if there is no process; else how it ended. */
  readonly ended: string | null
  close(): Promise<void>
}

/** How to start the application, and what listens to it. */
export interface HostOptions
  extends Pick<ReviewOptions, 'command' | 'profile' | 'clock' | 'cwd' | 'seed' | 'port'> {
  readonly redirectLink: string
  readonly name: string
  /** The clock's value that exchanges count from. */
  readonly originMs: number
  readonly onExchange: (exchange: RawExchange) => void
  readonly onSecret: (
    kind: 'access_token' | 'refresh_token' | 'client_secret' | 'code',
    value: string,
  ) => void
  /** Called with each line that the application prints, which is not masked yet. */
  readonly onLine: (line: string) => void
}

/** Starts the service, then the application with the settings that point at it. @throws SettingsError where it cannot be started */
export async function hostApplication(options: HostOptions): Promise<ApplicationHost> {
  const [{ createService }, { listen }, { openResources }] = await Promise.all([
    import('../service/service.js'),
    import('../service/listen.js'),
    import('../service/resources/open.js'),
  ])
  const seed = options.seed ?? randomBytes(6).toString('hex')
  const secrets: string[] = []
  const service = createService({
    profile: options.profile,
    enforce: true,
    redirectLink: options.redirectLink === '' ? null : options.redirectLink,
    seed,
    resources: await openResources({ seed }),
    onSecret: (kind, value) => {
      options.onSecret(kind, value)
      secrets.push(value)
    },
  })
  if (options.name !== '') service.application.register({ name: options.name })
  /** The statuses of the responses to each code, in order. */
  const tries = new Map<string, number[]>()
  let lastMs = Number.NEGATIVE_INFINITY
  let hasBegun = false
  const listener = await listen(service, {
    port: options.port ?? 0,
    clock: options.clock,
    originMs: options.originMs,
    onExchange: (exchange) => {
      lastMs = options.clock.now()
      if (exchange.channel === 'token') {
        const status = exchange.response?.status ?? 0
        for (const code of codesIn(exchange)) tries.set(code, [...(tries.get(code) ?? []), status])
      }
      if (exchange.request.url.includes('/homologacao/')) hasBegun = true
      options.onExchange(exchange)
    },
  })
  const { baseUrl, tokenUrl } = listener
  const env = clientEnvironment({ baseUrl, tokenUrl, ...service.credentials })
  const { command, cwd, onLine } = options
  const stopping = new AbortController()
  const application = await startProcess({
    command,
    cwd,
    onLine,
    signal: stopping.signal,
    env: { ...process.env, ...env },
  }).catch(async (error: unknown) => {
    await listener.close()
    throw new SettingsError('settings.command', { text: command[0] ?? '', why: whyOf(error) })
  })
  return {
    baseUrl,
    tokenUrl,
    seed,
    service: {
      grantCode: () => service.application.grantCode(options.clock.now()),
      seen(code) {
        const statuses = tries.get(code) ?? []
        const isRefused = statuses.length > 0 && statuses.every((status) => status >= 400)
        return {
          codeExchanged: statuses.length > 0,
          refusal: isRefused ? Math.min(...statuses) : null,
          isCodeSpentAgain: statuses.slice(0, -1).some((status) => status < 400),
        }
      },
      secrets,
    },
    idleMs: () => options.clock.now() - lastMs,
    get hasBegun() {
      return hasBegun
    },
    get ended() {
      const { end } = application
      return end === null ? null : (end.signal ?? String(end.status))
    },
    async close() {
      stopping.abort()
      await application.ended
      await listener.close()
    },
  }
}

/** Codes in a token request, whether or not they were redeemed; only the form is read. */
function codesIn({ request }: RawExchange): string[] {
  const text = request.body === null ? '' : Buffer.from(request.body.bytes).toString('utf8')
  const inForm = new URLSearchParams(text).get('code')
  const inJson = /"code"\s*:\s*"([^"]+)"/.exec(text)?.[1]
  return [inForm, inJson].flatMap((code) => (code ? [code] : []))
}

/** The address at which an application that was started shows the pages of its redirect link. */
export function linkOf({ command, registration }: ReviewOptions): string {
  const { redirectLink, rehearsalLink } = registration
  return command.length > 0 && rehearsalLink !== null ? rehearsalLink : redirectLink
}

export function visitorOf(
  sender: Sender,
  options: ReviewOptions,
  onCookies: (origin: string) => void,
): Visitor {
  const { registration, signal } = options
  return createVisitor({
    sender,
    userAgent,
    language: registration.language,
    stopsAt: isAuthorize,
    onCookies,
    signal,
  })
}

const START_MS = 20_000

const POLL_MS = 100

/** Waits until the application listens, for as long as it runs. These attempts to connect are not recorded. */
export async function untilAnswering(
  host: ApplicationHost,
  link: string,
  transport: Transport,
  options: ReviewOptions,
): Promise<void> {
  if (whySkipped(link) !== null) return
  const { clock, signal } = options
  const visitor = visitorOf(createSender({ transport, onExchange: () => {} }), options, () => {})
  const giveUpAtMs = clock.now() + START_MS
  while (clock.now() < giveUpAtMs && host.ended === null) {
    const { failure } = await visitor.visit(new URL(link).origin)
    if (failure !== 'refused') return
    await clock.sleep(POLL_MS, signal)
  }
}

const MOST_RUN_MS = 120_000

const MARGIN_MS = 1_000

/** How long to wait for an application that must start the five steps by itself. */
const ALONE_MS = 30_000

/** No page of a redirect link connects it, as right after `init`, and no run that passed is kept: its command is all there is. */
function isOnItsOwn(options: ReviewOptions): boolean {
  return whySkipped(linkOf(options)) !== null && options.recordings.length === 0
}

/** A queue may take up a code some seconds after its page was shown: so many times the wait for the first step. */
const QUEUED = 4

/** An application that exchanges its code, and runs the five steps once it is connected, is given the time for both. */
export async function untilSettled(
  host: ApplicationHost,
  options: ReviewOptions,
  hasTried: () => boolean,
): Promise<void> {
  const { clock, profile, signal } = options
  const { beginMs, quietMs } = options.patience ?? {
    beginMs: isOnItsOwn(options) ? ALONE_MS : 3_000,
    quietMs: profile.spacing.intervalMs + MARGIN_MS,
  }
  const askedAtMs = clock.now()
  const isUnder = (ms: number, sinceMs: number) => clock.now() - sinceMs <= ms && host.ended === null
  while (!hasTried() && isUnder(QUEUED * beginMs, askedAtMs)) await clock.sleep(POLL_MS, signal)
  const fromMs = clock.now()
  while (!host.hasBegun) {
    if (!isUnder(beginMs, fromMs)) return
    await clock.sleep(POLL_MS, signal)
  }
  options.onProgress?.('waiting-for-five-steps')
  while (host.idleMs() < quietMs && clock.now() - fromMs < MOST_RUN_MS) await clock.sleep(POLL_MS, signal)
}
