import { describe, expect, it } from 'vitest'
import { homologation } from '../../suites/homologation.js'
import { createPacer } from '../client/pacer.js'
import { createSender } from '../client/sender.js'
import type { Credentials } from '../client/token-source.js'
import { createTokenSource } from '../client/tokens.js'
import type { OutgoingRequest } from '../client/transport.js'
import { headerValue } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import { bling, type Profile, spec } from '../specification/profile.js'
import { createPatience } from './patience.js'
import { type ScriptedAnswer, scriptedService } from './rehearsal/scripted-service.fixture.js'
import { createVirtualClock } from './rehearsal/virtual-clock.js'
import { type RunEvent, runSuite } from './runner.js'
import type { Captures, StepAnswer, Suite, SuiteStep } from './suite.js'

type Script = (request: OutgoingRequest, count: number) => ScriptedAnswer

const credentials: Credentials = {
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  clientId: 'client',
  clientSecret: 'secret',
  tokenCommand: null,
  tokenUrl: 'http://127.0.0.1/oauth/token',
}

interface Setting {
  readonly script?: Script
  readonly profile?: Profile
  readonly credentials?: Partial<Credentials>
  readonly suite?: Suite
  readonly signal?: AbortSignal
  /** Milliseconds before a read that failed in a way that may pass goes out once more. */
  readonly pauseMs?: number
  readonly spacingMs?: number
  readonly onEvent?: (event: RunEvent) => void
}

async function run(setting: Setting = {}) {
  const clock = createVirtualClock()
  const { profile = spec, script = conformant() } = setting
  const service = scriptedService(clock, script)
  const exchanges: RawExchange[] = []
  const events: RunEvent[] = []
  const sender = createSender({ transport: service.transport, onExchange: (one) => exchanges.push(one) })
  const tokens = createTokenSource({
    credentials: { ...credentials, ...setting.credentials },
    clientAuth: 'basic',
    headers: [],
    clock,
    sender,
    store: null,
    account: 'a',
    onSecret: () => undefined,
  })
  const outcome = await runSuite(setting.suite ?? homologation, {
    baseUrl: 'http://127.0.0.1/Api/v3/',
    profile,
    clock,
    sender,
    pacer: createPacer({
      clock,
      spacingMs: setting.spacingMs ?? profile.spacing.paceMs,
      ratePerSecond: setting.spacingMs === 0 ? 1 : null,
    }),
    ...(setting.pauseMs === undefined ? {} : { patience: createPatience(setting.pauseMs) }),
    tokens,
    userAgent: 'homologa/test',
    ...(setting.signal ? { signal: setting.signal } : {}),
    onEvent: (event) => {
      events.push(event)
      setting.onEvent?.(event)
    },
  })
  return { outcome, events, exchanges, requests: service.requests, clock }
}

const hash = (value: string, profile: Profile = spec) => [[profile.hash.header, value]] as const
const isToken = (request: OutgoingRequest) => request.url.endsWith('/oauth/token')
const line = ({ method, url }: OutgoingRequest) => `${method} ${new URL(url).pathname}`
const bearer = (request: OutgoingRequest) => headerValue(request.headers, 'authorization')
const hashOf = (request: OutgoingRequest) => headerValue(request.headers, spec.hash.header)
const bodyOf = (request: OutgoingRequest) =>
  request.body === null ? null : Buffer.from(request.body).toString()
const kinds = (events: readonly RunEvent[]) => events.map(({ kind }) => kind)

const PRODUCT = '{"nome":"Caneca", "preco":32.560,"codigo":"COD-1"}'

/** Answers as the specification has it; `override` comes first. */
function conformant(
  override: (request: OutgoingRequest, count: number) => ScriptedAnswer | null = () => null,
): Script {
  let renewals = 0
  return (request, count) => {
    const special = override(request, count)
    if (special !== null) return special
    if (isToken(request)) {
      renewals++
      return {
        body: {
          access_token: `access-${renewals + 1}`,
          refresh_token: `refresh-${renewals + 1}`,
          expires_in: 3600,
        },
      }
    }
    const headers = hash(`hash-${count}`)
    if (request.method === 'GET') return { headers, body: `{"data": ${PRODUCT} }` }
    if (request.method === 'POST')
      return { status: 201, headers, body: '{"data":{"id":16842795981123456789}}' }
    return { status: 204, headers }
  }
}

const dead = (...counts: number[]) =>
  conformant((_request, count) => (counts.includes(count) ? { status: 401 } : null))

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
    const waits = exchanges.slice(1).map((one, i) => one.sentAtMs - (exchanges[i]?.answeredAtMs ?? 0))
    expect(waits).toEqual([2000, 2000, 2000, 2000])
  })

  it('tells what happens while it happens', async () => {
    const { events } = await run()
    expect(kinds(events).slice(0, 5)).toEqual(['sending', 'answered', 'waiting', 'sending', 'answered'])
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
    expect(renewal?.sentAtMs).toBe(refused?.answeredAtMs)
    expect((again?.sentAtMs ?? 0) - (refused?.answeredAtMs ?? 0)).toBe(2000)
  })

  it('counts its renewal where the profile says so', async () => {
    const profile = { ...spec, spacing: { ...spec.spacing, countsRenewal: true } }
    const { exchanges } = await run({ script: dead(2), profile })
    const [refused, renewal, again] = exchanges.slice(1, 4)
    expect((renewal?.sentAtMs ?? 0) - (refused?.answeredAtMs ?? 0)).toBe(2000)
    expect((again?.sentAtMs ?? 0) - (renewal?.answeredAtMs ?? 0)).toBe(2000)
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
    const { outcome, requests } = await run({ script: dead(2), credentials: { refreshToken: null } })
    expect(outcome.stopped).toMatchObject({ code: 'renewal-failed', flaw: 'no-way' })
    expect(requests).toHaveLength(2)
  })

  it.each<[string, ScriptedAnswer, string]>([
    ['refuses', { status: 400, body: { error: 'invalid_grant' } }, 'refused'],
    ['answers HTML', { body: '<html>' }, 'not-json'],
    ['forgets the token', { body: { token_type: 'bearer' } }, 'no-token'],
    ['never answers', { failure: { kind: 'timeout', message: '' } }, 'no-answer'],
  ])('whose renewal %s ends the run after one renewal', async (_what, answer, flaw) => {
    const script = conformant((request, count) => {
      if (isToken(request)) return answer
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
  const limit: ScriptedAnswer = { status: 429 }

  it('repeats everything from step 1, wider apart', async () => {
    const { requests, outcome, exchanges, events } = await run({
      script: conformant((_r, count) => (count === 3 ? limit : null)),
    })
    expect(outcome).toMatchObject({ stopped: null, repeats: 1 })
    expect(requests).toHaveLength(8)
    expect(requests[3]?.method).toBe('GET')
    expect(hashOf(requests[3] as OutgoingRequest)).toBeNull()
    expect((exchanges[3]?.sentAtMs ?? 0) - (exchanges[2]?.answeredAtMs ?? 0)).toBe(2300)
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
    expect((short.exchanges[1]?.sentAtMs ?? 0) - (short.exchanges[0]?.answeredAtMs ?? 0)).toBe(30_000)
    const longest = await held('60')
    expect((longest.exchanges[1]?.sentAtMs ?? 0) - (longest.exchanges[0]?.answeredAtMs ?? 0)).toBe(60_000)
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
        ...{ kind: 'restarting', step: 'homologation/2', repeat: 1, spacingMs: wider },
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
    expect(
      events.filter(({ kind }) => kind === 'not-reached').map((event) => 'step' in event && event.step),
    ).toEqual(['homologation/3', 'homologation/4', 'homologation/5'])
  })
})

const goesOn: Omit<Suite, 'steps'> = {
  id: 'things',
  title: 'things',
  carriesHash: false,
  onLimit: 'repeats-step',
  withoutSuccess: 'goes-on',
}

describe('a suite that goes on without success', () => {
  const suite: Suite = {
    ...goesOn,
    steps: [
      { id: 'things/unknown', title: 'unknown', method: 'GET', path: '/things/0', intent: 'unknown-record' },
      { id: 'things/single', title: 'single', method: 'GET', path: '/things/{id}' },
      { id: 'things/list', title: 'list', method: 'GET', path: '/things', query: { limite: 2 } },
      { id: 'things/open', title: 'open', method: 'GET', path: '/things', intent: 'without-token' },
    ],
  }

  it('sends every step whose needs are met, and says which it left out', async () => {
    const script: Script = (request) => ({
      status: request.url.endsWith('/0') ? 404 : bearer(request) ? 200 : 401,
    })
    const { requests, events, outcome } = await run({ suite, script })
    expect(requests.map(({ url }) => url.replace(/.*v3/, ''))).toEqual([
      '/things/0',
      '/things?limite=2',
      '/things',
    ])
    expect(requests.filter(isToken)).toEqual([])
    expect(events).toContainEqual({
      kind: 'not-reached',
      step: 'things/single',
      reason: { code: 'missing-capture', step: 'things/single', captures: ['id'] },
    })
    expect(outcome.stopped).toBeNull()
  })

  it('repeats what the limit turned away, after a pause that grows', async () => {
    const { events, requests } = await run({
      suite,
      script: (_r, count) => ({ status: count <= 2 ? 429 : 200 }),
    })
    expect(requests.map(({ url }) => url.replace(/.*v3/, '')).slice(0, 3)).toEqual(Array(3).fill('/things/0'))
    expect(events.filter(({ kind }) => kind === 'holding')).toHaveLength(2)
  })

  const pausesOf = (exchanges: readonly RawExchange[]) =>
    exchanges.slice(1).map(({ sentAtMs }, i) => sentAtMs - (exchanges[i]?.answeredAtMs ?? 0))

  it('waits a second, then two, and ends where the limit turns it away once more', async () => {
    const { exchanges, requests, outcome, events } = await run({
      suite,
      profile: { ...spec, spacing: { ...spec.spacing, paceMs: 0 } },
      script: () => ({ status: 429 }),
    })
    expect(pausesOf(exchanges)).toEqual([1_000, 2_000])
    expect(requests.map(({ url }) => url.replace(/.*v3/, ''))).toEqual(Array(3).fill('/things/0'))
    expect(outcome).toMatchObject({
      repeats: 0,
      stopped: { code: 'limit-hit', step: 'things/unknown', repeats: 2 },
    })
    expect(kinds(events)).not.toContain('restarting')
    expect(events.filter(({ kind }) => kind === 'holding')).toMatchObject([
      { step: 'things/unknown', repeat: 1 },
      { step: 'things/unknown', repeat: 2 },
    ])
  })

  it.each([
    ['60', [60_000], null],
    ['61', [], { code: 'hold-too-long', step: 'things/unknown', holdMs: 61_000 }],
  ])('waits as long as the limit asks for, up to a minute: %s s', async (seconds, pauses, stopped) => {
    const { exchanges, outcome } = await run({
      suite: { ...suite, steps: suite.steps.slice(0, 1) },
      script: (_r, count) =>
        count === 1 ? { status: 429, headers: [['Retry-After', seconds]] } : { status: 404 },
    })
    expect(pausesOf(exchanges)).toEqual(pauses)
    expect(outcome.stopped).toEqual(stopped)
  })

  it.each([
    ['invalid', 400, 0],
    ['invalid', 401, 1],
    ['unknown-record', 400, 1],
    ['without-token', 401, 0],
  ] as const)(
    'takes for a refused token what is not what a step meant: %s, %i',
    async (intent, status, renewals) => {
      const steps = [{ id: 'things/x', title: 'x', method: 'POST', path: '/things', intent }] as const
      const { requests } = await run({
        suite: { ...suite, steps },
        script: conformant((request) =>
          isToken(request) ? null : { status, body: { error: { type: 'invalid_token' } } },
        ),
      })
      expect(requests.filter(isToken)).toHaveLength(renewals)
    },
  )

  it('sends no header for a hash that it was not given', async () => {
    const { requests } = await run({
      script: conformant((r) => (r.method === 'GET' ? { body: `{"data":${PRODUCT}}` } : null)),
    })
    const names = requests[1]?.headers.map(([name]) => name)
    expect(names).not.toContain(spec.hash.header)
  })
})

describe('an answer that contradicts an earlier one', () => {
  const one: SuiteStep = {
    ...{ id: 'things/page-1', title: 'one', method: 'GET', path: '/things' },
    captures: ({ text }) => ({ first: { text: text ?? '', value: text } }),
  }
  const isNeeded = ({ text }: StepAnswer, { first }: Captures) => text === first?.value
  const two: SuiteStep = {
    ...{ id: 'things/page-2', title: 'two', method: 'GET', path: '/things', query: { pagina: 2 } },
    rechecks: { step: one, isNeeded },
  }
  const three: SuiteStep = { id: 'things/page-3', title: 'three', method: 'GET', path: '/three' }
  const suite: Suite = { ...goesOn, steps: [one, two, three] }
  const answering =
    (...answers: ScriptedAnswer[]): Script =>
    (_r, count) =>
      answers[count - 1] ?? { body: '"c"' }
  const sent = (exchanges: readonly RawExchange[]) =>
    exchanges.map(({ step, request: { url }, rechecked }) => [
      step?.replace('things/', ''),
      url.replace(/.*\//, ''),
      rechecked ?? false,
    ])
  const next = ['page-3', 'three', false]
  const first = ['page-1', 'things', false]

  it('has that one asked for anew, once, as a part of its step', async () => {
    const { exchanges, outcome } = await run({
      suite,
      script: answering({ body: '"a"' }, { body: '"a"' }, { body: '"a"' }),
    })
    expect(sent(exchanges)).toEqual([
      first,
      ['page-2', 'things?pagina=2', true],
      ['page-2', 'things', false],
      next,
    ])
    expect(outcome).toMatchObject({ stopped: null, succeeded: [one.id, two.id, three.id] })
  })

  it.each<[string, ScriptedAnswer]>([
    ['contradicts nothing', { body: '"b"' }],
    ['is no success', { status: 500, body: '"a"' }],
    ['did not arrive', { failure: { kind: 'reset', message: 'x' } }],
  ])('is none where it %s', async (_what, answer) => {
    const { exchanges } = await run({ suite, script: answering({ body: '"a"' }, answer) })
    expect(sent(exchanges)).toEqual([first, ['page-2', 'things?pagina=2', false], next])
  })

  it('lets the suite go on where that one fails now', async () => {
    const { exchanges, outcome } = await run({
      suite,
      script: answering({ body: '"a"' }, { body: '"a"' }, { status: 500, body: '{}' }),
    })
    expect(sent(exchanges).at(-1)).toEqual(next)
    expect(outcome).toMatchObject({ stopped: null, succeeded: [one.id, two.id, three.id] })
  })
})

describe('a failure that may pass', () => {
  const one: Suite = {
    ...goesOn,
    steps: [{ id: 'things/list', title: 'list', method: 'GET', path: '/things', headers: [['x-own', 'a']] }],
  }
  const writes: Suite = {
    ...one,
    steps: [{ id: 'things/create', title: 'create', method: 'POST', path: '/things' }],
  }
  const gone: ScriptedAnswer = { failure: { kind: 'reset', message: 'x' } }
  const answering =
    (...answers: ScriptedAnswer[]): Script =>
    (_r, count) =>
      answers[count - 1] ?? { body: { data: [] } }
  const sentAgain = (exchanges: readonly RawExchange[]) =>
    exchanges.map((exchange) => exchange.sentAgain ?? false)

  it.each<[string, ScriptedAnswer]>([
    ['a connection that broke', gone],
    ['a gateway', { status: 503, body: '<html>' }],
  ])('is met by a read once more, after a pause: %s', async (_what, answer) => {
    const { exchanges, outcome } = await run({ suite: one, pauseMs: 5_000, script: answering(answer) })
    expect(sentAgain(exchanges)).toEqual([true, false])
    expect((exchanges[1]?.sentAtMs ?? 0) - (exchanges[0]?.sentAtMs ?? 0)).toBeGreaterThanOrEqual(5_000)
    expect(outcome).toMatchObject({ stopped: null, succeeded: ['things/list'] })
  })

  it('is met once more and no oftener', async () => {
    const { exchanges, outcome } = await run({ suite: one, pauseMs: 1, script: answering(gone, gone, gone) })
    expect(sentAgain(exchanges)).toEqual([true, false])
    expect(outcome.succeeded).toEqual([])
  })

  it.each<[string, Suite, number | undefined, ScriptedAnswer]>([
    ['a write', writes, 1, gone],
    ['a run without patience', one, undefined, gone],
    ['an answer of the service itself', one, 1, { status: 500, body: '{"error":{}}' }],
    ['a request that was refused', one, 1, { failure: { kind: 'refused', message: 'x' } }],
  ])('is not met again by %s', async (_what, suite, pauseMs, answer) => {
    const { exchanges } = await run({
      suite,
      script: answering(answer),
      ...(pauseMs === undefined ? {} : { pauseMs }),
    })
    expect(sentAgain(exchanges)).toEqual([false])
  })

  it('is not met again after an interrupt', async () => {
    const control = new AbortController()
    const { exchanges, outcome } = await run({
      suite: one,
      pauseMs: 1,
      signal: control.signal,
      script: (_r, count) => {
        if (count === 1) control.abort()
        return gone
      },
    })
    expect([exchanges.length, outcome.stopped]).toEqual([1, { code: 'interrupted' }])
  })

  it('goes out with the headers of its step and no others', async () => {
    const { requests } = await run({ suite: one, script: answering() })
    expect(requests[0]?.headers.map(([name]) => name)).toEqual([
      'authorization',
      'accept',
      'accept-encoding',
      'user-agent',
      'x-own',
    ])
  })
})

it('paces a renewal where a rate alone paces the run, and lets it out at once where a spacing does', async () => {
  const first = { expires_in: 3600, access_token: 'access-2', refresh_token: 'refresh-2' }
  const script: Script = (request, count) =>
    isToken(request) ? { body: first } : count === 1 ? { status: 401 } : { body: { data: [] } }
  const suite: Suite = {
    ...goesOn,
    steps: [{ id: 'things/list', title: 'list', method: 'GET', path: '/things' }],
  }
  const gapsOf = ({ exchanges }: Awaited<ReturnType<typeof run>>) =>
    exchanges.slice(1).map(({ sentAtMs }, i) => sentAtMs - (exchanges[i]?.answeredAtMs ?? 0) >= 900)
  expect(gapsOf(await run({ suite, script, spacingMs: 0 }))).toEqual([true, true])
  expect(gapsOf(await run({ suite, script, spacingMs: 2_000 }))).toEqual([false, true])
})
