import { describe, expect, it } from 'vitest'
import { type Header, headerValue } from '../exchange/exchange.js'
import { bling } from '../specification/profile.js'
import { faults } from './faults/index.js'
import type { ServiceRequest, ServiceResponse } from './response.js'
import { createService, type Service, type ServiceOptions } from './service.js'

const HOUR_MS = 3_600_000
const formType: Header = ['Content-Type', 'application/x-www-form-urlencoded']

function basic({ clientId, clientSecret }: Service['credentials']): Header {
  return ['Authorization', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`]
}

function post(path: string, fields: Record<string, string>, headers: readonly Header[]): ServiceRequest {
  return { method: 'POST', path, headers, body: Buffer.from(new URLSearchParams(fields).toString()) }
}

function ask(
  service: Service,
  fields: Record<string, string>,
  nowMs = 0,
  more: readonly Header[] = [],
): ServiceResponse {
  const headers = [basic(service.credentials), formType, ...more]
  return service.respond(post(service.tokenPath, fields, headers), nowMs)
}

function renew(service: Service, token = service.credentials.refreshToken, nowMs = 0): ServiceResponse {
  return ask(service, { grant_type: 'refresh_token', refresh_token: token }, nowMs)
}

function bodyOf(response: ServiceResponse): Record<string, string> {
  return JSON.parse(String(response.body)) as Record<string, string>
}

/** Status of step 1 with a token. */
function tried(service: Service, token: string, nowMs = 0): number {
  const headers: Header[] = [['Authorization', `Bearer ${token}`]]
  return service.respond({ method: 'GET', path: '/Api/v3/homologacao/produtos', headers, body: null }, nowMs)
    .status
}

function created(options: ServiceOptions = {}): Service {
  return createService({
    invalidateAt: 'never',
    redirectLink: 'https://app.example/volta?de=aqui',
    ...options,
  })
}

describe('the token address', () => {
  it('renews with a new pair and kills the refresh token that was used', () => {
    const service = created()
    const before = service.credentials
    const response = renew(service)
    const body = bodyOf(response)
    expect(response.status).toBe(200)
    expect(body).toMatchObject({
      expires_in: 21_600,
      token_type: 'bearer',
      scope: expect.stringMatching(/^\d+( \d+)*$/),
    })
    expect(headerValue(response.headers, 'cache-control')).toBe('no-store')
    expect(service.credentials).toMatchObject({
      accessToken: body.access_token,
      refreshToken: body.refresh_token,
    })
    expect(body.access_token).not.toBe(before.accessToken)
    expect(renew(service, before.refreshToken)).toMatchObject({
      status: 400,
      channel: 'token',
      session: 'app1',
    })
    expect(bodyOf(renew(service, before.refreshToken)).error).toBe('invalid_grant')
    expect(tried(service, body.access_token ?? '')).toBe(200)
  })

  it('keeps the refresh token where it does not rotate', () => {
    const service = created({ refreshTokenRotates: false })
    const { refreshToken } = service.credentials
    expect(bodyOf(renew(service)).refresh_token).toBe(refreshToken)
    expect(renew(service, refreshToken).status).toBe(200)
  })

  it('knows a refresh token that does not rotate after any number of renewals', () => {
    const service = created({ refreshTokenRotates: false })
    const { refreshToken } = service.credentials
    const statuses = Array.from({ length: 60 }, () => renew(service, refreshToken).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(service.credentials.refreshToken).toBe(refreshToken)
  })

  it('lets access tokens live as long as it says', () => {
    const service = created()
    const token = bodyOf(renew(service)).access_token ?? ''
    expect(tried(service, token, 6 * HOUR_MS - 1)).toBe(200)
    expect(tried(service, token, 6 * HOUR_MS)).toBe(401)
  })

  it('hands out JWTs of 1.5 to 3 kB to those who ask', () => {
    const service = created()
    const fields = { grant_type: 'refresh_token', refresh_token: service.credentials.refreshToken }
    const token = bodyOf(ask(service, fields, 0, [['enable-jwt', '1']])).access_token ?? ''
    expect(token.split('.')).toHaveLength(3)
    expect(token.length).toBeGreaterThanOrEqual(1500)
    expect(token.length).toBeLessThanOrEqual(3000)
    expect(tried(service, token)).toBe(200)
  })

  const wrong: [
    name: string,
    fields: Record<string, string>,
    headers: (service: Service) => Header[],
    status: number,
    error: string,
  ][] = [
    [
      'an unknown grant',
      { grant_type: 'password' },
      (s) => [basic(s.credentials), formType],
      400,
      'unsupported_grant_type',
    ],
    ['no grant', {}, (s) => [basic(s.credentials), formType], 400, 'invalid_request'],
    [
      'an unknown refresh token',
      { grant_type: 'refresh_token', refresh_token: 'x' },
      (s) => [basic(s.credentials), formType],
      400,
      'invalid_grant',
    ],
    [
      'an unknown code',
      { grant_type: 'authorization_code', code: 'x' },
      (s) => [basic(s.credentials), formType],
      400,
      'invalid_grant',
    ],
    ['no client', { grant_type: 'refresh_token' }, () => [formType], 401, 'invalid_client'],
    [
      'a wrong secret',
      { grant_type: 'refresh_token' },
      (s) => [basic({ ...s.credentials, clientSecret: 'x' }), formType],
      401,
      'invalid_client',
    ],
    ['a broken Basic pair', {}, () => [['Authorization', 'Basic eA=='], formType], 401, 'invalid_client'],
    [
      'another media type',
      { grant_type: 'refresh_token' },
      (s) => [basic(s.credentials), ['Content-Type', 'text/plain']],
      400,
      'invalid_request',
    ],
  ]

  it.each(wrong)('refuses %s', (_, fields, headers, status, error) => {
    const service = created()
    const response = service.respond(post(service.tokenPath, fields, headers(service)), 0)
    expect(response.status).toBe(status)
    expect(bodyOf(response)).toMatchObject({ error, error_description: expect.any(String) })
  })

  it('knows whom a refused request concerns', () => {
    const service = created()
    const { refreshToken } = service.credentials
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
    expect(service.respond(post(service.tokenPath, fields, [formType]), 0)).toMatchObject({
      status: 401,
      session: 'app1',
    })
  })

  it('is another with a slash more, and knows whom that concerns', () => {
    const service = created()
    const { refreshToken } = service.credentials
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const headers = [basic(service.credentials), formType]
    const { status, channel, session } = service.respond(post(`${service.tokenPath}/`, fields, headers), 0)
    expect([status, channel, session]).toEqual([404, 'token', 'app1'])
    expect(renew(service).status).toBe(200)
  })

  it('answers POST alone', () => {
    const service = created()
    const response = service.respond({ method: 'GET', path: service.tokenPath, headers: [], body: null }, 0)
    expect(response.status).toBe(405)
    expect(headerValue(response.headers, 'allow')).toBe('POST')
  })

  it('takes JSON and misplaced credentials only where it does not enforce', () => {
    for (const [enforce, status] of [
      [true, 401],
      [false, 200],
    ] as const) {
      const service = created({ profile: bling, enforce })
      const { clientId, clientSecret, refreshToken } = service.credentials
      const fields = {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
        client_secret: clientSecret,
      }
      const response = service.respond(post(service.tokenPath, fields, [formType]), 0)
      expect(response).toMatchObject({ status, breaches: ['auth/token-request'] })
    }
    const service = created()
    const body = JSON.stringify({
      grant_type: 'refresh_token',
      refresh_token: service.credentials.refreshToken,
    })
    const headers: Header[] = [basic(service.credentials), ['Content-Type', 'application/json']]
    const response = service.respond(
      { method: 'POST', path: service.tokenPath, headers, body: Buffer.from(body) },
      0,
    )
    expect(response).toMatchObject({ status: 200, breaches: ['auth/token-request'] })
  })

  it('keeps applications apart', () => {
    const service = created()
    const other = service.createApplication()
    expect(renew(service, other.credentials.refreshToken).status).toBe(400)
    expect(other.credentials.refreshToken).toHaveLength(40)
  })

  it('revokes a refresh token with all that it gave', () => {
    const service = created()
    const { accessToken, refreshToken } = service.credentials
    const revoke = (token: string) =>
      service.respond(post(service.revokePath, { token }, [basic(service.credentials), formType]), 0).status
    expect([revoke('unknown'), revoke(refreshToken)]).toEqual([200, 200])
    const asked = post(service.revokePath, { token: 'unknown' }, [basic(service.credentials), formType])
    expect(service.respond(asked, 0)).toMatchObject({ channel: 'elsewhere', session: 'app1' })
    expect(tried(service, accessToken)).toBe(401)
    expect(renew(service, refreshToken).status).toBe(400)
  })
})

describe('an authorization code', () => {
  const exchange = (service: Service, code: string, nowMs: number) =>
    ask(service, { grant_type: 'authorization_code', code }, nowMs)

  it('gives tokens within its minute', () => {
    const service = created()
    const code = service.application.grantCode(1000)
    expect(exchange(service, code, 60_999).status).toBe(200)
    const late = service.application.grantCode(1000)
    expect(bodyOf(exchange(service, late, 61_000)).error).toBe('invalid_grant')
  })

  it('revokes what it gave when it is used again', () => {
    const service = created()
    const code = service.application.grantCode(0)
    const token = bodyOf(exchange(service, code, 0)).access_token ?? ''
    expect(tried(service, token)).toBe(200)
    expect(exchange(service, code, 1).status).toBe(400)
    expect(tried(service, token)).toBe(401)
  })
})

describe('an error of the token address', () => {
  const spent = (service: Service) => {
    const fields = { grant_type: 'authorization_code', code: service.application.grantCode(0) }
    ask(service, fields)
    return ask(service, fields, 1)
  }
  const stranger = (service: Service) =>
    service.respond(post(service.tokenPath, { grant_type: 'refresh_token' }, [formType]), 0)
  const rows: [string, (service: Service) => ServiceResponse, number, string, string?][] = [
    ['a code that is spent', spent, 400, 'invalid_grant', 'VALIDATION_ERROR'],
    [
      'an unknown code',
      (service) => ask(service, { grant_type: 'authorization_code', code: 'x' }),
      400,
      'invalid_grant',
      'VALIDATION_ERROR',
    ],
    ['a refresh token that is none', (service) => renew(service, 'x'), 400, 'invalid_grant'],
    ['no credentials', stranger, 401, 'invalid_client'],
    ['another grant', (service) => ask(service, { grant_type: 'password' }), 400, 'unsupported_grant_type'],
    ['no grant', (service) => ask(service, {}), 400, 'invalid_request'],
  ]

  it.each(rows)(
    'is that of RFC 6749 under spec, and documented under bling: %s',
    (_, asked, status, error, type) => {
      const plain = asked(created())
      expect([plain.status, bodyOf(plain)]).toEqual([
        status,
        { error, error_description: expect.any(String) },
      ])
      const worded = asked(created({ profile: bling }))
      const name = type ?? error
      expect([worded.status, bodyOf(worded)]).toEqual([
        status,
        { error: { type: name, message: name, description: expect.any(String) } },
      ])
      expect(headerValue(worded.headers, 'Cache-Control')).toBe('no-store')
    },
  )

  it('of a fault is worded alike', () => {
    const response = renew(created({ profile: bling, faults: [faults['renewal-refused']] }))
    expect(bodyOf(response).error).toMatchObject({ type: 'invalid_grant', message: 'invalid_grant' })
    expect(renew(created({ profile: bling })).status).toBe(200)
  })
})

describe('the authorization address', () => {
  const visit = (service: Service, query: Record<string, string>) =>
    service.respond(
      {
        method: 'GET',
        path: `${service.authorizePath}?${new URLSearchParams(query)}`,
        headers: [],
        body: null,
      },
      0,
    )
  const decide = (service: Service, decisao: string) =>
    service.respond(
      post(service.authorizePath, { client_id: service.credentials.clientId, state: 'a&b', decisao }, [
        formType,
      ]),
      0,
    )
  const target = (response: ServiceResponse) => new URL(headerValue(response.headers, 'location') ?? '')

  it('shows a consent page in Portuguese, without letting markup through', () => {
    const service = created()
    service.application.register({ name: '<b>Loja</b>' })
    const response = visit(service, {
      response_type: 'code',
      client_id: service.credentials.clientId,
      state: '"><script>',
    })
    expect(response.status).toBe(200)
    expect(headerValue(response.headers, 'content-type')).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('lang="pt-BR"')
    expect(response.body).toContain('Autorizar')
    expect(response.body).not.toContain('<b>Loja')
    expect(response.body).not.toContain('<script>')
  })

  it('sends a code and the state to the registered link', () => {
    const service = created()
    const url = target(decide(service, 'autorizar'))
    expect(url.origin + url.pathname).toBe('https://app.example/volta')
    expect([url.searchParams.get('de'), url.searchParams.get('state')]).toEqual(['aqui', 'a&b'])
    expect(
      ask(service, { grant_type: 'authorization_code', code: url.searchParams.get('code') ?? '' }).status,
    ).toBe(200)
  })

  it('sends a refusal with description and state', () => {
    const parameters = target(decide(created(), 'recusar')).searchParams
    expect(parameters.get('error')).toBe('access_denied')
    expect(parameters.get('error_description')).not.toBe('')
    expect(parameters.get('state')).toBe('a&b')
    expect(parameters.has('code')).toBe(false)
  })

  it('sends other response types back, and leads nobody astray who is unknown', () => {
    const service = created()
    const { clientId } = service.credentials
    expect(
      target(visit(service, { response_type: 'token', client_id: clientId })).searchParams.get('error'),
    ).toBe('invalid_request')
    expect(
      visit(service, { response_type: 'code', client_id: 'x', redirect_uri: 'https://evil.example' }),
    ).toMatchObject({ status: 400 })
    service.application.register({ redirectLink: null })
    expect(visit(service, { response_type: 'code', client_id: clientId }).status).toBe(400)
    service.application.register({ redirectLink: 'no address' })
    expect(visit(service, { response_type: 'code', client_id: clientId }).status).toBe(400)
  })
})

describe('an inactivated application', () => {
  it('loses all tokens, gets no new ones, and comes back without them', () => {
    const service = created()
    const { accessToken, refreshToken, clientId } = service.credentials
    service.application.applyEvent('inactivate')
    expect(tried(service, accessToken)).toBe(401)
    expect(renew(service, refreshToken).status).toBe(401)
    const path = `${service.authorizePath}?response_type=code&client_id=${clientId}&state=s`
    const response = service.respond({ method: 'GET', path, headers: [], body: null }, 0)
    expect(headerValue(response.headers, 'location')).toMatch(/error=app_inativo.*state=s/)
    service.application.reactivate()
    expect(renew(service, refreshToken).status).toBe(400)
  })

  it('is like one whose scopes changed: its users are revoked', () => {
    const service = created()
    const { accessToken } = service.credentials
    service.application.register({ scopes: ['1'] })
    expect(tried(service, accessToken)).toBe(401)
  })
})
