import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedResponse, scriptedService } from '../../test/rehearsal/scripted-service.fixture.js'
import { createVirtualClock } from '../../test/rehearsal/virtual-clock.js'
import type { Credentials } from '../client/token-source.js'
import { accountKey } from '../client/tokens.js'
import { headerValue } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import { spec } from '../specification/profile.js'
import { type AccountOptions, openAccount } from './account.js'
import { createMemoryLedger, type Ledger, type LedgerHeader } from './contract/ledger.js'
import { readOnly } from './contract/permissions.js'
import type { RunEvent } from './run-event.js'
import { contractDefaults, type Suite, type SuiteStep } from './suite.js'

const baseUrl = 'https://api.exemplo.invalid/Api/v3'
const credentials: Credentials = {
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  clientId: 'client',
  clientSecret: 'secret',
  tokenCommand: null,
  tokenUrl: `${baseUrl}/oauth/token`,
}
const key = accountKey('https://api.exemplo.invalid', credentials)
const header = (account: string): LedgerHeader => ({
  run: 'r',
  account,
  baseUrl,
  mark: '[homologa r]',
  startedAt: '2026-05-04T10:00:00Z',
})

function suiteOf(paths: readonly string[], step: Partial<SuiteStep> = {}): Suite {
  const steps = paths.map((path) => ({ id: `s${path}`, title: path, method: 'GET' as const, path, ...step }))
  return {
    id: 's',
    title: 's',
    steps,
    ...contractDefaults,
  }
}

async function open(
  respond: (line: string, count: number) => ScriptedResponse = () => ({}),
  change: Partial<AccountOptions> = {},
) {
  const sleeps: number[] = []
  const clock = createVirtualClock({
    takes(ms) {
      sleeps.push(ms)
      return ms
    },
  })
  const service = scriptedService(clock, ({ method, url }, count) =>
    respond(`${method} ${url.slice(baseUrl.length)}`, count),
  )
  const exchanges: RawExchange[] = []
  const closed: string[] = []
  const ledgers: Ledger[] = []
  const account = await openAccount({
    baseUrl,
    credentials,
    profile: spec,
    userAgent: 'homologa/test',
    store: null,
    lock: null,
    permissions: readOnly,
    budget: null,
    ratePerSecond: null,
    clock,
    onSecret: () => undefined,
    ledger(account) {
      const ledger = { ...createMemoryLedger(header(account)), close: () => closed.push('ledger') }
      ledgers.push(ledger)
      return ledger
    },
    transport: { ...service.transport, close: () => closed.push('transport') },
    onExchange: (exchange) => exchanges.push(exchange),
    ...change,
  })
  return { account, clock, closed, exchanges, ledgers, requests: service.requests, sleeps }
}

describe('an account', () => {
  it('is known by its origin and its client, to the ledger as well', async () => {
    const { account, ledgers } = await open()
    expect(account.key).toBe(key)
    expect(account.ledger).toBe(ledgers[0])
    expect(account.ledger.header.account).toBe(key)
    expect(account.gate.knowledge).toBe('specification')
  })

  it('sends what the gate lets out, and tells of each exchange', async () => {
    const { account, exchanges, requests } = await open()
    const events: RunEvent[] = []
    await account.run(suiteOf(['/contatos']), { onEvent: (event) => events.push(event) })
    await account.run(suiteOf(['/contatos'], { method: 'POST' }))
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET ${baseUrl}/contatos`])
    expect([account.gate.sent, exchanges.length]).toEqual([1, 1])
    expect(exchanges[0]).toMatchObject({ id: 'e1', session: null, channel: 'service', step: 's/contatos' })
    expect(events.map(({ kind }) => kind)).toContain('responded')
  })

  it('has captures to begin with, and ends where the signal says so', async () => {
    const { account, requests } = await open()
    const suite = suiteOf(['/contatos/{id}'])
    await account.run(suite, { captures: { id: { text: '7', value: 7 } } })
    await account.run(suite)
    const { stopped } = await account.run(suiteOf(['/contatos']), { signal: AbortSignal.abort() })
    expect(stopped).toEqual({ code: 'interrupted' })
    expect(requests.map(({ url }) => url)).toEqual([`${baseUrl}/contatos/7`])
  })

  it('is no more than its budget and its permissions', async () => {
    const { account, requests } = await open(undefined, { budget: 1 })
    await account.run(suiteOf(['/contatos', '/produtos']))
    expect(requests).toHaveLength(1)
  })

  it('renews one token for all, by requests that name who asks, and what they accept once', async () => {
    const respond = (line: string, count: number): ScriptedResponse =>
      line.endsWith('/oauth/token')
        ? {
            body: {
              access_token: 'access-2',
              refresh_token: 'refresh-2',
              token_type: 'Bearer',
              expires_in: 60,
            },
          }
        : count === 1
          ? { status: 401, body: { error: { type: 'invalid_token' } } }
          : {}
    const heard: string[] = []
    const { account, requests } = await open(respond, {
      onSecret: (kind, value) => heard.push(`${kind} ${value}`),
    })
    await account.run(suiteOf(['/contatos', '/produtos']))
    const [, renewal, again, last] = requests
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'GET'])
    expect([again, last].map((one) => headerValue(one?.headers ?? [], 'authorization'))).toEqual([
      'Bearer access-2',
      'Bearer access-2',
    ])
    expect(renewal?.headers.filter(([name]) => /^accept$/i.test(name))).toHaveLength(1)
    expect(headerValue(renewal?.headers ?? [], 'user-agent')).toBe('homologa/test')
    expect(heard.some((one) => one.endsWith('access-2'))).toBe(true)
  })

  it('keeps a rate, and else no pace', async () => {
    const times = async (ratePerSecond: number | null) => {
      const { account, exchanges } = await open(() => ({ tookMs: 1 }), { ratePerSecond })
      await account.run(suiteOf(['/contatos', '/produtos', '/vendedores']))
      return exchanges.map(({ sentAtMs }) => sentAtMs)
    }
    expect(await times(null)).toEqual([0, 1, 2])
    expect(await times(1)).toEqual([0, 1022, 2044])
  })

  it('reads once more what failed in a way that may pass, after a pause', async () => {
    const failing = (_line: string, count: number): ScriptedResponse => (count === 1 ? { status: 502 } : {})
    const { account, exchanges } = await open(failing, { pauseMs: 70 })
    await account.run(suiteOf(['/contatos']))
    expect(exchanges.map(({ sentAtMs, sentAgain }) => [sentAtMs, sentAgain ?? false])).toEqual([
      [0, true],
      [110, false],
    ])
  })
})

describe('what throws where an exchange is heard', () => {
  const deaf = {
    onExchange: () => {
      throw new Error('no room')
    },
  }

  it('ends the run, and no clean-up', async () => {
    const { account } = await open(undefined, deaf)
    await expect(account.run(suiteOf(['/contatos']))).rejects.toThrow('no room')
    account.gate.beginCleanup()
    expect(await account.run(suiteOf(['/contatos']))).toMatchObject({ stopped: null })
  })
})

describe('a request that left', () => {
  it.each([
    ['just now', 0, 400],
    ['a while ago', -150, 250],
    ['as long ago as it may take', -400, undefined],
    ['long ago', -9_000, undefined],
    ['tomorrow, by a clock that was put back', 86_400_000, 400],
  ])('%s has surely ended after its timeout', async (_, agoMs, waitMs) => {
    const { account, clock, sleeps } = await open(undefined, { timeoutMs: 400 })
    await account.waitUntilEnded(clock.wall().getTime() + agoMs)
    expect(sleeps).toEqual(waitMs === undefined ? [] : [waitMs])
  })

  it('is waited for ten seconds where nothing else was said, and no longer than the signal allows', async () => {
    const { account, clock, sleeps } = await open()
    await account.waitUntilEnded(clock.wall().getTime())
    expect(sleeps).toEqual([10_000])
    await expect(account.waitUntilEnded(clock.wall().getTime(), AbortSignal.abort())).rejects.toThrow()
  })
})

describe('the lock of an account', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'homologa-account-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is taken before anything is sent, and free once it is closed', async () => {
    const locked: unknown[] = []
    const lock = { command: 'homologa test', waitMs: 0, folder, onLocked: (one: unknown) => locked.push(one) }
    const { account, closed } = await open(undefined, { lock })
    expect([locked.length, readdirSync(folder)]).toEqual([1, [`${key}.lock`]])
    await expect(open(undefined, { lock })).rejects.toMatchObject({ key: 'client.account-busy' })
    account.close()
    expect(closed).toEqual(['ledger', 'transport'])
    expect(readdirSync(folder)).toEqual([`${key}.last`])
    await expect(open(undefined, { lock: { ...lock, onLocked: undefined } as never })).resolves.toBeDefined()
  })
})

it('goes nowhere but to the service and its token address', async () => {
  const at = (change: Partial<AccountOptions>) =>
    open(undefined, { transport: undefined as never, clock: undefined as never, timeoutMs: 100, ...change })
  const { account } = await at({ baseUrl: 'http://api.exemplo.invalid/Api/v3' })
  await expect(account.run(suiteOf(['/contatos']))).rejects.toMatchObject({ name: 'InsecureAddressError' })
  account.close()
})
