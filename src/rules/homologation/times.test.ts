import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { type Profile, spec } from '../../specification/profile.js'
import {
  contextOf,
  exchangesOf,
  refused,
  renewal,
  renewedRun,
  type Shot,
  step,
  steps,
} from '../exchanges.fixture.js'
import { broken, harmless, roots } from './rows.fixture.js'

describe('the total of a run', () => {
  const within = (maxMs: number): Profile => ({ ...spec, total: { maxMs } })
  harmless([
    ['no total', steps()],
    ['a total that is just kept', steps(), within(8_005)],
    [
      'a total of which nobody was timed',
      steps().map((shot) => ({ ...shot, gaps: ['times' as const] })),
      within(1),
    ],
  ])
  broken([['a total that is just missed', 'homologation/total-time:over', steps(), within(8_004)]])
})

describe('a recording of another tool', () => {
  const told = (shots: readonly Shot[], source: Shot['source'] = 'recording') => {
    const from = exchangesOf(shots.map((shot) => ({ ...shot, source })))
    const { verdict, findings, readings } = judge(from, contextOf({ toleranceMs: 5 }))
    return [verdict, ...findings.map(({ code }) => code), ...readings.slice(0, 2).map((one) => one.verdict)]
  }
  const gaps = (...all: readonly number[]) =>
    steps().map((shot, i) => ({ ...shot, afterMs: all[i] ?? 3_000 }))

  it('that tells whole seconds alone is judged by no interval', () => {
    expect(told(gaps(0, 3_000, 1_000))).toEqual(['pass', 'incomplete', 'incomplete'])
  })

  it('that tells more in one of its times is judged by all', () => {
    expect(told(gaps(0, 3_000, 1_001))).toEqual(['fail', 'homologation/spacing:too-close', 'fail', 'fail'])
  })

  it('is told from ours, which is exact', () => {
    expect(told(gaps(0, 3_000, 1_000), 'proxy')[0]).toBe('fail')
  })

  it('that tells whole seconds alone shows no overlap', () => {
    const long = steps({ 2: { tookMs: 2_900 }, 3: { afterMs: 2_000 } })
    expect(told(long).join()).not.toContain('overlap')
  })
})

describe('the interval between two requests', () => {
  const counting: Profile = { ...spec, spacing: { ...spec.spacing, countsRenewal: true } }
  const overlapping = (afterMs: number) => steps({ 2: { tookMs: 3_000 }, 3: { afterMs } })
  harmless([
    ['exactly the interval', steps({ 3: { afterMs: 2_000 } })],
    ['a renewal in between', renewedRun()],
    [
      'a renewal in its own pace where it counts',
      [
        step(1),
        step(2),
        refused(3),
        renewal({ afterMs: 2_000 }),
        ...renewedRun({ 3: { afterMs: 2_000 } }).slice(4),
      ],
      counting,
    ],
    ['an answer that ends as the next request leaves', overlapping(3_000)],
    ['an answer that seems to end five milliseconds after it', overlapping(2_995)],
  ])
  broken([
    ['too little', 'homologation/spacing:too-close', steps({ 3: { afterMs: 1_999 } })],
    ['a renewal at once where it counts', 'homologation/spacing:too-close', renewedRun(), counting],
    [
      'an answer that ends six milliseconds after the next request',
      'homologation/sequential:overlap',
      overlapping(2_994),
    ],
  ])
})

describe('what lies between two requests', () => {
  const counting: Profile = { ...spec, spacing: { ...spec.spacing, countsRenewal: true } }
  const other: Shot = { ask: 'GET https://outro.invalid/', channel: 'elsewhere', afterMs: 1_000, token: null }
  harmless([
    [
      'a request to another address',
      [step(1), other, step(2, { afterMs: 1_000 }), step(3), step(4), step(5)],
      counting,
    ],
  ])
  const slow = (expires: number) => [
    renewal({
      response: {
        access_token: 'token-1',
        refresh_token: 'refresh-2',
        token_type: 'Bearer',
        expires_in: expires,
      },
      tookMs: 5_000,
    }),
    step(1, { afterMs: 6_000 }),
    step(2),
    renewal({
      body: 'grant_type=refresh_token&refresh_token=refresh-2',
      response: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
    }),
    ...[3, 4, 5].map((number) => step(number as 3, { token: 'token-3' })),
  ]
  broken([
    [
      'less than half the life of a token that came late',
      'homologation/renewal-justified:unprompted',
      slow(10),
    ],
  ])
  harmless([['half the life of a token that came late', slow(6)]])
})

describe('an interval under its reading', () => {
  const under = (reading: Profile['spacing']['reading']): Profile => ({
    ...spec,
    spacing: { ...spec.spacing, reading },
  })
  harmless([
    ['a short one where none is asked for', steps({ 3: { afterMs: 10 } }), under('free')],
    ['a long one where none is asked for', steps({ 3: { afterMs: 60_000 } }), under('free')],
    ['the longest that may be', steps({ 3: { afterMs: 2_005 } }), under('at-most')],
    ['a short one where a most is asked for', steps({ 3: { afterMs: 10 } }), under('at-most')],
  ])
  broken([
    [
      'one that is too long',
      'homologation/spacing:too-far',
      steps({ 3: { afterMs: 2_006 } }),
      under('at-most'),
    ],
  ])

  it.each([
    [100, 1_900, []],
    [100, 1_899, ['homologation/spacing:too-close']],
    [0, 1_999, ['homologation/spacing:too-close']],
  ])('may err by %i ms: %i ms', (toleranceMs, afterMs, expected) => {
    const { findings } = judge(exchangesOf(steps({ 3: { afterMs } })), contextOf({ toleranceMs }))
    expect(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(expected)
  })

  it('counts before a step that is bent', () => {
    expect(roots(steps({ 4: { ask: 'PATCH /homologacao/produtos/987', afterMs: 1_000 } }))).toEqual([
      'homologation/situation:path',
      'homologation/spacing:too-close',
    ])
  })
})
