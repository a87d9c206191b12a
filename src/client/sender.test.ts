import { describe, expect, it } from 'vitest'
import type { RawExchange } from '../exchange/raw.js'
import { createSender, ownHeaders, type SenderOptions } from './sender.js'
import type { Sent } from './transport.js'

const request = { method: 'GET', url: 'https://a.invalid/b', headers: [], body: null }
const sent: Sent = {
  request: { ...request, body: null },
  response: null,
  failure: { kind: 'reset', message: '' },
  startedAt: '2026-05-04T10:00:00.000Z',
  sentAtMs: 1,
  respondedAtMs: null,
  mayBeProcessed: true,
}

function sending(change: Partial<SenderOptions> = {}, one: Sent = sent) {
  const heard: RawExchange[] = []
  const sender = createSender({
    transport: { send: async () => one },
    onExchange: (exchange) => heard.push(exchange),
    ...change,
  })
  return { heard, sender }
}

describe('a sent request', () => {
  it('is an exchange with a number, told before it is handed back', async () => {
    const { heard, sender } = sending()
    const order: string[] = []
    const seen = await sender.send(request, {
      channel: 'service',
      step: 's/1',
      beforeRecord: () => order.push(`${heard.length}`),
    })
    await sender.send(request, { channel: 'token', step: null })
    expect(
      heard.map(({ id, channel, step, session, source }) => [id, channel, step, session, source]),
    ).toEqual([
      ['e1', 'service', 's/1', null, 'run'],
      ['e2', 'token', null, null, 'run'],
    ])
    expect([order, seen.exchange, seen.mayBeProcessed, seen.endedAtMs]).toEqual([['0'], heard[0], true, null])
    expect(Object.keys(heard[0] ?? {})).not.toEqual(expect.arrayContaining(['intent']))
    expect(heard[0]).not.toHaveProperty('sentAgain')
    expect(heard[0]).not.toHaveProperty('mayBeProcessed')
  })

  it.each([
    ['was given up before it left', 'aborted', false, 0],
    ['was given up behind that', 'aborted', true, 1],
    ['found nobody', 'refused', false, 1],
  ] as const)('is told, or not, where it %s', async (_, kind, mayBeProcessed, told) => {
    const { heard, sender } = sending({}, { ...sent, failure: { kind, message: '' }, mayBeProcessed })
    const seen = await sender.send(request, { channel: 'service', step: null })
    expect([heard.length, seen.exchange.failure?.kind]).toEqual([told, kind])
  })

  it('says what it was for, and whether it goes again', async () => {
    const { heard, sender } = sending({ nextId: () => 'x9' }, { ...sent, endedAtMs: 7 })
    const seen = await sender.send(request, {
      channel: 'service',
      step: null,
      intent: 'invalid',
      goesAgain: (one) => one.failure?.kind === 'reset',
    })
    await sender.send(request, { channel: 'service', step: null, goesAgain: () => false })
    expect(heard).toMatchObject([{ id: 'x9', intent: 'invalid', sentAgain: true }, { id: 'x9' }])
    expect(heard[1]).not.toHaveProperty('sentAgain')
    expect(seen.endedAtMs).toBe(7)
  })
})

it('sends headers of its own, or those that replace them, whatever their case', () => {
  expect(ownHeaders('a/1', {})).toEqual([
    ['accept', 'application/json'],
    ['accept-encoding', 'gzip, br'],
    ['user-agent', 'a/1'],
  ])
  expect(ownHeaders('a/1', { Accept: 'b', 'X-A': 'c' })).toEqual([
    ['accept-encoding', 'gzip, br'],
    ['user-agent', 'a/1'],
    ['Accept', 'b'],
    ['X-A', 'c'],
  ])
})
