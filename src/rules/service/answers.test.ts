import { expect, it } from 'vitest'
import type { FailureKind } from '../../exchange/exchange.js'
import { createWatch } from '../../judging/watch.js'
import { spec } from '../../specification/profile.js'
import { baseUrl, passing } from '../passing.fixture.js'
import { answers } from './answers.js'

it.each<[FailureKind, string, string]>([
  ['refused', 'unreachable', 'environment'],
  ['unresolved', 'unreachable', 'environment'],
  ['tls', 'unreachable', 'environment'],
  ['timeout', 'timeout', 'service'],
  ['reset', 'reset', 'service'],
  ['too-large', 'too-large', 'service'],
  ['malformed', 'malformed', 'service'],
])('a failure of kind %s is %s, the fault of the %s', (kind, code, blame) => {
  const watch = createWatch([answers], { profile: spec, baseUrl, tokenUrl: null })
  const told = watch.see(passing({ ask: 'GET /contatos', failure: { kind, message: 'x' } }))
  expect(told.map((breach) => [breach.code, breach.blame])).toEqual([[`service/answers:${code}`, blame]])
})
