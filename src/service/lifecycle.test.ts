import { describe, expect, it } from 'vitest'
import { type LifeMoment, readLifeMoment } from '../exchange/life-event.js'
import { bling } from '../specification/profile.js'
import { faults } from './faults/index.js'
import type { ServiceRequest, ServiceResponse } from './response.js'
import { createService, type Service, type ServiceOptions } from './service.js'
import { passThrough } from './virtual-client.fixture.js'

function moments(...texts: string[]): LifeMoment[] {
  return texts.flatMap((text) => readLifeMoment(text) ?? [])
}

function living(texts: readonly string[], options: ServiceOptions = {}): Service {
  return createService({ seed: 's', invalidateAt: 'never', scheduledEvents: moments(...texts), ...options })
}

function ask(
  service: Service,
  path = '/contatos',
  accessToken = service.credentials.accessToken,
): ServiceResponse {
  const headers = [['Authorization', `Bearer ${accessToken}`]] as const
  return service.respond({ method: 'GET', path: `/Api/v3${path}`, headers, body: null }, 0)
}

function renewWith(service: Service, refreshToken: string) {
  const { clientId, clientSecret } = service.credentials
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const headers = [
    ['Authorization', `Basic ${basic}`],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ] as const
  const body = Buffer.from(form.toString())
  return service.respond({ method: 'POST', path: service.tokenPath, headers, body }, 0)
}

const shown = ({ status, staged, body }: ServiceResponse) => [
  status,
  staged,
  /[a-z_]*(?:inativo|invalid_\w+|insufficient_scope)/.exec(String(body))?.[0],
]

describe('an event', () => {
  it('comes after the request that was chosen, once, and is told', () => {
    const heard: string[] = []
    const service = living(['2:expire'], { onEvent: (session, event) => heard.push(`${session} ${event}`) })
    const { accessToken, refreshToken } = service.credentials
    expect([ask(service), ask(service), ask(service)].map(({ status }) => status)).toEqual([404, 404, 401])
    expect(shown(ask(service, '/contatos', accessToken))).toEqual([401, 'expire', 'invalid_token'])
    expect(renewWith(service, refreshToken)).toMatchObject({ status: 200, staged: null })
    expect(ask(service)).toMatchObject({ status: 404, staged: null })
    expect(heard).toEqual(['app1 expire'])
  })

  it.each([4, 5] as const)(
    'leaves no second refusal for the step at which the token is to die, %s',
    (step) => {
      const { labels, passed } = passThrough(living([`${step - 1}:expire`], { invalidateAt: step }))
      const asked = labels.map((label) => label.replace('step ', ''))
      expect([passed, asked.indexOf('renewal'), asked.lastIndexOf('renewal')]).toEqual([true, step, step])
    },
  )

  it.each([3, 'never'] as const)(
    'makes the service want the hash after the refusal, as after a revocation at %s',
    (invalidateAt) => {
      const service = living(['2:expire'], { invalidateAt, enforce: true, hashNeeded: 'after-invalidation' })
      const withoutHash = (request: ServiceRequest) => ({
        ...request,
        headers: request.headers.filter(([name]) => name !== service.profile.hash.header),
      })
      const { labels, seen } = passThrough(service, { alter: withoutHash })
      expect(labels).toEqual(['step 1', 'step 2', 'step 3', 'renewal', 'step 3'])
      expect(seen.at(-1)?.response).toMatchObject({ status: 400, breaches: ['homologation/hash-carried'] })
    },
  )

  it('befalls each application after its own requests, token requests and strangers left out', () => {
    const service = living(['2:consent'])
    const other = service.createApplication().credentials.accessToken
    ask(service, '/contatos', 'nobody knows this')
    renewWith(service, service.credentials.refreshToken)
    expect([ask(service), ask(service), ask(service)].map(({ status }) => status)).toEqual([404, 404, 401])
    expect(ask(service, '/contatos', other).status).toBe(404)
  })

  it.each([
    ['consent', [401, 'consent', 'invalid_token'], [400, 'consent', 'invalid_grant']],
    ['inactivate', [401, 'inactivate', 'invalid_token'], [401, 'inactivate', 'invalid_client']],
    ['reuse', [404, null, undefined], [400, 'reuse', 'invalid_grant']],
  ])('%s: what its tokens are worth afterwards', (event, bearer, renewal) => {
    const service = living([`1:${event}`])
    const { accessToken, refreshToken } = service.credentials
    ask(service)
    expect(shown(ask(service, '/contatos', accessToken)).slice(0, 2)).toEqual(bearer.slice(0, 2))
    expect(shown(renewWith(service, refreshToken))).toEqual(renewal)
  })

  it('reuse leaves the tokens of whoever was first alive', () => {
    const service = living(['1:reuse'])
    const own = service.credentials.refreshToken
    ask(service)
    expect(renewWith(service, own).status).toBe(400)
    expect(renewWith(service, service.credentials.refreshToken).status).toBe(200)
  })

  it('consent can be given anew', () => {
    const service = living(['1:consent'])
    ask(service)
    const { clientId, clientSecret } = service.credentials
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code: service.application.grantCode(0),
      client_id: clientId,
      client_secret: clientSecret,
    })
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const
    const body = Buffer.from(form.toString())
    service.respond({ method: 'POST', path: service.tokenPath, headers, body }, 0)
    expect(ask(service)).toMatchObject({ status: 404, staged: null })
  })

  it('scope takes away the routes below its path, and those alone', () => {
    const service = living(['1:scope-pedidos/vendas'])
    expect(ask(service, '/pedidos/vendas').status).toBe(404)
    expect(shown(ask(service, '/pedidos/vendas'))).toEqual([
      ...[403, 'scope-pedidos/vendas'],
      'insufficient_scope',
    ])
    expect(ask(service, '/pedidos/vendas/1?x=1').status).toBe(403)
    expect(ask(service, '/pedidos/compras').status).toBe(404)
    expect(ask(service, '/pedidos/vendas2').status).toBe(404)
  })

  it('changes nothing where none was chosen', () => {
    const { seen } = passThrough(living([], { invalidateAt: 3 }))
    expect(seen.map(({ response }) => (response as ServiceResponse).staged)).toEqual(seen.map(() => null))
  })
})

describe('a moment', () => {
  it.each([
    ['3:inactivate', { after: 3, event: 'inactivate' }],
    ['1:scope-produtos', { after: 1, event: 'scope-produtos' }],
    ['12:scope-pedidos/vendas', { after: 12, event: 'scope-pedidos/vendas' }],
    ['0:expire', null],
    ['expire', null],
    ['3:', null],
    ['3:die', null],
    ['3:scope-', null],
    ['3:scope-/produtos', null],
    ['3:scope-produtos/', null],
    ['-1:expire', null],
  ])('%s', (text, read) => {
    expect(readLifeMoment(text)).toEqual(read)
  })
})

describe('latency', () => {
  const delays = (seed: string) => {
    const service = createService({ seed, latencyMs: [50, 400] })
    return Array.from({ length: 200 }, () => {
      const { delivery } = ask(service)
      return delivery.kind === 'whole' ? (delivery.delayMs ?? 0) : -1
    })
  }

  it('lies within its range, and follows from the seed', () => {
    const all = delays('a')
    expect(Math.min(...all)).toBeGreaterThanOrEqual(50)
    expect(Math.min(...all)).toBeLessThan(80)
    expect(Math.max(...all)).toBeGreaterThan(370)
    expect(Math.max(...all)).toBeLessThanOrEqual(400)
    expect(delays('a')).toEqual(all)
    expect(delays('b')).not.toEqual(all)
  })

  it('breaks no spacing: the pause is measured from when the answer has left', () => {
    const profile = { ...bling, total: { maxMs: null } }
    const service = createService({ profile, enforce: true, invalidateAt: 'never', latencyMs: [1500, 1500] })
    // 1,500 ms for the response, 1,900 ms for the pause
    expect(passThrough(service, { paceMs: 3400, restarts: 0 }).passed).toBe(true)
    const late = createService({ profile, enforce: true, invalidateAt: 'never', latencyMs: [1500, 1500] })
    expect(passThrough(late, { paceMs: 3600, restarts: 0 }).passed).toBe(false)
  })

  it('leaves an answer that a fault withholds as it is', () => {
    const service = createService({ faults: [faults.hang], latencyMs: [50, 50], invalidateAt: 'never' })
    const responses = passThrough(service).seen.map(({ response }) => response.delivery.kind)
    expect(responses).toContain('hang')
  })
})

describe('a block by address', () => {
  const times = (count: number, every: number) => Array.from({ length: count }, (_, i) => i * every)
  const at = (service: Service, nowMs: number) => {
    const headers = [['Authorization', `Bearer ${service.credentials.accessToken}`]] as const
    return service.respond({ method: 'GET', path: '/Api/v3/nada', headers, body: null }, nowMs).status
  }

  it('comes with the 300th error in 10 s, and goes after 10 minutes', () => {
    const service = createService({ faults: [faults['blocked-after-errors']] })
    expect(times(300, 30).map((nowMs) => at(service, nowMs))).not.toContain(403)
    expect(at(service, 9_000)).toBe(403)
    expect(at(service, 8_970 + 599_999)).toBe(403)
    expect(at(service, 8_970 + 600_000)).toBe(404)
  })

  it('does not come where they take longer', () => {
    const service = createService({ faults: [faults['blocked-after-errors']] })
    expect(times(400, 34).map((nowMs) => at(service, nowMs))).not.toContain(403)
  })

  it('counts every request, or the token requests alone', () => {
    const all = createService({ faults: [faults['blocked-after-requests']] })
    expect(times(600, 10).map((nowMs) => at(all, nowMs))).not.toContain(403)
    expect(at(all, 6_000)).toBe(403)
    const tokens = createService({ faults: [faults['blocked-after-renewals']] })
    for (const nowMs of times(25, 10)) at(tokens, nowMs)
    expect(at(tokens, 300)).toBe(404)
    for (let i = 0; i < 20; i++) expect(renewWith(tokens, tokens.credentials.refreshToken).status).toBe(200)
    const { refreshToken } = tokens.credentials
    expect(renewWith(tokens, refreshToken).status).toBe(403)
    expect([at(tokens, 3_599_999), at(tokens, 3_600_000)]).toEqual([403, 404])
    // whoever was turned away lost nothing: the service never saw the request
    expect(tokens.credentials.refreshToken).toBe(refreshToken)
  })
})
