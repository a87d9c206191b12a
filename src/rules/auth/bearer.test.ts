import { describe, expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { toldBy } from '../told.fixture.js'
import { bearer } from './bearer.js'

const sent = (...values: string[]): Passing => ({
  ask: 'GET /contatos',
  data: [],
  step: null,
  source: 'proxy',
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
    ['Bearer mytoken', null],
    ['Bearer xundefined', null],
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
    ['Bearer a b', 'no-token'],
    ['Bearer [unusable_token#1]', 'no-token'],
    ['Bearer abçdef', 'no-token'],
    ['Bearer\tabc', 'not-bearer'],
    ['Bearer: abc', 'not-bearer'],
    ['Bearer:[access_token#1]', 'not-bearer'],
    ['Bearer=[access_token#1]', 'not-bearer'],
    ['bearers', 'raw'],
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
    expect(toldBy(bearer, [sent('Bearer: abc', 'Bearer abc')])).toEqual(['e1 several'])
  })

  it('is asked of requests to the service alone', () => {
    expect(toldBy(bearer, [{ ...sent(), channel: 'elsewhere' }])).toEqual([])
    expect(toldBy(bearer, [{ ...sent(), ask: 'GET https://api.exemplo.invalid/x' }])).toEqual([])
    expect(toldBy(bearer, [{ ...sent(), ask: 'OPTIONS /contatos' }])).toEqual([])
    expect(toldBy(bearer, [{ ...sent(), gaps: ['authorization'] }])).toEqual([])
    expect(toldBy(bearer, [{ ...sent(), intent: 'without-token' }])).toEqual([])
  })
})

describe('a token that was refused', () => {
  const refused = (atMs: number, more: Partial<Passing> = {}): Passing => ({
    ...sent('Bearer abc'),
    status: 401,
    data: undefined,
    response: { error: 'invalid_token' },
    atMs,
    ...more,
  })

  const givenUp = (atMs: number, source: NonNullable<Passing['source']>) =>
    refused(atMs, { source, failure: { kind: 'aborted', message: 'x' } })

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
    [
      'and goes on while nothing answers',
      [refused(0), refused(1_000, { failure: { kind: 'timeout', message: 'x' } }), refused(2_000)],
      ['e3 dead-token'],
    ],
    [
      'and goes on, though the client leaves before the answer',
      [refused(0), givenUp(1_000, 'examine'), givenUp(2_000, 'examine')],
      ['e3 dead-token'],
    ],
    [
      'of our own run, which gives up what suites beside had begun',
      [refused(0, { source: 'run' }), givenUp(1_000, 'run'), givenUp(2_000, 'run'), givenUp(3_000, 'run')],
      [],
    ],
    [
      'in the procedure is told there',
      [0, 1_000, 2_000].map((atMs) => refused(atMs, { ask: 'GET /homologacao/produtos' })),
      [],
    ],
    [
      'and was none',
      [0, 1_000, 2_000].map((atMs) => refused(atMs, { headers: [['Authorization', 'Token abc']] })),
      ['e1 not-bearer', 'e2 not-bearer', 'e3 not-bearer'],
    ],
    ['without times', [0, 1_000, 2_000].map((atMs) => refused(atMs, { gaps: ['times'] })), []],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(bearer, passings)).toEqual(expected)
  })
})

describe('a refresh token', () => {
  const asked = (sentToken: string, response: unknown, more: Partial<Passing> = {}): Passing => ({
    ask: 'POST https://api.exemplo.invalid/oauth/token',
    channel: 'token',
    source: 'proxy',
    step: null,
    headers: [],
    body: `grant_type=refresh_token&refresh_token=${sentToken}`,
    response,
    ...more,
  })
  const given = { access_token: 'A2', refresh_token: 'R2' }

  it.each<[string, readonly Passing[], string[]]>([
    ['that was given is none for a request', [asked('R1', given), sent('Bearer R2')], ['e2 refresh-token']],
    ['that was taken is none for a request', [asked('R1', given), sent('Bearer R1')], ['e2 refresh-token']],
    ['that was refused may be anything', [asked('R1', {}, { status: 400 }), sent('Bearer R1')], []],
    [
      'that was refused once and taken before is none',
      [asked('R1', given), asked('R1', {}, { status: 400 }), sent('Bearer R1')],
      ['e3 refresh-token'],
    ],
    ['of another is none', [asked('R1', given), sent('Bearer A2')], []],
    [
      'that is empty is none',
      [asked('', { ...given, refresh_token: '' }), sent('Bearer')],
      ['e2 placeholder'],
    ],
    [
      'in JSON is one, too',
      [asked('', given, { body: { refresh_token: 'R1' } }), sent('Bearer R1')],
      ['e2 refresh-token'],
    ],
    ['by its label is one', [sent('Bearer [refresh_token#1]')], ['e1 refresh-token']],
    [
      'by its label, which the token address refused, may be anything where we only look on',
      [asked('[refresh_token#1]', {}, { status: 400 }), sent('Bearer [refresh_token#1]')],
      [],
    ],
    [
      'by its label is one where we gave the tokens',
      [
        asked('[refresh_token#1]', {}, { status: 400 }),
        { ...sent('Bearer [refresh_token#1]'), source: 'examine' },
      ],
      ['e2 refresh-token'],
    ],
    [
      'without a label may be anything, even there',
      [asked('R1', {}, { status: 400 }), { ...sent('Bearer R1'), source: 'examine' }],
      [],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(bearer, passings)).toEqual(expected)
  })
})
