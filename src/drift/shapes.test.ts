import { describe, expect, it } from 'vitest'
import { placeBelow } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import { learnExchange, type Shapes } from './shapes.js'

const BASE = 'https://service.example/Api/v3'

const exchange = (over: {
  method?: string
  url?: string
  status?: number
  text?: string | null
  failed?: boolean
}): Exchange => ({
  id: 'e1',
  source: 'run',
  channel: 'service',
  session: null,
  step: null,
  request: { method: over.method ?? 'GET', url: over.url ?? `${BASE}/produtos/165`, headers: [], body: null },
  response: {
    status: over.status ?? 200,
    headers: [],
    body: { text: over.text === undefined ? '{"data":{"id":1}}' : over.text, sizeBytes: 0, flaw: null },
  },
  failure: over.failed ? { kind: 'reset', message: '' } : null,
  startedAt: '2026-01-01T00:00:00.000Z',
  sentAtMs: 0,
  respondedAtMs: 1,
  gaps: [],
})

const flawed: Exchange = {
  ...exchange({}),
  response: { status: 200, headers: [], body: { text: '{}', sizeBytes: 9, flaw: 'truncated' } },
}

const learned = (...exchanges: Exchange[]) => {
  const shapes: Shapes = new Map()
  for (const one of exchanges) learnExchange(shapes, one, BASE)
  return shapes
}

describe('learning from exchanges', () => {
  it('goes by route, not by address', () => {
    const shapes = learned(exchange({}), exchange({ url: `${BASE}/produtos/166?x=1` }))
    expect([...shapes.keys()]).toEqual(['GET /produtos/{idProduto}'])
    expect(shapes.get('GET /produtos/{idProduto}')?.bodies.get(200)?.count).toBe(2)
  })

  it('learns the status of an error and nothing of its body', () => {
    const route = learned(exchange({ status: 404 })).get('GET /produtos/{idProduto}')
    expect([route?.statuses.get(404), route?.bodies.size]).toEqual([1, 0])
  })

  it.each([
    ['a breakdown', exchange({ status: 500 })],
    ['a refused token', exchange({ status: 401 })],
    ['a limit', exchange({ status: 429 })],
    ['an answer that did not arrive whole', exchange({ failed: true })],
    ['another address', exchange({ url: 'https://elsewhere.example/produtos/1' })],
    ['an unknown path', exchange({ url: `${BASE}/nada` })],
    ['an unreadable body', exchange({ text: null })],
    ['a token', { ...exchange({}), channel: 'token' as const }],
    ['no answer', { ...exchange({}), response: null }],
    ['a status of no end', exchange({ status: 199 })],
    ['a body that is flawed', flawed],
  ])('learns nothing from %s', (_, one) => {
    expect(learned(one).size).toBe(0)
  })

  it.each([
    [200, 1, 1],
    [299, 1, 1],
    [300, 1, 0],
    [499, 1, 0],
  ])('of status %i', (status, statuses, bodies) => {
    const route = learned(exchange({ status })).get('GET /produtos/{idProduto}')
    expect([route?.statuses.size, route?.bodies.size]).toEqual([statuses, bodies])
  })

  it('learns no body where there is none', () => {
    const without = (body: null | { text: string; sizeBytes: number; flaw: null }): Exchange => ({
      ...exchange({}),
      response: { status: 200, headers: [], body },
    })
    for (const one of [without(null), without({ text: '{', sizeBytes: 1, flaw: null })]) {
      const route = learned(one).get('GET /produtos/{idProduto}')
      expect([route?.statuses.get(200), route?.bodies.size]).toEqual([1, 0])
    }
  })
})

describe('the path below the base address', () => {
  it.each([
    [`${BASE}/produtos?pagina=1`, '/produtos'],
    [`${BASE}`, null],
    [`${BASE}/produtos#x?y`, '/produtos'],
    ['https://service.example/Api/v30/produtos', null],
    ['https://other.example/Api/v3/produtos', null],
  ])('of %s is %s', (url, path) => {
    expect(placeBelow(url, `${BASE}/`).below).toBe(path)
    expect(placeBelow(url, BASE).below).toBe(path)
  })
})
