import { describe, expect, it } from 'vitest'
import { readTokenResponse, refreshTokenIn, tokensIn } from './token-response.js'
import type { Sent } from './transport.js'

const whole = { access_token: 'a1', refresh_token: 'r1', token_type: 'Bearer', expires_in: 3600 }

type Responded = Pick<Sent, 'response' | 'failure'>

function sent(body: unknown, status = 200): Responded {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const bytes = Buffer.from(text)
  return {
    response: { status, headers: [], body: { bytes, sizeBytes: bytes.length, flaw: null } },
    failure: null,
  }
}

describe('an answer of the token address', () => {
  it.each([
    [whole, { accessToken: 'a1', refreshToken: 'r1', expiresInMs: 3_600_000 }],
    [{ access_token: 'a1' }, { accessToken: 'a1', refreshToken: null, expiresInMs: null }],
    [
      { ...whole, refresh_token: '' },
      { accessToken: 'a1', refreshToken: null, expiresInMs: 3_600_000 },
    ],
    [
      { ...whole, refresh_token: 7 },
      { accessToken: 'a1', refreshToken: null, expiresInMs: 3_600_000 },
    ],
    [
      { ...whole, expires_in: '60' },
      { accessToken: 'a1', refreshToken: 'r1', expiresInMs: 60_000 },
    ],
    [
      { ...whole, expires_in: 1 },
      { accessToken: 'a1', refreshToken: 'r1', expiresInMs: 1_000 },
    ],
    [
      { ...whole, expires_in: 0.5 },
      { accessToken: 'a1', refreshToken: 'r1', expiresInMs: null },
    ],
    [
      { ...whole, expires_in: ' ' },
      { accessToken: 'a1', refreshToken: 'r1', expiresInMs: null },
    ],
    [
      { ...whole, expires_in: 'soon' },
      { accessToken: 'a1', refreshToken: 'r1', expiresInMs: null },
    ],
    ...[null, 'Infinity', [60], true].map((lifetime): [unknown, object] => [
      { ...whole, expires_in: lifetime },
      { accessToken: 'a1', refreshToken: 'r1', expiresInMs: null },
    ]),
  ])('is usable: %j', (body, expected) => {
    expect(readTokenResponse(sent(body))).toEqual({ ok: true, ...expected })
    expect(readTokenResponse(sent(body, 299)).ok).toBe(true)
  })

  it.each<[string, unknown, number, string, string | null]>([
    ['not a success', { error: 'invalid_grant' }, 400, 'refused', 'invalid_grant'],
    ['refused with an object', { error: { type: 'invalid_token' } }, 401, 'refused', 'invalid_token'],
    ['refused with an object without a type', { error: { code: 1 } }, 401, 'refused', null],
    ['refused with an object whose type is a number', { error: { type: 7 } }, 401, 'refused', null],
    ['refused with a number', { error: 7 }, 401, 'refused', null],
    ['refused without JSON', '<html>', 503, 'refused', null],
    ['led elsewhere', whole, 300, 'refused', null],
    ['interim', whole, 199, 'refused', null],
    ['no JSON', 'a1', 200, 'not-json', null],
    ['without a token', { refresh_token: 'r1' }, 200, 'no-token', null],
  ])('is not: %s', (_what, body, status, flaw, error) => {
    expect(readTokenResponse(sent(body, status))).toEqual({
      ok: false,
      flaw,
      evidence: { status, error, failure: null },
    })
  })

  it('is none where nothing came, or not all of it', () => {
    const failure = { kind: 'reset', message: 'x' } as const
    expect(readTokenResponse({ response: null, failure })).toEqual({
      ok: false,
      flaw: 'no-answer',
      evidence: { status: null, error: null, failure: 'reset' },
    })
    expect(readTokenResponse({ ...sent(whole), failure })).toMatchObject({
      flaw: 'no-answer',
      evidence: { status: 200 },
    })
    expect(
      readTokenResponse({ response: { status: 200, headers: [], body: null }, failure: null }),
    ).toMatchObject({ ok: false, flaw: 'not-json' })
  })
})

it('holds tokens, usable or not, whatever its status', () => {
  expect(tokensIn(sent(whole, 400))).toEqual([
    ['access_token', 'a1'],
    ['refresh_token', 'r1'],
  ])
  expect(tokensIn(sent({ access_token: 'a b', refresh_token: '' }))).toEqual([['access_token', 'a b']])
  expect(tokensIn(sent('<html>'))).toEqual([])
  expect(tokensIn({ response: null })).toEqual([])
})

describe('the refresh token that came with success', () => {
  it.each<[string, unknown, number, string | null]>([
    ['is found', whole, 200, 'r1'],
    ['is found without an access token', { refresh_token: 'r1' }, 201, 'r1'],
    ['is none where it is empty', { refresh_token: '' }, 200, null],
    ['is none where it is no text', { refresh_token: 7 }, 200, null],
    ['is none in an error', whole, 400, null],
    ['is none where the client is led elsewhere', whole, 300, null],
    ['is none before the answer', whole, 199, null],
    ['is found in the last of successes', whole, 299, 'r1'],
    ['is none in another field', { my_refresh_token: 'r1' }, 200, null],
  ])('%s', (_what, body, status, expected) => {
    expect(refreshTokenIn(sent(body, status))).toBe(expected)
  })

  it('is none where nothing came', () => {
    expect(refreshTokenIn({ response: null })).toBe(null)
  })
})
