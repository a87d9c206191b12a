import { expect, it } from 'vitest'
import { judge } from '../judging/judge.js'
import { type Breach, EarlierBreaches, fromPace } from './earlier.js'
import { contextOf, exchangesOf, step, steps, trace } from './exchanges.fixture.js'
import type { PlacedExchange } from './trace.js'

const { all } = trace(exchangesOf(steps()), contextOf())
const [first, second] = all as [PlacedExchange, PlacedExchange]

function breach(change: Partial<Breach>): Breach {
  return {
    requirement: 'homologation/spacing',
    code: 'homologation/spacing:too-close',
    at: second,
    step: 2,
    values: {},
    blame: 'application',
    severity: 'error',
    route: null,
    isOutcome: false,
    mergesRepeats: false,
    mayFail: () => true,
    findCause: null,
    findFallbackCause: null,
    ...change,
  }
}

it('is an error; what is less brings nothing about', () => {
  const earlier = new EarlierBreaches()
  earlier.add(breach({ severity: 'warning' }))
  expect([
    earlier.findAt(second),
    earlier.findLast('homologation/spacing'),
    earlier.findPossibleCause(null),
    earlier.findBlockerOf(2),
  ]).toEqual([...[null, null, null, null]])
})

it('is found where it was shown, by whom it is blamed on and by what it broke', () => {
  const earlier = new EarlierBreaches()
  const pace = breach({})
  const status = breach({
    requirement: 'homologation/answer-status',
    code: 'homologation/answer-status:error',
    blame: 'service',
    mayFail: null,
  })
  const nowhere = breach({ at: null, requirement: 'homologation/order', code: 'homologation/order:repeated' })
  for (const one of [pace, status, nowhere]) earlier.add(one)
  expect(earlier.findAt(second)).toBe(pace)
  expect(earlier.findAt(second, { blame: ['service'] })).toBe(status)
  expect(earlier.findAt(second, { codes: ['homologation/answer-status'] })).toBe(status)
  expect(earlier.findAt(second, { blame: ['service'], codes: ['homologation/spacing'] })).toBeNull()
  expect([earlier.findAt(first), earlier.findAt(null)]).toEqual([null, null])
  expect(earlier.findLast('homologation/order:repeated')).toBe(nowhere)
  expect([earlier.findPossibleCause(null), earlier.findPossibleCause(null, 'service')]).toEqual([
    nowhere,
    null,
  ])
})

it('names the newest breach of pace', () => {
  const earlier = new EarlierBreaches()
  expect(fromPace(breach({}), earlier)).toBeNull()
  const overlap = breach({
    at: first,
    requirement: 'homologation/sequential',
    code: 'homologation/sequential:overlap',
  })
  const close = breach({ at: second })
  for (const one of [close, overlap]) earlier.add(one)
  expect(fromPace(breach({}), earlier)).toBe(close)
  const last = breach({
    at: all[4] as PlacedExchange,
    requirement: 'homologation/total-time',
    code: 'homologation/total-time:over',
  })
  earlier.add(last)
  expect(fromPace(breach({}), earlier)).toBe(last)
  const closer = breach({ at: all[3] as PlacedExchange })
  earlier.add(closer)
  expect(fromPace(breach({}), earlier)).toBe(last)
  const nowhere = new EarlierBreaches()
  nowhere.add({ ...last, at: null })
  expect(fromPace(breach({}), nowhere)?.at).toBe(null)
  nowhere.add({ ...overlap, at: first })
  expect(fromPace(breach({}), nowhere)?.at).toBe(first)
})

it('takes a limit that was hit for what came of the pace', () => {
  const limit = step(3, { status: 429, response: { error: { type: 'TOO_MANY_REQUESTS' } }, afterMs: 10 })
  const { findings } = judge(exchangesOf([step(1), step(2), limit]), contextOf())
  const pace = findings.find(({ code }) => code === 'homologation/spacing:too-close')
  const gaveUp = findings.find(({ code }) => code === 'homologation/limit-hit:gave-up')
  expect(gaveUp?.consequenceOf).toBe(pace?.fingerprint)
})
