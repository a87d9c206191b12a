import { describe, expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { toldBy } from '../told.fixture.js'
import { bearer } from './bearer.js'

const sent = (...values: string[]): Passing => ({
  ...{ ask: 'GET /contatos', data: [], step: null, source: 'proxy' },
  headers: values.map((value) => ['Authorization', value] as const),
})

describe('the header that carries a token', () => {
  it.each<[string, string | null]>([
    ['Bearer abc', null],
    ['bearer abc', null],
    ['BEARER   abc  ', null],
    [' Bearer abc', null],
    ['Bearer [access_token#1]', null],
    ['Bearer undefinedx', null],
    ['Bearer tokens', null],
    ['Bearer', 'placeholder'],
    ['Bearer  ', 'placeholder'],
    ['', 'placeholder'],
    ...[
      'undefined',
      'null',
      'None',
      'nan',
      '[object Object]',
      '<token>',
      '\u0024{TOKEN}',
      '{{token}}',
      '{token}',
      '%s',
      'access_token',
      'token',
    ].map((one): [string, string] => [`Bearer ${one}`, 'placeholder']),
    ['Bearer a b', 'not-bearer'],
    ['Token abc', 'not-bearer'],
    ['Basic YTpi', 'not-bearer'],
    ['Basic', 'not-bearer'],
    ['abc', 'raw'],
    ['Bearer Bearer abc', 'doubled'],
    ['Bearer bearer', 'doubled'],
    ['Bearer bearers', null],
    ['Bearer "abc"', 'quoted'],
    ["Bearer 'abc", 'quoted'],
    ['Bearer abc`', 'quoted'],
    ['Bearer a"b', null],
    ['Bearer abc, Bearer def', 'several'],
    ['Bearer abc,bearer def', 'several'],
    ['Bearer abc,bearerdef', null],
  ])('%s: %s', (value, flaw) => {
    expect(toldBy(bearer, [sent(value)])).toEqual(flaw === null ? [] : [`e1 ${flaw}`])
  })

  it('is there, and once', () => {
    expect(toldBy(bearer, [sent()])).toEqual(['e1 missing'])
    expect(toldBy(bearer, [sent('Bearer abc', 'Bearer abc')])).toEqual(['e1 several'])
  })
})

describe('a token that was refused', () => {
  const refused = (atMs: number, more: Partial<Passing> = {}): Passing => ({
    ...sent('Bearer abc'),
    ...{ status: 401, data: undefined, answer: { error: 'invalid_token' }, atMs, ...more },
  })

  it.each<[string, readonly Passing[], string[]]>([
    ['once', [refused(0)], []],
    ['twice', [refused(0), refused(1_000)], []],
    ['three times, each after the other', [refused(0), refused(1_000), refused(2_000)], ['e3 dead-token']],
    [
      'four times is told once',
      [refused(0), refused(1_000), refused(2_000), refused(3_000)],
      ['e3 dead-token'],
    ],
    [
      'three times by 400',
      [0, 1_000, 2_000].map((atMs) => refused(atMs, { status: 400 })),
      ['e3 dead-token'],
    ],
    [
      'three times by 403, which tells of scopes',
      [0, 1_000, 2_000].map((atMs) => refused(atMs, { status: 403 })),
      [],
    ],
    [
      'three times by 429, which tells of pace',
      [0, 1_000, 2_000].map((atMs) => refused(atMs, { status: 429 })),
      [],
    ],
    ['while the refusal is on its way', [refused(0), refused(55), refused(1_000)], []],
    ['once it has arrived', [refused(0), refused(56), refused(1_000)], ['e3 dead-token']],
    [
      'and works in between',
      [refused(0), refused(1_000), { ...sent('Bearer abc'), atMs: 1_500 }, refused(2_000)],
      [],
    ],
    [
      'is another',
      [refused(0), refused(1_000), refused(2_000, { headers: [['Authorization', 'Bearer def']] })],
      [],
    ],
    ['without times', [0, 1_000, 2_000].map((atMs) => refused(atMs, { gaps: ['times'] })), []],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(bearer, passings)).toEqual(expected)
  })
})
