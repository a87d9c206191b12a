import { describe, expect, it } from 'vitest'
import type { Json } from '../exchange/json.js'
import { judgeDrift } from '../rules/drift/index.js'
import { toBaseline } from './baseline.js'
import { compareShapes } from './compare-shapes.js'
import { randomFrom, randomJson } from './random-json.fixture.js'
import { learnResponse, type Shapes } from './shapes.js'

const ROUTE = 'GET /produtos'
type HttpResponse = readonly [status: number, body: Json]

const seen = (responses: readonly HttpResponse[], route = ROUTE) => {
  const shapes: Shapes = new Map()
  for (const [status, body] of responses) learnResponse(shapes, route, status, JSON.stringify(body))
  return toBaseline(shapes)
}

const list = (count: number, record: (i: number) => Json): HttpResponse => [
  200,
  { data: Array.from({ length: count }, (_, i) => record(i)) },
]

const drift = (before: readonly HttpResponse[], now: readonly HttpResponse[]) =>
  judgeDrift(compareShapes(seen(before), seen(now)).differences).map(
    ({ code, severity, values }) => `${severity} ${code} ${values.path ?? values.status}`,
  )

const full = (i: number) => ({ id: i, nome: 'x', preco: 1.5, situacao: i % 2 ? 'A' : 'I' })

describe('drift', () => {
  it('is none between equal shapes', () => {
    expect(drift([list(30, full)], [list(30, full)])).toEqual([])
  })

  it('is none in what was not seen, and says so', () => {
    const { differences, notCompared } = compareShapes(seen([list(5, full)]), { routes: new Map() })
    expect([differences, notCompared]).toEqual([[], [ROUTE]])
  })

  it.each([
    [
      'a field gone',
      (i: number) => ({ id: i, preco: 1.5, situacao: 'A' }),
      ['error drift/removed:field $.data[].nome'],
    ],
    [
      'a number that became text',
      (i: number) => ({ ...full(i), preco: '1.5' }),
      ['error drift/type:changed $.data[].preco'],
    ],
    [
      'a field that can be null now',
      (i: number) => ({ ...full(i), nome: i ? 'x' : null }),
      ['error drift/nullable:nullable $.data[].nome'],
    ],
    [
      'a field that is missing at times',
      (i: number) => (i ? full(i) : { id: 0, preco: 1.5, situacao: 'I' }),
      ['error drift/optional:optional $.data[].nome'],
    ],
    [
      'a new field',
      (i: number) => ({ ...full(i), marca: { id: 1 } }),
      ['info drift/added:field $.data[].marca'],
    ],
    [
      'a new value',
      (i: number) => ({ ...full(i), situacao: ['A', 'I', 'E'][i % 3] ?? 'A' }),
      ['info drift/values:new $.data[].situacao'],
    ],
    [
      'an object in place of a text',
      (i: number) => ({ ...full(i), nome: { pt: 'x' } }),
      ['error drift/type:changed $.data[].nome'],
    ],
  ])('names %s, and nothing else', (_, record, expected) => {
    expect(drift([list(30, full)], [list(30, record)])).toEqual(expected)
  })

  it('calls a whole number that gets decimals a widening, and the way back nothing', () => {
    const whole = (i: number) => ({ id: i, preco: 2 })
    const decimal = (i: number) => ({ id: i, preco: 2.5 })
    expect(drift([list(30, whole)], [list(30, decimal)])).toEqual(['info drift/type:widened $.data[].preco'])
    expect(drift([list(30, decimal)], [list(30, whole)])).toEqual([])
  })

  it('raises no alarm over an empty list, an empty object sent as a list, or a field that was always null', () => {
    expect(drift([list(30, full)], [list(0, full)])).toEqual([])
    expect(drift([[200, { data: { id: 1 } }]], [[200, { data: [] }]])).toEqual([])
    expect(drift([list(9, () => ({ a: null }))], [list(9, () => ({ a: 'x' }))])).toEqual([])
    expect(drift([list(9, () => ({ a: [] }))], [list(9, () => ({ a: [{ b: 1 }] }))])).toEqual([])
  })

  it('names the topmost of what is gone or new, not each of its parts', () => {
    const deep = (i: number) => ({ id: i, marca: { id: 1, nome: 'x', site: { url: 'y' } } })
    const flat = (i: number) => ({ id: i })
    expect(drift([list(30, deep)], [list(30, flat)])).toEqual(['error drift/removed:field $.data[].marca'])
    expect(drift([list(30, flat)], [list(30, deep)])).toEqual(['info drift/added:field $.data[].marca'])
  })

  it('is not shaken by identifiers as keys', () => {
    const byId = (from: number): HttpResponse => [
      200,
      { [`1650${from}`]: { n: 1 }, [`1651${from}`]: { n: 2 } },
    ]
    expect(drift([byId(1)], [byId(500)])).toEqual([])
  })

  it('never holds a masked text against a number', () => {
    const before = list(20, () => ({ documento: 12345 }))
    expect(drift([before], [list(20, () => ({ documento: '[cpf#1]' }))])).toEqual([])
  })
})

describe('evidence', () => {
  const plain = (i: number) => ({ id: i, nome: 'x' })
  const bare = (i: number) => ({ id: i })

  it.each([
    [7, 'warning'],
    [8, 'error'],
  ])('calls a field that is missing once after %i sights an %s', (sights, severity) => {
    const now = list(20, (i) => (i ? plain(i) : bare(i)))
    expect(drift([list(sights, plain)], [now])).toEqual([`${severity} drift/optional:optional $.data[].nome`])
  })

  it.each([
    [1, 1, 'warning'],
    [2, 1, 'warning'],
    [2, 2, 'error'],
    [8, 1, 'error'],
  ])('after %i sights, a field missing in each of %i is an %s', (before, now, severity) => {
    expect(drift([list(before, plain)], [list(now, bare)])).toEqual([
      `${severity} drift/removed:field $.data[].nome`,
    ])
  })

  it('expects a rare field to be away, and misses it only after many records', () => {
    const rare = list(100, (i) => (i % 10 ? bare(i) : plain(i)))
    expect(drift([rare], [list(20, bare)])).toEqual([])
    expect(drift([rare], [list(60, bare)])).toEqual(['warning drift/removed:field $.data[].nome'])
    expect(drift([rare], [list(200, bare)])).toEqual(['error drift/removed:field $.data[].nome'])
  })

  it('stands in the finding', () => {
    const [finding] = judgeDrift(compareShapes(seen([list(12, plain)]), seen([list(9, bare)])).differences)
    expect(finding?.values).toMatchObject({
      path: '$.data[].nome',
      status: 200,
      beforePresent: 12,
      beforeOf: 12,
      nowOf: 9,
    })
  })

  it('does not enter the fingerprint', () => {
    const prints = [12, 40].map(
      (n) =>
        judgeDrift(compareShapes(seen([list(n, plain)]), seen([list(n, bare)])).differences)[0]?.fingerprint,
    )
    expect(prints[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(prints[1]).toBe(prints[0])
  })
})

describe('status drift', () => {
  const times = (count: number, status: number): HttpResponse[] =>
    Array.from({ length: count }, () => [status, { a: 1 }])

  it.each([
    ['another success', times(20, 200), times(5, 201), ['error drift/status:changed 201']],
    ['another refusal of the same kind', times(20, 404), times(5, 410), ['error drift/status:changed 410']],
    ['refusals alone where it succeeded', times(20, 200), times(5, 404), ['error drift/status:changed 404']],
    ['thin evidence', times(2, 200), times(2, 201), ['warning drift/status:changed 201']],
    ['a refused probe beside successes', times(20, 200), [...times(5, 200), ...times(1, 404)], []],
    [
      'a missing scope, a limit, a breakdown',
      times(20, 200),
      [...times(1, 403), ...times(1, 429), ...times(1, 500)],
      [],
    ],
    ['a probe that was known', [...times(20, 200), ...times(2, 404)], times(2, 404), []],
  ])('for %s', (_, before, now, expected) => {
    expect(drift(before, now)).toEqual(expected)
  })

  it('tells of a body that is gone', () => {
    const empty: Shapes = new Map()
    for (let i = 0; i < 9; i++) learnResponse(empty, ROUTE, 200, '')
    const found = judgeDrift(compareShapes(seen(times(9, 200)), toBaseline(empty)).differences)
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['drift/removed:body', 'error']])
  })

  it('tells of a route that the baseline does not have', () => {
    const found = judgeDrift(compareShapes({ routes: new Map() }, seen(times(1, 200))).differences)
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['drift/added:route', 'info']])
  })
})

describe('any bodies', () => {
  it('never differ from themselves, and never crash the comparison', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = randomFrom(seed)
      const [a, b] = [0, 1].map(() =>
        Array.from({ length: 5 }, (): HttpResponse => [200, randomJson(random)]),
      )
      expect(drift(a ?? [], a ?? []), `seed ${seed}`).toEqual([])
      expect(drift(a ?? [], b ?? []), `seed ${seed}`).toBeInstanceOf(Array)
    }
  })
})
