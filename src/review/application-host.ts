import { randomBytes } from 'node:crypto'
import { createSender, type Sender } from '../client/sender.js'
import type { Transport } from '../client/transport.js'
import type { RawExchange } from '../exchange/raw.js'
import { startProcess } from '../node/run-process.js'
import { whyOf } from '../node/thrown.js'
import { clientEnvironment } from '../service/env-file.js'
import { userAgent } from '../settings/version.js'
import { SettingsError } from '../words/errors.js'
import { type CodeFacts, isAuthorizeAddress, type ServiceSide } from './gather-pages.js'
import { createVisitor, type Visitor, whySkipped } from './link-visitor.js'
import type { ReviewOptions } from './review-options.js'

/** The application under review as a running process, with an embedded service of its own. */
export interface ApplicationHost {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly seed: string
  readonly service: ServiceSide
  /** Milliseconds since the application's last request; infinite before the first. */
  idleMs(): number
  /** True once the application has sent a request of the five steps. */
  readonly hasBegun: boolean
  /** The signal or exit status of the process; null while it runs. */
  readonly ended: string | null
  close(): Promise<void>
}

/**
 * Starts an embedded service, and then the application with the service's address and credentials in its environment. Every
 * credential that the service issues is registered with the masker.
 *
 * @param originMs the value of the clock that counts as 0 in the exchanges
 * @throws SettingsError if the application cannot be started
 */
export async function hostApplication(
  options: ReviewOptions,
  originMs: number,
  onExchange: (exchange: RawExchange) => void,
): Promise<ApplicationHost> {
  const { clock, command, cwd, masker, port = 0, profile, registration } = options
  const [{ createService }, { listen }, { openResources }] = await Promise.all([
    import('../service/service.js'),
    import('../service/listen.js'),
    import('../service/resources/open.js'),
  ])
  const seed = options.seed ?? randomBytes(6).toString('hex')
  const secrets: string[] = []
  const service = createService({
    profile,
    enforce: true,
    redirectLink: chooseRedirectLink(options) || null,
    seed,
    resources: await openResources({ seed }),
    onSecret: (kind, value) => {
      masker.register(kind, value)
      secrets.push(value)
    },
  })
  if (registration.name !== '') service.application.register({ name: registration.name })
  const codes = watchCodes()
  let lastRequestMs = Number.NEGATIVE_INFINITY
  let hasBegun = false
  const listener = await listen(service, {
    port,
    clock,
    originMs,
    onExchange: (exchange) => {
      lastRequestMs = clock.now()
      codes.see(exchange)
      if (exchange.request.url.includes('/homologacao/')) hasBegun = true
      onExchange(exchange)
    },
  })
  const { baseUrl, tokenUrl } = listener
  const env = clientEnvironment({ baseUrl, tokenUrl, ...service.credentials })
  const stopping = new AbortController()
  const application = await startProcess({
    command,
    cwd,
    onLine: (line) => options.onLine?.(masker.maskText(line)),
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
      grantCode: () => service.application.grantCode(clock.now()),
      factsOfCode: codes.factsOfCode,
      secrets,
    },
    idleMs: () => clock.now() - lastRequestMs,
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

/** Observes the token requests, and tells what the application did with each authorization code. */
function watchCodes() {
  /** The statuses of the responses to a code's token requests, in order; 0 if the application left before its response. */
  const statusesByCode = new Map<string, number[]>()
  return {
    see(exchange: RawExchange): void {
      if (exchange.channel !== 'token') return
      const status = exchange.response?.status ?? 0
      for (const code of findCodes(exchange))
        statusesByCode.set(code, [...(statusesByCode.get(code) ?? []), status])
    },
    factsOfCode(code: string): CodeFacts {
      const statuses = statusesByCode.get(code) ?? []
      const [firstStatus = null] = statuses
      const isRefused = statuses.every((status) => status >= 400)
      const earlierStatuses = statuses.slice(0, -1)
      return {
        codeExchanged: firstStatus !== null,
        refusal: isRefused ? firstStatus : null,
        isCodeSpentAgain: earlierStatuses.some((status) => status < 400),
      }
    },
  }
}

/** The authorization codes in a token request: its body is read as a form, and as JSON, which the service refuses. */
function findCodes({ request }: RawExchange): string[] {
  const text = request.body === null ? '' : Buffer.from(request.body.bytes).toString('utf8')
  const inForm = new URLSearchParams(text).get('code')
  const inJson = /"code"\s*:\s*"([^"]+)"/.exec(text)?.[1]
  return [inForm, inJson].flatMap((code) => (code ? [code] : []))
}

/** The redirect link to call. If we start the application, this is its `rehearsalLink`, a page on this machine. */
export function chooseRedirectLink({ command, registration }: ReviewOptions): string {
  const { redirectLink, rehearsalLink } = registration
  return command.length > 0 && rehearsalLink !== null ? rehearsalLink : redirectLink
}

/** A visitor that stops where the service would ask the user for the authorization. */
export function createReviewVisitor(
  sender: Sender,
  { registration, signal }: ReviewOptions,
  onCookies: (origin: string) => void,
): Visitor {
  const { language } = registration
  return createVisitor({ sender, userAgent, language, stopsAt: isAuthorizeAddress, onCookies, signal })
}

/** After this time the pages are visited anyway. Then they report that the application does not respond. */
const START_TIMEOUT_MS = 20_000
const POLL_MS = 100

/** Waits until the application accepts connections at the link, or has ended. These requests are not recorded. */
export async function waitUntilListening(
  host: ApplicationHost,
  link: string,
  transport: Transport,
  options: ReviewOptions,
): Promise<void> {
  if (whySkipped(link) !== null) return
  const { clock, signal } = options
  const sender = createSender({ transport, onExchange: () => {} })
  const visitor = createReviewVisitor(sender, options, () => {})
  const giveUpAtMs = clock.now() + START_TIMEOUT_MS
  while (clock.now() < giveUpAtMs && host.ended === null) {
    const { failure } = await visitor.visit(new URL(link).origin)
    if (failure !== 'refused') return // while nothing listens, the connection is refused
    await clock.sleep(POLL_MS, signal)
  }
}

/** We stop waiting for the end of a run after this time, counted from its first step. */
const MAX_RUN_MS = 120_000
/** Added to the interval between two steps. An application that is silent for longer has ended its run. */
const MARGIN_MS = 1_000
/** How long to wait for the first of the five steps after the application was connected. */
const BEGIN_MS = 3_000
/** The same if we cannot connect the application, so that it has to begin by itself. */
const BEGIN_ALONE_MS = 30_000
/** An application may put its code into a queue, so we wait this many times longer for the token request. */
const QUEUE_FACTOR = 4

/**
 * How long to wait for the five steps. Without a link that can be visited nobody connects the application. A recording may
 * show the five steps as well, so with one the long wait is not needed.
 */
function defaultPatience(options: ReviewOptions) {
  const mustBeginAlone = whySkipped(chooseRedirectLink(options)) !== null && options.recordings.length === 0
  return {
    beginMs: mustBeginAlone ? BEGIN_ALONE_MS : BEGIN_MS,
    quietMs: options.profile.spacing.intervalMs + MARGIN_MS,
  }
}

/**
 * Waits until the application has tried to exchange its code, until the five steps begin, and until they end. Only the last wait goes
 * on when the process that we started has ended.
 */
export async function waitUntilDone(
  host: ApplicationHost,
  options: ReviewOptions,
  hasTriedCode: () => boolean,
): Promise<void> {
  const { clock, signal } = options
  const { beginMs, quietMs } = options.patience ?? defaultPatience(options)
  const waitUntil = async (isTrue: () => boolean, maxMs: number): Promise<void> => {
    const sinceMs = clock.now()
    while (!isTrue() && clock.now() - sinceMs <= maxMs) await clock.sleep(POLL_MS, signal)
  }
  const hasEnded = () => host.ended !== null
  await waitUntil(() => hasTriedCode() || hasEnded(), QUEUE_FACTOR * beginMs)
  await waitUntil(() => host.hasBegun || hasEnded(), beginMs)
  if (!host.hasBegun) return
  options.onProgress?.('waiting-for-five-steps')
  await waitUntil(() => host.idleMs() >= quietMs, MAX_RUN_MS)
}
