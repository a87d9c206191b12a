import { type Header, headerValue } from '../exchange/exchange.js'
import { parseJson, valueIn } from '../exchange/json.js'
import type { HttpResponse, ServiceRequest } from './response.js'
import type { Service } from './service.js'

/** One request with its response, as the client of these tests saw it. */
export interface Seen {
  readonly label: string
  readonly request: ServiceRequest
  readonly response: HttpResponse
}

export interface Course {
  readonly seen: readonly Seen[]
  readonly labels: readonly string[]
  /** Whether all five steps succeeded. */
  readonly passed: boolean
  /** Virtual milliseconds at the end. */
  readonly endedAtMs: number
}

export interface Habits {
  /** Virtual milliseconds between a response and the next request. */
  readonly paceMs?: number
  readonly startAtMs?: number
  /** Spoils a request before it goes out. */
  readonly alter?: (request: ServiceRequest, step: number) => ServiceRequest
  /** How often it starts again after a limit. */
  readonly restarts?: number
}

const encoder = new TextEncoder()

/** A client that keeps every rule, as small as it can be, in virtual time. It stops at the first response it cannot use. */
export function passThrough(service: Service, habits: Habits = {}): Course {
  const { paceMs = 2000, alter = (request) => request, restarts = 2 } = habits
  const seen: Seen[] = []
  let nowMs = habits.startAtMs ?? 0
  let { accessToken, refreshToken, clientId, clientSecret } = service.credentials
  let hash: string | null = null

  const send = (label: string, request: ServiceRequest): HttpResponse => {
    const response = service.respond(request, nowMs)
    seen.push({ label, request, response })
    return response
  }

  const renew = (): boolean => {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const response = send('renewal', {
      method: 'POST',
      path: service.tokenPath,
      headers: [
        ['Authorization', `Basic ${basic}`],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: encoder.encode(form.toString()),
    })
    const body = readJson(response) as { access_token?: string; refresh_token?: string } | undefined
    if (response.status !== 200 || !body?.access_token || !body.refresh_token) return false
    accessToken = body.access_token
    refreshToken = body.refresh_token
    return true
  }

  const step = (number: number, method: string, path: string, body?: unknown, again = true): HttpResponse => {
    const headers: Header[] = [['Authorization', `Bearer ${accessToken}`]]
    if (hash !== null && number > 1) headers.push([service.profile.hash.header, hash])
    if (body !== undefined) headers.push(['Content-Type', 'application/json'])
    const bytes = body === undefined ? null : encoder.encode(JSON.stringify(body))
    const response = send(
      `step ${number}`,
      alter({ method, path: service.basePath + path, headers, body: bytes }, number),
    )
    hash = headerValue(response.headers, service.profile.hash.header) ?? hash
    nowMs += paceMs
    const isRefusal =
      response.status === 401 || (response.status === 400 && String(response.body).includes('invalid_token'))
    return isRefusal && again && renew() ? step(number, method, path, body, false) : response
  }

  const isLimit = (response: HttpResponse) =>
    response.status === 429 || String(response.body).includes('tempo limite')

  const once = (): 'passed' | 'failed' | 'limited' => {
    hash = null
    const first = step(1, 'GET', '/homologacao/produtos')
    if (isLimit(first)) return 'limited'
    const product = (readJson(first) as { data?: Record<string, unknown> } | undefined)?.data
    if (first.status !== 200 || !product) return 'failed'
    const second = step(2, 'POST', '/homologacao/produtos', product)
    if (isLimit(second)) return 'limited'
    const id = (readJson(second) as { data?: { id?: unknown } } | undefined)?.data?.id
    if (second.status !== 201 || !id) return 'failed'
    const path = `/homologacao/produtos/${id}`
    const rest = [
      () => step(3, 'PUT', path, { ...product, nome: 'Copo' }),
      () => step(4, 'PATCH', `${path}/situacoes`, { situacao: 'I' }),
      () => step(5, 'DELETE', path),
    ]
    for (const take of rest) {
      const response = take()
      if (isLimit(response)) return 'limited'
      if (response.status !== 204) return 'failed'
    }
    return 'passed'
  }

  let outcome = once()
  for (let i = 0; i < restarts && outcome === 'limited'; i++) outcome = once()
  return { seen, labels: seen.map(({ label }) => label), passed: outcome === 'passed', endedAtMs: nowMs }
}

function readJson({ body }: HttpResponse): unknown {
  return valueIn(parseJson(Buffer.from(body ?? '').toString('utf8')))
}
