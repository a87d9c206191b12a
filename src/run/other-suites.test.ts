import { describe, expect, it } from 'vitest'
import type { ScriptedResponse } from '../../test/rehearsal/scripted-service.fixture.js'
import type { RawExchange } from '../exchange/raw.js'
import { spec } from '../specification/profile.js'
import { NotPermittedError } from './run-event.js'
import { bearer, conformant, isToken, kinds, PRODUCT, run, type Script } from './runner.fixture.js'
import { type Captures, contractDefaults, type StepResponse, type Suite, type SuiteStep } from './suite.js'

const goesOn: Omit<Suite, 'steps'> = {
  id: 'things',
  title: 'things',
  ...contractDefaults,
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

  it('reports only what was not sent as not reached when it is interrupted', async () => {
    const control = new AbortController()
    const { events } = await run({
      suite,
      signal: control.signal,
      script: (request) => ({ status: request.url.endsWith('/0') ? 404 : 200 }),
      onEvent: (event) => event.kind === 'waiting' && event.step === 'things/open' && control.abort(),
    })
    const notReached = events.filter(({ kind }) => kind === 'not-reached')
    expect(notReached).toMatchObject([{ step: 'things/single' }, { step: 'things/open' }])
  })

  it.each(['ends', 'goes-on'] as const)(
    'reports once the step that the gate keeps back, with its reason: %s',
    async (withoutSuccess) => {
      const script: Script = (request) => {
        if (request.url.endsWith('limite=2')) throw new NotPermittedError('budget')
        return { status: 200, body: '{"data":{"id":7}}' }
      }
      const steps = suite.steps.filter(({ path }) => !path.includes('{'))
      const { events } = await run({ suite: { ...suite, steps, withoutSuccess }, script })
      const ofList = events.filter((event) => event.kind === 'not-reached' && event.step === 'things/list')
      expect(ofList).toMatchObject([{ reason: { code: 'not-permitted', because: 'budget' } }])
    },
  )

  const pausesOf = (exchanges: readonly RawExchange[]) =>
    exchanges.slice(1).map(({ sentAtMs }, i) => sentAtMs - (exchanges[i]?.respondedAtMs ?? 0))

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
    id: 'things/page-1',
    title: 'one',
    method: 'GET',
    path: '/things',
    captures: ({ text }) => ({ first: { text: text ?? '', value: text } }),
  }
  const isNeeded = ({ text }: StepResponse, { first }: Captures) => text === first?.value
  const two: SuiteStep = {
    id: 'things/page-2',
    title: 'two',
    method: 'GET',
    path: '/things',
    query: { pagina: 2 },
    rechecks: [{ capture: 'first', isNeeded }],
  }
  const three: SuiteStep = { id: 'things/page-3', title: 'three', method: 'GET', path: '/three' }
  const suite: Suite = { ...goesOn, steps: [one, two, three] }
  const responding =
    (...responses: ScriptedResponse[]): Script =>
    (_r, count) =>
      responses[count - 1] ?? { body: '"c"' }
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
      script: responding({ body: '"a"' }, { body: '"a"' }, { body: '"a"' }),
    })
    expect(sent(exchanges)).toEqual([
      first,
      ['page-2', 'things?pagina=2', true],
      ['page-2', 'things', false],
      next,
    ])
    expect(outcome).toMatchObject({ stopped: null, succeeded: [one.id, two.id, three.id] })
  })

  it.each<[string, ScriptedResponse]>([
    ['contradicts nothing', { body: '"b"' }],
    ['is no success', { status: 500, body: '"a"' }],
    ['did not arrive', { failure: { kind: 'reset', message: 'x' } }],
  ])('is none where it %s', async (_what, response) => {
    const { exchanges } = await run({ suite, script: responding({ body: '"a"' }, response) })
    expect(sent(exchanges)).toEqual([first, ['page-2', 'things?pagina=2', false], next])
  })

  const single: SuiteStep = { id: 'things/page-2', title: 'read', method: 'GET', path: '/things/{first}' }

  it.each<[string, SuiteStep, number]>([
    ['is not found', { ...one, captures: () => ({ first: { text: '7', value: 7 } }) }, 404],
    ['is not read', { ...one, captures: () => ({ first: { text: '7', value: 7 } }) }, 500],
    ['was created', { ...one, method: 'POST', captures: () => ({ first: { text: '7', value: 7 } }) }, 404],
  ])('is a 404 for a record that another read showed, and nothing else: it %s', async (_, source, status) => {
    const { exchanges } = await run({
      suite: { ...goesOn, steps: [source, single, three] },
      script: responding({ body: '{}' }, { status, body: '{}' }),
    })
    const isGone = source.method === 'GET' && status === 404
    expect(sent(exchanges)).toEqual([
      first,
      ['page-2', '7', isGone],
      ...(isGone ? [['page-2', 'things', false]] : []),
      next,
    ])
  })

  it('is no success of its step, even if the earlier read succeeds again', async () => {
    const source = { ...one, captures: () => ({ first: { text: '7', value: 7 } }) }
    const { outcome } = await run({
      suite: { ...goesOn, steps: [source, single, three] },
      script: responding({ body: '{}' }, { status: 404, body: '{}' }),
    })
    expect(outcome.succeeded).toEqual([one.id, three.id])
  })

  it.each(['unknown-record', 'invalid'] as const)('is no 404 that was meant: %s', async (intent) => {
    const source = { ...one, captures: () => ({ first: { text: '7', value: 7 } }) }
    const { exchanges } = await run({
      suite: { ...goesOn, steps: [source, { ...single, intent }, three] },
      script: responding({ body: '{}' }, { status: 404, body: '{}' }),
    })
    expect(sent(exchanges)).toEqual([first, ['page-2', '7', false], next])
  })

  it('is asked for anew once, even if its second response contradicts another one', async () => {
    const second = {
      ...two,
      captures: ({ text }: StepResponse) => ({ second: { text: text ?? '', value: text } }),
    }
    const third: SuiteStep = {
      ...three,
      rechecks: [{ capture: 'second', isNeeded: ({ text }, captures) => text === captures.second?.value }],
    }
    const unsent: SuiteStep = { ...three, id: 'things/page-4', needs: ['nothing'] }
    const { exchanges } = await run({
      suite: { ...goesOn, steps: [one, second, third, unsent] },
      script: responding({ body: '"a"' }, { body: '"b"' }, { body: '"b"' }, { body: '"a"' }),
    })
    expect(sent(exchanges)).toEqual([
      first,
      ['page-2', 'things?pagina=2', false],
      ['page-3', 'three', true],
      ['page-3', 'things?pagina=2', true],
    ])
  })

  it('is reported as sent if the gate keeps the repeated request back', async () => {
    const script: Script = (_request, count) => {
      if (count === 3) throw new NotPermittedError('budget')
      return { body: '"a"' }
    }
    const { events, outcome } = await run({ suite, script })
    expect(events.filter(({ kind }) => kind === 'not-reached')).toEqual([])
    expect(outcome.succeeded).toEqual([one.id, two.id, three.id])
  })

  it('is reported as not reached if its first request failed and the gate keeps the second back', async () => {
    const script: Script = (_request, count) => {
      if (count === 2) throw new NotPermittedError('budget')
      return { failure: { kind: 'reset', message: 'x' } }
    }
    const { events } = await run({ suite: { ...suite, steps: [one] }, script, pauseMs: 5 })
    expect(events.filter(({ kind }) => kind === 'not-reached')).toMatchObject([{ step: one.id }])
  })

  it('lets the suite go on where that one fails now', async () => {
    const { exchanges, outcome } = await run({
      suite,
      script: responding({ body: '"a"' }, { body: '"a"' }, { status: 500, body: '{}' }),
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
  const gone: ScriptedResponse = { failure: { kind: 'reset', message: 'x' } }
  const responding =
    (...responses: ScriptedResponse[]): Script =>
    (_r, count) =>
      responses[count - 1] ?? { body: { data: [] } }
  const sentAgain = (exchanges: readonly RawExchange[]) =>
    exchanges.map((exchange) => exchange.sentAgain ?? false)

  it.each<[string, ScriptedResponse]>([
    ['a connection that broke', gone],
    ['a gateway', { status: 503, body: '<html>' }],
  ])('is met by a read once more, after a pause: %s', async (_what, response) => {
    const { exchanges, outcome } = await run({ suite: one, pauseMs: 5_000, script: responding(response) })
    expect(sentAgain(exchanges)).toEqual([true, false])
    expect((exchanges[1]?.sentAtMs ?? 0) - (exchanges[0]?.sentAtMs ?? 0)).toBeGreaterThanOrEqual(5_000)
    expect(outcome).toMatchObject({ stopped: null, succeeded: ['things/list'] })
  })

  it('is met once more and no oftener', async () => {
    const { exchanges, outcome } = await run({ suite: one, pauseMs: 1, script: responding(gone, gone, gone) })
    expect(sentAgain(exchanges)).toEqual([true, false])
    expect(outcome.succeeded).toEqual([])
  })

  it.each<[string, Suite, number | undefined, ScriptedResponse]>([
    ['a write', writes, 1, gone],
    ['a run without patience', one, undefined, gone],
    ['an answer of the service itself', one, 1, { status: 500, body: '{"error":{}}' }],
    ['a request that was refused', one, 1, { failure: { kind: 'refused', message: 'x' } }],
  ])('is not met again by %s', async (_what, suite, pauseMs, response) => {
    const { exchanges } = await run({
      suite,
      script: responding(response),
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
    const { requests } = await run({ suite: one, script: responding() })
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
    exchanges.slice(1).map(({ sentAtMs }, i) => sentAtMs - (exchanges[i]?.respondedAtMs ?? 0) >= 900)
  expect(gapsOf(await run({ suite, script, spacingMs: 0 }))).toEqual([true, true])
  expect(gapsOf(await run({ suite, script, spacingMs: 2_000 }))).toEqual([false, true])
})
