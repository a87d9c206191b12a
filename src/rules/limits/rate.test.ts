import { describe, expect, it } from 'vitest'
import { spec } from '../../specification/profile.js'
import type { Passing } from '../passing.fixture.js'
import { toldBy } from '../told.fixture.js'
import { rate } from './rate.js'

const limited = (perSecond: number | null, perDay: number | null = null) => ({
  profile: { ...spec, rate: { ...spec.rate, perSecond, perDay } },
})
const at = (atMs: number, more: Partial<Passing> = {}): Passing => ({
  ask: 'GET /contatos',
  data: [],
  step: null,
  source: 'proxy',
  atMs,
  ...more,
})
const told = (times: readonly number[], perSecond: number | null, more: Partial<Passing> = {}) =>
  toldBy(
    rate,
    times.map((time) => at(time, more)),
    limited(perSecond),
  )

describe('a rate of three a second', () => {
  it.each<[string, readonly number[], string[]]>([
    ['is kept by three at once', [0, 0, 0], []],
    ['is broken by a fourth', [0, 0, 0, 0], ['e4 second']],
    ['is kept by a fourth a second later', [0, 0, 0, 1_000], []],
    ['is kept by a fourth that is hardly early', [0, 100, 200, 950], []],
    ['is broken by a fourth that is early', [0, 100, 200, 949], ['e4 second']],
    ['is counted anew all the time', [0, 400, 800, 1_200, 1_350, 1_400], ['e6 second']],
    ['is broken by one that was seen late', [0, 2_000, 2_100, 2_200, 2_050], ['e5 second']],
    ['is kept by one that was seen late and stood alone', [2_000, 2_100, 2_200, 0], []],
    [
      'is broken after a long pause as before it',
      [0, 100, 200, 100_000, 100_000, 100_000, 100_001],
      ['e7 second'],
    ],
    ['forgets what came long before', [100_000, 0, 0, 0, 0], []],
  ])('%s', (_what, times, expected) => {
    expect(told(times, 3)).toEqual(expected)
  })
})

it.each<[number, readonly number[], string[]]>([
  [0.5, [0, 2_000], []],
  [0.5, [0, 1_900], ['e2 second']],
  [1.5, [0, 700], []],
  [1.5, [0, 600], ['e2 second']],
  [3.9, [0, 0, 0, 780], []],
])('a rate of %s a second is kept or not by %j', (perSecond, times, expected) => {
  expect(told(times, perSecond)).toEqual(expected)
})

describe('a rate', () => {
  const burst = [0, 0, 0, 0]

  it.each<[string, Partial<Passing>]>([
    ['the procedure', { ask: 'GET /homologacao/produtos' }],
    ['a preflight', { ask: 'OPTIONS /contatos' }],
    ['another address', { ask: 'GET https://outro.invalid/x' }],
    ['token requests', { channel: 'token' }],
    ['a recording without times', { gaps: ['times'] }],
  ])('does not count %s', (_what, more) => {
    expect(told(burst, 3, more)).toEqual([])
  })

  it('is not asked for where the profile has none', () => {
    expect(told(burst, null)).toEqual([])
  })

  it.each([
    ['http://127.0.0.1:8080/Api/v3', 'run', []],
    ['http://localhost/Api/v3', 'run', []],
    ['http://[::1]/Api/v3', 'run', []],
    ['http://127.0.0.1.exemplo.invalid/Api/v3', 'run', ['e4 second']],
    ['http://127.0.0.1:8080/Api/v3', 'proxy', ['e4 second']],
    ['https://api.exemplo.invalid/Api/v3', 'run', ['e4 second']],
  ] as const)('at %s, seen by %s: %j', (baseUrl, source, expected) => {
    const passings = burst.map((time) => at(time, { ask: `GET ${baseUrl}/contatos`, source }))
    expect(toldBy(rate, passings, { ...limited(3), baseUrl })).toEqual(expected)
  })

  it('is each account’s own: by session, else by token', () => {
    const mixed = (one: Partial<Passing>, other: Partial<Passing>) =>
      toldBy(rate, [at(0, one), at(0, other), at(0, one), at(0, other)], limited(3))
    const token = (name: string): Partial<Passing> => ({ headers: [['Authorization', `Bearer ${name}`]] })
    expect(mixed({ session: 'a' }, { session: 'b' })).toEqual([])
    expect(mixed(token('a'), token('b'))).toEqual([])
    expect(mixed({ ...token('a'), session: 's' }, { ...token('b'), session: 's' })).toEqual(['e4 second'])
    expect(mixed(token('a'), token('a'))).toEqual(['e4 second'])
  })

  it('of a day is counted by whole hours', () => {
    const hour = 3_600_000
    const times = (...hours: number[]) => hours.map((one) => at(one * hour))
    expect(toldBy(rate, times(0, 1, 2), limited(null, 3))).toEqual([])
    expect(toldBy(rate, times(0, 1, 2, 3), limited(null, 3))).toEqual(['e4 day'])
    expect(toldBy(rate, times(0, 1, 2, 23), limited(null, 3))).toEqual(['e4 day'])
    expect(toldBy(rate, times(0, 1, 2, 24), limited(null, 3))).toEqual([])
    expect(toldBy(rate, times(0, 0, 0, 24, 24, 24, 24), limited(null, 3))).toEqual(['e7 day'])
    expect(toldBy(rate, times(5, 4, 5, 4), limited(null, 3))).toEqual(['e4 day'])
    expect(toldBy(rate, times(0, 30, 29, 30, 30), limited(null, 3))).toEqual(['e5 day'])
  })

  it('holds after thousands of requests that count no longer, as before the first', () => {
    const slow = Array.from({ length: 3_500 }, (_, i) => i * 400)
    const end = 3_499 * 400
    expect(told([...slow, end + 200], 3)).toEqual([])
    expect(told([...slow, end + 200, end + 210], 3)).toEqual(['e3502 second'])
    // what was sent more than a minute before the newest is forgotten, whatever was thrown away
    expect(told([...slow, 0, 0, 0, 0], 3)).toEqual([])
  })
})
