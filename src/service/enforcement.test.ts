import { describe, expect, it } from 'vitest'
import type { Header } from '../exchange/exchange.js'
import { bling, type Profile, spec } from '../specification/profile.js'
import { hitsLimit, refusesToken } from '../specification/recognise.js'
import { errorShapes } from './error-body.js'
import type { ServiceRequest } from './response.js'
import { createService, type ServiceOptions } from './service.js'
import { passThrough } from './virtual-client.fixture.js'

type Alter = (request: ServiceRequest, step: number) => ServiceRequest

function withJson(
  request: ServiceRequest,
  change: (body: Record<string, unknown>) => unknown,
): ServiceRequest {
  const body = JSON.parse(Buffer.from(request.body ?? '').toString()) as Record<string, unknown>
  return { ...request, body: Buffer.from(JSON.stringify(change(body))) }
}

function withHash(request: ServiceRequest, change: (hash: string) => readonly Header[]): ServiceRequest {
  const others = request.headers.filter(([name]) => name !== 'x-service-homologacao')
  const hash = request.headers.find(([name]) => name === 'x-service-homologacao')?.[1] ?? ''
  return { ...request, headers: [...others, ...change(hash)] }
}

const at =
  (wanted: number, alter: (request: ServiceRequest) => ServiceRequest): Alter =>
  (request, step) =>
    step === wanted ? alter(request) : request

const blunders: [name: string, status: number, breach: string, step: number, alter: Alter][] = [
  ['wraps the data', 400, 'homologation/post-data', 2, at(2, (r) => withJson(r, (data) => ({ data })))],
  [
    'sends the price as text',
    400,
    'homologation/post-data',
    2,
    at(2, (r) => withJson(r, (d) => ({ ...d, preco: String(d.preco) }))),
  ],
  ['sends no data', 400, 'homologation/post-data', 2, at(2, (r) => ({ ...r, body: null }))],
  [
    'sends the changed field alone',
    400,
    'homologation/put-change',
    3,
    at(3, (r) => withJson(r, () => ({ nome: 'Copo' }))),
  ],
  [
    'adds the identifier',
    400,
    'homologation/put-change',
    3,
    at(3, (r) => withJson(r, (d) => ({ ...d, id: 1 }))),
  ],
  [
    'changes two fields',
    400,
    'homologation/put-change',
    3,
    at(3, (r) => withJson(r, (d) => ({ ...d, codigo: 'x' }))),
  ],
  ['sends no situation', 400, 'homologation/situation', 4, at(4, (r) => withJson(r, () => ({})))],
  [
    'leaves out /situacoes',
    404,
    'homologation/situation',
    4,
    at(4, (r) => ({ ...r, path: r.path.replace('/situacoes', '') })),
  ],
  ['sends PUT for PATCH', 404, 'homologation/situation', 4, at(4, (r) => ({ ...r, method: 'PUT' }))],
  [
    'names another product',
    404,
    'homologation/same-product',
    5,
    at(5, (r) => ({ ...r, path: r.path.replace(/\d+$/, '123') })),
  ],
  ['forgets the hash', 400, 'homologation/hash-carried', 3, at(3, (r) => withHash(r, () => []))],
  [
    'sends an older hash',
    400,
    'homologation/hash-carried',
    4,
    at(4, (r) => withHash(r, () => [['x-service-homologacao', 'a'.repeat(40)]])),
  ],
]

describe('a client that breaks a rule', () => {
  const options: ServiceOptions = { seed: 'blunders', invalidateAt: 'never', hashNeeded: 'every-step' }

  it.each(blunders)('%s: gets %i where the service enforces', (_, status, breach, step, alter) => {
    const { seen, passed } = passThrough(createService({ ...options, enforce: true }), { alter })
    expect(passed).toBe(false)
    expect(seen.at(-1)).toMatchObject({ label: `step ${step}`, response: { status, breaches: [breach] } })
  })

  it.each(blunders)('%s: is noted and goes on where it does not', (_, __, breach, step, alter) => {
    const { seen, passed } = passThrough(createService(options), { alter })
    expect(passed).toBe(true)
    expect(seen.find(({ label }) => label === `step ${step}`)?.response).toMatchObject({ breaches: [breach] })
  })

  it('leaves a step out: gets 400 where the service enforces', () => {
    const service = createService({ ...options, enforce: true })
    const response = service.respond(homologation(service.credentials.accessToken, 'POST'), 0)
    expect(response).toMatchObject({ status: 400, breaches: expect.arrayContaining(['homologation/order']) })
  })
})

function homologation(token: string, method: string, rest = ''): ServiceRequest {
  const headers: Header[] = [['authorization', `bearer ${token}`]]
  return { method, path: `/Api/v3/homologacao/produtos${rest}`, headers, body: null }
}

const limits: [name: string, profile: Profile, paceMs: number, status: number, breach: string][] = [
  ['too early', spec, 1994, 429, 'homologation/spacing'],
  ['too late', bling, 2006, 400, 'homologation/spacing'],
  ['too long as a whole', { ...bling, spacing: spec.spacing }, 2600, 400, 'homologation/total-time'],
]

describe('a limit of time', () => {
  it.each(limits)('%s: is hit', (_, profile, paceMs, status, breach) => {
    const service = createService({ profile, invalidateAt: 'never', enforce: true, seed: 'limits' })
    const { seen } = passThrough(service, { paceMs, restarts: 0 })
    const { response } = seen.at(-1) ?? {}
    expect(response).toMatchObject({ status, breaches: [breach] })
    expect(response && hitsLimit({ ...response, text: String(response.body) }, profile)).toBe(true)
    expect(String(response?.body)).toContain('tempo limite')
  })

  it.each([
    [spec, 1995],
    [bling, 2005],
  ])('of $name is missed by no more than the tolerance', (profile, paceMs) => {
    const service = createService({ profile, invalidateAt: 'never', enforce: true })
    expect(passThrough(service, { paceMs }).passed).toBe(true)
  })

  it('is noted only where the service does not enforce', () => {
    const { seen, passed } = passThrough(createService({ invalidateAt: 'never' }), { paceMs: 0 })
    expect(passed).toBe(true)
    expect(seen.at(-1)?.response).toMatchObject({ breaches: ['homologation/spacing'] })
  })

  it('ends the run: only a new step 1 goes on', () => {
    const service = createService({ invalidateAt: 'never', enforce: true })
    const { accessToken } = service.credentials
    service.respond(homologation(accessToken, 'GET'), 0)
    expect(service.respond(homologation(accessToken, 'POST'), 100).status).toBe(429)
    const late = service.respond(homologation(accessToken, 'POST'), 5000)
    expect(late).toMatchObject({
      status: 400,
      run: 1,
      breaches: expect.arrayContaining(['homologation/limit-hit']),
    })
    expect(service.application.progress?.awaited).toBeNull()
    expect(service.respond(homologation(accessToken, 'GET'), 5100)).toMatchObject({ status: 200, run: 2 })
  })
})

describe('a limit of time, counted from a response', () => {
  const enforcing = (profile: Profile) =>
    createService({ profile, invalidateAt: 'never', enforce: true, seed: 'late' })

  it('counts from the end of an answer that left later than it was given', () => {
    const service = enforcing(bling)
    const ask = (nowMs: number) =>
      service.respond(homologation(service.credentials.accessToken, 'GET'), nowMs)
    const first = ask(0)
    service.responded(first, 400)
    const other = { ...homologation(service.credentials.accessToken, 'POST') }
    expect(service.respond(other, 2300).breaches).not.toContain('homologation/spacing')
    service.responded(first, 300)
    expect(service.respond(other, 4306).breaches).toContain('homologation/spacing')
  })

  it('takes no answer of another run, nor one of nobody, for the last', () => {
    const service = enforcing(bling)
    const { accessToken } = service.credentials
    const first = service.respond(homologation(accessToken, 'GET'), 0)
    service.responded({ ...first, run: 7 }, 900)
    service.responded({ ...first, session: null }, 900)
    expect(service.respond(homologation(accessToken, 'POST'), 2306).breaches).toContain(
      'homologation/spacing',
    )
  })
})

function resource(accessToken: string): ServiceRequest {
  const headers: Header[] = [['Authorization', `Bearer ${accessToken}`]]
  return { method: 'GET', path: '/Api/v3/contatos', headers, body: null }
}

describe('a rate', () => {
  it('is kept in any second, per application', () => {
    const service = createService({ rate: { perSecond: 3, perDay: null }, invalidateAt: 'never' })
    const ask = (accessToken: string, nowMs: number) =>
      service.respond(resource(accessToken), nowMs).status === 429
    const { accessToken } = service.credentials
    const other = service.createApplication().credentials.accessToken
    expect([0, 100, 200, 949, 950].map((nowMs) => ask(accessToken, nowMs))).toEqual([
      ...[false, false, false],
      ...[true, false],
    ])
    expect(ask(other, 949)).toBe(false)
  })

  it('leaves the procedure to its own limit', () => {
    const service = createService({ rate: { perSecond: 1, perDay: 1 }, invalidateAt: 'never' })
    const ask = () => service.respond(homologation(service.credentials.accessToken, 'GET'), 0).status
    expect([ask(), ask(), ask()]).toEqual([200, 200, 200])
  })

  it('is kept in a day, which tells its limit and its period', () => {
    const rate = { perSecond: null, perDay: 2 }
    const service = createService({ rate, accessTokenLifetimeMs: 100 * 3_600_000 })
    const ask = (nowMs: number) => service.respond(resource(service.credentials.accessToken), nowMs)
    expect([ask(0).status, ask(1).status]).toEqual([404, 404])
    const { status, headers, body } = ask(20 * 3_600_000)
    expect({ status, body: JSON.parse(String(body)) }).toMatchObject({
      status: 429,
      body: { error: { type: 'TOO_MANY_REQUESTS', limit: 2, period: 'day' } },
    })
    expect(headers.map(([name]) => name)).not.toContain('Retry-After')
    expect(ask(25 * 3_600_000).status).toBe(404)
  })
})

describe('every error shape', () => {
  it.each(errorShapes)('%s lets a dead token and a limit be told', (errorShape) => {
    for (const deadToken of ['401', '400'] as const) {
      const service = createService({ errorShape, deadToken, invalidateAt: 1, enforce: true })
      const { accessToken } = service.credentials
      const refusal = service.respond(homologation(accessToken, 'GET'), 0)
      expect(refusesToken({ ...refusal, text: String(refusal.body) }, bling)).toBe(true)
    }
    const service = createService({ errorShape, invalidateAt: 'never', enforce: true })
    const { seen } = passThrough(service, { paceMs: 0, restarts: 0 })
    expect(String(seen.at(-1)?.response.body)).toContain('tempo limite')
  })
})
