import { randomBytes } from 'node:crypto'
import type { RawExchange } from '../exchange/raw.js'
import { startProcess } from '../node/run-process.js'
import { whyOf } from '../node/thrown.js'
import { clientEnvironment } from '../service/env-file.js'
import { SettingsError } from '../words/errors.js'
import type { ServiceSide } from './gather-pages.js'
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

/** Of the review's options what the application's start needs, and where it and its traffic lead. */
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

const REMEMBERED_SECRETS = 200

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
      if (secrets.length > REMEMBERED_SECRETS) secrets.splice(1, 1)
    },
  })
  if (options.name !== '') service.application.register({ name: options.name })
  /** The statuses with which a code was answered, in order. */
  const tries = new Map<string, number[]>()
  let lastMs = Number.POSITIVE_INFINITY
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
      wasExchanged: (code) => tries.has(code),
      refusalOf: (code) => {
        const status = Math.min(...(tries.get(code) ?? [0]))
        return status < 400 ? null : status
      },
      wasSpentAgain: (code) => (tries.get(code) ?? []).slice(0, -1).some((status) => status < 400),
      secrets,
    },
    idleMs: () => (Number.isFinite(lastMs) ? options.clock.now() - lastMs : lastMs),
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
