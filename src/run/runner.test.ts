import { describe, expect, it } from 'vitest'
import { homologation } from '../../suites/homologation.js'
import type { ScriptedResponse } from '../../test/rehearsal/scripted-service.fixture.js'
import type { OutgoingRequest } from '../client/transport.js'
import { headerValue } from '../exchange/exchange.js'
import { bling, spec } from '../specification/profile.js'
import type { RunEvent } from './run-event.js'
import {
  bearer,
  bodyOf,
  conformant,
  dead,
  hash,
  hashOf,
  isToken,
  kinds,
  line,
  PRODUCT,
  run,
} from './runner.fixture.js'

const stepsNotReached = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === 'not-reached' ? [event.step] : []))

describe('a run against a service that keeps the specification', () => {
  it('sends the five steps, the newest hash on each after the first', async () => {
    const { requests, outcome } = await run()
    expect(requests.map(line)).toEqual([
      'GET /Api/v3/homologacao/produtos',
      'POST /Api/v3/homologacao/produtos',
      'PUT /Api/v3/homologacao/produtos/16842795981123456789',
      'PATCH /Api/v3/homologacao/produtos/16842795981123456789/situacoes',
      'DELETE /Api/v3/homologacao/produtos/16842795981123456789',
    ])
    expect(requests.map(hashOf)).toEqual([null, 'hash-1', 'hash-2', 'hash-3', 'hash-4'])
    expect(requests.map(bearer)).toEqual(Array(5).fill('Bearer access-1'))
    expect(outcome).toMatchObject({
      stopped: null,
      repeats: 0,
      succeeded: homologation.steps.map(({ id }) => id),
    })
  })

  it('sends the product back byte for byte, changed in one field by step 3', async () => {
    const { requests } = await run()
    expect(requests.map(bodyOf)).toEqual([
      null,
      PRODUCT,
      '{"nome":"Copo", "preco":32.560,"codigo":"COD-1"}',
      '{"situacao":"I"}',
      null,
    ])
    const declared = requests.map(({ headers }) => headerValue(headers, 'content-type'))
    expect(declared).toEqual([null, 'application/json', 'application/json', 'application/json', null])
  })

  it('waits the interval from each answer to the next request', async () => {
    const { exchanges } = await run()
    const waits = exchanges.slice(1).map((one, i) => one.sentAtMs - (exchanges[i]?.respondedAtMs ?? 0))
    expect(waits).toEqual([2000, 2000, 2000, 2000])
  })

  it('tells what happens while it happens', async () => {
    const { events } = await run()
    expect(kinds(events).slice(0, 5)).toEqual(['sending', 'responded', 'waiting', 'sending', 'responded'])
    expect(events[2]).toEqual({ kind: 'waiting', step: 'homologation/2', untilMs: 2040 })
    expect(kinds(events).at(-1)).toBe('ended')
  })
})

describe('a refused token', () => {
  it.each([1, 2, 3, 4, 5])('at step %i is renewed at once, and the step goes out again', async (step) => {
    const { requests, outcome, exchanges } = await run({ script: dead(step) })
    expect(outcome.stopped).toBeNull()
    expect(requests).toHaveLength(7)
    expect(isToken(requests[step] as OutgoingRequest)).toBe(true)
    expect(line(requests[step + 1] as OutgoingRequest)).toBe(line(requests[step - 1] as OutgoingRequest))
    expect(bearer(requests[step + 1] as OutgoingRequest)).toBe('Bearer access-2')
    expect(hashOf(requests[step + 1] as OutgoingRequest)).toBe(step === 1 ? null : `hash-${step - 1}`)
    const [refused, renewal, again] = exchanges.slice(step - 1, step + 2)
    expect(renewal?.channel).toBe('token')
    expect(renewal?.sentAtMs).toBe(refused?.respondedAtMs)
    expect((again?.sentAtMs ?? 0) - (refused?.respondedAtMs ?? 0)).toBe(2000)
  })

  it('counts its renewal where the profile says so', async () => {
    const profile = { ...spec, spacing: { ...spec.spacing, countsRenewal: true } }
    const { exchanges } = await run({ script: dead(2), profile })
    const [refused, renewal, again] = exchanges.slice(1, 4)
    expect((renewal?.sentAtMs ?? 0) - (refused?.respondedAtMs ?? 0)).toBe(2000)
    expect((again?.sentAtMs ?? 0) - (renewal?.respondedAtMs ?? 0)).toBe(2000)
  })

  it('as a generic 400 is known by its markers', async () => {
    const refusal = { status: 400, body: { error: { type: 'invalid_token' } } }
    const { outcome, requests } = await run({
      script: conformant((_r, count) => (count === 3 ? refusal : null)),
    })
    expect(outcome.stopped).toBeNull()
    expect(requests.filter(isToken)).toHaveLength(1)
  })

  it.each([
    [true, 'hash-of-refusal'],
    [false, 'hash-1'],
  ])('brings a hash that counts: %s', async (refusalIssues, sent) => {
    const refusal = { status: 401, headers: hash('hash-of-refusal') }
    const profile = { ...spec, hash: { ...spec.hash, refusalIssues } }
    const script = conformant((_r, count) => (count === 2 ? refusal : null))
    const { requests } = await run({ script, profile })
    expect(hashOf(requests[3] as OutgoingRequest)).toBe(sent)
  })

  it('refused again at the same step ends the run', async () => {
    const script = conformant((request) => (request.method === 'PUT' ? { status: 401 } : null))
    const { outcome, requests, events } = await run({ script })
    expect(outcome.stopped).toEqual({ code: 'refused-twice', step: 'homologation/3', status: 401 })
    expect(requests).toHaveLength(5)
    expect(events.filter(({ kind }) => kind === 'not-reached')).toHaveLength(2)
  })

  it('without a way to renew ends the run', async () => {
    const { outcome, requests, events } = await run({ script: dead(2), credentials: { refreshToken: null } })
    expect(outcome.stopped).toMatchObject({ code: 'renewal-failed', flaw: 'no-way' })
    expect(requests).toHaveLength(2)
    expect(stepsNotReached(events)).toEqual(['homologation/3', 'homologation/4', 'homologation/5'])
  })

  it.each<[string, ScriptedResponse, string]>([
    ['refuses', { status: 400, body: { error: 'invalid_grant' } }, 'refused'],
    ['answers HTML', { body: '<html>' }, 'not-json'],
    ['forgets the token', { body: { token_type: 'bearer' } }, 'no-token'],
    ['never answers', { failure: { kind: 'timeout', message: '' } }, 'no-answer'],
  ])('whose renewal %s ends the run after one renewal', async (_what, response, flaw) => {
    const script = conformant((request, count) => {
      if (isToken(request)) return response
      return count === 2 ? { status: 401 } : null
    })
    const { outcome, requests } = await run({ script })
    expect(outcome.stopped).toMatchObject({ code: 'renewal-failed', flaw })
    expect(requests).toHaveLength(3)
  })
})

describe('a token', () => {
  it('that nobody gave is got before the first step', async () => {
    const { requests, events, outcome } = await run({ credentials: { accessToken: null } })
    expect(isToken(requests[0] as OutgoingRequest)).toBe(true)
    expect(events[0]).toMatchObject({ kind: 'renewing', because: 'no-token', step: 'homologation/1' })
    expect(outcome.stopped).toBeNull()
  })

  it('that cannot be got at all reaches no step', async () => {
    const { outcome, events, requests } = await run({
      credentials: { accessToken: null, refreshToken: null },
    })
    expect(outcome.stopped).toMatchObject({ code: 'no-token', flaw: 'no-way' })
    expect(requests).toEqual([])
    expect(events.filter(({ kind }) => kind === 'not-reached')).toHaveLength(5)
  })

  it('that is known to have expired is renewed without being sent', async () => {
    const script = conformant((request) => {
      return isToken(request) ? { body: { access_token: 'short-lived', expires_in: 3 } } : null
    })
    const { requests, events, outcome } = await run({ script, credentials: { accessToken: null } })
    expect(outcome.stopped).toBeNull()
    const renewals = events.flatMap((event) => (event.kind === 'renewing' ? [event.because] : []))
    expect(renewals.slice(0, 2)).toEqual(['no-token', 'expiry'])
    expect(requests.filter((request) => !isToken(request))).toHaveLength(5)
  })
})

describe('the limit', () => {
  const limit: ScriptedResponse = { status: 429 }

  it('repeats everything from step 1, wider apart', async () => {
    const { requests, outcome, exchanges, events } = await run({
      script: conformant((_r, count) => (count === 3 ? limit : null)),
    })
    expect(outcome).toMatchObject({ stopped: null, repeats: 1 })
    expect(requests).toHaveLength(8)
    expect(requests[3]?.method).toBe('GET')
    expect(hashOf(requests[3] as OutgoingRequest)).toBeNull()
    expect((exchanges[3]?.sentAtMs ?? 0) - (exchanges[2]?.respondedAtMs ?? 0)).toBe(2300)
    expect(events).toContainEqual({ kind: 'restarting', step: 'homologation/3', repeat: 1, spacingMs: 2300 })
  })

  it('repeats twice at most', async () => {
    const { requests, outcome } = await run({
      script: conformant((request) => (request.method === 'PUT' ? limit : null)),
    })
    expect(outcome).toMatchObject({
      repeats: 2,
      stopped: { code: 'limit-hit', step: 'homologation/3', repeats: 2 },
    })
    expect(requests).toHaveLength(9)
  })

  it('is given the time that it asks for, up to a minute', async () => {
    const held = (seconds: string) =>
      run({
        script: conformant((_r, count) =>
          count === 1 ? { status: 429, headers: [['Retry-After', seconds]] } : null,
        ),
      })
    const short = await held('30')
    expect((short.exchanges[1]?.sentAtMs ?? 0) - (short.exchanges[0]?.respondedAtMs ?? 0)).toBe(30_000)
    const longest = await held('60')
    expect((longest.exchanges[1]?.sentAtMs ?? 0) - (longest.exchanges[0]?.respondedAtMs ?? 0)).toBe(60_000)
    const long = await held('61')
    expect(long.outcome.stopped).toEqual({ code: 'hold-too-long', step: 'homologation/1', holdMs: 61_000 })
    expect(long.requests).toHaveLength(1)
  })

  it('of a reading that asks for haste is met with haste', async () => {
    const late = { status: 400, body: { error: { fields: [{ msg: 'Tempo limite excedido' }] } } }
    const { events } = await run({
      profile: bling,
      script: conformant((_r, count) => (count === 2 ? late : null)),
    })
    expect(events).toContainEqual({ kind: 'restarting', step: 'homologation/2', repeat: 1, spacingMs: 250 })
  })

  it.each([
    [1000, 1200],
    [1700, 1800],
  ])(
    'of such a reading, for too many requests, is met with more than %i ms, still within the interval',
    async (spacingMs, wider) => {
      const script = conformant((_r, count) => (count === 2 ? limit : null))
      const { events } = await run({ profile: bling, spacingMs, script })
      expect(events).toContainEqual({
        kind: 'restarting',
        step: 'homologation/2',
        repeat: 1,
        spacingMs: wider,
      })
    },
  )
})

describe('an answer', () => {
  it.each([400, 403, 404, 500, 302])(
    'of status %i ends the run, and nothing is sent twice',
    async (status) => {
      const { requests, outcome } = await run({
        script: conformant((request) => (request.method === 'PUT' ? { status } : null)),
      })
      expect(outcome.stopped).toEqual({ code: 'no-success', step: 'homologation/3', status })
      expect(requests).toHaveLength(3)
    },
  )

  it.each(['reset', 'timeout', 'too-large', 'malformed'] as const)(
    'that failed (%s) ends the run',
    async (kind) => {
      const { requests, outcome } = await run({
        script: conformant((request) =>
          request.method === 'POST' ? { failure: { kind, message: '' } } : null,
        ),
      })
      expect(outcome.stopped).toEqual({ code: 'no-answer', step: 'homologation/2', failure: kind })
      expect(requests).toHaveLength(2)
    },
  )

  it.each([['{"data":[]}'], ['{"data":{}}'], ['{"data":null}'], ['{}'], ['<html>'], [''], ['{"data":']])(
    'of step 1 without product data (%s) leaves step 2 unreached',
    async (body) => {
      const script = conformant((request) => (request.method === 'GET' ? { headers: hash('h'), body } : null))
      const { outcome, events, requests } = await run({ script })
      expect(outcome.stopped).toEqual({
        code: 'missing-capture',
        step: 'homologation/2',
        captures: ['product'],
      })
      expect(events.filter(({ kind }) => kind === 'not-reached')).toHaveLength(4)
      expect(requests).toHaveLength(1)
    },
  )

  it('of an unusual success, or without a hash, lets the run go on', async () => {
    const script = conformant((request) =>
      request.method === 'GET' ? { status: 202, body: `{"data":${PRODUCT}}` } : null,
    )
    const { outcome, requests } = await run({ script })
    expect(outcome.stopped).toBeNull()
    expect(hashOf(requests[1] as OutgoingRequest)).toBeNull()
    expect(hashOf(requests[2] as OutgoingRequest)).toBe('hash-2')
  })

  it('without a hash, or with an empty one, leaves the one before in force', async () => {
    const script = conformant((request) => {
      if (request.method === 'PUT') return { status: 204, headers: hash('') }
      return request.method === 'PATCH' ? { status: 204 } : null
    })
    const { requests } = await run({ script })
    expect(requests.map(hashOf)).toEqual([null, 'hash-1', 'hash-2', 'hash-2', 'hash-2'])
  })
})

describe('an interrupt', () => {
  it('ends the run where it is', async () => {
    const control = new AbortController()
    const { outcome, requests, events } = await run({
      signal: control.signal,
      onEvent: (event) => event.kind === 'waiting' && event.step === 'homologation/3' && control.abort(),
    })
    expect(outcome.stopped).toEqual({ code: 'interrupted' })
    expect(requests).toHaveLength(2)
    expect(stepsNotReached(events)).toEqual(['homologation/3', 'homologation/4', 'homologation/5'])
  })

  it('does not call a step unreached whose request was sent', async () => {
    const control = new AbortController()
    const { outcome, events } = await run({
      signal: control.signal,
      onEvent: (event) => event.kind === 'responded' && event.step === 'homologation/3' && control.abort(),
    })
    expect(outcome.stopped).toEqual({ code: 'interrupted' })
    expect(stepsNotReached(events)).toEqual(['homologation/4', 'homologation/5'])
  })
})
