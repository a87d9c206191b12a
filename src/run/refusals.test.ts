import { describe, expect, it } from 'vitest'
import type { OutgoingRequest } from '../client/transport.js'
import { createRefusals } from './refusals.js'
import { run } from './runner.fixture.js'
import { contractDefaults, type Suite, type SuiteStep } from './suite.js'

const get = (id: string, path: string): SuiteStep => ({ id, title: `GET ${path}`, method: 'GET', path })

const suite: Suite = {
  id: 's',
  title: 's',
  ...contractDefaults,
  steps: [
    get('1', '/contatos'),
    get('2', '/depositos'),
    get('3', '/depositos'),
    get('4', '/produtos'),
    get('5', '/vendedores'),
  ],
}

const reset = { kind: 'reset', message: 'x' } as const
const pathOf = ({ url }: OutgoingRequest) => url.slice(url.lastIndexOf('/'))

/** Runs it against a service that refuses the token on some routes. */
async function refusedOn(paths: readonly string[], setting: Parameters<typeof run>[0] = {}) {
  const refusals = createRefusals()
  const script = (request: OutgoingRequest) =>
    paths.includes(pathOf(request)) ? { status: 401 } : { status: 200, body: '{"data":[]}' }
  const credentials = { refreshToken: null }
  const { outcome, requests, events } = await run({ suite, script, refusals, credentials, ...setting })
  const skipped = events.flatMap((event) => (event.kind === 'not-reached' ? [event.step] : []))
  return { outcome, refusals, skipped, asked: requests.map(pathOf) }
}

describe('a token that one route refuses', () => {
  it('is tried with a read that worked, and the run goes on without the route', async () => {
    const { outcome, refusals, skipped, asked } = await refusedOn(['/depositos'])
    expect(asked).toEqual(['/contatos', '/depositos', '/contatos', '/produtos', '/vendedores'])
    expect([outcome.stopped, refusals.stopReason, skipped]).toEqual([null, null, ['3']])
  })

  it('may be refused by the next as well', async () => {
    const { outcome, refusals, asked } = await refusedOn(['/depositos', '/produtos'])
    expect(asked).toEqual(['/contatos', '/depositos', '/contatos', '/produtos', '/contatos', '/vendedores'])
    expect([outcome.stopped, refusals.stopReason]).toEqual([null, null])
  })

  it('may be the first: what succeeds later tells', async () => {
    const { outcome, refusals, asked } = await refusedOn(['/contatos'])
    expect(asked).toEqual(['/contatos', '/depositos', '/depositos', '/produtos', '/vendedores'])
    expect([outcome.stopped, refusals.stopReason]).toEqual([null, null])
  })

  it('is dead where the second refuses it, and none took it', async () => {
    const { outcome, asked } = await refusedOn(['/contatos', '/depositos'])
    expect(asked).toEqual(['/contatos', '/depositos'])
    expect(outcome.stopped).toMatchObject({ code: 'renewal-failed', flaw: 'no-way' })
  })

  it('is dead where the read that worked refuses it', async () => {
    let count = 0
    const script = () => (++count > 1 ? { status: 401 } : { status: 200, body: '{"data":[]}' })
    const { outcome, asked } = await refusedOn([], { script })
    expect(asked).toEqual(['/contatos', '/depositos', '/contatos'])
    expect(outcome.stopped).toMatchObject({ code: 'renewal-failed' })
  })

  it('that could not be renewed ends the run for that reason, whichever route shows that it is invalid', async () => {
    const responses = [{ status: 200, body: '{"data":[]}' }, { status: 401 }, { failure: reset }]
    const script = (_request: OutgoingRequest, sent: number) => responses[sent - 1] ?? { status: 401 }
    const { outcome, asked } = await refusedOn([], { script })
    expect(asked).toEqual(['/contatos', '/depositos', '/contatos', '/produtos', '/contatos'])
    expect(outcome.stopped).toMatchObject({ code: 'renewal-failed', flaw: 'no-way' })
  })

  it('leaves open what it is where nothing else was asked', async () => {
    const { outcome, refusals } = await refusedOn(['/contatos'], {
      suite: { ...suite, steps: suite.steps.slice(0, 1) },
    })
    expect([outcome.stopped, refusals.stopReason?.code]).toEqual([null, 'renewal-failed'])
  })

  it('ends the run where nobody keeps account of it', async () => {
    const script = (request: OutgoingRequest) =>
      pathOf(request) === '/depositos' ? { status: 401 } : { status: 200, body: '{"data":[]}' }
    const { outcome } = await run({ suite, script, credentials: { refreshToken: null } })
    expect(outcome.stopped).toMatchObject({ code: 'renewal-failed' })
  })
})

describe('what is known of routes that refuse a token', () => {
  const twice = (step: string) => ({
    atMs: 10,
    reason: { code: 'refused-twice', step, status: 401 } as const,
  })
  const [contacts, warehouses] = [get('1', '/contatos'), get('2', '/depositos')]

  it('asks for no more renewals than three routes are worth', () => {
    const refusals = createRefusals()
    const ended = [1, 2, 3, 4].map((n) => {
      const stopped = refusals.recordRefusal(get(`${n}`, `/r${n}`), `t${n}`, twice(`${n}`))
      refusals.recordSuccess(contacts, `t${n}`, 10)
      return stopped?.code ?? null
    })
    expect(ended).toEqual([null, null, null, 'refused-twice'])
  })

  it.each([
    ['what was sent before', 't', 9, contacts, true],
    ['what was sent after', 't', 10, contacts, false],
    ['another token', 'u', 10, contacts, true],
    ['the route itself', 't', 10, warehouses, true],
  ])('is open after %s was taken: %s', (_, token, sentAtMs, step, isOpen) => {
    const refusals = createRefusals()
    refusals.recordRefusal(warehouses, 't', twice('2'))
    refusals.recordSuccess(step, token, sentAtMs)
    expect([refusals.stopReason !== null, refusals.findOpenReason(contacts, 't') !== null]).toEqual([
      isOpen,
      isOpen,
    ])
  })

  it('spares the route, but what carries no token, and owes itself no doubt', () => {
    const refusals = createRefusals()
    refusals.recordRefusal(warehouses, 't', twice('2'))
    expect(refusals.isSkipped(warehouses)).toBe(true)
    expect(refusals.isSkipped({ ...warehouses, intent: 'without-token' })).toBe(false)
    expect(refusals.isSkipped(contacts)).toBe(false)
    expect(refusals.findOpenReason(warehouses, 't')).toBe(null)
  })
})
