import { describe, expect, it } from 'vitest'
import type { JudgeContext } from '../rules/context.js'
import {
  contextOf,
  exchangesOf,
  refused,
  renewal,
  renewedRun,
  type Shot,
  step,
  steps,
} from '../rules/exchanges.fixture.js'
import type { ReadingId } from '../rules/finding.js'
import { bling, type Profile, spec } from '../specification/profile.js'
import { judge } from './judge.js'

type Row = readonly [
  what: string,
  shots: readonly Shot[],
  verdict: string,
  code: string,
  context?: Partial<JudgeContext>,
]

function readingOf(id: ReadingId, shots: readonly Shot[], context: Partial<JudgeContext> = {}) {
  const found = judge(exchangesOf(shots), contextOf(context)).readings.filter((one) => one.id === id)
  expect(found.length).toBe(1)
  return found[0]
}

/** All steps this far from the one before, responded to within this time. */
const paced = (afterMs: number, tookMs = 5): Shot[] => steps().map((shot) => ({ ...shot, afterMs, tookMs }))

const whole = (shots: readonly Shot[]) =>
  shots.map((shot) => ({ ...shot, gaps: ['whole-milliseconds' as const] }))

const timeless = (shots: readonly Shot[]) => shots.map((shot) => ({ ...shot, gaps: ['times' as const] }))

const tolerant = { toleranceMs: 50 }
const everyHash = { carries: 'hash-1' }
const carrying = steps({ 2: everyHash, 3: everyHash, 4: everyHash, 5: everyHash })
const marked = { status: 400, response: { error: { type: 'invalid_token' } } }
const limitHit: Shot = step(2, { status: 429 })

const table: Readonly<Record<ReadingId, Row[]>> = {
  'spacing/at-least': [
    ['kept', paced(2_500), 'pass', 'spacing:kept'],
    ['at the edge', paced(2_000), 'pass', 'spacing:kept'],
    ['just beyond it', paced(1_999.9), 'fail', 'spacing:too-close'],
    ['within the tolerance', paced(1_950), 'pass', 'spacing:kept', tolerant],
    ['beyond the tolerance', paced(1_949.9), 'fail', 'spacing:too-close', tolerant],
    ['within a whole millisecond', whole(paced(1_999)), 'pass', 'spacing:kept'],
    ['beyond a whole millisecond', whole(paced(1_998.9)), 'fail', 'spacing:too-close'],
    ['broken once', steps({ 4: { afterMs: 700 } }), 'fail', 'spacing:too-close'],
    ['broken by the repeated step alone', renewedRun({ 3: { afterMs: 500 } }), 'fail', 'spacing:too-close'],
    ['unmeasured: one request', [step(1)], 'incomplete', 'spacing:unmeasured'],
    ['unmeasured: no times', timeless(paced(1)), 'incomplete', 'spacing:unmeasured'],
    [
      'unmeasured: what was given up at the limit',
      [step(1), { ...limitHit, afterMs: 3 }, step(1)],
      'incomplete',
      'spacing:unmeasured',
    ],
  ],
  'spacing/at-most': [
    ['kept', paced(500), 'pass', 'spacing:pause-kept'],
    ['at the edge', paced(2_005), 'pass', 'spacing:pause-kept'],
    ['just beyond it', paced(2_005.1), 'fail', 'spacing:too-far'],
    ['from the end of the answer', paced(4_000, 2_000), 'pass', 'spacing:pause-kept'],
    ['within the tolerance', paced(2_055), 'pass', 'spacing:pause-kept', tolerant],
    ['beyond the tolerance', paced(2_055.1), 'fail', 'spacing:too-far', tolerant],
    ['within a whole millisecond', whole(paced(2_006)), 'pass', 'spacing:pause-kept'],
    ['broken once', paced(500).with(3, step(4, { afterMs: 2_100 })), 'fail', 'spacing:too-far'],
    ['unmeasured', [step(1)], 'incomplete', 'spacing:unmeasured'],
  ],
  'spacing/free': [
    ['whatever the pace', paced(1), 'pass', 'spacing:free'],
    ['nothing to measure', [], 'pass', 'spacing:free'],
  ],
  'hash/every-step': [
    ['kept', carrying, 'pass', 'hash:kept'],
    ['broken at one step', carrying.with(3, step(4)), 'fail', 'hash:broken'],
    [
      'an older hash',
      [...carrying.slice(0, 2), step(3, { issues: 'hash-2', ...everyHash }), step(4, everyHash)],
      'fail',
      'hash:broken',
    ],
    [
      'twice in one request',
      carrying.with(
        1,
        step(2, {
          headers: [
            ['Authorization', 'Bearer token-1'],
            [spec.hash.header, 'hash-1'],
            [spec.hash.header, 'hash-1'],
          ],
        }),
      ),
      'fail',
      'hash:broken',
    ],
    ['blanks around it', carrying.with(1, step(2, { carries: ' hash-1 ' })), 'pass', 'hash:kept'],
    ['unmeasured: step 1 alone', [step(1)], 'incomplete', 'hash:unmeasured'],
    [
      'unmeasured: none was issued',
      steps({ 1: { issues: undefined } as Partial<Shot> }),
      'incomplete',
      'hash:unmeasured',
    ],
  ],
  'hash/after-invalidation': [
    ['kept', renewedRun(), 'pass', 'hash:kept'],
    ['broken', renewedRun({ 3: { carries: undefined } as Partial<Shot> }), 'fail', 'hash:broken'],
    ['another hash', renewedRun({ 3: { carries: 'hash-0' } }), 'fail', 'hash:broken'],
    ['unmeasured: no refusal', steps(), 'incomplete', 'hash:unmeasured'],
    ['unmeasured: nothing after the refusal', [step(1), refused(2)], 'incomplete', 'hash:unmeasured'],
  ],
  'token/401': [
    ['kept', renewedRun(), 'pass', 'token:kept'],
    ['broken: never renewed', [step(1), refused(2)], 'fail', 'token:broken'],
    ['broken: the same token', [step(1), refused(2), step(2), step(3)], 'fail', 'token:broken'],
    [
      'broken: two renewals',
      [step(1), refused(2), renewal(), renewal(), step(2, { token: 'token-2' })],
      'fail',
      'token:broken',
    ],
    [
      'unmeasured: refused by 400 alone',
      renewedRun().with(2, refused(3, marked)),
      'incomplete',
      'token:unmeasured',
    ],
    [
      'kept: a token from elsewhere that only a 400 refused',
      [step(1), refused(2), renewal(), refused(2, { ...marked, token: 'token-9' })],
      'pass',
      'token:kept',
    ],
    ['unmeasured: never refused', steps(), 'incomplete', 'token:unmeasured'],
  ],
  'token/400': [
    ['kept', renewedRun().with(2, refused(3, marked)), 'pass', 'token:kept'],
    ['broken', [step(1), refused(2, marked)], 'fail', 'token:broken'],
    ['unmeasured: refused by 401 alone', renewedRun(), 'incomplete', 'token:unmeasured'],
    [
      'unmeasured: an error like any other',
      [step(1), step(2, { status: 400, response: { error: 'codigo' } })],
      'incomplete',
      'token:unmeasured',
    ],
  ],
  'total/unlimited': [
    ['whatever it took', paced(90_000), 'pass', 'total:free'],
    ['nothing to measure', [], 'pass', 'total:free'],
  ],
  'total/limited': [
    ['kept', paced(2_000), 'pass', 'total:kept'],
    ['at the edge', paced(2_000, 2_000), 'pass', 'total:kept'],
    ['just beyond it', paced(2_000, 2_000.1), 'fail', 'total:broken'],
    ['within the tolerance', paced(2_000, 2_050), 'pass', 'total:kept', tolerant],
    ['beyond the tolerance', paced(2_000, 2_050.1), 'fail', 'total:broken', tolerant],
    ['within a whole millisecond', whole(paced(2_000, 2_001)), 'pass', 'total:kept'],
    [
      'the last attempt alone',
      [step(1), { ...limitHit, afterMs: 60_000 }, ...paced(2_000)],
      'pass',
      'total:kept',
    ],
    ['unmeasured: no times', timeless(paced(1)), 'incomplete', 'total:unmeasured'],
    ['unmeasured: nothing sent', [], 'incomplete', 'total:unmeasured'],
  ],
}

describe.each(Object.entries(table) as [ReadingId, Row[]][])('the reading %s', (id, rows) => {
  for (const [what, shots, verdict, code, context] of rows) {
    it(what, () => {
      expect(readingOf(id, shots, context)).toMatchObject({ verdict, because: { code } })
    })
  }
})

describe('a reading', () => {
  it.each<[ReadingId, number, readonly Shot[]]>([
    [
      'spacing/at-least',
      100,
      steps({ 4: { afterMs: 2_100 } }).map((s, i) => (i === 3 ? s : { ...s, afterMs: 2_200 })),
    ],
    ['spacing/at-least', -1_300, steps({ 4: { afterMs: 700 } })],
    ['spacing/at-most', 5, paced(2_000)],
    ['spacing/at-most', -95, paced(2_100)],
    ['total/limited', 1_995, paced(2_000)],
    ['total/limited', -5, paced(2_500)],
  ])('%s tells how many milliseconds were to spare: %d', (id, marginMs, shots) => {
    expect(readingOf(id, shots)?.marginMs).toBe(marginMs)
  })

  it('tells its evidence', () => {
    expect(readingOf('spacing/at-least', steps({ 4: { afterMs: 700 } }))?.because.values).toEqual({
      step: 4,
      gapMs: 700,
      pauseMs: 695,
    })
    expect(readingOf('hash/every-step', carrying)?.because.values).toEqual({ carried: 4 })
    expect(readingOf('hash/every-step', carrying.with(2, step(3)))?.because.values).toEqual({ step: 3 })
    expect(readingOf('token/401', renewedRun())?.because.values).toEqual({ step: 3 })
    expect(readingOf('total/limited', paced(2_500))?.because.values).toEqual({
      tookMs: 10_005,
      maxMs: 10_000,
      overMs: 5,
    })
    expect(
      readingOf('total/limited', paced(1_000), { profile: { ...spec, total: { maxMs: 4_000 } } }),
    ).toMatchObject({
      verdict: 'fail',
      because: { values: { maxMs: 4_000 } },
    })
  })

  const inForce = (profile: Profile) =>
    judge(exchangesOf(steps()), contextOf({ profile }))
      .readings.filter((one) => one.inForce)
      .map(({ id }) => id)

  it('names the first of intervals that are alike', () => {
    expect(readingOf('spacing/at-least', steps())?.because.values).toMatchObject({ step: 2, gapMs: 2_000 })
    expect(readingOf('spacing/at-most', steps())?.because.values).toMatchObject({ step: 2, pauseMs: 1_995 })
  })

  it('is in force where the profile picks it', () => {
    expect(inForce(spec)).toEqual([
      'spacing/at-least',
      'hash/after-invalidation',
      'token/401',
      'token/400',
      'total/unlimited',
    ])
    expect(inForce(bling)).toEqual([
      'spacing/at-most',
      'hash/every-step',
      'token/401',
      'token/400',
      'total/limited',
    ])
    const strict = { ...spec, deadToken: { ...spec.deadToken, reading: '400' as const } }
    expect(inForce(strict)).toContain('token/400')
    expect(inForce(strict)).not.toContain('token/401')
  })

  it('of the token is the same under every profile', () => {
    const only401 = { ...spec, deadToken: { ...spec.deadToken, reading: '401' as const } }
    const by400 = renewedRun().with(2, refused(3, marked))
    expect(readingOf('token/400', by400, { profile: only401 })?.verdict).toBe('pass')
    expect(readingOf('token/401', by400, { profile: only401 })?.verdict).toBe('incomplete')
  })
})

it('tells no margin where time plays no part, or none was measured', () => {
  const { readings } = judge(exchangesOf([step(1)]), contextOf({}))
  expect(readings.filter(({ marginMs }) => marginMs !== null).map(({ id }) => id)).toEqual(['total/limited'])
})
