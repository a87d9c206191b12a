import { expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { breachesBy, isTestedBy, toldBy } from '../told.fixture.js'
import { https } from './token-request.js'

it.each<[string, NonNullable<Passing['source']>, string[]]>([
  ['https://api.exemplo.invalid/x', 'proxy', []],
  ['HTTPS://api.exemplo.invalid/x', 'proxy', []],
  ['http://api.exemplo.invalid/x', 'proxy', ['e1 plain']],
  ['HTTP://api.exemplo.invalid/x', 'run', ['e1 plain']],
  ['http://api.exemplo.invalid/x', 'examine', []],
  ['http://localhost:8080/x', 'proxy', []],
  ['http://LOCALHOST/x', 'proxy', []],
  ['http://erp.localhost/x', 'proxy', []],
  ['http://.localhost.exemplo.invalid/x', 'proxy', ['e1 plain']],
  ['http://localhost.exemplo.invalid/x', 'proxy', ['e1 plain']],
  ['http://xlocalhost/x', 'proxy', ['e1 plain']],
  ['http://[::1]:8080/x', 'proxy', []],
  ['http://[::2]/x', 'proxy', ['e1 plain']],
  ['http://127.0.0.1?a=1', 'proxy', []],
  ['http://127.10.20.255/x', 'proxy', []],
  ['http://127.0.0.1.exemplo.invalid/x', 'proxy', ['e1 plain']],
  ['http://1127.0.0.1/x', 'proxy', ['e1 plain']],
  ['http://127.0.0.1111/x', 'proxy', ['e1 plain']],
])('%s, seen by %s: %j', (url, source, expected) => {
  expect(toldBy(https, [{ ask: `GET ${url}`, source, step: null }])).toEqual(expected)
})

it.each([
  ['ws://api.exemplo.invalid/x', []],
  ['x-http://api.exemplo.invalid/x', []],
  ['nada', []],
])('is not asked of %s', (url, expected) => {
  const ask: Passing = { ask: `GET ${url}`, source: 'proxy', step: null }
  expect([toldBy(https, [ask]), isTestedBy(https, [ask])]).toEqual([expected, false])
})

it.each([
  ['run', 'environment'],
  ['proxy', 'application'],
  ['recording', 'application'],
] as const)('seen by %s is a matter of the %s', (source, blame) => {
  const [breach] = breachesBy(https, [{ ask: 'GET http://api.exemplo.invalid/x', source, step: null }])
  expect(breach).toMatchObject({ blame, values: { host: 'api.exemplo.invalid' } })
})

it('is not asked of another origin', () => {
  expect(toldBy(https, [{ ask: 'GET http://outro.invalid/', channel: 'elsewhere', step: null }])).toEqual([])
})
