import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type ClientSettings, clientEnvironment } from '../service/env-file.js'
import { bling } from '../specification/profile.js'
import { type ExaminationOptions, startExamination } from './examination.js'

/** Spacing free, so that a run takes no time; the rules of time have their own tests. */
const profile = { ...bling, spacing: { ...bling.spacing, reading: 'free' as const, intervalMs: 30 } }

async function examine(options: ExaminationOptions = {}) {
  return startExamination({ service: { profile, seed: 'x', invalidateAt: 3 }, timeoutMs: 10_000, ...options })
}

async function renewal({ tokenUrl, clientId, clientSecret, refreshToken }: ClientSettings) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** The five steps by fetch, as small as they can be. `until`: the last step that is taken. */
async function passThrough(client: ClientSettings, until = 5, renews = true): Promise<void> {
  let token = client.accessToken
  let hash: string | null = null
  const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const once = () =>
      fetch(client.baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(hash === null ? {} : { 'x-bling-homologacao': hash }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    let response = await once()
    if (response.status === 401 && renews) {
      token = await renewal(client)
      response = await once()
    }
    hash = response.headers.get('x-bling-homologacao') ?? hash
    return response
  }
  const path = '/homologacao/produtos'
  const { data } = (await (await send('GET', path)).json()) as { data: Record<string, unknown> }
  if (until < 2) return
  const created = (await (await send('POST', path, data)).json()) as { data: { id: number } }
  const { id } = created.data
  if (until >= 3) await send('PUT', `${path}/${id}`, { ...data, nome: 'Copo' })
  if (until >= 4) await send('PATCH', `${path}/${id}/situacoes`, { situacao: 'I' })
  if (until >= 5) await send('DELETE', `${path}/${id}`)
}

/** Sends requests over one connection, none of which waits for the response to the one before. */
function pipelined(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  requests: readonly (readonly [method: string, url: string, body: unknown])[],
): Promise<unknown> {
  const { hostname, port, host } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  for (const [i, [method, url, value]] of requests.entries()) {
    const body = value === undefined ? '' : JSON.stringify(value)
    const names = Object.entries({ ...headers, host, 'content-length': Buffer.byteLength(body) })
    const fields = body === '' ? names.filter(([name]) => !name.startsWith('content')) : names
    const last = i === requests.length - 1 ? 'connection: close\r\n' : ''
    const head = fields.map(([name, field]) => `${name}: ${field}\r\n`).join('')
    socket.write(`${method} ${new URL(url).pathname} HTTP/1.1\r\n${head}${last}\r\n${body}`)
  }
  socket.resume()
  return once(socket, 'close')
}

describe('an examination', () => {
  it('passes a client that keeps the rules, and ends by itself', async () => {
    const examination = await examine()
    await passThrough(examination.clientSettings())
    const { ending, runs } = await examination.done
    expect(ending).toBe('runs')
    expect(runs.map(({ judgement }) => judgement.verdict)).toEqual(['pass'])
    expect(runs[0]?.session).toBe('app1')
  })

  it.each(['on one connection', 'on three'])(
    'sees that steps were sent at once, %s, and what that spoilt has the one root',
    async (how) => {
      const examination = await examine({ service: { profile, seed: 'x', invalidateAt: 'never' } })
      const { baseUrl, accessToken } = examination.clientSettings()
      const authorization = `Bearer ${accessToken}`
      const products = `${baseUrl}/homologacao/produtos`
      const read = await fetch(products, { headers: { authorization } })
      const { data } = (await read.json()) as { data: Record<string, unknown> }
      const hash = read.headers.get('x-bling-homologacao') ?? ''
      const headers = { authorization, 'content-type': 'application/json', 'x-bling-homologacao': hash }
      const created = await fetch(products, { method: 'POST', headers, body: JSON.stringify(data) })
      const { id } = ((await created.json()) as { data: { id: number } }).data
      const newest = { ...headers, 'x-bling-homologacao': created.headers.get('x-bling-homologacao') ?? '' }
      const sent: readonly [string, string, unknown][] = [
        ['PUT', `${products}/${id}`, { ...data, nome: 'Copo' }],
        ['PATCH', `${products}/${id}/situacoes`, { situacao: 'I' }],
        ['DELETE', `${products}/${id}`, undefined],
      ]
      const sockets = how === 'on three' ? sent.map((one) => [one]) : [sent]
      await Promise.all(sockets.map((requests) => pipelined(baseUrl, newest, requests)))
      const { runs } = await examination.done
      const roots = runs[0]?.judgement.findings.filter(({ consequenceOf }) => consequenceOf === null)
      expect(new Set(roots?.map(({ code }) => code))).toEqual(new Set(['homologation/sequential:overlap']))
    },
  )

  it('fails a run that stopped midway', async () => {
    const examination = await examine({ timeoutMs: 1_500 })
    await passThrough(examination.clientSettings(), 2)
    const { runs } = await examination.done
    expect(runs.map(({ judgement }) => judgement.verdict)).toEqual(['fail'])
    expect(runs[0]?.judgement.cause?.code).toBe('homologation/complete:stopped')
  })

  it.each([
    ['a success', 2, undefined, 'homologation/order:restarted'],
    ['a token that is never accepted', 1, 'dead', 'homologation/token-renewed:same-token'],
  ])(
    'ends though its client begins again without end, after %s',
    async (_what, until, accessToken, cause) => {
      const examination = await examine({ timeoutMs: null })
      const client = examination.clientSettings()
      const again = async (): Promise<void> => {
        await passThrough(
          { ...client, ...(accessToken && { accessToken }) },
          until,
          accessToken === undefined,
        )
        return again()
      }
      const [{ ending, runs }] = await Promise.all([examination.done, again().catch(() => undefined)])
      expect([ending, runs.map(({ isEndless }) => isEndless)]).toEqual(['runs', [true]])
      expect(runs[0]?.judgement.verdict).toBe('fail')
      expect(runs[0]?.judgement.cause?.code).toBe(cause)
    },
  )

  it('ends without a run where nobody calls in time', async () => {
    const examination = await examine({ timeoutMs: 60 })
    const { ending, runs, seen } = await examination.done
    expect([ending, runs.length, seen]).toEqual(['timeout', 0, 0])
  })

  it('ends the runs whose client has ended', async () => {
    const examination = await examine({ timeoutMs: null })
    await passThrough(examination.clientSettings(), 1)
    examination.endRuns()
    const { runs } = await examination.done
    expect(runs[0]?.judgement.verdict).toBe('fail')
  })

  it('ends a run with all that was answered, though some of it still waits to be masked', async () => {
    const ended: number[] = []
    let seen = 0
    const examination = await examine({
      service: { profile, seed: 'x', invalidateAt: 3, latencyMs: null },
      timeoutMs: null,
      onExchange: () => {
        if (++seen === 1) examination.endRuns()
      },
      onRun: (_run, { length }) => ended.push(length),
    })
    const { baseUrl, accessToken } = examination.clientSettings()
    const { host, hostname, pathname, port } = new URL(baseUrl)
    const ask = (route: string) =>
      `${route.replace('/', `${pathname}/`)} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${accessToken}\r\n\r\n`
    const client = connect(Number(port), hostname)
    client.resume().write(ask('GET /homologacao/produtos') + ask('DELETE /homologacao/produtos/1').repeat(11))
    await examination.done
    expect([seen, ended]).toEqual([12, [12]])
  })

  it('tells several applications apart by their tokens', async () => {
    const examination = await examine({ timeoutMs: null, runs: 3 })
    const others = [examination.createSession('um'), examination.createSession('dois')]
    await Promise.all([
      passThrough(examination.clientSettings()),
      passThrough(examination.clientSettings(others[0]), 5, false).catch(() => undefined),
      passThrough(examination.clientSettings(others[1])),
    ])
    examination.endRuns()
    const { runs } = await examination.done
    const verdicts = Object.fromEntries(runs.map(({ session, judgement }) => [session, judgement.verdict]))
    expect(verdicts).toEqual({ app1: 'pass', app2: 'fail', app3: 'pass' })
  })

  it('lets the token die at each step in turn, and says where the client recovers', async () => {
    const examination = await examine({ service: { profile, seed: 'x', invalidateAt: 'each' } })
    for (let run = 0; run < 6; run++)
      await passThrough(examination.clientSettings(), 5, run !== 3).catch(() => undefined)
    const { recovery, runs } = await examination.done
    expect(runs.length).toBe(6)
    expect(recovery?.recovers).toEqual([1, 2, 3, 5, 'never'])
    expect(recovery?.fails.map(({ at }) => at)).toEqual([4])
    expect(recovery?.untried).toEqual([])
  })

  it('goes on to the next death after a client that gave up at step 1', async () => {
    const examination = await examine({ service: { profile, seed: 'x', invalidateAt: 'each' } })
    for (let run = 0; run < 6; run++) {
      await passThrough(examination.clientSettings(), 5, false).catch(() => undefined)
      examination.endRuns()
    }
    const { recovery } = await examination.done
    expect(recovery?.fails.map(({ at }) => at)).toEqual([1, 2, 3, 4, 5])
    expect(recovery?.untried).toEqual([])
  })

  it('begins each run with tokens that live, whichever of them the client knows', async () => {
    const examination = await examine({ runs: 2 })
    const client = examination.clientSettings()
    await passThrough(client)
    await passThrough(client)
    const { runs } = await examination.done
    const [first, second] = runs.map(({ judgement }) => judgement)
    expect([first?.verdict, second?.verdict]).toEqual(['pass', 'pass'])
    // all that is wrong with the second: it spends the refresh token that the first had replaced
    expect(second?.findings.map(({ code }) => code)).toEqual(['auth/renewal:old-refresh-token'])
  })

  it('answers a lost prefix, says what was looked for, and fails the run', async () => {
    const examination = await examine({ timeoutMs: null })
    const { baseUrl, accessToken } = examination.clientSettings()
    const address = `${new URL(baseUrl).origin}/homologacao/produtos`
    const response = await fetch(address, { headers: { authorization: `Bearer ${accessToken}` } })
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('GET /homologacao/produtos')
    const { runs } = await examination.stop()
    expect(runs[0]?.judgement.cause?.code).toBe('homologation/right-routes:lost-prefix')
  })

  it('reports a wrong path that no run explains', async () => {
    const examination = await examine({ timeoutMs: null })
    const { baseUrl, accessToken } = examination.clientSettings()
    const headers = { authorization: `Bearer ${accessToken}` }
    await (await fetch(`${baseUrl}/homologacao/produto`, { method: 'POST', headers })).text()
    const { runs, outsideRuns } = await examination.stop()
    expect(runs).toEqual([])
    expect(outsideRuns.findings.map(({ code }) => code)).toContain('homologation/right-routes:unknown-path')
  })

  it('reports a request that belongs to no session', async () => {
    const examination = await examine({ timeoutMs: null })
    const { baseUrl } = examination.clientSettings()
    const response = await fetch(`${baseUrl}/contatos`, {
      headers: { authorization: 'Bearer 0123456789abcdef01234567' },
    })
    expect(await response.text()).toContain('não foi emitido por este serviço')
    const { outsideRuns } = await examination.stop()
    expect(outsideRuns.findings.map(({ code }) => code)).toContain('auth/bearer:no-session')
  })

  it('fails a client whose token nobody issued', async () => {
    const examination = await examine({ timeoutMs: null })
    const { baseUrl } = examination.clientSettings()
    const headers = { authorization: 'Bearer 0123456789abcdef0123456789abcdef' }
    await (await fetch(`${baseUrl}/homologacao/produtos`, { headers })).text()
    const { runs } = await examination.stop()
    expect(runs[0]?.judgement.verdict).toBe('fail')
    expect(runs[0]?.session).toBe(null)
  })

  it('takes a token of yesterday for the beginning of the run that renews it', async () => {
    const examination = await examine({ service: { profile, seed: 'x', invalidateAt: 'never' } })
    const client = { ...examination.clientSettings(), accessToken: 'fedcba9876543210fedcba9876543210' }
    await passThrough(client)
    const { runs } = await examination.done
    expect(runs.map(({ session, judgement }) => [session, judgement.verdict])).toEqual([['app1', 'pass']])
  })

  it('keeps no secret', async () => {
    const texts: string[] = []
    const examination = await examine({ onExchange: (exchange) => texts.push(JSON.stringify(exchange)) })
    const client = examination.clientSettings()
    await passThrough(client)
    await examination.done
    const { HOMOLOGA_BASE_URL: _address, HOMOLOGA_TOKEN_URL: _token, ...secrets } = clientEnvironment(client)
    const hidden = [
      secrets.HOMOLOGA_ACCESS_TOKEN,
      secrets.HOMOLOGA_REFRESH_TOKEN,
      secrets.HOMOLOGA_CLIENT_SECRET,
    ]
    expect(texts.length).toBe(7)
    for (const secret of hidden) expect(texts.join('\n')).not.toContain(secret)
  })
})
