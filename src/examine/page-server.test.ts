import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listening } from '../node/listening.js'
import type { LiveEvent, LiveSession, PageData } from '../report/page-data.js'
import type { Board } from './board.js'
import { type PageServer, servePage } from './page-server.js'

vi.mock('../node/listening.js', { spy: true })

const servers: PageServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const runOfApp1 = { exchangesLeftOut: 7 } as PageData

const session: LiveSession = {
  id: 'app1',
  name: 'Loja',
  state: 'waiting',
  verdict: 'incomplete',
  cause: null,
  stepsPassed: 0,
  requests: 0,
  envFile: null,
  awaited: { route: 'GET /homologacao/produtos', step: 'homologation/1', until: null },
}

const befell: string[] = []

const board: Board = {
  sessions: () => [session],
  session: (id) => (id === 'app1' ? session : null),
  settingsOf: (id) => (id === 'app1' ? ['HOMOLOGA_ACCESS_TOKEN=play'] : null),
  pageOf: (id) => (id === 'app1' ? runOfApp1 : null),
  overview: () => ({}) as never,
  addRun: () => {},
  setEnvFile: () => {},
  notice: () => {},
  notices: [{ kind: 'unknown-parameter', route: 'GET /contatos', name: 'cor' }],
  causeEvent: (id, event) => {
    befell.push(`${id} ${event}`)
    return id === 'app1'
  },
}

async function served(): Promise<PageServer & { readonly created: string[] }> {
  const created: string[] = []
  const server = await servePage({
    board,
    html: () => '<!doctype html><p>page</p>',
    policy: () => "default-src 'none'",
    createSession: async (name) => {
      created.push(name)
      return { id: 'app2', envFile: '/somewhere/app2.env' }
    },
  })
  servers.push(server)
  return { ...server, created }
}

interface Ask {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

function ask(server: PageServer, path: string, { method = 'GET', headers = {}, body = '' }: Ask = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const req = request(new URL(path, server.url), { method, headers }, (res) => {
        let text = ''
        res.on('data', (chunk) => {
          text += chunk
        })
        res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }))
      })
      req.on('error', reject)
      req.end(body)
    },
  )
}

const json = { 'content-type': 'application/json' }
const large = JSON.stringify({ name: 'x', y: 'x'.repeat(10_000) })

describe("the page's server", () => {
  it('serves the page under a strict policy', async () => {
    const { status, headers, text } = await ask(await served(), '/')
    expect([status, text]).toEqual([200, '<!doctype html><p>page</p>'])
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['access-control-allow-origin']).toBe(undefined)
  })

  it('serves port 80, which a browser does not name in `Host`', async () => {
    const { listening: listen } =
      await vi.importActual<typeof import('../node/listening.js')>('../node/listening.js')
    let ownPort = 0
    // Only a privileged process can use port 80, so the server is told that it has.
    vi.mocked(listening).mockImplementationOnce(async (...args) => {
      ownPort = await listen(...args)
      return 80
    })
    const server = await served()
    expect(server.port).toBe(80)
    const reachable = { ...server, url: `http://127.0.0.1:${ownPort}/` }
    const statuses = await Promise.all(
      ['127.0.0.1', 'localhost', '127.0.0.1:80', 'evil.invalid'].map(
        async (host) => (await ask(reachable, '/', { headers: { host } })).status,
      ),
    )
    expect(statuses).toEqual([200, 200, 200, 403])
  })

  it('tells the page what changed, a snapshot first', async () => {
    const server = await served()
    const events: LiveEvent[] = []
    await new Promise<void>((resolve) => {
      const req = request(new URL('/events', server.url), (res) => {
        res.on('data', (chunk: Buffer) => {
          for (const line of chunk.toString().split('\n')) {
            if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as LiveEvent)
          }
          if (events.length === 1) server.changed('app1')
          if (events.length === 2) server.changed(null)
          if (events.length < 3) return
          req.destroy()
          resolve()
        })
        res.on('error', () => {})
      })
      req.on('error', () => {})
      req.end()
    })
    expect(events.map(({ type }) => type)).toEqual(['snapshot', 'update', 'notices'])
    expect([events[0], events[2]]).toEqual([
      expect.objectContaining({ notices: board.notices }),
      expect.objectContaining({ notices: board.notices }),
    ])
  })

  it('tells the page how each session ended before it falls silent', async () => {
    const server = await served()
    const text = await new Promise<string>((resolve, reject) => {
      const req = request(new URL('/events', server.url), (res) => {
        let heard = ''
        res.on('data', (chunk: Buffer) => {
          if (heard === '') void server.close()
          heard += chunk.toString()
        })
        res.on('end', () => resolve(heard))
        res.on('error', reject)
      })
      req.on('error', reject)
      req.end()
    })
    const events = text.match(/(?<=^data: ).*/gm)?.map((line) => JSON.parse(line) as LiveEvent) ?? []
    const ended = { ...session, awaited: null, data: runOfApp1 }
    expect(events.at(-1)).toEqual({ type: 'over', now: expect.any(String), sessions: [ended] })
  })

  it('creates a session and answers where its settings lie, never a credential', async () => {
    const server = await served()
    const { status, text } = await ask(server, '/sessions', {
      method: 'POST',
      headers: json,
      body: '{"name":" Loja "}',
    })
    expect([status, JSON.parse(text)]).toEqual([201, { id: 'app2', envFile: '/somewhere/app2.env' }])
    expect(server.created).toEqual(['Loja'])
  })

  it.each<[string, Ask]>([
    ['a foreign origin', { headers: { ...json, origin: 'https://evil.invalid' } }],
    ['an origin of another port', { headers: { ...json, origin: 'http://127.0.0.1:1' } }],
    ['the origin null', { headers: { ...json, origin: 'null' } }],
    ['a name that was rebound', { headers: { ...json, host: 'evil.invalid' } }],
    ['a name that only begins alike', { headers: { ...json, host: '127.0.0.1.evil.invalid:80' } }],
    ['an address that is not bound', { headers: { ...json, host: '10.0.0.1' } }],
    ['another site', { headers: { ...json, 'sec-fetch-site': 'cross-site' } }],
  ])('refuses %s', async (_what, { headers = {} }) => {
    const server = await served()
    for (const method of ['GET', 'POST']) {
      const { status } = await ask(server, '/sessions', {
        method,
        headers,
        body: method === 'POST' ? '{"name":"x"}' : '',
      })
      expect(status).toBe(403)
    }
    expect(server.created).toEqual([])
  })

  it.each<[string, Ask, number]>([
    ['a form', { headers: { 'content-type': 'text/plain' }, body: '{"name":"x"}' }, 415],
    ['no name', { headers: json, body: '{}' }, 400],
    ['an empty name', { headers: json, body: '{"name":" "}' }, 400],
    ['a name of 81 characters', { headers: json, body: JSON.stringify({ name: 'x'.repeat(81) }) }, 400],
    ['no JSON', { headers: json, body: 'x' }, 400],
    ['a large body', { headers: json, body: large }, 400],
    [
      'a large body of unknown length',
      { headers: { ...json, 'transfer-encoding': 'chunked' }, body: large },
      400,
    ],
  ])('creates no session of %s', async (_what, options, status) => {
    const server = await served()
    expect((await ask(server, '/sessions', { ...options, method: 'POST' })).status).toBe(status)
    expect(server.created).toEqual([])
  })

  it('is led to from another site, which can have nothing done', async () => {
    const server = await served()
    const headers = { ...json, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const create = { method: 'POST', headers, body: '{"name":"x"}' }
    expect((await ask(server, '/', { headers })).status).toBe(200)
    expect((await ask(server, '/sessions', create)).status).toBe(403)
    expect(server.created).toEqual([])
  })

  it('leaves though somebody holds a request open', async () => {
    const server = await served()
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\n'))
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.once('connect', resolve))
    await server.close()
    await new Promise((resolve) => socket.on('close', resolve))
  })

  it('lets something befall an application', async () => {
    const server = await served()
    befell.length = 0
    const send = (path: string, event: unknown, headers: Record<string, string> = json) =>
      ask(server, path, { method: 'POST', headers, body: JSON.stringify({ event }) })
    const statuses = [
      await send('/sessions/app1/life', 'expire'),
      await send('/sessions/app1/life', 'scope-pedidos/vendas'),
      await send('/sessions/app9/life', 'consent'),
      await send('/sessions/app1/life', 'die'),
      await send('/sessions/app1/life', 3),
      await send('/sessions/app1/life', 'expire', { 'content-type': 'text/plain' }),
      await send('/sessions/app1/life', 'expire', { ...json, origin: 'https://evil.invalid' }),
      await send('/sessions/app1/life', 'expire', { ...json, host: 'evil.invalid' }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([204, 204, 404, 400, 400, 415, 403, 403])
    expect(befell).toEqual(['app1 expire', 'app1 scope-pedidos/vendas', 'app9 consent'])
  })

  it('knows no session that is not there', async () => {
    expect((await ask(await served(), '/sessions/app9')).status).toBe(404)
  })
})
