import { expect, it } from 'vitest'
import { spec } from '../../specification/profile.js'
import { contextOf, exchangesOf, refused, renewal, type Shot, step, trace } from '../exchanges.fixture.js'
import { tokenRequest } from './token-request.js'

type ClientAuth = (typeof spec)['tokenRequest']['clientAuth']

/** What is wrong with the form of a renewal; null: it was not looked at. */
function flawsOf(change: Partial<Shot>, clientAuth: ClientAuth = 'either'): string[] | null {
  const profile = { ...spec, tokenRequest: { ...spec.tokenRequest, clientAuth } }
  const run = trace(exchangesOf([step(1), refused(2), renewal(change)]), contextOf({ profile }))
  const { tested, breaches } = tokenRequest.examine(run)
  return tested ? breaches.map(({ code }) => code.slice('auth/token-request:'.length)) : null
}

const basic = (value: string): Partial<Shot> => ({ headers: [['Authorization', value]] })
const typed = (value: string, body?: string): Partial<Shot> => ({
  headers: [
    ['Authorization', 'Basic YTpi'],
    ['Content-Type', value],
  ],
  ...(body === undefined ? {} : { body }),
})
const secret = 'grant_type=refresh_token&refresh_token=R1&client_id=a&client_secret=b'

it.each<[string, Partial<Shot>, string[] | null]>([
  ['Basic', {}, []],
  ['basic, in small letters', basic('basic YTpi'), []],
  ['another scheme', basic('NotBasic YTpi'), ['no-credentials']],
  ['a form without credentials', { headers: [] }, ['no-credentials']],
  ['a form with them', { headers: [], body: secret }, []],
  ['no body', { body: null }, []],
  ['JSON', { body: { grant_type: 'refresh_token', client_secret: 'b' } }, ['json']],
  ['a list in JSON', { body: [1] }, []],
  ['a form that says so', typed('Application/X-WWW-Form-Urlencoded; charset=UTF-8'), []],
  ['a form that says nothing', typed(''), []],
  ['a form of parts', typed('multipart/form-data; boundary=x', '--x\r\n'), ['not-form']],
  ['a form that is declared otherwise', typed('text/plain;charset=UTF-8'), ['not-form']],
  ['credentials that the recording left out', { headers: [], gaps: ['authorization'] }, []],
  [
    'a body that the recording left out',
    { requestBody: { text: null, sizeBytes: 9, flaw: 'not-recorded' } },
    null,
  ],
])('a renewal by %s: %j', (_what, change, flaws) => expect(flawsOf(change)).toEqual(flaws))

it.each<[ClientAuth, Partial<Shot>, string[]]>([
  ['basic', {}, []],
  ['basic', { body: secret }, ['in-body']],
  ['basic', { headers: [], body: secret }, ['in-body']],
  ['body', { headers: [], body: secret }, []],
  ['body', { body: secret }, []],
  ['body', {}, ['not-in-body']],
])('where the profile asks for %s: %j', (clientAuth, change, flaws) => {
  expect(flawsOf(change, clientAuth)).toEqual(flaws)
})
