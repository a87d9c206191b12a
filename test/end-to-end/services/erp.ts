import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

/**
 * A service written from the specification alone. It shares no line with `src/service`, so that a misreading there cannot
 * hide behind the same misreading here. It keeps a log with its own clock, and says itself what a client did wrong.
 */
export interface ErpOptions {
  /** Step whose first request finds its token dead. Default: none. */
  readonly deathAt?: 1 | 2 | 3 | 4 | 5
  readonly deadStatus?: 401 | 400
  /** Whether the refusal brings a hash of its own. */
  readonly refusalHash?: boolean
  readonly hash?: 'rotating' | 'fixed' | 'first-only'
  readonly hashHeader?: string
  readonly errorShape?: keyof typeof errorShapes
  readonly encoding?: 'gzip' | 'br' | 'deflate'
  readonly chunked?: boolean
  /** Up to so many milliseconds before, and after, the request is looked at. */
  readonly jitterMs?: number
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly headerCase?: 'upper' | 'lower'
  /** JSON text of `data` of step 1. */
  readonly product?: string
  readonly productId?: number
  readonly keepAlive?: 'off' | number
  readonly contentType?: string
  /** Whether a spent refresh token works until its successor was used. Default: it dies at once. */
  readonly gracefulRotation?: boolean
  /** Seconds; default 3600. */
  readonly expiresIn?: number | null
  readonly renewalDelayMs?: number
  /** Where the response of a step, or of the token address, is somebody else's. */
  readonly instead?: Readonly<Partial<Record<Place, Responder>>>
}

export type Place = 'token' | 1 | 2 | 3 | 4 | 5
export type Responder = (
  response: ServerResponse,
  ordinary: Ordinary,
  request: Arrived,
) => void | Promise<void>

export interface Ordinary {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string | null
}

export interface Arrived {
  readonly place: Place | null
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly atMs: number
  responseEndMs: number | null
  readonly socket: Socket
}

export interface Erp {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly env: Readonly<Record<string, string>>
  readonly arrivals: Arrived[]
  /** What the client did against the specification, in the service's own view. */
  readonly complaints: string[]
  /** Every pair that was issued, the newest last. */
  readonly issued: { readonly access: string; readonly refresh: string }[]
  close(): Promise<void>
}

export const errorShapes = {
  plain: (type: string) => ({ error: { type, message: 'refused', description: 'see message' } }),
  oauth: (type: string) => ({ error: type, error_description: 'refused' }),
  problem: (type: string) => ({ type: 'about:blank', title: type, status: 400, detail: type }),
  list: (type: string) => ({ errors: [{ code: type, msg: 'refused' }] }),
}

const PRODUCT = '{"nome":"Copo do Bling","preco":32.56,"codigo":"COD-4587"}'
const CLIENT = { id: 'client-of-the-test', secret: 'secret-of-the-test-4711' }
const ROUTES = [
  ['GET', /^\/Api\/v3\/homologacao\/produtos$/],
  ['POST', /^\/Api\/v3\/homologacao\/produtos$/],
  ['PUT', /^\/Api\/v3\/homologacao\/produtos\/([^/]+)$/],
  ['PATCH', /^\/Api\/v3\/homologacao\/produtos\/([^/]+)\/situacoes$/],
  ['DELETE', /^\/Api\/v3\/homologacao\/produtos\/([^/]+)$/],
] as const

export async function startErp(options: ErpOptions = {}): Promise<Erp> {
  const issued = [{ access: token('access'), refresh: token('refresh') }]
  const state: State = {
    options,
    issued,
    arrivals: [],
    complaints: [],
    deadTokens: new Set(),
    spentRefresh: new Map(),
    hashes: [],
    hasDied: false,
    hashCount: 0,
    id: options.productId ?? 2 ** 31 + Math.floor(Math.random() * 1e6),
  }
  const server = createServer((request, response) => void serve(state, request, response))
  if (typeof options.keepAlive === 'number') server.keepAliveTimeout = options.keepAlive
  if (typeof options.keepAlive === 'number')
    (server as { keepAliveTimeoutBuffer?: number }).keepAliveTimeoutBuffer = 0
  const origin = await listening(server)
  const [first] = issued
  return {
    baseUrl: `${origin}/Api/v3`,
    tokenUrl: `${origin}/oauth/token`,
    env: {
      HOMOLOGA_BASE_URL: `${origin}/Api/v3`,
      HOMOLOGA_TOKEN_URL: `${origin}/oauth/token`,
      HOMOLOGA_ACCESS_TOKEN: first?.access ?? '',
      HOMOLOGA_REFRESH_TOKEN: first?.refresh ?? '',
      HOMOLOGA_CLIENT_ID: CLIENT.id,
      HOMOLOGA_CLIENT_SECRET: CLIENT.secret,
    },
    arrivals: state.arrivals,
    complaints: state.complaints,
    issued,
    close: () => closed(server),
  }
}

interface State {
  readonly options: ErpOptions
  readonly issued: { access: string; refresh: string }[]
  readonly arrivals: Arrived[]
  readonly complaints: string[]
  readonly deadTokens: Set<string>
  /** Refresh token to the pair that it was changed for. */
  readonly spentRefresh: Map<string, { access: string; refresh: string }>
  hashes: string[]
  hasDied: boolean
  hashCount: number
  id: number
}

export async function listening(server: Server, host = '127.0.0.1'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return `http://${host}:${(server.address() as AddressInfo).port}`
}

export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function token(kind: string): string {
  return `${kind}-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const atMs = performance.now()
  const path = request.url ?? ''
  const method = request.method ?? ''
  const arrived: Arrived = {
    place: placeOf(method, path),
    method,
    path,
    headers: request.headers,
    body: await textOf(request),
    atMs,
    responseEndMs: null,
    socket: request.socket,
  }
  state.arrivals.push(arrived)
  const { jitterMs = 0 } = state.options
  if (jitterMs > 0) await sleep(Math.random() * jitterMs)
  const ordinary = arrived.place === 'token' ? renewal(state, arrived) : stepResponse(state, arrived)
  if (arrived.place === 'token' && state.options.renewalDelayMs) await sleep(state.options.renewalDelayMs)
  const instead = arrived.place === null ? undefined : state.options.instead?.[arrived.place]
  // before the last byte leaves: a stamp after it could be later than the client's own
  arrived.responseEndMs = performance.now()
  if (instead) await instead(response, ordinary, arrived)
  else send(state.options, response, ordinary)
}

function placeOf(method: string, path: string): Place | null {
  if (path === '/oauth/token') return 'token'
  const index = ROUTES.findIndex(([verb, pattern]) => verb === method && pattern.test(path))
  return index < 0 ? null : ((index + 1) as Place)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** Sends a response as the variant has it. */
export function send(
  options: ErpOptions,
  response: ServerResponse,
  { status, headers, body }: Ordinary,
): void {
  if (options.keepAlive === 'off') response.shouldKeepAlive = false
  const all: Record<string, string | string[]> = { ...options.headers, ...headers }
  const packed = body === null ? null : pack(body, options.encoding)
  if (packed !== null && options.encoding) all['content-encoding'] = options.encoding
  if (packed !== null && !options.chunked) all['content-length'] = String(packed.length)
  for (const [name, value] of Object.entries(all)) response.setHeader(cased(name, options.headerCase), value)
  response.writeHead(status)
  if (packed === null || !options.chunked) {
    response.end(packed ?? undefined)
    return
  }
  for (let from = 0; from < packed.length; from += 7) response.write(packed.subarray(from, from + 7))
  response.end()
}

function pack(text: string, encoding: ErpOptions['encoding']): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  if (encoding === 'gzip') return gzipSync(bytes)
  if (encoding === 'br') return brotliCompressSync(bytes)
  if (encoding === 'deflate') return deflateSync(bytes)
  return bytes
}

function cased(name: string, way: ErpOptions['headerCase']): string {
  return way === 'upper' ? name.toUpperCase() : way === 'lower' ? name.toLowerCase() : name
}

function renewal(state: State, { body, headers, method }: Arrived): Ordinary {
  const form = new URLSearchParams(body)
  const pair = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
  const known =
    headers.authorization === `Basic ${pair}` ||
    (form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret)
  if (method !== 'POST' || form.get('grant_type') !== 'refresh_token')
    return json(state, 400, { error: 'invalid_request' })
  if (!known) return json(state, 401, { error: 'invalid_client' })
  const given = form.get('refresh_token') ?? ''
  const newest = state.issued.at(-1)
  const again = state.options.gracefulRotation ? state.spentRefresh.get(given) : undefined
  if (given !== newest?.refresh && again === undefined) {
    state.complaints.push('a refresh token that is not the newest')
    return json(state, 400, { error: 'invalid_grant' })
  }
  const next = { access: token('access'), refresh: token('refresh') }
  state.spentRefresh.set(given, next)
  state.issued.push(next)
  const { expiresIn = 3600 } = state.options
  return json(state, 200, {
    access_token: next.access,
    token_type: 'bearer',
    refresh_token: next.refresh,
    ...(expiresIn === null ? {} : { expires_in: expiresIn }),
    scope: '98309 318257570',
  })
}

function stepResponse(state: State, arrived: Arrived): Ordinary {
  const { options } = state
  const { place, headers } = arrived
  if (place === null || place === 'token') {
    state.complaints.push(`${arrived.method} ${arrived.path} is no route`)
    return json(state, 404, errorShapes[options.errorShape ?? 'plain']('not_found'))
  }
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const newest = state.issued.at(-1)
  if (options.deathAt === place && !state.hasDied && given !== '') {
    state.hasDied = true
    state.deadTokens.add(given)
  }
  const alive = state.issued.some(({ access }) => access === given) && !state.deadTokens.has(given)
  if (!alive) return refusal(state)
  if (given !== newest?.access) state.complaints.push(`step ${place} carries an older token`)
  examine(state, place, arrived)
  const hash = newHash(state)
  if (place === 1) state.hashes = []
  if (hash !== null) state.hashes.push(hash)
  const withHash: Record<string, string> = hash === null ? {} : { [headerOf(options)]: hash }
  if (place === 1) return json(state, 200, `{"data":${options.product ?? PRODUCT}}`, withHash)
  if (place > 2) return { status: 204, headers: withHash, body: null }
  const fields = (options.product ?? PRODUCT).replace('"id":null,', '').replace(/^\{/, `{"id":${state.id},`)
  return json(state, 201, `{"data":${fields}}`, withHash)
}

function refusal(state: State): Ordinary {
  const { deadStatus = 401, errorShape = 'plain', refusalHash } = state.options
  const hash = refusalHash ? newHash(state) : null
  if (hash !== null) state.hashes.push(hash)
  return json(state, deadStatus, errorShapes[errorShape]('invalid_token'), {
    'www-authenticate': 'Bearer error="invalid_token"',
    ...(hash === null ? {} : { [headerOf(state.options)]: hash }),
  })
}

function headerOf({ hashHeader = 'x-service-homologacao' }: ErpOptions): string {
  return hashHeader
}

function newHash(state: State): string | null {
  const { hash = 'rotating' } = state.options
  if (hash === 'first-only' && state.hashCount > 0) return null
  state.hashCount += 1
  return hash === 'rotating'
    ? `hash${state.hashCount}${Math.random().toString(36).slice(2)}`
    : 'hash-of-this-service'
}

/** What the specification asks of the client, as this service reads it. */
function examine(state: State, place: 1 | 2 | 3 | 4 | 5, { headers, body, path }: Arrived): void {
  const complain = (text: string) => state.complaints.push(`step ${place}: ${text}`)
  const hash = headers[headerOf(state.options).toLowerCase()]
  if (place > 1 && hash !== state.hashes.at(-1)) complain(`hash ${String(hash)}, not ${state.hashes.at(-1)}`)
  const product = JSON.parse(state.options.product ?? PRODUCT) as Record<string, unknown>
  const sent = body === '' ? null : (JSON.parse(body) as Record<string, unknown>)
  if (place > 2 && ROUTES[place - 1]?.[1].exec(path)?.[1] !== String(state.id)) complain('another identifier')
  if (place === 2 && !same(sent, product)) complain(`${body} is not the data`)
  if (place === 2 && numbersOf(body) !== numbersOf(state.options.product ?? PRODUCT))
    complain('numbers written anew')
  if (place === 3) {
    const changed = Object.keys(product).filter((key) => !same(sent?.[key], product[key]))
    if (changed.length !== 1 || Object.keys(sent ?? {}).length !== Object.keys(product).length)
      complain(`${changed.join()} changed`)
  }
  if (place === 4 && (sent === null || !('situacao' in sent))) complain('no situation')
  if ((place === 1 || place === 5) && body !== '') complain('a body')
  if (sent !== null && headers['content-type'] !== 'application/json') complain('content type')
}

/** The numbers of a JSON text as they are spelt, in order. */
function numbersOf(text: string): string {
  return (text.replace(/"(?:\\.|[^"\\])*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? []).join()
}

function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const keys = Object.keys(a)
  const [left, right] = [a, b] as [Record<string, unknown>, Record<string, unknown>]
  return keys.length === Object.keys(b).length && keys.every((key) => same(left[key], right[key]))
}

function json(state: State, status: number, body: unknown, headers: Record<string, string> = {}): Ordinary {
  const type = state.options.contentType ?? 'application/json'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: { 'content-type': type, ...headers }, body: text }
}

/** Milliseconds between the end of a response and the next arrival, and between arrivals, of the five steps. */
export function gapsOf(arrivals: readonly Arrived[]): {
  readonly afterResponse: number[]
  readonly between: number[]
} {
  const steps = arrivals.filter(({ place }) => place !== 'token')
  const afterResponse: number[] = []
  const between: number[] = []
  for (const [i, { atMs }] of steps.entries()) {
    const before = steps[i - 1]
    if (before === undefined) continue
    between.push(atMs - before.atMs)
    afterResponse.push(atMs - (before.responseEndMs ?? Number.POSITIVE_INFINITY))
  }
  return { afterResponse, between }
}
