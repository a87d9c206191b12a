import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RawExchange } from '../exchange/raw.js'
import { systemClock } from '../node/clock.js'
import { type Listener, listen } from '../service/listen.js'
import { createService, type Service } from '../service/service.js'
import {
  authorizeAddress,
  exchangeCode,
  type LoginOptions,
  listenForCode,
  login,
  readRedirect,
} from './authorize.js'
import { createSender } from './sender.js'
import { createTransport, type Transport } from './transport.js'

const pages = { done: '<p>feito</p>', failed: '<p>não feito</p>' }

describe('a return to the redirect link', () => {
  const of = (query: string) => readRedirect(new URLSearchParams(query), 'nosso')

  it('is believed with our state alone', () => {
    expect(of('code=abc&state=nosso')).toEqual({ kind: 'code', code: 'abc' })
    expect(of('code=abc&state=outro')).toBeNull()
    expect(of('code=abc')).toBeNull()
    expect(of('code=abc&state=nosso&state=outro')).toBeNull()
    expect(of('error=access_denied&state=outro')).toBeNull()
  })

  it('says why nothing was granted', () => {
    expect(of('error=access_denied&error_description=N%C3%A3o&state=nosso')).toEqual({
      kind: 'refused',
      error: 'access_denied',
      description: 'Não',
    })
    expect(of('state=nosso')).toEqual({ kind: 'no-code' })
  })
})

describe('the listener of the redirect link', () => {
  it('hears its own path alone and answers with a page', async () => {
    const loopback = await listenForCode({ port: 0, path: '/callback', pages })
    const { origin } = new URL(loopback.redirectLink)
    expect((await fetch(`${origin}/favicon.ico`)).status).toBe(404)
    expect(
      (await fetch(`${loopback.redirectLink}?code=c&state=${loopback.state}`, { method: 'POST' })).status,
    ).toBe(404)
    const asked = fetch(`${loopback.redirectLink}?code=c&state=${loopback.state}`)
    expect(await loopback.redirect).toEqual({ kind: 'code', code: 'c' })
    await loopback.succeed()
    const page = await asked
    expect(await page.text()).toBe(pages.done)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    await loopback.close()
  })
})

describe('a login at the embedded service', () => {
  let service: Service
  let listener: Listener
  let transport: Transport
  let exchanges: RawExchange[]
  let secrets: string[]
  let seen: Promise<string>

  beforeEach(async () => {
    service = createService()
    listener = await listen(service)
    exchanges = []
    secrets = []
    transport = createTransport({ clock: systemClock, credentialOrigins: [listener.tokenUrl] })
  })

  afterEach(async () => {
    transport.close()
    await listener.close()
  })

  /** The account holder: opens the consent page and presses a button. */
  const choose = (decisao: 'autorizar' | 'recusar') => async (address: string) => {
    const page = await (await fetch(address)).text()
    const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].filter(
      ([, name]) => name !== 'decisao',
    )
    const body = new URLSearchParams({ decisao })
    for (const [, name = '', value = ''] of fields) body.set(name, value)
    // the page that this leads to comes when the login is over
    seen = fetch(listener.authorizeUrl, { method: 'POST', body }).then((response) => response.text())
  }

  const options = (show: LoginOptions['show'], more: Partial<LoginOptions> = {}): LoginOptions => ({
    authorizeUrl: listener.authorizeUrl,
    tokenUrl: listener.tokenUrl,
    clientId: service.credentials.clientId,
    clientSecret: service.credentials.clientSecret,
    clientAuth: 'basic',
    headers: [['user-agent', 'homologa/test']],
    port: 0,
    path: '/callback',
    pages,
    sender: createSender({ transport, onExchange: (exchange) => exchanges.push(exchange) }),
    // far from its beginning, as a login that a person takes minutes over
    clock: { ...systemClock, now: () => systemClock.now() + 1_000_000 },
    timeoutMs: 5_000,
    show,
    onSecret: (kind, value) => secrets.push(`${kind} ${value}`),
    keep: async () => undefined,
    ...more,
  })

  it('interrupted while its code is exchanged keeps the tokens all the same', async () => {
    const control = new AbortController()
    const kept: string[] = []
    const slow: LoginOptions['sender'] = {
      async send(request, meaning) {
        control.abort(new Error('^C'))
        return createSender({ transport, onExchange: () => {} }).send(request, meaning)
      },
    }
    const keep: LoginOptions['keep'] = async ({ accessToken }) => void kept.push(accessToken)
    const outcome = await login(options(choose('autorizar'), { keep, sender: slow, signal: control.signal }))
    expect(outcome).toMatchObject({ ok: true, tokens: { accessToken: kept[0] } })
  })

  it('ends with tokens that the service takes, after one exchange', async () => {
    const outcome = await login(options(choose('autorizar')))
    if (!('tokens' in outcome)) throw new Error(JSON.stringify(outcome))
    expect(await seen).toBe(pages.done)
    const { accessToken, refreshToken } = outcome.tokens
    expect(service.credentials).toMatchObject({ accessToken, refreshToken })
    expect(outcome.exchangedInMs).toBeLessThan(60_000)
    expect(exchanges.map(({ channel }) => channel)).toEqual(['token'])
    expect(secrets.map((line) => line.split(' ')[0])).toEqual(['code', 'access_token', 'refresh_token'])
    const response = await fetch(`${listener.baseUrl}/homologacao/produtos`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(response.status).toBe(200)
  })

  it('ends with the refusal where the account holder refuses', async () => {
    const outcome = await login(options(choose('recusar')))
    expect(outcome).toMatchObject({ ok: false, returned: { kind: 'refused', error: 'access_denied' } })
    expect(await seen).toBe(pages.failed)
    expect(exchanges).toEqual([])
  })

  it('ends with the refusal of an inactivated application', async () => {
    service.application.applyEvent('inactivate')
    const outcome = await login(options(async (address) => void (await fetch(address))))
    expect(outcome).toMatchObject({ ok: false, returned: { kind: 'refused', error: 'app_inativo' } })
  })

  it('is ended by no page that calls without its state, whose code is never spent', async () => {
    const onForeignRedirect = vi.fn()
    const statuses: number[] = []
    const strangers = async (_address: string, redirectLink: string) => {
      const code = service.application.grantCode(systemClock.now())
      const { origin } = new URL(redirectLink)
      for (const query of [
        '',
        '?error=access_denied',
        `?code=${code}`,
        `?code=${code}&state=outro`,
        '?state=',
      ])
        statuses.push((await fetch(`${redirectLink}${query}`)).status)
      for (const path of ['//', '//callback', '/%', '/callback/x?state=a'])
        statuses.push((await fetch(`${origin}${path}`)).status)
    }
    const show = async (address: string, redirectLink: string) => {
      await strangers(address, redirectLink)
      await choose('autorizar')(address)
    }
    expect(await login(options(show, { onForeignRedirect }))).toMatchObject({ ok: true })
    expect(statuses).toEqual([400, 400, 400, 400, 400, 404, 404, 404, 404])
    expect(onForeignRedirect).toHaveBeenCalledTimes(5)
    expect(exchanges).toHaveLength(1)
  })

  it('takes an address that was pasted', async () => {
    let pasted: AsyncIterable<string> = (async function* () {})()
    const show = async (address: string) => {
      const state = new URL(address).searchParams.get('state')
      const code = service.application.grantCode(systemClock.now())
      pasted = (async function* () {
        yield ' '
        yield 'what?'
        yield `https://app.example/volta?code=${code}&state=outro`
        yield `https://app.example/volta?code=${code}&state=${state}`
      })()
    }
    const late: AsyncIterable<string> = { [Symbol.asyncIterator]: () => pasted[Symbol.asyncIterator]() }
    const [onUnreadableLine, onForeignRedirect] = [vi.fn(), vi.fn()]
    expect(await login(options(show, { pasted: late, onUnreadableLine, onForeignRedirect }))).toMatchObject({
      ok: true,
    })
    expect([onUnreadableLine.mock.calls.length, onForeignRedirect.mock.calls.length]).toEqual([1, 1])
  })

  it('sends codes to the registered link, and without one to this machine alone', async () => {
    const asked = (redirect_uri: string) => {
      const { clientId } = service.credentials
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        state: 's',
        redirect_uri,
      })
      const body = new URLSearchParams({
        client_id: clientId,
        state: 's',
        redirect_uri,
        decisao: 'autorizar',
      })
      return Promise.all([
        fetch(`${listener.authorizeUrl}?${query}`),
        fetch(listener.authorizeUrl, { method: 'POST', body, redirect: 'manual' }),
      ])
    }
    expect((await asked('https://elsewhere.example/')).map(({ status }) => status)).toEqual([400, 400])
    expect((await asked('http://127.0.0.1.example/')).map(({ status }) => status)).toEqual([400, 400])
    service.application.register({ redirectLink: 'https://app.example/volta' })
    const [, granted] = await asked('http://127.0.0.1:1/callback')
    expect(granted?.headers.get('location')).toMatch(/^https:\/\/app\.example\/volta\?code=/)
  })

  it('ends with what the service says of a code that it does not know, and shows no success', async () => {
    const show = (address: string, redirectLink: string) => {
      const state = new URL(address).searchParams.get('state')
      seen = fetch(`${redirectLink}?code=outro&state=${state}`).then((response) => response.text())
    }
    expect(await login(options(show))).toMatchObject({ ok: false, response: { flaw: 'refused' } })
    expect(await seen).toBe(pages.failed)
  })

  it('shows no success where the tokens cannot be kept', async () => {
    const keep = () => Promise.reject(new Error('disk full'))
    await expect(login(options(choose('autorizar'), { keep }))).rejects.toThrow('disk full')
    expect(await seen).toBe(pages.failed)
  })

  it('gives up when nobody answers', async () => {
    const silent = options(() => {}, { timeoutMs: 20 })
    expect(await login(silent)).toEqual({ ok: false, timedOut: true })
  })

  it('says that a used code or an old one is refused', async () => {
    const code = service.application.grantCode(systemClock.now() - 61_000)
    const { sender, ...grant } = options(() => {})
    const exchange = () => exchangeCode({ ...grant, code, redirectLink: 'http://127.0.0.1/callback' }, sender)
    expect(await exchange()).toMatchObject({
      ok: false,
      flaw: 'refused',
      evidence: { error: 'invalid_grant' },
    })
  })

  it('asks for a code with the state and the client', () => {
    const address = authorizeAddress(listener.authorizeUrl, {
      clientId: 'c',
      redirectLink: 'http://127.0.0.1:1/x',
      state: 's',
    })
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      response_type: 'code',
      client_id: 'c',
      redirect_uri: 'http://127.0.0.1:1/x',
      state: 's',
    })
  })
})
