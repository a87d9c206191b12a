import { describe, expect, it } from 'vitest'
import { headerValue } from '../exchange/exchange.js'
import { bling, spec } from '../specification/profile.js'
import { json, type ServiceRequest } from './response.js'
import { sampleProduct } from './run.js'
import { createService, type Service } from './service.js'
import { passThrough } from './virtual-client.fixture.js'

const steps = ['step 1', 'step 2', 'step 3', 'step 4', 'step 5']

const variants = (['spec', 'bling'] as const).flatMap((name) =>
  ([1, 2, 3, 4, 5, 'never'] as const).flatMap((invalidateAt) =>
    (['rotating', 'fixed'] as const).flatMap((hash) =>
      (['every-step', 'after-invalidation', 'never'] as const).flatMap((hashNeeded) =>
        (['401', '400'] as const).flatMap((deadToken) =>
          [true, false].map((hashOnRefusal) => ({
            name,
            invalidateAt,
            hash,
            hashNeeded,
            deadToken,
            hashOnRefusal,
          })),
        ),
      ),
    ),
  ),
)

describe('a conforming client', () => {
  it.each(variants)(
    'passes $name, $invalidateAt, $hash, $hashNeeded, $deadToken, $hashOnRefusal',
    ({ name, ...options }) => {
      const profile = { spec, bling }[name]
      const service = createService({ ...options, profile, enforce: true, seed: 'variants' })
      const exchangesOf = passThrough(service, { paceMs: profile.spacing.paceMs })
      const { invalidateAt } = options
      const expected =
        invalidateAt === 'never'
          ? steps
          : steps.flatMap((step) => (step === `step ${invalidateAt}` ? [step, 'renewal', step] : [step]))
      expect(exchangesOf.labels).toEqual(expected)
      expect(exchangesOf.passed).toBe(true)
    },
  )
})

const read = (path: string, token: string | null, method = 'GET'): ServiceRequest => ({
  method,
  path,
  headers: token === null ? [] : [['Authorization', `Bearer ${token}`]],
  body: null,
})

describe('the service', () => {
  it('repeats itself for the same seed and differs for another', () => {
    const bodies = (seed: string) =>
      passThrough(createService({ seed, invalidateAt: 3 })).seen.map(({ response }) => response)
    expect(bodies('a')).toEqual(bodies('a'))
    expect(bodies('a')).not.toEqual(bodies('b'))
  })

  it('answers the five steps as the specification has them', () => {
    const { seen } = passThrough(createService({ invalidateAt: 'never' }))
    expect(seen.map(({ response }) => response.status)).toEqual([200, 201, 204, 204, 204])
    const [first, second] = seen.map(
      ({ response }) => JSON.parse(String(response.body ?? null)) as { data: Record<string, unknown> },
    )
    expect(Object.keys(first?.data ?? {})).toEqual(['nome', 'preco', 'codigo'])
    const { id, ...rest } = second?.data ?? {}
    expect(rest).toEqual(first?.data)
    expect(String(id)).toMatch(/^\d{11}$/)
    expect(Number(id)).toBeGreaterThan(2 ** 31)
    const hashes = seen.map(({ response }) => headerValue(response.headers, 'x-service-homologacao'))
    expect(new Set(hashes).size).toBe(5)
  })

  it('takes a letter that is percent-encoded for the letter', () => {
    const alter = (request: ServiceRequest) => ({ ...request, path: request.path.replace('/p', '/%70') })
    expect(passThrough(createService({ enforce: true }), { alter }).passed).toBe(true)
  })

  it('invents prices with two decimals and codes that stay text', () => {
    for (let i = 0; i < 200; i++) {
      const { preco, codigo, nome } = sampleProduct(`p${i}`)
      expect(String(preco)).toMatch(/^\d+\.\d{2}$/)
      expect([typeof codigo, nome.length > 3]).toEqual(['string', true])
    }
  })

  it('kills the token once in each run, at the step that the plan names', () => {
    const plan = [1, 3, 'never'] as const
    const service = createService({ invalidateAt: (run) => plan[run - 1] ?? 'never' })
    const renewals = plan.map(() => passThrough(service).labels.join(' ').replaceAll('step ', ''))
    expect(renewals).toEqual(['1 renewal 1 2 3 4 5', '1 2 3 renewal 3 4 5', '1 2 3 4 5'])
    expect(service.application.progress).toMatchObject({
      run: 3,
      done: 5,
      awaited: null,
      invalidateAt: 'never',
    })
  })

  it('picks a step between 3 and 5 from the seed where it is told none', () => {
    const steps = Array.from({ length: 60 }, (_, i) => {
      const { labels } = passThrough(createService({ seed: `s${i}` }))
      return labels[labels.indexOf('renewal') - 1]
    })
    expect(new Set(steps)).toEqual(new Set(['step 3', 'step 4', 'step 5']))
  })

  it.each([1, 3] as const)(
    'takes step 1 with an old token for the beginning of a run that dies at %s',
    (invalidateAt) => {
      const service = createService({
        profile: bling,
        invalidateAt,
        enforce: true,
        refreshTokenRotates: false,
      })
      const old = service.credentials
      const passes = [0, 3_600_000].map((startAtMs) => {
        const { labels, passed } = passThrough({ ...service, credentials: old }, { startAtMs, paceMs: 500 })
        return [passed, labels.filter((label) => label === 'renewal').length, labels.length]
      })
      expect(passes).toEqual([[true, 1, 7], invalidateAt === 1 ? [true, 1, 7] : [true, 2, 9]])
    },
  )

  it('takes step 1 for a new attempt after a pause', () => {
    const service = createService({ profile: bling, invalidateAt: 1, enforce: true })
    const path = '/Api/v3/homologacao/produtos'
    expect(service.respond(read(path, service.credentials.accessToken), 0).status).toBe(401)
    const { labels, passed } = passThrough(service, { startAtMs: 3_600_000, paceMs: 500 })
    expect([labels.length, passed, service.application.progress?.run]).toEqual([7, true, 2])
  })

  it('refuses the dead token again and again', () => {
    const service = createService({ invalidateAt: 1 })
    const { accessToken } = service.credentials
    const path = '/Api/v3/homologacao/produtos'
    expect([0, 1, 2].map((nowMs) => service.respond(read(path, accessToken), nowMs).status)).toEqual([
      401, 401, 401,
    ])
    expect(service.respond(read(path, accessToken), 3)).toMatchObject({
      session: 'app1',
      step: 1,
      channel: 'service',
    })
  })

  it('says what it waits for', () => {
    const service = createService({ invalidateAt: 'never', seed: 'waits' })
    expect(service.application.progress).toBeNull()
    service.respond(read('/Api/v3/homologacao/produtos', service.credentials.accessToken), 0)
    expect(service.application.progress?.awaited).toBe('POST /Api/v3/homologacao/produtos')
    service.respond(read('/Api/v3/homologacao/produtos', service.credentials.accessToken, 'POST'), 0)
    expect(service.find('app1')?.progress?.awaited).toMatch(/^PUT \/Api\/v3\/homologacao\/produtos\/\d{11}$/)
  })

  it.each(['/homologacao/produtos', '/Api/v3/homologacao', '/Api/v3/homologacao/produto/1', '/Api/v3x', '/'])(
    'says of "%s" what was looked for and where things are',
    (path) => {
      const service = createService()
      const { status, body } = service.respond(read(`${path}?segredo=x`, service.credentials.accessToken), 0)
      const { error } = JSON.parse(String(body)) as { error: { type: string; description: string } }
      expect([status, error.type]).toEqual([404, 'RESOURCE_NOT_FOUND'])
      expect(error.description).toContain(`GET ${path}.`)
      expect(error.description).toContain('GET /Api/v3/homologacao/produtos')
      expect(error.description).not.toContain('segredo')
    },
  )

  it.each([
    ['no token', () => null, null],
    ['an unknown token', () => 'x', null],
    ['the refresh token', (service: Service) => service.credentials.refreshToken, 'app1'],
  ])('refuses %s', (_, tokenOf, session) => {
    const service = createService()
    const response = service.respond(read('/Api/v3/homologacao/produtos', tokenOf(service)), 0)
    expect(response).toMatchObject({ status: 401, session, breaches: ['auth/bearer'] })
    expect(headerValue(response.headers, 'www-authenticate')).toContain('Bearer')
  })

  it('asks for resources only with a live token and below its path', () => {
    const asked: unknown[] = []
    const service = createService({
      seed: 'hook',
      resources: ({ method }, { path, search, session, nowMs }) => {
        asked.push([method, path, search, session, nowMs])
        return path === '/produtos' ? json(200, { data: [] }) : null
      },
    })
    const { accessToken } = service.credentials
    expect(service.respond(read('/Api/v3/produtos?pagina=2', accessToken), 7)).toMatchObject({
      status: 200,
      session: 'app1',
      step: null,
    })
    expect(service.respond(read('/Api/v3/nada', accessToken), 8).status).toBe(404)
    expect(service.respond(read('/Api/v3/produtos', 'x'), 9).status).toBe(401)
    expect(asked).toEqual([
      ['GET', '/produtos', 'pagina=2', 'app1', 7],
      ['GET', '/nada', '', 'app1', 8],
    ])
  })

  it('serves another base path and another id form', () => {
    const profile = { ...spec, product: { idForm: 'text' as const } }
    const service = createService({ basePath: '/v3', profile, enforce: true, invalidateAt: 2 })
    const { passed, seen } = passThrough(service)
    expect(passed).toBe(true)
    expect(seen.at(-1)?.request.path).toMatch(/^\/v3\/homologacao\/produtos\/P\d{11}$/)
    expect(service.tokenPath).toBe('/v3/oauth/token')
  })

  it('keeps a thousand applications apart, and small', () => {
    const service = createService({ seed: 'many', invalidateAt: 3 })
    const applications = Array.from({ length: 1000 }, () => service.createApplication())
    const courses = applications.map((application) =>
      passThrough({ ...service, credentials: application.credentials }),
    )
    expect(courses.every(({ passed }) => passed)).toBe(true)
    const products = courses.map(({ seen }) => String(seen[0]?.response.body))
    expect(new Set(products).size).toBeGreaterThan(990)
    expect(new Set(applications.map(({ credentials }) => credentials.accessToken)).size).toBe(1000)
    expect(applications.at(-1)).toMatchObject({ id: 'app1001', progress: { run: 1, done: 5 } })
  })

  it('forgets the oldest tokens of a client that renews without end', () => {
    const issued: string[] = []
    const onSecret = (kind: string, value: string) => void (kind === 'access_token' && issued.push(value))
    const service = createService({ invalidateAt: () => 1, onSecret })
    for (let i = 0; i < 60; i++) passThrough(service)
    expect(issued).toHaveLength(61)
    expect(service.sessionOf(read('/', issued[0] ?? ''))).toBeNull()
    expect(service.sessionOf(read('/', issued[50] ?? ''))).toBe('app1')
  })
})
