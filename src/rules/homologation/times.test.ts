import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { type Profile, spec } from '../../specification/profile.js'
import { contextOf, course, refused, renewal, renewedRun, type Shot, step, steps } from '../course.fixture.js'
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

describe('a recording of another tool that tells whole seconds alone', () => {
  const at = (...gapsMs: readonly number[]) =>
    steps().map((shot, i): Shot => ({ ...shot, source: 'recording', afterMs: gapsMs[i] ?? 3_000 }))
  const told = (shots: readonly Shot[], profile = spec) => {
    const { verdict, findings, readings } = judge(course(shots), contextOf({ profile, toleranceMs: 5 }))
    const [atLeast, atMost] = readings.map((one) => one.verdict)
    return [verdict, ...findings.map(({ code, exchange }) => `${exchange} ${code}`), atLeast, atMost]
  }
  const [close, far, whole] = ['too-close', 'too-far', 'whole-seconds'].map(
    (name) => `homologation/spacing:${name}`,
  )
  const atMost: Profile = { ...spec, spacing: { ...spec.spacing, reading: 'at-most' } }
  it.each([
    ['acquits of what it shows', at(), spec, ['pass', 'pass', 'incomplete']],
    ['says nothing of what it cannot show', at(0, 3_000, 2_000), spec, ['pass', `e3 ${whole}`, 'incomplete', 'incomplete']],
    ['accuses of what it shows', at(0, 3_000, 2_000, 1_000), spec, ['fail', `e3 ${whole}`, `e4 ${close}`, 'fail', 'incomplete']],
    ['accuses of what it shows to be late', at(0, 3_000, 5_000), atMost, ['fail', `e2 ${whole}`, `e3 ${far}`, 'pass', 'fail']],
    ['is told by every one of its times', at(0, 2_000, 2_001), spec, ['pass', 'pass', 'fail']],
    ['is told by two', at(0, 2_000).slice(0, 2), spec, ['fail', `e2 ${whole}`, 'e2 homologation/complete:stopped', 'incomplete', 'incomplete']],
    ['accuses of what two show', at(0, 1_000).slice(0, 2), spec, ['fail', `e2 ${close}`, 'e2 homologation/complete:stopped', 'fail', 'pass']],
  ])('%s', (_, shots, profile, expected) => expect(told(shots, profile)).toEqual(expected)) // biome-ignore format: a table
  it('is none of ours, which tell more', () => {
    expect(
      told(at(0, 3_000, 1_999.999).map((shot) => ({ ...shot, source: 'proxy' as const }))),
    ).not.toContain(`e3 ${whole}`)
    expect(told(at(0, 2_000, 2_000).map((shot) => ({ ...shot, source: 'proxy' as const })))[1]).toBe('pass')
  })
  it('sees no two requests overlap that may not have', () => {
    const long = steps({ 2: { tookMs: 2_900 }, 3: { afterMs: 2_000 } }).map(
      (shot): Shot => ({ ...shot, source: 'recording' }),
    )
    expect(told(long).join()).not.toContain('overlap')
    const within = [step(1, { tookMs: 900 }), step(2, { afterMs: 0 })]
    const two = within.map((shot): Shot => ({ ...shot, source: 'recording' }))
    expect(told(two).join()).not.toContain('overlap')
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
      answer: {
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
      answer: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
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
    const { findings } = judge(course(steps({ 3: { afterMs } })), contextOf({ toleranceMs }))
    expect(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(expected)
  })

  it('counts before a step that is bent', () => {
    expect(roots(steps({ 4: { ask: 'PATCH /homologacao/produtos/987', afterMs: 1_000 } }))).toEqual([
      'homologation/situation:path',
      'homologation/spacing:too-close',
    ])
  })
})
