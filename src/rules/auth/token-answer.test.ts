import { expect, it } from 'vitest'
import { createWatch } from '../../judging/watch.js'
import { profiles } from '../../specification/profile.js'
import { baseUrl, type Passing, passing } from '../passing.fixture.js'
import { tokenAnswer } from './token-answer.js'

function codesOf(answer: object, status = 200): string[] {
  const watch = createWatch([tokenAnswer], { profile: profiles.spec, baseUrl, tokenUrl: null })
  const ask: Passing = {
    ask: 'POST https://api.exemplo.invalid/oauth/token',
    body: 'grant_type=refresh_token&refresh_token=R1',
    ...{ answer, status, channel: 'token', step: null, source: 'proxy', headers: [] },
  }
  return watch.see(passing(ask, 0)).map(({ code, blame }) => `${code} ${blame}`)
}

const usable = { access_token: 'A2', token_type: 'BEARER', expires_in: 60 }

it.each([
  ['other-type', { ...usable, token_type: 'mac' }],
  ['expired', { ...usable, expires_in: 0 }],
  ['no-token', { data: usable }],
])('tells the service of %s, outside the homologation as well', (flaw, answer) => {
  expect(codesOf(answer)).toEqual([`auth/renewal:${flaw} service`])
})

it('tells nothing of a usable token, nor of a refusal', () => {
  expect([...codesOf(usable), ...codesOf({ access_token: 'A2' }), ...codesOf({ error: 'x' }, 400)]).toEqual(
    [],
  )
})
