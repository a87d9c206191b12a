import { expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { isTestedBy, toldBy } from '../told.fixture.js'
import { refused } from './token-request.js'

const without: Partial<Passing> = { headers: [], source: 'proxy', step: null }
const accepted = ['e1 accepted']

it.each<[string, Partial<Passing>, string[] | null]>([
  ['a request without a token that succeeds', without, accepted],
  ['one that is refused', { ...without, status: 401 }, []],
  ['one that nothing answers', { ...without, failure: { kind: 'reset', message: 'x' } }, null],
  ['one on no route', { ...without, ask: 'GET /nada' }, null],
  ['one whose token the recording left out', { ...without, gaps: ['authorization'] }, null],
  ['one of a recording, which may leave out anything', { ...without, source: 'recording' }, null],
  ['one of our own, sent so on purpose', { intent: 'without-token', headers: [] }, accepted],
  [
    'one of our own, whose headers were left out',
    { intent: 'without-token', gaps: ['authorization'] },
    accepted,
  ],
  ['one with a token', { source: 'proxy', step: null }, null],
])('%s', (_what, more, expected) => {
  const passings = [{ ask: 'GET /contatos', data: [], ...more }]
  expect(isTestedBy(refused, passings) ? toldBy(refused, passings) : null).toEqual(expected)
})
