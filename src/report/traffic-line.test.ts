import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { bling, spec } from '../specification/profile.js'
import { loadCatalogue } from '../words/catalogue.js'
import { dueAfter, trafficLines } from './traffic-line.js'

const catalogue = await loadCatalogue('en')
const lines = () => trafficLines('x-hash', { catalogue, lang: 'en', width: 100, colour: false })

function exchange(sentAtMs: number, over: Partial<Exchange> = {}): Exchange {
  return {
    id: 'e1',
    source: 'examine',
    channel: 'service',
    session: 'app1',
    step: null,
    failure: null,
    gaps: [],
    startedAt: '2026-11-21T00:00:00.000Z',
    sentAtMs,
    respondedAtMs: sentAtMs + 12.7,
    request: { method: 'GET', url: 'https://erp.example/Api/v3/produtos?pagina=1', headers: [], body: null },
    response: { status: 200, headers: [], body: null },
    ...over,
  } as Exchange
}

describe('the line of an exchange that passes', () => {
  it('says who asked for what, the answer, and how long it took', () => {
    expect(lines()(exchange(0))).toBe('app1  GET /Api/v3/produtos?pagina=1 → 200, took 12 ms')
  })

  it('names nobody where no session is known, and no one at all through a proxy, which knows none', () => {
    expect(lines()(exchange(0, { session: null }))).toMatch(/^nobody {2}GET /)
    expect(lines()(exchange(0, { source: 'proxy', session: null }))).toMatch(/^GET /)
  })

  it('measures the gap to the request before it of the same session, and never rounds it up', () => {
    const lineOf = lines()
    lineOf(exchange(0))
    lineOf(exchange(500, { session: 'app2' }))
    expect(lineOf(exchange(1999.9))).toContain(', gap 1999 ms')
  })

  it('leaves a token request out of the gaps', () => {
    const lineOf = lines()
    lineOf(exchange(0))
    expect(lineOf(exchange(100, { channel: 'token' }))).not.toContain('gap')
    expect(lineOf(exchange(2000))).toContain('gap 2000 ms')
  })

  it('shows the hash that went out and the one that came back', () => {
    const base = exchange(0)
    const request = { ...base.request, headers: [['X-Hash', '0123456789abcdef']] as const }
    const response = { status: 200, headers: [['x-hash', 'fedcba9876543210']] as const, body: null }
    expect(lines()(exchange(0, { request, response }))).toContain('hash 01234567→fedcba98')
    expect(lines()(exchange(0, { response }))).toContain('hash –→fedcba98')
  })

  it('says that there was no answer, and lets no line end within it', () => {
    const failure = { kind: 'reset', message: 'x' } as const
    const request = { ...exchange(0).request, url: 'https://erp.example/a\u001b[2J%0Ab' }
    const line = lines()(
      exchange(0, { response: null, respondedAtMs: null, failure, request, session: null }),
    )
    expect(line).toContain('→ no response (connection cut off)')
    expect(line).not.toMatch(/\p{Cc}/u)
  })
})

describe('when the next request is due', () => {
  it('counts from the last request under "at least" and from its response under "at most"', () => {
    const exchanges = [exchange(0), exchange(3000), exchange(4000, { channel: 'token' })]
    expect(dueAfter(exchanges, spec)).toEqual({ untilMs: 5000, isDeadline: false })
    expect(dueAfter(exchanges, bling)).toEqual({ untilMs: 5012.7, isDeadline: true })
  })

  it('is unknown before the first request, and under "at most" before its response', () => {
    expect(dueAfter([], spec)).toBeNull()
    expect(dueAfter([exchange(0, { respondedAtMs: null })], bling)).toBeNull()
  })
})
