import { describe, expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { isTestedBy, toldBy } from '../told.fixture.js'
import { sameOrigin } from './same-origin.js'

const own = (label = '[access_token#1]', more: Partial<Passing> = {}): Passing => ({
  ask: 'GET /contatos',
  data: [],
  step: null,
  source: 'proxy',
  headers: [['Authorization', `Bearer ${label}`]],
  ...more,
})
const elsewhere = (url: string, credentials: string | null = null): Passing => ({
  ask: `GET ${url}`,
  channel: 'elsewhere',
  step: null,
  source: 'proxy',
  headers: credentials === null ? [] : [['Authorization', credentials]],
})
const other = 'https://outro.invalid/x'
const ours = 'Bearer [access_token#1]'
const crossedOut = { gaps: ['authorization'] } as const

describe('credentials', () => {
  it.each<[string, readonly Passing[], string[]]>([
    ['of another service are its own', [own(), elsewhere(other, 'Bearer [access_token#2]')], []],
    ['of ours are told', [own(), elsewhere(other, ours)], ['e2 foreign']],
    ['that come before ours were seen may be anything', [elsewhere(other, ours), own()], []],
    ['go to the origin of the service', [own(), elsewhere('https://api.exemplo.invalid/x', ours)], []],
    [
      'that the token address gave are ours',
      [
        own('[access_token#1]', {
          ask: 'POST https://api.exemplo.invalid/oauth/token',
          channel: 'token',
          response: { access_token: '[access_token#9]' },
          data: undefined,
        }),
        elsewhere(other, 'Bearer [access_token#9]'),
      ],
      ['e2 foreign'],
    ],
    [
      'that the token address was sent are ours',
      [
        own('[basic#1]', {
          ask: 'POST https://api.exemplo.invalid/oauth/token',
          channel: 'token',
          body: 'refresh_token=%5Brefresh_token%239%5D',
          data: undefined,
        }),
        elsewhere(other, 'Bearer [refresh_token#9]'),
        elsewhere(other, 'Basic [basic#1]'),
      ],
      ['e2 foreign', 'e3 foreign'],
    ],
    [
      'are at home where they were given',
      [
        own('[access_token#1]', {
          ask: `POST ${new URL(other).origin}/oauth/token`,
          channel: 'token',
          response: { access_token: '[access_token#9]' },
          data: undefined,
        }),
        elsewhere(other, 'Bearer [access_token#9]'),
        elsewhere('https://terceiro.invalid/x', 'Bearer [access_token#9]'),
      ],
      ['e1 token-elsewhere', 'e3 foreign'],
    ],
    [
      'that a record shows are no credentials of ours',
      [
        own('[access_token#1]', { data: [{ nota: '[access_token#9]' }] }),
        elsewhere(other, 'Bearer [access_token#9]'),
      ],
      [],
    ],
    [
      'that the recorder crossed out may be anything',
      [own('[access_token#1]', crossedOut), { ...elsewhere(other, ours), ...crossedOut }],
      [],
    ],
    [
      'that it crossed out of the service alone are none of ours',
      [own('[access_token#1]', crossedOut), elsewhere(other, ours)],
      [],
    ],
    [
      'that it crossed out elsewhere alone are not known for ours',
      [own(), { ...elsewhere(other, ours), ...crossedOut }],
      [],
    ],
    ['in a URL of another service are its own', [own(), elsewhere(`${other}?access_token=abc`)], []],
    ['in a URL are told', [own(), elsewhere(`${other}?chave=[access_token#1]`)], ['e2 in-url']],
    [
      'in a URL are told beside those of others',
      [own(), elsewhere(`${other}?a=[access_token#1]&b=[access_token#2]`)],
      ['e2 in-url'],
    ],
    [
      'in a URL of the service are told by their name',
      [own('x', { ask: 'GET /contatos?access_token=abc' })],
      ['e1 in-url'],
    ],
    [
      'in a URL of the origin of the service as well',
      [elsewhere('https://api.exemplo.invalid/x?access_token=abc')],
      ['e1 in-url'],
    ],
    ['of no letters are none', [own('x', { ask: 'GET /contatos?access_token=&token=#x' })], []],
    ['need a name of their own', [own('x', { ask: 'GET /contatos?tokens=1&mytoken=2' })], []],
  ])('%s', (_what, passings, expected) => expect(toldBy(sameOrigin, passings)).toEqual(expected))

  it.each<[string, string | null, string[]]>([
    ['https://auth.invalid/x', 'https://auth.invalid/token', []],
    ['https://auth.invalid/x', 'https://api.exemplo.invalid/token', ['e2 foreign']],
    ['https://auth.invalid/x', null, ['e2 foreign']],
    ['https://api.exemplo.invalid/x', 'https://auth.invalid/token', []],
    ['https://api.exemplo.invalid/x', null, []],
  ])('go to %s where the token address is %s', (url, tokenUrl, expected) => {
    expect(toldBy(sameOrigin, [own(), elsewhere(url, ours)], { tokenUrl })).toEqual(expected)
  })

  it('are looked for where some may be', () => {
    expect(isTestedBy(sameOrigin, [elsewhere(other)])).toBe(false)
    expect(isTestedBy(sameOrigin, [elsewhere(other, 'Bearer x')])).toBe(true)
    expect(isTestedBy(sameOrigin, [own('x', { headers: [] })])).toBe(true)
  })
})
