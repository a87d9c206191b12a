import type { Body, Exchange, Failure, Gap, Header, LifeEvent } from '../exchange/exchange.js'
import { homologationStep, type StepNumber } from '../specification/homologation.js'
import { spec } from '../specification/profile.js'
import type { JudgeContext } from './context.js'
import { Trace } from './trace.js'

/** One request of a run and its response, in short. Fields that are left out keep the rules. */
export interface Shot {
  readonly ask: string
  /** Object: JSON; text: as it stands; null: none. */
  readonly body?: unknown
  readonly headers?: readonly Header[]
  /** null: no Authorization header. */
  readonly token?: string | null
  /** Sent in the hash header. */
  readonly carries?: string | undefined
  readonly status?: number
  readonly response?: unknown
  /** Issued in the hash header. */
  readonly issues?: string | undefined
  readonly responseHeaders?: readonly Header[]
  /** Milliseconds since the request before; ignored for the first one. Default: 2,000. */
  readonly afterMs?: number
  /** The embedded service was told to change the response. */
  readonly spoilt?: true
  /** Milliseconds that the response takes. Default 5; null: no end was seen. */
  readonly tookMs?: number | null
  readonly failure?: Failure['kind']
  readonly channel?: Exchange['channel']
  readonly source?: Exchange['source']
  readonly gaps?: readonly Gap[]
  readonly staged?: LifeEvent
  readonly requestBody?: Body | null
  readonly responseBody?: Body | null
}

export const baseUrl = 'https://erp.exemplo.invalid/Api/v3'
export const tokenUrl = `${baseUrl}/oauth/token`
export const product = { nome: 'Caneca', codigo: 'CAN-01', preco: 32.56 }
export const newest = 'hash-1'

const id = 987
const plain: Readonly<Record<StepNumber, Partial<Shot>>> = {
  1: { response: { data: product }, issues: newest },
  2: { body: product, status: 201, response: { data: { id } } },
  3: { body: { ...product, nome: 'Copo' }, status: 204 },
  4: { body: { situacao: 'I' }, status: 204 },
  5: { status: 204 },
}

/** A step that keeps the rules, with some of it changed. */
export function step(number: StepNumber, change: Partial<Shot> = {}): Shot {
  const { method, path } = homologationStep(number)
  return { ask: `${method} ${path.replace('{idProduto}', String(id))}`, ...plain[number], ...change }
}

/** A step whose token is refused. */
export function refused(number: StepNumber, change: Partial<Shot> = {}): Shot {
  const response = { error: { type: 'invalid_token' } }
  return step(number, { status: 401, response, issues: undefined, ...change })
}

export function renewal(change: Partial<Shot> = {}): Shot {
  return {
    ask: `POST ${tokenUrl}`,
    channel: 'token',
    headers: [
      ['Authorization', 'Basic YXBwOnNlY3JldA=='],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ],
    body: 'grant_type=refresh_token&refresh_token=refresh-1',
    response: { access_token: 'token-2', refresh_token: 'refresh-2', token_type: 'Bearer', expires_in: 3600 },
    afterMs: 10,
    ...change,
  }
}

/** The five steps, with one token that is never refused. */
export function steps(change: Partial<Record<StepNumber, Partial<Shot>>> = {}): Shot[] {
  return ([1, 2, 3, 4, 5] as const).map((number) => step(number, change[number]))
}

/** The five steps; the token is revoked at step 3 and is renewed. */
export function renewedRun(change: Partial<Record<StepNumber, Partial<Shot>>> = {}): Shot[] {
  return [
    step(1, change[1]),
    step(2, change[2]),
    refused(3),
    renewal(),
    step(3, { token: 'token-2', carries: newest, ...change[3] }),
    step(4, { token: 'token-2', ...change[4] }),
    step(5, { token: 'token-2', ...change[5] }),
  ]
}

/** Exchanges `e1`, `e2`, … of the shots, one after the other. */
export function exchangesOf(shots: readonly Shot[]): Exchange[] {
  let sentAtMs = 0
  return shots.map((shot, i) => {
    sentAtMs += i === 0 ? 0 : (shot.afterMs ?? 2_000)
    return exchangeOf(shot, `e${i + 1}`, sentAtMs)
  })
}

function exchangeOf(shot: Shot, name: string, sentAtMs: number): Exchange {
  const space = shot.ask.indexOf(' ')
  const target = shot.ask.slice(space + 1)
  const body = shot.requestBody === undefined ? bodyOf(shot.body) : shot.requestBody
  const responseBody = shot.responseBody === undefined ? bodyOf(shot.response) : shot.responseBody
  const tookMs = shot.tookMs === undefined ? 5 : shot.tookMs
  return {
    id: name,
    source: shot.source ?? 'examine',
    channel: shot.channel ?? 'service',
    session: 's1',
    step: null,
    request: {
      method: shot.ask.slice(0, space),
      url: target.startsWith('/') ? baseUrl + target : target,
      headers: shot.headers ?? headersOf(shot, body),
      body,
    },
    response: shot.failure
      ? null
      : { status: shot.status ?? 200, headers: responseHeaders(shot), body: responseBody },
    failure: shot.failure ? { kind: shot.failure, message: shot.failure } : null,
    startedAt: new Date(Date.UTC(2026, 4, 4) + sentAtMs).toISOString(),
    sentAtMs,
    respondedAtMs: shot.failure || tookMs === null ? null : sentAtMs + tookMs,
    gaps: shot.gaps ?? [],
    ...(shot.spoilt && { spoilt: true }),
    ...(shot.staged && { staged: shot.staged }),
  }
}

function headersOf({ token = 'token-1', carries }: Shot, body: Body | null): Header[] {
  return [
    ...(token === null ? [] : [['Authorization', `Bearer ${token}`] as const]),
    ...(carries === undefined ? [] : [[spec.hash.header, carries] as const]),
    ...(body === null ? [] : [['Content-Type', 'application/json'] as const]),
  ]
}

function responseHeaders({ issues, response, responseHeaders: more = [] }: Shot): Header[] {
  return [
    ...(issues === undefined ? [] : [[spec.hash.header, issues] as const]),
    ...(response === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ...more,
  ]
}

function bodyOf(value: unknown): Body | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { text, sizeBytes: text.length, flaw: null }
}

/** The context of an application's run that is over, with some of it changed. */
export function contextOf(change: Partial<JudgeContext> = {}): JudgeContext {
  return {
    profile: spec,
    baseUrl,
    tokenUrl,
    toleranceMs: 0,
    ended: true,
    underTest: 'application',
    ...change,
  }
}

/** The run of these exchanges, which may come in any order. */
export function trace(exchanges: readonly Exchange[], context: JudgeContext): Trace {
  const run = new Trace(context)
  for (const exchange of [...exchanges].sort((a, b) => a.sentAtMs - b.sentAtMs)) run.add(exchange)
  return run
}
