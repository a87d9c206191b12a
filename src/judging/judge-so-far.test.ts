import { describe, expect, it } from 'vitest'
import { leastOf } from '../../test/growth.js'
import type { Exchange } from '../exchange/exchange.js'
import {
  contextOf,
  course,
  product,
  refused,
  renewal,
  renewedRun,
  type Shot,
  step,
  steps,
} from '../rules/course.fixture.js'
import { judge } from './judge.js'
import { createJudgeSoFar } from './judge-so-far.js'
import type { TrafficRun } from './traffic-run.js'

const { ended: _, ...context } = contextOf()

/** A run that grows in the order of its ends. */
function growing(exchanges: readonly Exchange[]) {
  const kept: Exchange[] = []
  const run = { exchanges: kept } as unknown as TrafficRun
  const waiting = [...exchanges].sort((a, b) => (a.answeredAtMs ?? 0) - (b.answeredAtMs ?? 0))
  return { run, kept, next: () => kept.push(...waiting.splice(0, 1)), isLeft: () => waiting.length > 0 }
}

const runs: Readonly<Record<string, readonly Shot[]>> = {
  'five steps': steps(),
  'a renewal': renewedRun(),
  'a step passed over': steps().toSpliced(2, 1),
  'a token that was never renewed': [step(1), step(2), refused(3), step(3, { token: 'token-1' }), refused(4)],
  'a renewal that failed': [
    step(1),
    step(2),
    refused(3),
    renewal({ status: 400, answer: {} }),
    step(3, { token: null }),
  ],
  'a request astray before a renewal': [
    ...[step(1), refused(2), { ask: 'GET /produtos', token: null, status: 404 }],
    ...[renewal({ answer: { access_token: '' } }), step(2, { token: 'undefined' })],
  ],
  'the operation begun twice': [...steps().slice(0, 3), ...steps()],
  'bodies that are wrong': steps({
    1: { answer: { data: [] } },
    2: { body: { nome: 'x' } },
    3: { answer: 'x' },
  }),
  'answers in another order than requests': [
    ...[step(1, { tookMs: 9_000 }), step(2, { tookMs: 5_000 }), step(3), step(4, { tookMs: 4_000 }), step(5)],
  ],
}

describe('a run under way', () => {
  it.each(Object.entries(runs))('is judged like one that is judged from its start: %s', (_what, shots) => {
    const { run, kept, next, isLeft } = growing(course(shots))
    const soFar = createJudgeSoFar(context)
    while (isLeft()) {
      next()
      expect(soFar(run)).toEqual(judge(kept, { ...context, ended: false }))
      expect(soFar(run)).toBe(soFar(run))
    }
  })

  it('is judged anew where one of its exchanges turns out to be another’s', () => {
    const { run, kept, next } = growing(course([step(1), renewal(), step(2), step(3), step(4)]))
    const soFar = createJudgeSoFar(context)
    for (let i = 0; i < 3; i++) next()
    soFar(run)
    kept.splice(1, 1)
    expect(soFar(run)).toEqual(judge(kept, { ...context, ended: false }))
    next()
    kept.splice(1, 1)
    next()
    expect(soFar(run)).toEqual(judge(kept, { ...context, ended: false }))
  })

  it('is judged like one that is judged from its start, asked but now and then', () => {
    const { run, kept, next, isLeft } = growing(course([...renewedRun(), ...steps(), ...renewedRun()]))
    const soFar = createJudgeSoFar(context)
    while (isLeft()) {
      for (let i = 0; i < 3; i++) next()
      expect(soFar(run)).toEqual(judge(kept, { ...context, ended: false }))
    }
  })

  it('is told apart from others', () => {
    const [one, other] = [growing(course(steps())), growing(course(steps({ 1: { status: 500 } })))]
    const soFar = createJudgeSoFar(context)
    for (const { next } of [one, other, one, other]) next()
    expect([soFar(one.run).findings, soFar(other.run).findings.length > 0]).toEqual([[], true])
    expect(soFar(one.run).verdict).toBe('incomplete')
  })

  it('costs what is new: bodies that were read are not read again', async () => {
    /** Of ten more requests, each asked for, after a hundred whose bodies hold `fields` fields. */
    const costOf = (fields: number) => {
      const much = Object.fromEntries(Array.from({ length: fields }, (_each, i) => [`f${i}`, `value ${i}`]))
      const large = step(1, { answer: { data: { ...product, much } } })
      const exchanges = course([
        ...Array.from({ length: 100 }, () => large),
        ...Array.from({ length: 10 }, () => step(1)),
      ])
      const soFar = createJudgeSoFar(context)
      const { run, next, isLeft, kept } = growing(exchanges)
      while (kept.length < 100) next()
      soFar(run)
      const from = process.cpuUsage()
      for (; isLeft(); next()) soFar(run)
      return process.cpuUsage(from).user
    }
    costOf(100)
    // read again each time, sixteen times the fields would cost some sixteen times as much
    expect(await leastOf(() => costOf(2_000) / costOf(125), 4)).toBeLessThan(4)
  })
})
