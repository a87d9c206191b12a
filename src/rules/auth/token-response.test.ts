import { expect, it } from 'vitest'
import { Watch } from '../../judging/watch.js'
import { profiles } from '../../specification/profile.js'
import { baseUrl, type Passing, passing } from '../passing.fixture.js'
import { tokenResponse } from './renewal.js'

function codesOf(response: unknown, status = 200, more: Partial<Passing> = {}): string[] {
  const watch = new Watch([tokenResponse], { profile: profiles.spec, baseUrl, tokenUrl: null })
  const ask: Passing = {
    ask: 'POST https://api.exemplo.invalid/oauth/token',
    body: 'grant_type=refresh_token&refresh_token=R1',
    response,
    status,
    channel: 'token',
    step: null,
    source: 'proxy',
    headers: [],
    ...more,
  }
  return watch.see(passing(ask, 0)).map(({ code, blame }) => `${code} ${blame}`)
}

const usable = { access_token: 'A2', token_type: 'BEARER', expires_in: 60 }

it.each([
  ['other-type', { ...usable, token_type: 'mac' }],
  ['expired', { ...usable, expires_in: 0 }],
  ['no-token', { data: usable }],
])('tells the service of %s, outside the homologation as well', (flaw, response) => {
  expect(codesOf(response)).toEqual([`auth/renewal:${flaw} service`])
})

it('tells nothing of a usable token, nor of a refusal', () => {
  expect([...codesOf(usable), ...codesOf({ access_token: 'A2' }), ...codesOf({ error: 'x' }, 400)]).toEqual(
    [],
  )
})

it('tells nothing of what was not seen, or is no token address', () => {
  expect(codesOf('{', 200, { flaw: 'not-recorded' })).toEqual([])
  expect(codesOf('{', 200, { flaw: 'truncated' })).toEqual([])
  expect(codesOf({}, 200, { channel: 'service', ask: 'GET /contatos' })).toEqual([])
  expect(codesOf({}, 200, { channel: 'elsewhere' })).toEqual([])
  const preflight = { ask: 'OPTIONS https://api.exemplo.invalid/oauth/token', body: undefined }
  expect(codesOf(undefined, 204, preflight)).toEqual([])
})

it('tells of nothing at all, and of a mark before it', () => {
  expect(codesOf(undefined)).toEqual(['auth/renewal:not-json service'])
  expect(codesOf(`\uFEFF${JSON.stringify(usable)}`)).toEqual(['auth/renewal:byte-order-mark service'])
})
