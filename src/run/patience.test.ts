import { describe, expect, it } from 'vitest'
import type { RawExchange } from '../exchange/raw.js'
import { createPatience, isTemporary } from './patience.js'

type Met = Pick<RawExchange, 'response' | 'failure'>

function responded(status: number, text: string | null = null): Met {
  const bytes = Buffer.from(text ?? '')
  const body = text === null ? null : { bytes, sizeBytes: bytes.length, flaw: null }
  return { response: { status, headers: [], body }, failure: null }
}

const failed = (kind: NonNullable<Met['failure']>['kind']): Met => ({
  response: null,
  failure: { kind, message: kind },
})

describe('what may pass', () => {
  it.each<[string, Met, boolean]>([
    ['a connection that broke', failed('reset'), true],
    ['no connection', failed('unconnected'), true],
    ['nobody there', failed('refused'), false],
    ['no answer in time', failed('timeout'), false],
    ['a gateway without a word', responded(502), true],
    ['a gateway’s page', responded(503, '<html>'), true],
    ['a gateway’s own JSON', responded(504, '{"message":"x"}'), true],
    ['the service’s words', responded(503, '{"error":{"type":"x"}}'), false],
    ['an error of the service', responded(500, '<html>'), false],
    ['a success', responded(200), false],
    ['nothing at all', { response: null, failure: null }, false],
  ])('is %s: %s', (_what, met, expected) => {
    expect(isTemporary(met)).toBe(expected)
  })
})

describe('patience', () => {
  it('is for reads alone', () => {
    const patience = createPatience(7)
    expect([patience.pauseMs, createPatience().pauseMs]).toEqual([7, 1_000])
    expect(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => patience.allowsRetry(method))).toEqual([
      ...[true, false, false, false, false],
    ])
  })

  it('ends after five second attempts in vain, one after the other', () => {
    const patience = createPatience()
    const learn = (met: Met, times: number) => {
      for (let i = 0; i < times; i++) patience.recordRetry(met)
      return patience.allowsRetry('GET')
    }
    expect(learn(failed('reset'), 4)).toBe(true)
    expect(learn(responded(200), 1)).toBe(true)
    expect(learn(failed('reset'), 4)).toBe(true)
    expect(learn(responded(502), 1)).toBe(false)
    expect(learn(responded(404), 1)).toBe(true)
  })
})
