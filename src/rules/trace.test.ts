import { describe, expect, it } from 'vitest'
import { LongNumber, type ParsedJson } from '../exchange/json.js'
import { spec } from '../specification/profile.js'
import type { JudgeContext } from './context.js'
import {
  contextOf,
  exchangesOf,
  refused,
  renewal,
  renewedRun,
  type Shot,
  step,
  steps,
  trace,
} from './exchanges.fixture.js'
import { productDataBefore, productIdIn } from './homologation/differences.js'
import { bearerOf, couldKnowResponse, outcomeOf, type Trace } from './trace.js'

const traced = (shots: readonly Shot[], context: Partial<JudgeContext> = {}) =>
  trace(exchangesOf(shots), contextOf(context))

const attempts = ({ procedure }: Trace) => procedure.map(({ attempt }) => attempt)
const limit = (number: 1 | 2 | 3) => step(number, { status: 429 })

describe('a trace', () => {
  it('puts exchanges in the order in which they were sent', () => {
    const exchanges = exchangesOf(steps())
    const run = trace([...exchanges].reverse(), contextOf())
    expect(run.all.map(({ exchange }) => exchange.id)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5'])
    expect(run.all.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
  })

  it('tells steps, renewals and the rest apart', () => {
    const run = traced([...renewedRun(), { ask: 'GET /produtos' }, { ask: 'OPTIONS /homologacao/produtos' }])
    expect(run.procedure.map((placed) => placed.step)).toEqual([1, 2, 3, 3, 4, 5])
    expect(run.renewals.map(({ exchange }) => exchange.id)).toEqual(['e4'])
    expect(run.all.length).toBe(9)
  })

  it.each<[string, readonly Shot[], readonly number[]]>([
    ['a whole run is one', steps(), [1, 1, 1, 1, 1]],
    ['step 1 after the limit begins another', [step(1), limit(2), step(1), step(2)], [1, 1, 2, 2]],
    ['step 1 after step 5 begins another', [...steps(), step(1)], [1, 1, 1, 1, 1, 2]],
    ['step 1 again after it was refused does not', [refused(1), renewal(), step(1), step(2)], [1, 1, 1]],
    ['step 1 again after a success does', [step(1), step(1)], [1, 2]],
    ['step 1 after step 2 was refused does', [step(1), refused(2), step(1)], [1, 1, 2]],
    [
      'a run that goes on behind step 2 is still in its attempt',
      [step(1), step(2), step(1), step(3)],
      [1, 1, 1, 1],
    ],
    [
      'so it is, however often step 1 was read',
      [step(1), step(2), step(1), step(1), step(3), step(1), step(4)],
      [1, 1, 1, 1, 1, 1, 1],
    ],
    ['step 2 confirms a new one', [step(1), step(2), step(1), step(2), step(3)], [1, 1, 2, 2, 2]],
    ['a run that had not come to step 2 cannot go on behind it', [step(1), step(1), step(3)], [1, 2, 2]],
    ['one that began at step 2 cannot either', [step(2), step(1), step(3)], [1, 2, 2]],
    ['nor one that is over', [...steps(), step(1), step(3)], [1, 1, 1, 1, 1, 2, 2]],
    ['nor one that hit the limit', [step(1), step(2), limit(3), step(1), step(3)], [1, 1, 1, 2, 2]],
    ['renewals and strangers begin none', [step(1), renewal(), { ask: 'GET /produtos' }, step(2)], [1, 1]],
  ])('counts attempts: %s', (_what, shots, expected) => {
    const run = traced(shots)
    expect(attempts(run)).toEqual(expected)
    expect(run.attempts).toBe(expected.at(-1))
  })

  it('reads an ambiguous request by the step that is awaited', () => {
    const patch: Shot = { ask: 'PATCH /homologacao/produtos/987', body: { nome: 'Copo' }, status: 404 }
    const steps34 = (shots: readonly Shot[]) => traced(shots).procedure.map((placed) => placed.step)
    expect(steps34([step(1), step(2), patch])).toEqual([1, 2, 3])
    expect(steps34([step(1), step(2), step(3), patch])).toEqual([1, 2, 3, 4])
    expect(steps34([step(1), step(2), step(3, { status: 500 }), patch])).toEqual([1, 2, 3, 3])
    expect(steps34([step(1), step(2), step(3), step(3, { status: 500 }), patch])).toEqual([1, 2, 3, 3, 3])
  })
})

describe('what came before', () => {
  it('is the newest success of a step in the same attempt', () => {
    const second = step(1, { response: { data: { nome: 'B' } } })
    const run = traced([step(1), limit(2), second, step(2), step(3)])
    const last = run.procedure.at(-1)
    if (!last) throw new Error('no request')
    expect(last.done[1]?.exchange.id).toBe('e3')
    expect(last.done[2]?.exchange.id).toBe('e4')
    expect(last.done[4]).toBeUndefined()
    expect(productDataBefore(last)).toEqual({ nome: 'B' })
  })

  it('is kept where step 1 came again in between, with the newest response to that', () => {
    const again = step(1, { response: { data: { nome: 'B' } }, issues: 'hash-2' })
    const last = traced([step(1), step(2), again, step(3, { carries: 'hash-2' })]).procedure.at(-1)
    if (!last) throw new Error('no request')
    expect([last.done[1]?.exchange.id, last.done[2]?.exchange.id]).toEqual(['e3', 'e2'])
    expect(productDataBefore(last)).toEqual({ nome: 'B' })
    expect([last.hashes.size, last.hashes.findNewest(last.hashCount, Infinity)?.value]).toEqual([2, 'hash-2'])
  })

  it('is never what comes later, nor what failed, nor what was bent', () => {
    const run = traced([
      step(1, { status: 500 }),
      step(2),
      { ...step(2), ask: 'POST /homologacao/produtos/x' },
      step(3),
    ])
    const [, second, , third] = run.procedure
    if (!second || !third) throw new Error('no request')
    expect(third.done[1]).toBeUndefined()
    expect(second.done[2]).toBeUndefined()
    expect(third.done[2]?.exchange.id).toBe('e2')
  })

  it.each([[{ data: [] }], [{ data: null }], [{ data: 'x' }], [{}], ['texto']])(
    'is no product: %j',
    (response) => {
      const run = traced([step(1, { response }), step(2)])
      const last = run.procedure.at(-1)
      expect(last && productDataBefore(last)).toBeNull()
    },
  )
})

describe('what a sender may know', () => {
  it.each([
    [[], 5, true],
    [[], 4.9, false],
    [['whole-milliseconds'], 4, true],
    [['whole-milliseconds'], 3.9, false],
    [['times'], 0, true],
  ] as const)(
    'is a response that had come, by a clock with gaps %j, %d ms after its request',
    (gaps, afterMs, known) => {
      const [first, second] = traced([step(1), step(2, { afterMs, gaps })]).procedure
      if (!first || !second) throw new Error('no request')
      expect(couldKnowResponse(second, first)).toBe(known)
    },
  )
  it('is whatever came before, where nobody noted when', () => {
    const [first, second] = traced([step(1, { tookMs: null }), step(2, { afterMs: 0 })]).procedure
    expect(first && second && couldKnowResponse(second, first)).toBe(true)
  })
})

describe('the bearer', () => {
  it.each([
    [[['Authorization', 'Bearer abc']], 'abc'],
    [[['authorization', 'bearer abc']], 'abc'],
    [[['Authorization', 'Bearer   abc ']], 'abc'],
    [[['Authorization', 'Bearer']], null],
    [[['Authorization', 'Bearer a b']], null],
    [[['Authorization', 'Token abc']], null],
    [[['Authorization', 'x Bearer abc']], null],
    [[], null],
    [
      [
        ['Authorization', 'Bearer a'],
        ['Authorization', 'Bearer b'],
      ],
      null,
    ],
  ] as [[string, string][], string | null][])('of %j', (headers, expected) => {
    const [exchange] = exchangesOf([step(1, { headers })])
    expect(exchange && bearerOf(exchange)).toBe(expected)
  })

  it('is none where the recording crossed it out', () => {
    const [exchange] = exchangesOf([step(1, { gaps: ['authorization'] })])
    expect(exchange && bearerOf(exchange)).toBe(null)
  })
})

describe('the outcome', () => {
  it.each<[string, Shot, string]>([
    ['200', step(1), 'success'],
    ['299', step(1, { status: 299 }), 'success'],
    ['302', step(1, { status: 302 }), 'error'],
    ['401', step(1, { status: 401 }), 'refused'],
    ['a marked 400', step(1, { status: 400, response: { error: 'invalid_token' } }), 'refused'],
    ['a 400', step(1, { status: 400, response: { error: 'nome' } }), 'error'],
    ['429', step(1, { status: 429 }), 'limit'],
    ['a 400 about time', step(1, { status: 400, response: { error: 'Tempo limite' } }), 'limit'],
    ['500', step(1, { status: 500 }), 'error'],
    ['silence', step(1, { failure: 'timeout' }), 'unanswered'],
  ])('of %s', (_what, shot, expected) => {
    const [exchange] = exchangesOf([shot])
    expect(exchange && outcomeOf(exchange, spec)).toBe(expected)
  })

  it('of half an answer is none', () => {
    const [whole] = exchangesOf([step(1)])
    if (!whole) throw new Error('no exchange')
    expect(outcomeOf({ ...whole, failure: { kind: 'reset', message: '' } }, spec)).toBe('unanswered')
  })
})

describe('the identifier that step 2 answered', () => {
  const ok = (value: unknown) => ({ ok: true, value }) as ParsedJson
  const form = (idForm: 'integer' | 'text' | 'either') => ({ ...spec, product: { idForm } })

  it.each<[unknown, 'integer' | 'text' | 'either', string | null]>([
    [{ data: { id: 7 } }, 'integer', '7'],
    [{ data: { idProduto: 7 } }, 'integer', '7'],
    [{ id: 7 }, 'either', null],
    [{ data: 7 }, 'integer', '7'],
    [{ data: { id: 0 } }, 'integer', null],
    [{ data: { id: -1 } }, 'integer', null],
    [{ data: { id: 1.5 } }, 'integer', null],
    [{ data: { id: '7' } }, 'integer', null],
    [{ data: { id: '7' } }, 'text', '7'],
    [{ data: { id: 7 } }, 'text', null],
    [{ data: { id: ' ' } }, 'text', null],
    [{ data: { id: '..' } }, 'text', null],
    [{ data: { id: '7' } }, 'either', '7'],
    [{ data: { id: 7 } }, 'either', '7'],
    [{ data: { id: true } }, 'either', null],
    [{ data: { id: new LongNumber('9007199254740993') } }, 'integer', '9007199254740993'],
    [{ data: { id: new LongNumber('9007199254740993') } }, 'text', null],
    [{ data: { id: new LongNumber('-9007199254740993') } }, 'integer', null],
    [{ data: { id: new LongNumber('9007199254740993.5') } }, 'integer', null],
    [{ data: {} }, 'either', null],
  ])('of %j where %s is wanted', (value, idForm, expected) => {
    expect(productIdIn(ok(value), form(idForm))).toBe(expected)
  })

  it('is none where nothing can be read', () => {
    expect(productIdIn(null, spec)).toBeNull()
    expect(productIdIn({ ok: false, flaw: 'broken' }, spec)).toBeNull()
  })
})
