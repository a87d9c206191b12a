import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import type { Report } from '../../src/report/report.js'
import {
  type Begun,
  begin,
  freePort,
  newFolder,
  quick,
  removeFolders,
  reportOf,
  rootsOf,
  runInside,
  runnerOf,
} from './tool.js'

afterAll(removeFolders)

/** A client of a resource alone, which stops at the first response that is none. `DEAF`: it goes on. */
const reader = `
const { HOMOLOGA_BASE_URL: base, HOMOLOGA_ACCESS_TOKEN: token, DEAF } = process.env
for (let i = 0; i < 4; i++) {
  const { ok } = await fetch(base + '/contatos', { headers: { authorization: 'Bearer ' + token } })
  if (!ok && !DEAF) break
  await new Promise((resolve) => setTimeout(resolve, 600))
}
`

/** A client that renews once and stops where that does not help. `AGAIN`: it sends the refused request so many times more. */
const client = `
const env = process.env
let token = env.HOMOLOGA_ACCESS_TOKEN, hash = null
async function renew() {
  const basic = Buffer.from(env.HOMOLOGA_CLIENT_ID + ':' + env.HOMOLOGA_CLIENT_SECRET).toString('base64')
  const answer = await fetch(env.HOMOLOGA_TOKEN_URL, { method: 'POST', headers: { authorization: 'Basic ' + basic },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: env.HOMOLOGA_REFRESH_TOKEN }) })
  if (answer.ok) token = (await answer.json()).access_token
  return answer.ok
}
async function send(method, path, body) {
  const once = () => fetch(env.HOMOLOGA_BASE_URL + path, { method, body: body && JSON.stringify(body), headers: {
    authorization: 'Bearer ' + token, ...(hash ? { 'x-bling-homologacao': hash } : {}), ...(body ? { 'content-type': 'application/json' } : {}) } })
  let answer = await once()
  if (answer.status === 401 && await renew()) answer = await once()
  for (let i = 0; answer.status === 401 && i < Number(env.AGAIN ?? 0); i++) answer = await once()
  if (!answer.ok) { console.log('stopped at ' + answer.status); process.exit(7) }
  hash = answer.headers.get('x-bling-homologacao') || hash
  return answer
}
const path = '/homologacao/produtos'
const { data } = await (await send('GET', path)).json()
const { data: made } = await (await send('POST', path, data)).json()
await send('PUT', path + '/' + made.id, { ...data, nome: 'Copo' })
await send('PATCH', path + '/' + made.id + '/situacoes', { situacao: 'I' })
await send('DELETE', path + '/' + made.id)
`

async function examined(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  run = runInside,
) {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'quick.json'), JSON.stringify(quick))
  const own = `Object.assign(process.env, ${JSON.stringify(env)})`
  writeFileSync(join(cwd, 'app.mjs'), `${own}\n${words.includes('0') ? reader : client}`)
  return run(
    ['examine', '--profile', './quick.json', '--no-page', ...words, '--', process.execPath, 'app.mjs'],
    { cwd },
  )
}

const codes = ({ findings }: Report) => findings.map(({ code }) => code)

describe.concurrent('an event in the life of the application', { timeout: 120_000 }, () => {
  const events = [
    ['3:inactivate', 'inactivate', 401],
    ['2:consent', 'consent', 401],
    ['2:scope-homologacao', 'scope-homologacao', 403],
    ['1:reuse', 'reuse', 401],
  ] as const
  it.for(events.map((event, i) => [...event, runnerOf(i)] as const))(
    '%s leaves the verdict open where the client stops',
    async ([at, event, status, runner], { expect }) => {
      const run = await examined(['--at', at, '--invalidate-at', '4'], {}, runner)
      const report = reportOf(run)
      expect({ status: run.status, codes: codes(report) }).toEqual({
        status: 4,
        codes: ['homologation/complete:staged'],
      })
      expect(report.findings[0]?.values.event).toBe(event)
      expect(run.err).toContain(`app1: the event ${event} was triggered.`)
      expect(run.out + run.err).toContain(`stopped at ${status}`)
      for (const file of ['journal.ndjson', 'exchanges.har']) {
        const again = await runInside(['judge', join(run.dir, file), '--profile', './quick.json'], {
          cwd: run.cwd,
          dir: join(run.cwd, `again-${file}`),
        })
        expect([file, again.status, codes(reportOf(again))]).toEqual([file, 4, codes(report)])
      }
    },
  )

  it.for([
    [{}, 0, []],
    [{ DEAF: '1' }, 1, ['auth/bearer']],
  ] as const)(
    'is judged without the procedure under --runs 0: %j',
    async ([env, status, roots], { expect }) => {
      const run = await examined(['--runs', '0', '--at', '1:inactivate'], env)
      expect([run.status, rootsOf(reportOf(run))]).toEqual([status, roots])
      const again = await runInside(['judge', join(run.dir, 'journal.ndjson')])
      expect([again.status, rootsOf(reportOf(again))]).toEqual([status, roots])
    },
  )

  it('is passed where a renewal mends it', async ({ expect }) => {
    const run = await examined(['--at', '2:expire', '--invalidate-at', 'never'])
    expect([run.status, rootsOf(reportOf(run))]).toEqual([0, []])
  })

  it('is passed by a client that calls it by a public URL', async ({ expect }) => {
    const port = await freePort()
    const words = [
      '--port',
      String(port),
      '--public-url',
      `http://localhost:${port}`,
      '--latency-ms',
      '5..20',
    ]
    const run = await examined(['--at', '2:expire', '--invalidate-at', 'never', ...words])
    const report = reportOf(run)
    expect([run.status, rootsOf(report)]).toEqual([0, []])
    expect(report.run.target.baseUrl).toBe(`http://localhost:${port}/Api/v3`)
  })

  it('fails a client that does not take it for an answer', async ({ expect }) => {
    const run = await examined(['--at', '2:consent', '--invalidate-at', 'never'], { AGAIN: '4' })
    const report = reportOf(run)
    expect(run.status).toBe(1)
    expect(rootsOf(report)).toEqual(['homologation/token-renewed'])
    // who sends the refused token again cannot but be refused again
    expect(codes(report)).toContain('homologation/renewal-bounded:endless')
  })

  it.for([
    ['--at', '3:die', 'such as 3:inactivate'],
    ['--at', '0:expire', 'such as 3:inactivate'],
    ['--at', '3:scope-produto', "Did you mean 'produtos'?"],
    ['--at', '3:scope-nada/mesmo', 'No route lies below'],
    ['--latency-ms', '400..50', '50..400'],
    ['--latency-ms', 'slow', '50..400'],
    ['--public-url', 'host:8080', 'http://host.docker.internal:8080'],
    ['--public-url', 'http://host/erp', 'only scheme, name and port'],
  ] as const)('%s %s ends with 2', async ([flag, value, said], { expect }) => {
    const { status, err } = await runInside(['emulate', flag, value])
    expect([status, err]).toEqual([2, expect.stringContaining(said)])
  })
})

interface Served {
  readonly env: Record<string, string>
  err(): string
  readonly stop: Begun['stop']
}

/** A command that serves, ready to be called. */
async function serve(words: readonly string[], cwd = newFolder()): Promise<Served> {
  const { said, stop } = begin(words, { cwd })
  // what is on screen comes by two pipes, of which either may be read first
  const isReady = () =>
    /Ctrl-C|Point any client/.test(said.err) &&
    (words[0] === 'proxy' || /^HOMOLOGA_CLIENT_SECRET=.*\n/m.test(said.out))
  for (let i = 0; !isReady(); i++) {
    if (i > 2_400) throw new Error(said.err)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  const env = Object.fromEntries(
    said.out.split('\n').flatMap((line) => (line.includes('=') ? [line.split(/=(.*)/s).slice(0, 2)] : [])),
  )
  return { env, err: () => said.err, stop }
}

const get = ({ env }: Served, path: string, base = env.HOMOLOGA_BASE_URL) =>
  fetch(`${base}${path}`, { headers: { authorization: `Bearer ${env.HOMOLOGA_ACCESS_TOKEN}` } })

async function burst(served: Served, base?: string): Promise<Response[]> {
  return Promise.all(Array.from({ length: 5 }, () => get(served, '/contatos', base)))
}

describe.concurrent('emulate, over time', { timeout: 120_000 }, () => {
  it('takes a scope away, and says so', async ({ expect }) => {
    const served = await serve(['emulate', '--at', '1:scope-contatos'])
    const statuses = []
    for (const path of ['/contatos', '/contatos', '/depositos'])
      statuses.push((await get(served, path)).status)
    const refusal = (await (await get(served, '/contatos/1')).json()) as { error: { type: string } }
    await served.stop()
    expect(statuses).toEqual([200, 403, 200])
    expect(refusal.error.type).toBe('insufficient_scope')
    expect(served.err()).toContain('app1: the event scope-contatos was triggered.')
  })

  it('refuses beyond the rate of the profile where it is told to', async ({ expect }) => {
    // one in a hundred seconds, so that no machine is too slow for five in a burst
    const slow = { ...quick, name: 'slow', rate: { perSecond: 0.01, perDay: null } }
    const cwd = newFolder()
    writeFileSync(join(cwd, 'slow.json'), JSON.stringify(slow))
    const words = ['emulate', '--profile', './slow.json']
    const served = await serve([...words, '--enforce'], cwd)
    const responses = await burst(served)
    const refused = responses.filter(({ status }) => status === 429)
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429])
    expect(await refused[0]?.json()).toMatchObject({
      error: { type: 'TOO_MANY_REQUESTS', limit: 0.01, period: 'second' },
    })
    expect(refused[0]?.headers.get('retry-after')).toBeNull()
    await served.stop()
    const lenient = await serve(words, cwd)
    expect((await burst(lenient)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await lenient.stop()
  })

  it('blocks the address after twenty token requests, with a page', async ({ expect }) => {
    const served = await serve(['emulate', '--fault', 'blocked-after-renewals'])
    const renew = () =>
      fetch(served.env.HOMOLOGA_TOKEN_URL ?? '', {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token' }),
      })
    for (let i = 0; i < 20; i++) expect((await renew()).status).toBe(401)
    const blocked = await renew()
    expect([blocked.status, (await get(served, '/contatos')).status]).toEqual([403, 403])
    expect(blocked.headers.get('content-type')).toMatch(/^text\/html/)
    await served.stop()
  })

  it('lets each answer wait', async ({ expect }) => {
    const served = await serve(['emulate', '--latency-ms', '150'])
    const beganMs = performance.now()
    expect((await get(served, '/contatos')).status).toBe(200)
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(149)
    await served.stop()
  })

  it('gives the client the address by which it is reached, and answers to that name', async ({ expect }) => {
    const served = await serve(['emulate', '--public-url', 'http://erp.example:8080'])
    const [, port = ''] = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(served.err()) ?? []
    const by = (host: string) =>
      new Promise((resolve) =>
        request({ port, path: '/Api/v3/contatos', headers: { host } }, ({ statusCode }) =>
          resolve(statusCode),
        ).end(),
      )
    expect(served.env.HOMOLOGA_BASE_URL).toBe('http://erp.example:8080/Api/v3')
    expect(served.env.HOMOLOGA_TOKEN_URL).toMatch(/^http:\/\/erp\.example:8080\//)
    expect(served.err()).toContain('Clients reach it as http://erp.example:8080/Api/v3')
    expect([await by('erp.example:8080'), await by('evil.example')]).toEqual([401, 421])
    await served.stop()
  })
})

describe.concurrent('the page of an examination', { timeout: 120_000 }, () => {
  it('tells a parameter without effect once, and brings events about', async ({ expect }) => {
    const served = await serve(['examine', '--report-dir', 'out'])
    const [, page = ''] = /Live page: (\S+)/.exec(served.err()) ?? []
    for (const path of ['/contatos?cor=azul', '/contatos?cor=verde', '/depositos?cor=azul'])
      await get(served, path)
    const told = served.err().match(/this service knows no parameter cor/g)
    const post = (headers: Record<string, string> = {}) =>
      fetch(new URL('/sessions/app1/life', page), {
        method: 'POST',
        body: '{"event":"scope-contatos"}',
        headers: { 'content-type': 'application/json', ...headers },
      })
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await get(served, '/contatos')).status).toBe(200)
    expect((await post()).status).toBe(204)
    expect((await get(served, '/contatos')).status).toBe(403)
    const snapshot = await firstEvent(new URL('/events', page))
    await served.stop()
    expect(told).toHaveLength(2)
    expect(snapshot).toMatchObject({
      sessions: [{ id: 'app1', befell: ['scope-contatos'] }],
      notices: [
        { kind: 'unknown-parameter', route: 'GET /contatos', name: 'cor' },
        { kind: 'unknown-parameter', route: 'GET /depositos', name: 'cor' },
      ],
    })
  })
})

async function firstEvent(url: URL): Promise<unknown> {
  const { body } = await fetch(url)
  const reader = body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return JSON.parse(new TextDecoder().decode(value).split('\n')[0]?.slice('data: '.length) ?? '')
}

describe.concurrent('too many requests a second', { timeout: 120_000 }, () => {
  it('are found by examine, and refused under --enforce', async ({ expect }) => {
    for (const [words, refusals] of [
      [[], 0],
      [['--enforce'], 2],
    ] as const) {
      const cwd = newFolder()
      const served = await serve(
        ['examine', '--profile', 'bling', '--no-page', '--report-dir', 'out', ...words],
        cwd,
      )
      const responses = await burst(served)
      await served.stop()
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(refusals)
      expect(rootsOf(reportOf({ dir: join(cwd, 'out') }))).toEqual(['limits/rate'])
    }
  })

  it('are found by proxy, and by judge in its journal', async ({ expect }) => {
    const cwd = newFolder()
    const emulated = await serve(['emulate', '--profile', 'bling'])
    const target = emulated.env.HOMOLOGA_BASE_URL ?? ''
    const words = ['--profile', 'bling', '--target', target, '--report-dir', 'out']
    const proxy = await serve(['proxy', ...words], cwd)
    const [, own = ''] = /Point your application at (\S+)\. Ctrl-C/.exec(proxy.err()) ?? []
    const responses = await burst(emulated, own)
    await proxy.stop()
    await emulated.stop()
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(rootsOf(reportOf({ dir: join(cwd, 'out') }))).toEqual(['limits/rate'])
    const again = await runInside(['judge', join(cwd, 'out', 'journal.ndjson')])
    expect([again.status, rootsOf(reportOf(again))]).toEqual([1, ['limits/rate']])
  })
})
