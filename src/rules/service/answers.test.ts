import { expect, it } from 'vitest'
import type { FailureKind } from '../../exchange/exchange.js'
import { Watch } from '../../judging/watch.js'
import { spec } from '../../specification/profile.js'
import { baseUrl, type Passing, passing } from '../passing.fixture.js'
import { toldBy } from '../told.fixture.js'
import { completeResponse } from './answers.js'

it.each<[FailureKind, string, string]>([
  ['refused', 'unreachable', 'environment'],
  ['unresolved', 'unreachable', 'environment'],
  ['tls', 'unreachable', 'environment'],
  ['unconnected', 'unreachable', 'environment'],
  ['timeout', 'timeout', 'service'],
  ['reset', 'reset', 'service'],
  ['too-large', 'too-large', 'service'],
  ['malformed', 'malformed', 'service'],
])('a failure of kind %s is %s, the fault of the %s', (kind, code, blame) => {
  const watch = new Watch([completeResponse], { profile: spec, baseUrl, tokenUrl: null })
  const told = watch.see(passing({ ask: 'GET /contatos', failure: { kind, message: 'x' } }))
  expect(told.map((breach) => [breach.code, breach.blame])).toEqual([[`service/answers:${code}`, blame]])
})

it('is asked of the service alone, and not of who gave up', () => {
  const failed: Passing = { ask: 'GET /contatos', failure: { kind: 'reset', message: 'x' }, step: null }
  const aborted = { kind: 'aborted', message: 'x' } as const
  expect(toldBy(completeResponse, [{ ...failed, source: 'proxy' }])).toEqual(['e1 reset'])
  expect(toldBy(completeResponse, [{ ...failed, source: 'proxy', failure: aborted }])).toEqual([])
  expect(toldBy(completeResponse, [{ ...failed, source: 'examine', failure: aborted }])).toEqual([])
  expect(toldBy(completeResponse, [{ ...failed, source: 'proxy', channel: 'elsewhere' }])).toEqual([])
})

it('is no matter of who calls where we play the service and were told to fail', () => {
  const seen = (failure: Passing['failure']): Passing => ({
    ask: 'GET /contatos',
    source: 'examine',
    step: null,
    ...(failure && { failure }),
  })
  expect(toldBy(completeResponse, [seen({ kind: 'timeout', message: 'x' })])).toEqual(['e1 timeout'])
  const watch = new Watch([completeResponse], { profile: spec, baseUrl, tokenUrl: null })
  watch.see(passing(seen(undefined)))
  expect(watch.tested.size).toBe(0)
})

it('has nothing to say of a request that has no end', () => {
  const watch = new Watch([completeResponse], { profile: spec, baseUrl, tokenUrl: null })
  expect(watch.see({ ...passing({ ask: 'GET /contatos' }), response: null })).toEqual([])
  expect(watch.tested.size).toBe(0)
})

it('names the encoding that does not fit', () => {
  const watch = new Watch([completeResponse], { profile: spec, baseUrl, tokenUrl: null })
  const told = watch.see(
    passing({
      ask: 'GET /contatos',
      data: [],
      flaw: 'undecodable',
      responseHeaders: [['Content-Encoding', 'br']],
    }),
  )
  expect(told.map(({ values }) => values.detail)).toEqual(['Content-Encoding: br'])
})
