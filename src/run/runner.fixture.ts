import { homologation } from '../../suites/homologation.js'
import { type ScriptedResponse, scriptedService } from '../../test/rehearsal/scripted-service.fixture.js'
import { createVirtualClock } from '../../test/rehearsal/virtual-clock.js'
import { createPacer } from '../client/pacer.js'
import { createSender } from '../client/sender.js'
import type { Credentials } from '../client/token-source.js'
import { createTokenSource } from '../client/tokens.js'
import type { OutgoingRequest } from '../client/transport.js'
import { headerValue } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import { type Profile, spec } from '../specification/profile.js'
import { createPatience } from './patience.js'
import type { Refusals } from './refusals.js'
import type { RunEvent } from './run-event.js'
import { runSuite } from './runner.js'
import type { Suite } from './suite.js'

export type Script = (request: OutgoingRequest, count: number) => ScriptedResponse

const credentials: Credentials = {
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  clientId: 'client',
  clientSecret: 'secret',
  tokenCommand: null,
  tokenUrl: 'http://127.0.0.1/oauth/token',
}

interface Setting {
  readonly script?: Script
  readonly profile?: Profile
  readonly credentials?: Partial<Credentials>
  readonly suite?: Suite
  readonly refusals?: Refusals
  readonly signal?: AbortSignal
  /** Milliseconds before a read that failed in a way that may pass goes out once more. */
  readonly pauseMs?: number
  readonly spacingMs?: number
  readonly onEvent?: (event: RunEvent) => void
}

export async function run(setting: Setting = {}) {
  const clock = createVirtualClock()
  const { profile = spec, script = conformant() } = setting
  const service = scriptedService(clock, script)
  const exchanges: RawExchange[] = []
  const events: RunEvent[] = []
  const sender = createSender({ transport: service.transport, onExchange: (one) => exchanges.push(one) })
  const tokens = createTokenSource({
    credentials: { ...credentials, ...setting.credentials },
    clientAuth: 'basic',
    headers: [],
    clock,
    sender,
    store: null,
    account: 'a',
    onSecret: () => undefined,
  })
  const outcome = await runSuite(setting.suite ?? homologation, {
    baseUrl: 'http://127.0.0.1/Api/v3/',
    profile,
    clock,
    sender,
    ...(setting.refusals && { refusals: setting.refusals }),
    pacer: createPacer({
      clock,
      spacingMs: setting.spacingMs ?? profile.spacing.paceMs,
      ...(setting.spacingMs === 0 && { rateLimiter: () => clock.sleep(1_000) }),
    }),
    ...(setting.pauseMs === undefined ? {} : { patience: createPatience(setting.pauseMs) }),
    tokens,
    userAgent: 'homologa/test',
    ...(setting.signal ? { signal: setting.signal } : {}),
    onEvent: (event) => {
      events.push(event)
      setting.onEvent?.(event)
    },
  })
  return { outcome, events, exchanges, requests: service.requests, clock }
}

export const hash = (value: string, profile: Profile = spec) => [[profile.hash.header, value]] as const
export const isToken = (request: OutgoingRequest) => request.url.endsWith('/oauth/token')
export const line = ({ method, url }: OutgoingRequest) => `${method} ${new URL(url).pathname}`
export const bearer = (request: OutgoingRequest) => headerValue(request.headers, 'authorization')
export const hashOf = (request: OutgoingRequest) => headerValue(request.headers, spec.hash.header)
export const bodyOf = (request: OutgoingRequest) =>
  request.body === null ? null : Buffer.from(request.body).toString()
export const kinds = (events: readonly RunEvent[]) => events.map(({ kind }) => kind)

export const PRODUCT = '{"nome":"Caneca", "preco":32.560,"codigo":"COD-1"}'

/** Responses as the specification has it; `override` comes first. */
export function conformant(
  override: (request: OutgoingRequest, count: number) => ScriptedResponse | null = () => null,
): Script {
  let renewals = 0
  return (request, count) => {
    const special = override(request, count)
    if (special !== null) return special
    if (isToken(request)) {
      renewals++
      return {
        body: {
          access_token: `access-${renewals + 1}`,
          refresh_token: `refresh-${renewals + 1}`,
          expires_in: 3600,
        },
      }
    }
    const headers = hash(`hash-${count}`)
    if (request.method === 'GET') return { headers, body: `{"data": ${PRODUCT} }` }
    if (request.method === 'POST')
      return { status: 201, headers, body: '{"data":{"id":16842795981123456789}}' }
    return { status: 204, headers }
  }
}

export const dead = (...counts: number[]) =>
  conformant((_request, count) => (counts.includes(count) ? { status: 401 } : null))
