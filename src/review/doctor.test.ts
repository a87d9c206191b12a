import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockAccount } from '../client/account-lock.js'
import { createTokenStore } from '../client/token-store.js'
import { accountKey, stemsOf } from '../client/tokens.js'
import { type Clock, systemClock } from '../node/clock.js'
import { loadSettings } from '../settings/settings.js'
import en from '../words/en.json' with { type: 'json' }
import type { Diagnosis } from './diagnosis.js'
import { diagnose, nodeLine } from './doctor.js'

let folder = ''
let server: Server
let seen: { method: string | undefined; authorization: string | undefined }[] = []
let status = 404
let date: string | null = null
let location: string | null = null

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  seen = []
  status = 404
  date = null
  location = null
  server = createServer((request, response) => {
    seen.push({ method: request.method, authorization: request.headers.authorization })
    if (date !== null) response.setHeader('date', date)
    if (location !== null) response.setHeader('location', location)
    response.writeHead(status).end('{}')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
})

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await new Promise((resolve) => server.close(resolve))
})

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/Api/v3`

async function lines(env: Record<string, string> = {}, clock: Clock = systemClock) {
  const settings = await loadSettings({ flags: {}, env, cwd: folder })
  const found: Diagnosis[] = []
  for await (const one of diagnose({ settings, env, clock, nodeVersion: '22.1.0' })) found.push(one)
  return found
}

const states = (found: readonly Diagnosis[]) =>
  Object.fromEntries(found.map(({ name, state }) => [name, state]))
const tokens = {
  HOMOLOGA_ACCESS_TOKEN: 'abc',
  HOMOLOGA_REFRESH_TOKEN: 'def',
  HOMOLOGA_CLIENT_ID: 'c',
  HOMOLOGA_CLIENT_SECRET: 's',
  HOMOLOGA_TOKEN_URL: 'http://127.0.0.1:1/token',
}

describe('the doctor', () => {
  it('finds nothing to mend at the embedded service', async () => {
    expect(Object.values(states(await lines())).every((state) => state === 'ok')).toBe(true)
    expect(seen).toEqual([])
  })

  it('asks the address once, without credentials, and changes nothing', async () => {
    const found = await lines({ HOMOLOGA_BASE_URL: address(), ...tokens })
    expect(states(found)).toMatchObject({
      address: 'ok',
      tls: 'ok',
      clock: 'ok',
      token: 'ok',
      renewal: 'ok',
      lock: 'ok',
    })
    expect(seen).toEqual([{ method: 'GET', authorization: undefined }])
  })

  it('gives every line that is not well its remedy', async () => {
    const found = await lines({
      HOMOLOGA_BASE_URL: 'http://127.0.0.1:1/api',
      HTTPS_PROXY: 'http://u:p@proxy',
    })
    const unwell = found.filter(({ state }) => state === 'fail' || state === 'warn')
    expect(unwell.map(({ key }) => key)).toEqual([
      'doctor.address.none',
      'doctor.address.prefix',
      'doctor.proxy.set',
      'doctor.token.none',
      'doctor.renewal.none',
    ])
    expect(unwell.every(({ remedyKey }) => remedyKey !== null && remedyKey in en.ui)).toBe(true)
    expect(JSON.stringify(found)).not.toContain('u:p@')
  })

  it.each([
    [29, 'ok'],
    [300, 'fail'],
  ])('holds a clock that is %i s off for %s', async (seconds, state) => {
    date = new Date(Date.now() - seconds * 1000).toUTCString()
    expect(states(await lines({ HOMOLOGA_BASE_URL: address() })).clock).toBe(state)
  })

  it('sees certificate checks that were switched off', async () => {
    const found = await lines({ HOMOLOGA_BASE_URL: address(), NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    expect(states(found).tls).toBe('fail')
  })

  it('says that the service asks for patience', async () => {
    status = 429
    expect(states(await lines({ HOMOLOGA_BASE_URL: address() })).rate).toBe('fail')
  })

  it.each([
    [200, null, 'ok', null],
    [401, null, 'ok', null],
    [404, '/elsewhere', 'ok', null],
    [500, null, 'warn', null],
    [503, '/elsewhere', 'warn', null],
    [302, '/login?next=secret', 'warn', '/login'],
    [308, null, 'warn', '/Api/v3'],
    [301, 'http://[', 'warn', '/Api/v3'],
  ] as const)('looks at what the address answers: %i, %s', async (responded, to, state, path) => {
    status = responded
    location = to
    const found = (await lines({ HOMOLOGA_BASE_URL: address() })).find(({ name }) => name === 'address')
    const leadsTo = path === null ? undefined : new URL(path, address()).href
    expect([found?.state, found?.values.to]).toEqual([state, leadsTo])
    expect(found?.remedyKey !== null).toBe(state === 'warn')
  })

  it.each([
    ['a folder', '.', 'ok'],
    ['a folder to be made', 'a/b', 'ok'],
    ['a file', 'file', 'fail'],
    ['what lies in a file', 'file/a', 'fail'],
    ...(process.platform === 'linux' ? [['what the kernel shows', '/proc/x', 'fail'] as const] : []),
  ] as const)('says whether reports can be written to %s', async (_what, path, state) => {
    writeFileSync(join(folder, 'file'), '')
    expect(states(await lines({ HOMOLOGA_REPORT_DIR: resolve(folder, path) })).write).toBe(state)
    expect(readdirSync(folder)).toEqual(['file'])
  })

  it('says who uses the account, and waits for nobody', async () => {
    const env = { HOMOLOGA_BASE_URL: address(), ...tokens }
    const { credentials } = await loadSettings({ flags: {}, env, cwd: folder })
    const lock = await lockAccount({
      account: accountKey(new URL(address()).origin, credentials),
      command: 'homologa check',
    })
    const found = (await lines(env)).find(({ name }) => name === 'lock')
    lock.release()
    expect(found).toMatchObject({
      state: 'warn',
      values: { command: 'homologa check', pid: String(process.pid) },
    })
  })

  it('says that a refresh token may be spent, since when, and sends nothing', async () => {
    const env = { HOMOLOGA_BASE_URL: address(), ...tokens }
    const { credentials } = await loadSettings({ flags: {}, env, cwd: folder })
    const account = accountKey(new URL(address()).origin, credentials)
    const store = createTokenStore(join(folder, '.homologa'))
    const stemsFrom = stemsOf(credentials)
    const stored = {
      accessToken: null,
      expiresAtMs: null,
      refreshToken: 'r1',
      stemsFrom,
      spendingSinceMs: null,
    }
    const reserved = await store.reserve(account, stored)
    if (reserved.kind !== 'reserved') throw new Error('not reserved')
    const { spendingSinceMs } = store.read(account, stemsFrom) ?? {}
    const renewal = () => lines(env).then((found) => found.find(({ name }) => name === 'renewal'))
    expect(await renewal()).toMatchObject({
      state: 'fail',
      key: 'doctor.renewal.maybe-spent',
      values: { since: new Date(spendingSinceMs ?? 0).toISOString() },
    })
    const byCommand = await lines({ ...env, HOMOLOGA_TOKEN_COMMAND: 'echo token' })
    expect(byCommand.find(({ name }) => name === 'renewal')).toMatchObject({ state: 'ok' })
    reserved.release('unspent')
    expect(await renewal()).toMatchObject({ state: 'ok', key: 'doctor.renewal' })
  })

  it.each([
    [60_000, 'doctor.token'],
    [-60_000, 'doctor.token.expired'],
  ])('tells whether the stored token still lives: %i ms', async (leftMs, key) => {
    const env = { HOMOLOGA_BASE_URL: address(), ...tokens }
    const { credentials } = await loadSettings({ flags: {}, env, cwd: folder })
    await createTokenStore(join(folder, '.homologa')).write(
      accountKey(new URL(address()).origin, credentials),
      {
        accessToken: 'stored',
        refreshToken: 'r1',
        expiresAtMs: Date.now() + leftMs,
        stemsFrom: stemsOf(credentials),
      },
    )
    expect((await lines(env)).find(({ name }) => name === 'token')).toMatchObject({ state: 'ok', key })
  })

  it('says that stored tokens cannot be read, and does not touch them', async () => {
    const env = { HOMOLOGA_BASE_URL: address(), ...tokens }
    const { credentials } = await loadSettings({ flags: {}, env, cwd: folder })
    const account = accountKey(new URL(address()).origin, credentials)
    const path = createTokenStore(join(folder, '.homologa')).pathOf(account, stemsOf(credentials))
    writeFileSync(path, 'broken')
    expect(states(await lines(env)).token).toBe('fail')
    expect(readFileSync(path, 'utf8')).toBe('broken')
  })

  it.each([
    ['20.18.9', 'fail'],
    ['20.19.0', 'ok'],
    ['9.99.99', 'fail'],
    ['24.0.0', 'ok'],
  ])('holds Node %s for %s', (version, state) => expect(nodeLine(version).state).toBe(state))
})
