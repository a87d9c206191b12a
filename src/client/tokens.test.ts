import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headerValue } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import { type ScriptedAnswer, scriptedService } from '../run/rehearsal/scripted-service.js'
import { createVirtualClock } from '../run/rehearsal/virtual-clock.js'
import { createSender } from './sender.js'
import { createTokenStore, type TokenStore } from './token-store.js'
import { accountKey, type Credentials, createTokenSource, type TokenSourceOptions } from './tokens.js'
import type { OutgoingRequest } from './transport.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tokens-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const given: Credentials = {
  accessToken: 'access-0',
  refreshToken: 'refresh-0',
  clientId: 'client-id_1',
  clientSecret: 's3cr3t/with+signs=',
  tokenCommand: null,
  tokenUrl: 'http://127.0.0.1:9/oauth/token',
}

interface Setting {
  readonly credentials?: Partial<Credentials>
  readonly answer?: (request: OutgoingRequest, count: number) => ScriptedAnswer
  readonly options?: Partial<TokenSourceOptions>
  readonly store?: TokenStore | null
}

function source(setting: Setting = {}) {
  const clock = createVirtualClock()
  const rotating = (_request: OutgoingRequest, count: number): ScriptedAnswer => ({
    body: { access_token: `access-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600 },
  })
  const service = scriptedService(clock, setting.answer ?? rotating)
  const log: string[] = []
  const exchanges: RawExchange[] = []
  const onExchange = (exchange: RawExchange) => {
    exchanges.push(exchange)
    log.push('recorded')
  }
  const tokens = createTokenSource({
    credentials: { ...given, ...setting.credentials },
    clientAuth: 'either',
    headers: [['user-agent', 'homologa/test']],
    clock,
    sender: createSender({ transport: service.transport, onExchange }),
    store: setting.store ?? null,
    account: 'a',
    onSecret: (kind, value) => log.push(`${kind} ${value}`),
    ...setting.options,
  })
  return { tokens, clock, requests: service.requests, exchanges, log }
}

const form = (request: OutgoingRequest | undefined) =>
  new URLSearchParams(Buffer.from(request?.body ?? []).toString())

describe('a renewal by refresh token', () => {
  it('is form-encoded, with the credentials by Basic as they are', async () => {
    const { tokens, requests, exchanges } = source()
    await expect(tokens.renew()).resolves.toEqual({ ok: true, accessToken: 'access-1' })
    const [request] = requests
    expect(Object.fromEntries(form(request))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-0',
    })
    expect(headerValue(request?.headers ?? [], 'content-type')).toMatch(/^application\/x-www-form-urlencoded/)
    const basic = headerValue(request?.headers ?? [], 'authorization')?.replace('Basic ', '') ?? ''
    expect(Buffer.from(basic, 'base64').toString()).toBe('client-id_1:s3cr3t/with+signs=')
    expect(headerValue(request?.headers ?? [], 'user-agent')).toBe('homologa/test')
    expect(exchanges).toMatchObject([{ id: 'e1', channel: 'token', step: null }])
  })

  it('sends the credentials in the body where the profile says so', async () => {
    const { tokens, requests } = source({ options: { clientAuth: 'body' } })
    await tokens.renew()
    expect(form(requests[0]).get('client_id')).toBe('client-id_1')
    expect(form(requests[0]).get('client_secret')).toBe('s3cr3t/with+signs=')
    expect(headerValue(requests[0]?.headers ?? [], 'authorization')).toBeNull()
  })

  it('spends each refresh token once', async () => {
    const { tokens, requests } = source()
    await tokens.renew()
    await tokens.renew()
    expect(requests.map((request) => form(request).get('refresh_token'))).toEqual(['refresh-0', 'refresh-1'])
  })

  it('is shared by all that ask at the same time', async () => {
    const { tokens, requests } = source()
    await Promise.all([tokens.renew(), tokens.renew()])
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['names no', { access_token: 'a1' }],
    ['names an empty', { access_token: 'a1', refresh_token: '' }],
    ['names null for the', { access_token: 'a1', refresh_token: null }],
  ])('whose answer %s refresh token keeps the old one', async (_what, body) => {
    const { tokens, requests } = source({ answer: () => ({ body }) })
    await tokens.renew()
    await tokens.renew()
    expect(form(requests[1]).get('refresh_token')).toBe('refresh-0')
  })

  it('makes new tokens known before they are recorded', async () => {
    const { tokens, log } = source()
    await tokens.renew()
    expect(log.slice(-3)).toEqual(['access_token access-1', 'refresh_token refresh-1', 'recorded'])
    expect(log).toContain('client_secret s3cr3t/with+signs=')
  })

  it.each<[string, ScriptedAnswer, object]>([
    [
      'a refusal',
      { status: 400, body: { error: 'invalid_grant' } },
      { flaw: 'refused', evidence: { status: 400, error: 'invalid_grant' } },
    ],
    [
      'a refusal of another shape',
      { status: 401, body: { error: { type: 'invalid_client' } } },
      { flaw: 'refused', evidence: { error: 'invalid_client' } },
    ],
    ['a page', { body: '<!doctype html>' }, { flaw: 'not-json' }],
    ['nothing', {}, { flaw: 'not-json' }],
    ['a list', { body: [] }, { flaw: 'not-json' }],
    ['no token', { body: { token: 'x' } }, { flaw: 'no-access-token' }],
    ['an empty token', { body: { access_token: '' } }, { flaw: 'no-access-token' }],
    ['a number', { body: { access_token: 7 } }, { flaw: 'no-access-token' }],
    ['a token of two lines', { body: { access_token: 'a\r\nb' } }, { flaw: 'unusable-token' }],
    [
      'no answer',
      { failure: { kind: 'reset', message: '' } },
      { flaw: 'no-answer', evidence: { failure: 'reset' } },
    ],
    ['a redirect', { status: 302 }, { flaw: 'refused', evidence: { status: 302 } }],
  ])('answered by %s is an outcome, recorded, and changes nothing', async (_what, answer, outcome) => {
    const { tokens, exchanges } = source({ answer: () => answer })
    await expect(tokens.renew()).resolves.toMatchObject({ ok: false, ...outcome })
    expect(exchanges).toHaveLength(1)
    expect(tokens.current()).toBe('access-0')
  })

  it.each<[string, unknown]>([
    ['a type in lower case', { access_token: 'a1', token_type: 'bearer' }],
    ['no type', { access_token: 'a1' }],
    ['a lifetime in text', { access_token: 'a1', expires_in: '3600' }],
    ['a lifetime of nothing', { access_token: 'a1', expires_in: 0 }],
  ])('answered with %s is usable', async (_what, body) => {
    const { tokens } = source({ answer: () => ({ status: 201, body }) })
    await expect(tokens.renew()).resolves.toEqual({ ok: true, accessToken: 'a1' })
    expect(tokens.current()).toBe('a1')
  })
})

describe('a token', () => {
  it('that has expired is not sent', async () => {
    const { tokens, clock } = source()
    await tokens.renew()
    clock.advance(3_599_000)
    expect([tokens.current(), tokens.isExpired()]).toEqual(['access-1', false])
    clock.advance(1_000)
    expect([tokens.current(), tokens.isExpired()]).toEqual([null, true])
  })

  it.each<[string, Partial<Credentials>]>([
    ['refresh token', { refreshToken: null }],
    ['client id', { clientId: null }],
    ['token address', { tokenUrl: null }],
  ])('cannot be renewed without a %s', async (_what, credentials) => {
    const { tokens } = source({ credentials })
    expect(tokens).toMatchObject({ canRenew: false, way: 'none' })
    await expect(tokens.renew()).resolves.toEqual({ ok: false, flaw: 'no-way', evidence: {} })
  })
})

describe('a rotated token', () => {
  it('is on disk before it is used', async () => {
    const store = createTokenStore(folder)
    const { tokens } = source({ store })
    const renewal = tokens.renew().then(() => store.read('a'))
    await expect(renewal).resolves.toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' })
  })

  it('wins over the environment until that changes', async () => {
    const store = createTokenStore(folder)
    await source({ store }).tokens.renew()
    expect(source({ store }).tokens.current()).toBe('access-1')

    const sameRefresh = source({ store, credentials: { accessToken: 'newer' } })
    expect(sameRefresh.tokens.current()).toBe('newer')
    await sameRefresh.tokens.renew()
    expect(form(sameRefresh.requests[0]).get('refresh_token')).toBe('refresh-1')

    const changed = source({ store, credentials: { refreshToken: 'newer' } })
    expect(changed.tokens.current()).toBe('access-0')
    await changed.tokens.renew()
    expect(form(changed.requests[0]).get('refresh_token')).toBe('newer')
  })

  it('is a secret from the start', async () => {
    const store = createTokenStore(folder)
    await source({ store }).tokens.renew()
    expect(source({ store }).log).toContain('refresh_token refresh-1')
  })

  it('that could not be kept is not asked for', async () => {
    const store: TokenStore = {
      read: () => null,
      write: () => undefined,
      prepare: () => {
        throw new Error('disk full')
      },
    }
    const { tokens, requests } = source({ store })
    await expect(tokens.renew()).rejects.toThrow('disk full')
    expect(requests).toEqual([])
  })
})

describe('a token command', () => {
  const command = (tokenCommand: string, options: Partial<TokenSourceOptions> = {}) =>
    source({ credentials: { accessToken: null, tokenCommand }, options })

  it('prints the token on its last line', async () => {
    const { tokens, log, requests } = command('echo a notice; echo token-of-command')
    expect(tokens.current()).toBeNull()
    await expect(tokens.renew()).resolves.toEqual({ ok: true, accessToken: 'token-of-command' })
    expect(tokens.current()).toBe('token-of-command')
    expect(log).toContain('access_token token-of-command')
    expect(requests).toEqual([])
  })

  it.each([
    [
      'fails',
      'echo because >&2; exit 3',
      { flaw: 'command-failed', evidence: { exit: '3', stderr: 'because\n' } },
    ],
    ['prints nothing', 'true', { flaw: 'command-silent' }],
    ['prints no token', 'echo "<html> no"', { flaw: 'unusable-token' }],
    ['does not exist', 'no-such-command-here 2>/dev/null', { flaw: 'command-failed' }],
  ])('that %s is an outcome', async (_what, text, outcome) => {
    await expect(command(text).tokens.renew()).resolves.toMatchObject({ ok: false, ...outcome })
  })

  it('that does not end is ended, with its children', async () => {
    const { tokens } = command('sleep 30; echo late', { commandTimeoutMs: 50 })
    const startedMs = performance.now()
    await expect(tokens.renew()).resolves.toMatchObject({ ok: false, flaw: 'command-timeout' })
    expect(performance.now() - startedMs).toBeLessThan(5_000)
  })
})

describe('the key of an account', () => {
  it('tells origins and clients apart, and shows neither', () => {
    const key = accountKey('https://a.example', given)
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(accountKey('https://b.example', given)).not.toBe(key)
    expect(accountKey('https://a.example', { ...given, clientId: 'other' })).not.toBe(key)
    expect(accountKey('https://a.example', { ...given, refreshToken: 'rotated', accessToken: 'new' })).toBe(
      key,
    )
  })
})
