import { expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { toldBy } from '../told.fixture.js'
import { https } from './https.js'

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
  ['http://127.0.0.1.exemplo.invalid/x', 'proxy', ['e1 plain']],
  ['http://1127.0.0.1/x', 'proxy', ['e1 plain']],
  ['http://127.0.0.1111/x', 'proxy', ['e1 plain']],
])('%s, seen by %s: %j', (url, source, expected) => {
  expect(toldBy(https, [{ ask: `GET ${url}`, source, step: null }])).toEqual(expected)
})

it('is not asked of another origin', () => {
  expect(toldBy(https, [{ ask: 'GET http://outro.invalid/', channel: 'elsewhere', step: null }])).toEqual([])
})
