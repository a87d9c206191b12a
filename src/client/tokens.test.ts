import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedResponse, scriptedService } from '../../test/rehearsal/scripted-service.fixture.js'
import { createVirtualClock } from '../../test/rehearsal/virtual-clock.js'
import { headerValue } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import { InsecureAddressError } from './address.js'
import { createSender } from './sender.js'
import type { Credentials, TokenSourceOptions } from './token-source.js'
import { createTokenStore, fingerprint, type Reservation, type TokenStore } from './token-store.js'
import { accountKey, createTokenSource } from './tokens.js'
import type { OutgoingRequest } from './transport.js'
import { interruptible } from './uninterrupted.js'

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
  readonly respond?: (request: OutgoingRequest, count: number) => ScriptedResponse
  readonly options?: Partial<TokenSourceOptions>
  readonly store?: TokenStore | null
}

function source(setting: Setting = {}) {
  const clock = createVirtualClock()
  const rotating = (_request: OutgoingRequest, count: number): ScriptedResponse => ({
    body: { access_token: `access-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600 },
  })
  const service = scriptedService(clock, setting.respond ?? rotating)
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

const stemsFrom = { accessToken: fingerprint('access-0'), refreshToken: fingerprint('refresh-0') }

function brokenStore(instead: Partial<TokenStore>): TokenStore {
  return {
    read: () => null,
    write: async () => {},
    checkWritable: async () => {},
    pathOf: () => '',
    reserve: async () => reservation([]),
    ...instead,
  }
}

function reservation(log: string[], refreshToken = 'refresh-0'): Extract<Reservation, { kind: 'reserved' }> {
  return {
    kind: 'reserved',
    refreshToken,
    keep(tokens) {
      log.push(`kept ${tokens.refreshToken}`)
      return { ...tokens, spendingSinceMs: null }
    },
    release: (fate) => void log.push(fate),
  }
}

/** A sender whose response breaks off. */
function cutting(bytes: Uint8Array | undefined, status = 200): Pick<Setting, 'options'> {
  if (bytes === undefined) return {}
  const { transport } = scriptedService(createVirtualClock(), () => ({}))
  const failure = { kind: 'reset', message: '' } as const
  const cut: typeof transport.send = async (request) => {
    const sent = await transport.send(request)
    const body = { bytes, sizeBytes: bytes.length, flaw: 'truncated' as const }
    return { ...sent, failure, response: { status, headers: [], body } }
  }
  return { options: { sender: createSender({ transport: { send: cut }, onExchange: () => {} }) } }
}

const form = (request: OutgoingRequest | undefined) =>
  new URLSearchParams(Buffer.from(request?.body ?? []).toString())

it.each<[string, Partial<Credentials>, string[]]>([
  ['all of them', {}, ['access_token access-0', 'refresh_token refresh-0', 'client_secret', 'basic']],
  ['no access token', { accessToken: null }, ['refresh_token refresh-0', 'client_secret', 'basic']],
  ['no refresh token', { refreshToken: null }, ['access_token access-0', 'client_secret', 'basic']],
  ['no secret of a client', { clientSecret: null }, ['access_token access-0', 'refresh_token refresh-0']],
  ['no client', { clientId: null }, ['access_token access-0', 'refresh_token refresh-0', 'client_secret']],
])('tells the secrets that were given before anything is sent: %s', (_, credentials, expected) => {
  const { log } = source({ credentials })
  expect(log.map((line) => (/^(client_secret|basic) ./.test(line) ? line.split(' ')[0] : line))).toEqual(
    expected,
  )
})

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

  it('of the chain that another folder went on with keeps the access token that was given', () => {
    const chain = { accessToken: null, expiresAtMs: null, refreshToken: 'refresh-1', stemsFrom }
    const stored = { ...chain, spendingSinceMs: null }
    const { tokens, log } = source({ store: brokenStore({ read: () => stored }) })
    expect(tokens.current()).toBe('access-0')
    expect(log.filter((line) => /null|undefined/.test(line))).toEqual([])
    const spent = { ...stored, accessToken: 'access-1', refreshToken: null }
    expect(source({ store: brokenStore({ read: () => spent }) }).log).toContain('access_token access-1')
    expect(source({ store: brokenStore({ read: () => spent }) }).log).not.toContain('refresh_token null')
  })

  it.each([
    ['refresh-0', brokenStore({}), 'refused'],
    ['refresh-1', brokenStore({ reserve: async () => reservation([], 'refresh-1') }), 'stored-refused'],
    ['refresh-0', null, 'refused'],
  ])('that is refused says whether %s is the one of the settings', async (sent, store, flaw) => {
    const { tokens, requests } = source({ store, respond: () => ({ status: 400 }) })
    expect(await tokens.renew()).toMatchObject({ ok: false, flaw, evidence: { status: 400 } })
    expect(form(requests[0]).get('refresh_token')).toBe(sent)
  })

  it('whose answer holds no token says so, though the one that went out was a stored one', async () => {
    const store = brokenStore({ reserve: async () => reservation([], 'refresh-1') })
    const { tokens } = source({ store, respond: () => ({ body: {} }) })
    expect(await tokens.renew()).toMatchObject({ ok: false, flaw: 'no-token' })
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
    const { tokens, requests } = source({ respond: () => ({ body }) })
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

  it.each<[string, ScriptedResponse, object]>([
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
    ['no token', { body: { token: 'x' } }, { flaw: 'no-token' }],
    ['an empty token', { body: { access_token: '' } }, { flaw: 'no-token' }],
    ['a number', { body: { access_token: 7 } }, { flaw: 'unusable-token' }],
    ['blanks', { body: { access_token: '  ' } }, { flaw: 'unusable-token' }],
    ['a lifetime of nothing', { body: { access_token: 'a1', expires_in: 0 } }, { flaw: 'expired' }],
    ['a lifetime of less', { body: { access_token: 'a1', expires_in: '-1' } }, { flaw: 'expired' }],
    ['another type', { body: { access_token: 'a1', token_type: 'mac' } }, { flaw: 'other-type' }],
    ['a byte order mark', { body: '\uFEFF{"access_token":"a1"}' }, { flaw: 'byte-order-mark' }],
    ['a token of two lines', { body: { access_token: 'a\r\nb' } }, { flaw: 'unusable-token' }],
    [
      'no answer',
      { failure: { kind: 'reset', message: '' } },
      { flaw: 'no-answer', evidence: { failure: 'reset' } },
    ],
    ['a redirect', { status: 302 }, { flaw: 'refused', evidence: { status: 302 } }],
  ])('answered by %s is an outcome, recorded, and changes nothing', async (_what, response, outcome) => {
    const { tokens, exchanges } = source({ respond: () => response })
    await expect(tokens.renew()).resolves.toMatchObject({ ok: false, ...outcome })
    expect(exchanges).toHaveLength(1)
    expect(tokens.current()).toBe('access-0')
  })

  it.each<[string, unknown]>([
    ['a type in lower case', { access_token: 'a1', token_type: 'bearer' }],
    ['no type', { access_token: 'a1' }],
    ['a lifetime in text', { access_token: 'a1', expires_in: '3600' }],
    ['a lifetime that is no number', { access_token: 'a1', expires_in: 'x' }],
  ])('answered with %s is usable', async (_what, body) => {
    const { tokens } = source({ respond: () => ({ status: 201, body }) })
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
    expect(tokens).toMatchObject({ way: 'none' })
    await expect(tokens.renew()).resolves.toEqual({ ok: false, flaw: 'no-way', evidence: {} })
  })
})

describe('a rotated token', () => {
  it('is on disk before it is used', async () => {
    const store = createTokenStore(folder, { folder })
    const { tokens } = source({ store })
    const renewal = tokens.renew().then(() => store.read('a', stemsFrom))
    await expect(renewal).resolves.toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' })
  })

  it('wins over the environment until that changes', async () => {
    const store = createTokenStore(folder, { folder })
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
    const store = createTokenStore(folder, { folder })
    await source({ store }).tokens.renew()
    expect(source({ store }).log).toContain('refresh_token refresh-1')
  })

  it('that could not be kept is not asked for', async () => {
    const store = brokenStore({
      reserve: async () => {
        throw new Error('disk full')
      },
    })
    const { tokens, requests } = source({ store })
    await expect(tokens.renew()).rejects.toThrow('disk full')
    expect(requests).toEqual([])
  })

  it('is on disk before the journal and the masking hear of it', async () => {
    const log: string[] = []
    const store = brokenStore({ reserve: async () => reservation(log) })
    const made = source({ store, options: { onSecret: (kind, value) => log.push(`${kind} ${value}`) } })
    await made.tokens.renew()
    const kept = log.indexOf('kept refresh-1')
    expect(kept).toBeGreaterThan(log.indexOf('refresh_token refresh-0'))
    expect(log.indexOf('refresh_token refresh-1')).toBeGreaterThan(kept)
  })

  it.each([new Error('ENOSPC'), new InsecureAddressError('http://a.example')])(
    'is kept though the journal cannot be written: %s',
    async (error) => {
      const store = createTokenStore(folder, { folder })
      const { clock, tokens } = source()
      expect(tokens.way).toBe('refresh')
      const { transport } = scriptedService(clock, () => ({
        body: { access_token: 'a1', refresh_token: 'r1' },
      }))
      const full = createSender({
        transport,
        onExchange: () => {
          throw error
        },
      })
      await expect(source({ store, options: { sender: full } }).tokens.renew()).rejects.toThrow(error.message)
      expect(store.read('a', stemsFrom)).toMatchObject({ refreshToken: 'r1', spendingSinceMs: null })
    },
  )

  it('that could not be kept is recorded all the same, and told', async () => {
    const failing = reservation([])
    const keep = () => {
      throw new Error('it is elsewhere')
    }
    const { tokens, exchanges, log } = source({
      store: brokenStore({ reserve: async () => ({ ...failing, keep }) }),
    })
    await expect(tokens.renew()).rejects.toThrow('it is elsewhere')
    expect(exchanges).toHaveLength(1)
    expect(log).toContain('refresh_token refresh-1')
    expect(tokens.current()).toBe('access-0')
  })

  it('is the newest that any folder got, whatever this run began with', async () => {
    const store = brokenStore({ reserve: async () => ({ ...reservation([]), refreshToken: 'newest' }) })
    const { tokens, requests, log } = source({ store })
    await tokens.renew()
    expect(form(requests[0]).get('refresh_token')).toBe('newest')
    expect(log).toContain('refresh_token newest')
  })

  it('which an earlier run may have spent is not sent, and the outcome says since when', async () => {
    const sinceMs = Date.UTC(2026, 0, 2, 3, 4, 5)
    const store = brokenStore({ reserve: async () => ({ kind: 'maybe-spent', sinceMs }) })
    const { tokens, requests } = source({ store })
    await expect(tokens.renew()).resolves.toEqual({
      ok: false,
      flaw: 'maybe-spent',
      evidence: { since: '2026-01-02T03:04:05.000Z' },
    })
    expect(requests).toEqual([])
  })

  const broken = Buffer.from('{"access_token":"a1","refresh_token":"r\\u0031","expires_i')
  it.each<[string, ScriptedResponse & { readonly cut?: Uint8Array }, string]>([
    ['no connection', { failure: { kind: 'refused', message: '' }, neverSent: true }, 'unspent'],
    ['no answer', { failure: { kind: 'reset', message: '' } }, 'maybe-spent'],
    ['a time-out', { failure: { kind: 'timeout', message: '' } }, 'maybe-spent'],
    ['299 without a token', { status: 299, body: {} }, 'maybe-spent'],
    ['300', { status: 300 }, 'unspent'],
    ['400', { status: 400, body: { error: 'invalid_grant' } }, 'unspent'],
    ['400 that names a token', { status: 400, body: { refresh_token: 'no' } }, 'unspent'],
    ['429', { status: 429 }, 'unspent'],
    ['499', { status: 499 }, 'unspent'],
    ['500', { status: 500 }, 'maybe-spent'],
    ['502', { status: 502 }, 'maybe-spent'],
    ['503', { status: 503 }, 'unspent'],
    ['504', { status: 504 }, 'maybe-spent'],
    ['a page', { status: 200, body: '<!doctype html>' }, 'maybe-spent'],
    ['an empty refresh token', { status: 200, body: { refresh_token: '' } }, 'maybe-spent'],
    ['a refresh token alone', { status: 200, body: { refresh_token: 'r1' } }, 'kept r1'],
    ['a token that cannot be sent', { body: { access_token: 'ä', refresh_token: 'r1' } }, 'kept r1'],
    ['a refusal that is cut', { status: 400, cut: broken }, 'maybe-spent'],
    ['an answer that is cut', { cut: broken }, 'maybe-spent'],
  ])('of a renewal with %s is %s', async (_what, response, fate) => {
    const log: string[] = []
    const store = brokenStore({ reserve: async () => reservation(log) })
    const { tokens, exchanges } = source({
      store,
      respond: () => response,
      ...cutting(response.cut, response.status),
    })
    await expect(tokens.renew()).resolves.toMatchObject({ ok: false })
    expect(log).toEqual([fate])
    expect(exchanges).toHaveLength(response.cut ? 0 : 1)
    expect(tokens.current()).toBe('access-0')
  })

  it('is unspent where its address may not be called at all', async () => {
    const log: string[] = []
    const store = brokenStore({ reserve: async () => reservation(log) })
    const sender = { send: () => Promise.reject(new InsecureAddressError('http://a.example')) }
    await expect(source({ store, options: { sender } }).tokens.renew()).rejects.toThrow(InsecureAddressError)
    expect(log).toEqual(['unspent'])
  })

  it('is unspent where the token address is neither https nor this machine', async () => {
    const log: string[] = []
    const store = brokenStore({ reserve: async () => reservation(log) })
    const made = source({ store, credentials: { tokenUrl: 'http://erp.example/oauth/token' } })
    await expect(made.tokens.renew()).rejects.toThrow(InsecureAddressError)
    expect(log).toEqual(['unspent'])
  })

  it('may be spent where nobody knows what happened', async () => {
    const log: string[] = []
    const store = brokenStore({ reserve: async () => reservation(log) })
    const sender = { send: () => Promise.reject(new TypeError('x is not a function')) }
    await expect(source({ store, options: { sender } }).tokens.renew()).rejects.toThrow(TypeError)
    expect(log).toEqual(['maybe-spent'])
  })
})

describe('an interrupt', () => {
  it('before a renewal keeps it from beginning', async () => {
    const { tokens, requests } = source({ store: createTokenStore(folder, { folder }) })
    await expect(tokens.renew(AbortSignal.abort())).resolves.toEqual({
      ok: false,
      flaw: 'no-answer',
      evidence: { failure: 'aborted' },
    })
    expect(requests).toEqual([])
  })

  it('amid a renewal waits for its end, and so does a second one', async () => {
    const control = new AbortController()
    const order: string[] = []
    let respond: () => void = () => undefined
    const responded = new Promise<void>((resolve) => {
      respond = resolve
    })
    const { clock } = source()
    const { transport } = scriptedService(clock, () => ({
      body: { access_token: 'a1', refresh_token: 'r1' },
    }))
    const sender: TokenSourceOptions['sender'] = {
      async send(request, meaning) {
        expect(meaning.signal).toBeUndefined()
        control.abort(new Error('^C'))
        await responded
        return createSender({ transport, onExchange: () => order.push('recorded') }).send(request, meaning)
      },
    }
    const renewal = source({ options: { sender } }).tokens.renew(control.signal)
    const second = interruptible().then(() => order.push('ended'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(order).toEqual([])
    respond()
    await expect(renewal).resolves.toEqual({ ok: true, accessToken: 'a1' })
    await second
    expect(order).toEqual(['recorded', 'ended'])
  })

  it('finds nothing to wait for where no token is under way', async () => {
    await expect(interruptible()).resolves.toBeUndefined()
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
    await expect(tokens.renew()).resolves.toMatchObject({ ok: false, flaw: 'command-timeout' })
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
