import type { Exchange, Header } from '../../src/exchange/exchange.js'
import { headerValue } from '../../src/exchange/exchange.js'
import { parseJson } from '../../src/exchange/json.js'
import { createMasker, record } from '../../src/exchange/masking.js'
import type { ServiceResponse } from '../../src/service/response.js'
import { createService, type ServiceOptions } from '../../src/service/service.js'
import { homologationStep, type StepNumber, stepNumbers } from '../../src/specification/homologation.js'
import { bling, type Profile, spec } from '../../src/specification/profile.js'
import { refusesToken } from '../../src/specification/recognise.js'

/**
 * A client that keeps every rule of the five steps, in virtual time, each habit of which can be replaced. A broken client is
 * this one with one habit changed.
 */

export type Product = Readonly<Record<string, unknown>>

/** A request as the client is about to send it. */
export interface Outgoing {
  readonly method: string
  /** Below the base address, unless it begins with the origin. */
  readonly path: string
  readonly headers: readonly Header[]
  readonly body: string | null
}

/** What the client remembers. */
export interface Memory {
  accessToken: string
  refreshToken: string
  readonly clientId: string
  readonly clientSecret: string
  /** Access tokens it no longer uses, newest last. */
  readonly formerTokens: string[]
  /** Hashes in the order in which they came, refusals' included. */
  readonly hashes: string[]
  /** The hash to send next, as this client believes. */
  hash: string | null
  product: Product
  id: string
  /** How often it renewed. */
  renewals: number
}

export interface Tools {
  readonly memory: Memory
  readonly profile: Profile
  send(outgoing: Outgoing, options?: SendOptions): ServiceResponse
  /** The request of a step as this client would send it. */
  request(step: StepNumber): Outgoing
  renew(): boolean
  /** Sends a step once, and learns from its response. */
  take(step: StepNumber): void
  /** Learns from the response to a step. */
  learn(response: ServiceResponse, step: StepNumber): void
  wait(ms: number): void
}

export interface SendOptions {
  /** Whether the next request waits for this response. Default: true. */
  readonly isAwaited?: boolean
}

export interface Habits {
  readonly steps?: readonly StepNumber[]
  /** Milliseconds from a response to the next step. */
  readonly pauseMs?: number | ((step: StepNumber) => number)
  /** Changes a step's request; `repeat` is 1 when it goes out again after a refusal. */
  readonly alter?: (outgoing: Outgoing, step: StepNumber, tools: Tools, repeat: number) => Outgoing
  /** Changes a token request. */
  readonly alterRenewal?: (outgoing: Outgoing, tools: Tools) => Outgoing
  /** Before each step. */
  readonly before?: (step: StepNumber, tools: Tools) => void
  /** After each response; `stop` ends the run, `repeat` sends the step again, `restart` begins from step 1, `go-on` ignores what came. */
  readonly after?: (
    response: ServiceResponse,
    step: StepNumber,
    tools: Tools,
    times: number,
  ) => 'stop' | 'repeat' | 'restart' | 'go-on' | undefined
  /** What happens on a refused token. Default: renew, then send the step again. */
  readonly refused?: (step: StepNumber, tools: Tools) => 'repeat' | 'stop'
  /** Which hash a response leaves behind. Default: the newest that came. */
  readonly learn?: (response: ServiceResponse, hash: string | null, tools: Tools) => void
  /** After the last step. */
  readonly finish?: (tools: Tools) => void
  /** Milliseconds that a response takes. */
  readonly latencyMs?: number | ((step: StepNumber | null) => number)
}

export interface Course {
  readonly profile?: 'spec' | 'bling' | Profile
  /** Default: the token is revoked at step 3. */
  readonly service?: ServiceOptions
  readonly habits?: Habits
}

const encoder = new TextEncoder()
const json: Header = ['Content-Type', 'application/json']
const ORIGIN = 'http://127.0.0.1:9'

export interface Recorded {
  readonly exchanges: readonly Exchange[]
  readonly profile: Profile
  readonly baseUrl: string
  readonly tokenUrl: string
}

/** Lets the client run and records what the service saw. */
export function recordCourse({
  profile: named = 'spec',
  service: options = {},
  habits = {},
}: Course): Recorded {
  const profile = named === 'spec' ? spec : named === 'bling' ? bling : named
  const service = createService({ profile, seed: 'broken-clients', invalidateAt: 3, ...options })
  const masker = createMasker()
  const exchanges: Exchange[] = []
  let nowMs = 0

  const memory: Memory = {
    ...service.credentials,
    formerTokens: [],
    hashes: [],
    hash: null,
    product: {},
    id: '',
    renewals: 0,
  }
  for (const [kind, value] of secretsOf(memory)) masker.register(kind, value)

  const latency = (step: StepNumber | null) =>
    typeof habits.latencyMs === 'function' ? habits.latencyMs(step) : (habits.latencyMs ?? 5)

  const send = (outgoing: Outgoing, { isAwaited = true }: SendOptions = {}): ServiceResponse => {
    const isAbsolute = outgoing.path.startsWith('//')
    const path = isAbsolute ? outgoing.path.slice(1) : service.basePath + outgoing.path
    const body = outgoing.body === null ? null : encoder.encode(outgoing.body)
    const response = service.respond(
      { method: outgoing.method, path, headers: outgoing.headers, body },
      nowMs,
    )
    const sentAtMs = nowMs
    const respondedAtMs = nowMs + latency(response.step)
    const text = response.body === null ? null : Buffer.from(response.body)
    exchanges.push(
      record(
        {
          id: `e${exchanges.length + 1}`,
          source: 'examine',
          channel: response.channel,
          session: response.session,
          step: null,
          request: {
            method: outgoing.method,
            url: ORIGIN + path,
            headers: outgoing.headers,
            body: body && { bytes: body, sizeBytes: body.length, flaw: null },
          },
          response: {
            status: response.status,
            headers: response.headers,
            body: text && { bytes: text, sizeBytes: text.length, flaw: null },
          },
          failure: null,
          startedAt: new Date(Date.UTC(2026, 0, 1) + sentAtMs).toISOString(),
          sentAtMs,
          respondedAtMs,
          gaps: [],
        },
        masker,
      ),
    )
    nowMs = isAwaited ? respondedAtMs : sentAtMs + 1
    return response
  }

  const request = (step: StepNumber): Outgoing => {
    const { method, path } = homologationStep(step)
    const body = bodyOf(step, memory, profile)
    const hash: Header[] = step === 1 || memory.hash === null ? [] : [[profile.hash.header, memory.hash]]
    return {
      method,
      path: path.replace('{idProduto}', memory.id),
      headers: [['Authorization', `Bearer ${memory.accessToken}`], ...hash, ...(body === null ? [] : [json])],
      body,
    }
  }

  const renew = (): boolean => {
    const basic = Buffer.from(`${memory.clientId}:${memory.clientSecret}`).toString('base64')
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: memory.refreshToken })
    const plain: Outgoing = {
      method: 'POST',
      path: `/${service.tokenPath}`,
      headers: [
        ['Authorization', `Basic ${basic}`],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: form.toString(),
    }
    const response = send(habits.alterRenewal?.(plain, tools) ?? plain)
    const given = objectIn(response)
    memory.renewals++
    if (response.status !== 200 || typeof given.access_token !== 'string') return false
    memory.formerTokens.push(memory.accessToken)
    memory.accessToken = given.access_token
    if (typeof given.refresh_token === 'string') memory.refreshToken = given.refresh_token
    return true
  }

  const wait = (ms: number) => {
    nowMs += ms
  }

  const learn = (response: ServiceResponse, step: StepNumber) => learnFrom(response, step, tools, habits)
  const take = (step: StepNumber) => learn(send(request(step)), step)

  const tools: Tools = { memory, profile, send, request, renew, take, learn, wait }
  passThrough(tools, habits)
  habits.finish?.(tools)
  return { exchanges, profile, baseUrl: ORIGIN + service.basePath, tokenUrl: ORIGIN + service.tokenPath }
}

function passThrough(tools: Tools, habits: Habits): void {
  const steps = habits.steps ?? stepNumbers
  let restarts = 0
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] as StepNumber
    const outcome = goThrough(step, at, tools, habits)
    if (outcome === 'stop') return
    if (outcome === 'restart') {
      if (++restarts > 2) return
      tools.memory.hash = null
      at = -1
    }
  }
}

function goThrough(step: StepNumber, at: number, tools: Tools, habits: Habits): 'stop' | 'restart' | 'next' {
  let isFirst = at === 0
  let refusals = 0
  for (let times = 1; times <= 40; times++) {
    if (!isFirst) tools.wait(pauseOf(step, tools, habits))
    isFirst = false
    habits.before?.(step, tools)
    const plain = tools.request(step)
    const response = tools.send(habits.alter?.(plain, step, tools, refusals) ?? plain)
    learnFrom(response, step, tools, habits)
    const wish = habits.after?.(response, step, tools, times)
    if (wish === 'stop' || wish === 'restart') return wish
    if (wish === 'go-on') return 'next'
    if (wish === 'repeat') continue
    if (isRefusal(response, tools.profile)) {
      refusals++
      const next = habits.refused ? habits.refused(step, tools) : renewOnce(refusals, tools)
      if (next === 'stop') return 'stop'
      continue
    }
    return response.status >= 200 && response.status <= 299 ? 'next' : 'stop'
  }
  return 'stop'
}

function renewOnce(refusals: number, tools: Tools): 'repeat' | 'stop' {
  return refusals === 1 && tools.renew() ? 'repeat' : 'stop'
}

function pauseOf(step: StepNumber, { profile }: Tools, { pauseMs = profile.spacing.paceMs }: Habits): number {
  return typeof pauseMs === 'function' ? pauseMs(step) : pauseMs
}

function learnFrom(response: ServiceResponse, step: StepNumber, tools: Tools, habits: Habits): void {
  const { memory, profile } = tools
  const hash = headerValue(response.headers, profile.hash.header)
  if (hash !== null) memory.hashes.push(hash)
  if (habits.learn) habits.learn(response, hash, tools)
  else memory.hash = hash ?? memory.hash
  const data = objectIn(response).data as Product | undefined
  if (!data) return
  if (step === 1) memory.product = data
  if (step === 2) memory.id = String(data.id)
}

function bodyOf(step: StepNumber, { product }: Memory, { change, situation }: Profile): string | null {
  if (step === 2) return JSON.stringify(product)
  if (step === 3) {
    return JSON.stringify({ ...product, [change.field === 'auto' ? 'nome' : change.field]: change.sends })
  }
  return step === 4 ? JSON.stringify({ [situation.field]: situation.sends }) : null
}

export function isRefusal(response: ServiceResponse, profile: Profile): boolean {
  const { status, headers, body } = response
  return refusesToken({ status, headers, text: body === null ? null : Buffer.from(body).toString() }, profile)
}

function objectIn({ body }: ServiceResponse): Record<string, unknown> {
  const parsed = parseJson(body === null ? '' : Buffer.from(body).toString())
  return parsed.ok && typeof parsed.value === 'object' && parsed.value !== null
    ? (parsed.value as Record<string, unknown>)
    : {}
}

function secretsOf(memory: Memory) {
  return [
    ['access_token', memory.accessToken],
    ['refresh_token', memory.refreshToken],
    ['client_secret', memory.clientSecret],
  ] as const
}

// --- small changes that many clients share ---

export function withHeader(outgoing: Outgoing, name: string, value: string | null): Outgoing {
  const others = outgoing.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase())
  return { ...outgoing, headers: value === null ? others : [...others, [name, value]] }
}

/** Changes the body of one step, as JSON. */
export function withBody(
  wanted: StepNumber,
  change: (body: Record<string, unknown>, tools: Tools) => unknown,
) {
  return (outgoing: Outgoing, step: StepNumber, tools: Tools): Outgoing =>
    step === wanted
      ? { ...outgoing, body: JSON.stringify(change(JSON.parse(outgoing.body ?? '{}'), tools)) }
      : outgoing
}
