import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTokenStore } from '../client/token-store.js'
import { accountKey, createTokenSource, stemsOf } from '../client/tokens.js'
import { systemClock } from '../node/clock.js'
import { type Listener, listen } from '../service/listen.js'
import { createService, type Service } from '../service/service.js'
import { loadSettings } from '../settings/settings.js'
import { main } from './main.js'

let folder = ''
let service: Service
let listener: Listener

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'login-'))
  service = createService()
  listener = await listen(service)
})

afterEach(async () => {
  await listener.close()
  await rm(folder, { recursive: true, force: true })
})

const env = () => ({
  HOMOLOGA_BASE_URL: listener.baseUrl,
  HOMOLOGA_TOKEN_URL: listener.tokenUrl,
  HOMOLOGA_CLIENT_ID: service.credentials.clientId,
  HOMOLOGA_CLIENT_SECRET: service.credentials.clientSecret,
})

/** Runs the login; what it prints as an address is opened by the account holder. */
async function homologa(
  words: readonly string[],
  settings: Record<string, string>,
  holder: (address: string) => Promise<void> = async () => {},
) {
  let [out, err] = ['', '']
  const status = await main(words, {
    out: (text) => {
      out += text
      if (text.startsWith('http')) void holder(text.trim())
    },
    err: (text) => {
      err += text
    },
    outIsTty: false,
    errIsTty: false,
    width: 100,
    env: settings,
    cwd: folder,
    clock: systemClock,
    signal: new AbortController().signal,
  })
  return { status, out, err }
}

const press = (decisao: string) => async (address: string) => {
  const page = await (await fetch(address)).text()
  const body = new URLSearchParams({ decisao })
  for (const [, name = '', value = ''] of page.matchAll(/name="(\w+)" value="([^"]*)"/g)) {
    if (name !== 'decisao') body.set(name, value)
  }
  await fetch(new URL(address).origin + new URL(address).pathname, { method: 'POST', body })
}

const words = ['login', '--no-browser', '--port', '0']

describe('homologa login', () => {
  it('keeps tokens that the next command uses, readable by their owner alone', async () => {
    const { err, out, status } = await homologa(words, env(), press('autorizar'))
    expect(`${status} ${err}`).toContain('0 ')
    const path = /Logged in\. The tokens are in (\S+), readable/.exec(out)?.[1] ?? ''
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const { credentials, stateDir } = await loadSettings({ flags: {}, env: env(), cwd: folder })
    const source = createTokenSource({
      credentials,
      clientAuth: 'basic',
      headers: [],
      clock: systemClock,
      onSecret: () => {},
      sender: { send: () => Promise.reject(new Error('nothing is sent')) },
      store: createTokenStore(stateDir),
      account: accountKey(new URL(listener.baseUrl).origin, credentials),
    })
    expect(source.current()).toBe(service.credentials.accessToken)
    expect(source.way).toBe('refresh')
  })

  it.each([
    ['r1', 'renews the access token by itself'],
    [null, 'gave no refresh token'],
  ])('says who renews what came with the refresh token %j', async (refreshToken, who) => {
    const granted = { access_token: 'a1', token_type: 'Bearer', expires_in: 60, refresh_token: refreshToken }
    const tokens = createServer((_, response) => response.end(JSON.stringify(granted))).listen(0, '127.0.0.1')
    await once(tokens, 'listening')
    const { port } = tokens.address() as AddressInfo
    const consent = async (address: string) => {
      const { redirect_uri, state } = Object.fromEntries(new URL(address).searchParams)
      await fetch(`${redirect_uri}?code=c&state=${state}`)
    }
    const { out } = await homologa(
      words,
      { ...env(), HOMOLOGA_TOKEN_URL: `http://127.0.0.1:${port}/token` },
      consent,
    )
    tokens.close()
    const lines = ['renews the access token by itself', 'gave no refresh token']
    expect(lines.filter((line) => out.includes(line))).toEqual([who])
  })

  it('shows neither code nor token', async () => {
    const { err, out } = await homologa(words, env(), press('autorizar'))
    const { accessToken, clientSecret, refreshToken } = service.credentials
    for (const secret of [accessToken, refreshToken, clientSecret]) expect(out + err).not.toContain(secret)
    expect(out + err).not.toMatch(/code=[0-9a-f]/)
  })

  it('ends with 1 where the account holder refuses, and keeps nothing', async () => {
    const { err, status } = await homologa(words, env(), press('recusar'))
    expect(status).toBe(1)
    expect(err).toContain('did not consent')
    const { credentials, stateDir } = await loadSettings({ flags: {}, env: env(), cwd: folder })
    const account = accountKey(new URL(listener.baseUrl).origin, credentials)
    expect(createTokenStore(stateDir).read(account, stemsOf(credentials))).toBeNull()
  })

  it.each([
    [
      'an application is inactivated, which no second try mends',
      'app_inativo',
      'is inactivated (app_inativo)',
    ],
    ['the service refused, by whatever name', 'constructor', '"constructor"'],
  ])('says that %s', async (_what, error, told) => {
    const refuse = async (address: string) => {
      const { redirect_uri, state } = Object.fromEntries(new URL(address).searchParams)
      await fetch(`${redirect_uri}?error=${error}&state=${state}`)
    }
    const { err, status } = await homologa(words, env(), refuse)
    expect([status, err]).toEqual([1, expect.stringContaining(told)])
  })

  it('ends with 2 where its port is taken', async () => {
    const { port } = new URL(listener.baseUrl)
    const { err, status } = await homologa(['login', '--no-browser', '--port', port], env())
    expect([status, err]).toEqual([2, expect.stringContaining(`The port ${port} cannot be listened on`)])
  })

  it('ends with 4 where nobody answers', async () => {
    expect((await homologa([...words, '--timeout', '1'], env())).status).toBe(4)
  })

  it('goes through the embedded service where there is no address', async () => {
    const { err, out, status } = await homologa([...words, '--lang', 'pt-BR'], {}, press('autorizar'))
    expect(status).toBe(0)
    expect(err).toContain('serviço embutido')
    expect(out).toContain('Login feito.')
  })

  it.each([
    ['of a service without an address', {}, 'https://erp.example/authorize', '--base-url'],
    ['over plain http', env, 'http://erp.example/authorize', 'https'],
  ])('ends with 2 for an authorization address %s', async (_, given, address, said) => {
    const all = typeof given === 'function' ? given() : given
    const { err, status } = await homologa([...words, '--timeout', '1', '--authorize-url', address], all)
    expect([status, err]).toEqual([2, expect.stringContaining(said)])
  })

  it.each([
    ['the client', 'HOMOLOGA_CLIENT_ID', 'HOMOLOGA_CLIENT_ID and HOMOLOGA_CLIENT_SECRET'],
    ['the token address', 'HOMOLOGA_TOKEN_URL', '--token-url'],
  ])('says what to do where %s is missing', async (_what, name, remedy) => {
    const { [name as 'HOMOLOGA_CLIENT_ID']: _gone, ...rest } = env()
    const { err, status } = await homologa(words, rest)
    expect(status).toBe(2)
    expect(err).toContain(remedy)
  })
})
