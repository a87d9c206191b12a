import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { lacks } from '../../test/needs.js'
import { directNetwork } from '../client/network.js'
import { type Exchange, type Header, headerValues } from '../exchange/exchange.js'
import { createMasker } from '../exchange/masking.js'
import type { MalformedRequest } from '../exchange/refused-request.js'
import { systemClock } from '../node/clock.js'
import { listen } from '../service/listen.js'
import { createService } from '../service/service.js'
import { bling } from '../specification/profile.js'
import type { ProxyListener } from './proxy.js'
import { startRecorded } from './recorded.fixture.js'
import { watchProxy } from './watch-proxy.js'

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Scene {
  readonly proxy: ProxyListener
  readonly exchanges: Exchange[]
  readonly origin: string
}

async function behind(
  respond: (req: IncomingMessage, res: ServerResponse) => void,
  options = {},
): Promise<Scene> {
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { proxy, exchanges } = await startRecorded({ target: `${origin}/Api/v3`, ...options })
  closers.push(() => proxy.close())
  return { proxy, exchanges, origin }
}

/** A service that responds to whatever comes with these bytes. */
async function behindRaw(bytes: string): Promise<Scene> {
  const server = createNetServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.from(bytes, 'utf8')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { proxy, exchanges } = await startRecorded({ target: `${origin}/Api/v3` })
  closers.push(() => proxy.close())
  return { proxy, exchanges, origin }
}

interface Got {
  readonly status: number
  readonly raw: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

function ask(
  { proxy }: Scene,
  path: string,
  options: RequestOptions = {},
  body: string | Buffer | null = null,
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const req = request(proxy.url + path, options, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          raw: res.rawHeaders,
          headers: res.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    req.on('error', reject)
    req.end(body)
  })
}

async function recorded({ exchanges }: Scene, count: number): Promise<readonly Exchange[]> {
  for (let i = 0; i < 200 && exchanges.length < count; i++)
    await new Promise((resolve) => setImmediate(resolve))
  for (let i = 0; i < 100 && exchanges.length < count; i++)
    await new Promise((resolve) => setTimeout(resolve, 10))
  return exchanges
}

function bodyOf(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => resolve(Buffer.concat(chunks)))
  })
}

it('knows a token request by its form at an address that is not the token’s', async () => {
  const scene = await behind((_, res) => res.writeHead(404).end())
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const body of ['grant_type=refresh_token&refresh_token=x', 'nome=grant_type'])
    await ask(scene, '/Api/v3/token', { method: 'POST', headers }, body)
  expect((await recorded(scene, 2)).map(({ channel }) => channel)).toEqual(['token', 'service'])
})

describe('what passes', () => {
  it('keeps method, path, query, headers and body of a request', async () => {
    let seen: { method: string; url: string; raw: readonly string[]; body: string } | null = null
    const scene = await behind(async (req, res) => {
      const body = (await bodyOf(req)).toString()
      seen = { method: req.method ?? '', url: req.url ?? '', raw: req.rawHeaders, body }
      res.end()
    })
    const headers = { 'X-Case': 'Kept', 'content-type': 'application/json', 'x-two': ['a', 'b'] }
    await ask(scene, '/Api/v3/produtos/1?a=%20b&a=2', { method: 'PATCH', headers }, '{"nome":"ção"}')
    expect(seen).toMatchObject({
      method: 'PATCH',
      url: '/Api/v3/produtos/1?a=%20b&a=2',
      body: '{"nome":"ção"}',
    })
    const raw = (seen as unknown as { raw: string[] }).raw.join('\n')
    expect(raw).toContain('X-Case\nKept')
    expect(raw).toContain('x-two\na\nx-two\nb')
    expect(raw).toContain(`host\n${new URL(scene.origin).host}`)
    expect(raw.toLowerCase()).not.toContain('via')
  })

  it('keeps status, reason, repeated headers, and turns a location of the service to itself', async () => {
    const scene = await behind((req, res) => {
      const locations: Record<string, string> = {
        '/own': `http://${req.headers.host}/Api/v3/x?y=1`,
        '/beside': `http://${req.headers.host}0/x`,
      }
      const location = locations[req.url ?? ''] ?? 'https://elsewhere.invalid/x'
      res.writeHead(302, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-MiXed', 'v', 'Location', location])
      res.end()
    })
    const own = await ask(scene, '/own')
    expect(own.status).toBe(302)
    expect(own.headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(own.raw).toContain('X-MiXed')
    expect(own.headers.location).toBe(`${scene.proxy.url}/Api/v3/x?y=1`)
    expect((await ask(scene, '/foreign')).headers.location).toBe('https://elsewhere.invalid/x')
    expect((await ask(scene, '/beside')).headers.location).toBe(`${scene.origin}0/x`)
  })

  it('ends the headers of a connection, and those that it names, on either side', async () => {
    let sent: IncomingMessage['headers'] = {}
    const scene = await behind((req, res) => {
      sent = req.headers
      res.writeHead(200, { Connection: 'close, X-Hop', 'X-Hop': '1', 'X-Kept': '1' })
      res.end('x')
    })
    const headers = {
      connection: 'keep-alive, x-mine',
      'x-mine': '1',
      te: 'trailers',
      'proxy-connection': 'keep-alive',
      'x-kept': '1',
    }
    const got = await ask(scene, '/', { headers })
    expect([sent['x-mine'], sent.te, sent['proxy-connection'], sent['x-kept']]).toEqual([
      undefined,
      undefined,
      undefined,
      '1',
    ])
    expect([got.headers['x-hop'], got.headers['x-kept']]).toEqual([undefined, '1'])
  })

  it.each([204, 304])('passes %i without a body', async (status) => {
    const scene = await behind((_req, res) => void res.writeHead(status, { 'x-a': '1' }).end())
    const got = await ask(scene, '/')
    expect([got.status, got.body.length, got.headers['x-a'], got.headers['transfer-encoding']]).toEqual([
      status,
      0,
      '1',
      undefined,
    ])
  })

  it('tells headers that are those of another message but for a sign from those', async () => {
    const responses = ['1', '2', '1', '3', '22']
    let count = 0
    const scene = await behind((req, res) => {
      res.sendDate = false
      res
        .writeHead(200, ['X-Asked', String(req.headers['x-number']), 'X-Own', responses[count++] ?? ''])
        .end('1')
    })
    for (const number of ['7', '8', '8', '7', '8']) {
      const { headers } = await ask(scene, '/p', { headers: { 'X-Number': number } })
      expect([headers['x-asked'], headers['x-own']]).toEqual([number, responses[count - 1]])
    }
    const named = (all: readonly Header[] | undefined, name: string) => all && headerValues(all, name)
    expect(scene.exchanges.map(({ request }) => named(request.headers, 'x-number'))).toEqual([['7'], ['8'], ['8'], ['7'], ['8']]) // biome-ignore format: a list
    expect(scene.exchanges.map(({ response }) => named(response?.headers, 'x-own'))).toEqual(responses.map((one) => [one])) // biome-ignore format: a list
  })

  it.each([0, 1, 256, 8_192, 8_193])(
    'passes a body of %i bytes that comes at once byte for byte, and the next',
    async (size) => {
      const bytes = Buffer.from(Array.from({ length: size }, (_, i) => i % 256))
      const scene = await behind((_req, res) => {
        res.writeHead(200, { 'Content-Length': size }).end(bytes)
      })
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      closers.push(() => agent.destroy())
      for (let i = 0; i < 3; i++) expect((await ask(scene, '/p', { agent })).body.equals(bytes)).toBe(true)
      expect(scene.exchanges.map(({ response }) => response?.body?.sizeBytes ?? 0)).toEqual([
        size,
        size,
        size,
      ])
    },
  )

  it('passes the length that HEAD announces', async () => {
    const scene = await behind((_req, res) => void res.writeHead(200, { 'content-length': '1234' }).end())
    const got = await ask(scene, '/', { method: 'HEAD' })
    expect([got.headers['content-length'], got.body.length]).toEqual(['1234', 0])
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('passes %s as it is, and records what it holds', async (coding, pack) => {
    const packed = pack('{"data":[]}')
    const scene = await behind(
      (_req, res) =>
        void res
          .writeHead(200, { 'content-encoding': coding, 'content-type': 'application/json' })
          .end(packed),
    )
    const got = await ask(scene, '/Api/v3/produtos')
    expect(got.body.equals(packed)).toBe(true)
    expect((await recorded(scene, 1))[0]?.response?.body?.text).toBe('{"data":[]}')
  })

  it('streams: the beginning of an answer arrives before its end is there', async () => {
    let finish = () => {}
    const scene = await behind((_req, res) => {
      res.write('first')
      finish = () => void res.end('last')
    })
    const text = await new Promise<string>((resolve) => {
      let all = ''
      request(scene.proxy.url, (res) => {
        res.on('data', (chunk: Buffer) => {
          all += chunk
          if (all === 'first') finish()
        })
        res.on('end', () => resolve(all))
      }).end()
    })
    expect(text).toBe('firstlast')
  })

  it.each([
    ['chunked', {}],
    ['announced', { 'Content-Length': 3 }],
  ])('streams: the head of an answer arrives before its body is there, %s', async (_way, headers) => {
    let finish = () => {}
    const scene = await behind((_req, res) => {
      res.writeHead(200, headers).flushHeaders()
      finish = () => void res.end('all')
    })
    const got = await new Promise<IncomingMessage>((resolve) => request(scene.proxy.url, resolve).end())
    finish()
    expect((await bodyOf(got)).toString()).toBe('all')
  })

  it('passes a head at once with which no more came than the length of the first chunk', async () => {
    const arrived: Socket[] = []
    const server = createNetServer((socket) => {
      arrived.push(socket.on('error', () => undefined))
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => server.close(resolve)))
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/Api/v3`
    const { proxy } = await startRecorded({ target })
    closers.push(() => proxy.close())
    const res = await new Promise<IncomingMessage>((resolve) => request(proxy.url, resolve).end())
    arrived[0]?.end('hello\r\n0\r\n\r\n')
    const chunks: Buffer[] = await res.toArray()
    expect(Buffer.concat(chunks).toString()).toBe('hello')
  })

  it('passes chunked bodies, without their trailers', async () => {
    const scene = await behind(async (req, res) => {
      const size = (await bodyOf(req)).length
      res.writeHead(200, { Trailer: 'X-Sum' })
      res.write(String(size))
      res.addTrailers({ 'X-Sum': '7' })
      res.end()
    })
    const got = await ask(
      scene,
      '/',
      { method: 'POST', headers: { 'transfer-encoding': 'chunked' } },
      'abcdefg',
    )
    expect([got.body.toString(), got.headers.trailer]).toEqual(['7', undefined])
  })

  it.each([
    [
      '304 with the length of what was not sent',
      'HTTP/1.1 304 Not Modified',
      'ETag: "a"\r\nContent-Length: 123\r\n',
      304,
    ],
    ['204 with a length', 'HTTP/1.1 204 No Content', 'Content-Length: 5\r\n', 204],
    ['a reason phrase in UTF-8', 'HTTP/1.1 404 Não há…', 'Content-Length: 0\r\n', 404],
    ['a reason phrase with a control character', 'HTTP/1.1 200 O\u0001K', 'Content-Length: 0\r\n', 200],
    ['trailers announced without chunks', 'HTTP/1.1 200 OK', 'Trailer: X-Sum\r\nContent-Length: 0\r\n', 200],
    [
      'an early hint that is none',
      'HTTP/1.1 103 Early Hints\r\nLink: </a\r\n\r\nHTTP/1.1 200 OK',
      'Content-Length: 0\r\n',
      200,
    ],
    ['a hint of unknown meaning', 'HTTP/1.1 199 Maybe\r\n\r\nHTTP/1.1 200 OK', 'Content-Length: 0\r\n', 200],
  ])('passes %s as a complete response', async (_name, first, headers, status) => {
    const scene = await behindRaw(`${first}\r\n${headers}\r\n`)
    expect((await ask(scene, '/Api/v3/produtos')).status).toBe(status)
    const [exchange] = await recorded(scene, 1)
    expect([exchange?.response?.status, exchange?.failure, typeof exchange?.respondedAtMs]).toEqual([
      status,
      null,
      'number',
    ])
  })

  it('passes no length of a 204, for which some clients wait, and records it', async () => {
    const scene = await behindRaw('HTTP/1.1 204 No Content\r\nX-Mark: 1\r\nContent-Length: 5\r\n\r\n')
    const { raw } = await ask(scene, '/Api/v3/produtos')
    expect([raw.includes('X-Mark'), raw.includes('Content-Length')]).toEqual([true, false])
    const [exchange] = await recorded(scene, 1)
    expect(exchange?.response?.headers).toContainEqual(['Content-Length', '5'])
  })

  it('passes the length of a 304', async () => {
    const scene = await behindRaw('HTTP/1.1 304 Not Modified\r\nContent-Length: 123\r\n\r\n')
    expect((await ask(scene, '/Api/v3/produtos')).raw).toContain('Content-Length')
  })

  it('keeps a reason phrase byte for byte', async () => {
    const scene = await behindRaw('HTTP/1.1 404 Não há\r\nContent-Length: 0\r\n\r\n')
    const reason = await new Promise((resolve) => {
      request(`${scene.proxy.url}/`, (res) => resolve(res.resume().statusMessage)).end()
    })
    expect(Buffer.from(String(reason), 'latin1').toString()).toBe('Não há')
  })

  it('keeps a header byte for byte', async () => {
    const scene = await behindRaw('HTTP/1.1 200 OK\r\nX-Nome: a\u00e7\u00e3o\r\nContent-Length: 0\r\n\r\n')
    const { headers } = await ask(scene, '/')
    expect(Buffer.from(String(headers['x-nome']), 'latin1').toString('utf8')).toBe('a\u00e7\u00e3o')
  })

  it('reads no faster from the service than the client reads', async () => {
    const chunk = Buffer.alloc(64_000, 'x')
    const chunks = 1_000
    let written = 0
    const scene = await behind((_req, res) => {
      const write = () => {
        while (written < chunks) {
          written++
          if (!res.write(chunk)) return void res.once('drain', write)
        }
        res.end()
      }
      write()
    })
    const res = await new Promise<IncomingMessage>((resolve) => request(scene.proxy.url, resolve).end())
    // what the buffers of three sockets hold is written at once, and then nothing more
    let before = -1
    while (written !== before) {
      before = written
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(written).toBeLessThan(chunks)
    expect((await bodyOf(res)).length).toBe(chunks * chunk.length)
  })

  it('answers 502 in our own words where the service does not speak HTTP', async () => {
    for (const head of [
      'HTTP/1.1 2000 OK\r\n\r\n',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'SMTP\r\n',
    ]) {
      const scene = await behindRaw(head)
      expect((await ask(scene, '/Api/v3/produtos')).status).toBe(502)
      const [exchange] = await recorded(scene, 1)
      expect(exchange?.failure?.message).not.toMatch(/assert|ERR_INTERNAL|ERR_INVALID|\n/i)
    }
  })

  it('lets slow uploads starve nobody, and refuses them when their time is over', async () => {
    const scene = await behind((req, res) => void req.resume().on('end', () => res.end('ok')), {
      requestTimeoutMs: 1_500,
    })
    const slow = await Promise.all(
      Array.from({ length: 300 }, () => {
        const socket = connect(scene.proxy.port, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.write('POST /Api/v3/produtos HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
        return new Promise<typeof socket>((resolve) => socket.on('connect', () => resolve(socket)))
      }),
    )
    const responded = await ask(scene, '/Api/v3/contatos')
    expect([responded.status, scene.proxy.openRequests]).toEqual([200, 300])
    const [first] = slow
    const refusal = new Promise<string>((resolve) => first?.once('data', (data) => resolve(String(data))))
    expect(await refusal).toMatch(/^HTTP\/1\.1 408 /)
    for (const socket of slow) socket.destroy()
  })

  it('passes large bodies whole and keeps their beginning alone', async () => {
    const large = Buffer.alloc(8_000_000, '[1,2],')
    const scene = await behind(
      async (req, res) => void res.writeHead(200, { 'content-type': 'text/plain' }).end(await bodyOf(req)),
      { keptBodyBytes: 1_002 },
    )
    const got = await ask(scene, '/', { method: 'POST' }, large)
    expect(got.body.equals(large)).toBe(true)
    const [exchange] = await recorded(scene, 1)
    for (const body of [exchange?.request.body, exchange?.response?.body]) {
      expect([body?.sizeBytes, body?.flaw, body?.text?.length]).toEqual([8_000_000, 'truncated', 1_002])
    }
  })

  it.each([
    ['before its body', ''],
    ['amid its body', '{"no'],
    ['amid what it packed', '{"no', 'Content-Encoding: gzip\r\n'],
  ])('tells the part of a request whose sender left %s', async (_, part, more = '') => {
    const scene = await behind(() => {})
    const { hostname, port } = new URL(scene.proxy.url)
    const socket = connect(Number(port), hostname)
    socket.write(`POST /x HTTP/1.1\r\nHost: x\r\n${more}Content-Length: 20\r\n\r\n${part}`)
    await expect.poll(() => scene.proxy.openRequests).toBe(1)
    socket.end()
    const [exchange] = await recorded(scene, 1)
    expect(exchange).toMatchObject({ response: null, failure: { kind: 'aborted' } })
    expect(exchange?.request.body).toMatchObject({ sizeBytes: part.length, flaw: 'truncated' })
  })

  it('tells the service when the client leaves', async () => {
    let left = () => {}
    let arrived = () => {}
    const hasLeft = new Promise<void>((resolve) => {
      left = resolve
    })
    const hasArrived = new Promise<void>((resolve) => {
      arrived = resolve
    })
    let laterMs = 0
    const clock = { ...systemClock, now: () => systemClock.now() + laterMs }
    const scene = await behind(
      (req) => {
        req.socket.on('close', () => left())
        arrived()
      },
      { clock },
    )
    const req = request(scene.proxy.url)
    req.on('error', () => {})
    req.end()
    await hasArrived
    laterMs = 1_000
    req.destroy()
    await hasLeft
    expect((await recorded(scene, 1))[0]?.failure?.kind).toBe('aborted')
  })

  it('tells what it cannot read, and after how many requests, and nothing of a client that left', async () => {
    const told: [string, number][] = []
    const scene = await behind((_req, res) => res.end(), {
      onMalformedRequest: ({ reason, after }: MalformedRequest) => told.push([reason, after]),
    })
    await ask(scene, '/x')
    const port = Number(new URL(scene.proxy.url).port)
    const say = (bytes: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
        socket.resume().on('close', () => resolve())
      })
    await say('PUT /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    await say('PUT /x HTTP/1.1\r\nHost: x\r\nBad\x01Name: y\r\n\r\n')
    await say('FETCH /x HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(told).toEqual([
      ['HPE_INVALID_HEADER_TOKEN', 2],
      ['HPE_INVALID_METHOD', 2],
    ])
  })

  it.each([
    ['HTTP/1.1', '400 Bad Request', [['HOST_MISSING', 0]]],
    ['HTTP/1.0', '200 OK', []],
  ])('tells of a request of %s without a Host: %s', async (version, status, expected) => {
    const told: [string, number][] = []
    const scene = await behind((_req, res) => res.end(), {
      onMalformedRequest: ({ reason, after }: MalformedRequest) => told.push([reason, after]),
    })
    const socket = connect(Number(new URL(scene.proxy.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (part) => {
      text += part
    })
    socket.write(`GET /x ${version}\r\nConnection: close\r\n\r\n`)
    await new Promise((resolve) => socket.on('close', resolve))
    expect(text).toMatch(`HTTP/1.1 ${status}\r\n`)
    expect(told).toEqual(expected)
  })

  it('breaks off where the service breaks off', async () => {
    const scene = await behind((_req, res) => {
      res.writeHead(200, { 'content-length': '100' })
      res.write('half')
      setTimeout(() => res.destroy(), 20)
    })
    await expect(ask(scene, '/', { method: 'POST' }, '{"a":1}')).rejects.toThrow()
    const [exchange] = await recorded(scene, 1)
    expect([exchange?.failure?.kind, exchange?.response?.status]).toEqual(['reset', 200])
    expect(exchange?.request.body).toMatchObject({ text: '{"a":1}', flaw: null })
  })

  it('answers 502 where nobody listens, and says so', async () => {
    const { proxy, exchanges } = await startRecorded({ target: 'http://127.0.0.1:1/Api/v3' })
    closers.push(() => proxy.close())
    const scene = { proxy, exchanges, origin: '' }
    const got = await ask(scene, '/Api/v3/produtos')
    expect([got.status, JSON.parse(got.body.toString()).error.message]).toEqual([502, 'refused'])
    expect((await recorded(scene, 1))[0]?.failure?.kind).toBe('refused')
  })

  it('answers 504 where no connection comes about in time', async () => {
    const silent = createNetServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    closers.push(() => void silent.close())
    const target = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/Api/v3`
    const { proxy, exchanges } = await startRecorded({ target, connectTimeoutMs: 50 })
    closers.push(() => proxy.close())
    const got = await ask({ proxy, exchanges, origin: '' }, '/Api/v3/produtos')
    expect([got.status, JSON.parse(got.body.toString()).error.message]).toEqual([504, 'timeout'])
  })

  it('refuses what is no HTTP and serves the next', async () => {
    const scene = await behind((_req, res) => void res.end('x'))
    const text = await new Promise<string>((resolve) => {
      const socket = connect(scene.proxy.port, '127.0.0.1', () =>
        socket.write('\x16\x03\x01 garbage\r\n\r\n'),
      )
      socket.on('data', (chunk) => resolve(chunk.toString()))
      socket.on('error', () => resolve(''))
    })
    expect(text).toContain('400')
    expect((await ask(scene, '/')).status).toBe(200)
  })

  it('is reached under the address that its target has, with or without a slash at the end', async () => {
    for (const path of ['/Api/v3', '/Api/v3/']) {
      const { proxy } = await startRecorded({ target: `http://127.0.0.1:1${path}` })
      closers.push(() => proxy.close())
      expect(proxy.baseUrl).toBe(`${proxy.url}/Api/v3`)
    }
  })

  it('holds no secret', async () => {
    const masker = createMasker()
    const scene = await behind(
      (_req, res) =>
        void res
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"access_token":"zzzzzzzzzzzz1234"}'),
      { masker },
    )
    await ask(scene, '/Api/v3/oauth/token', { headers: { authorization: 'Bearer abcdefgh12345678' } })
    const text = JSON.stringify(await recorded(scene, 1))
    expect(text).toContain('[access_token#1]')
    expect(text).not.toMatch(/abcdefgh12345678|zzzzzzzzzzzz1234/)
  })
})

const openssl = spawnSync('openssl', ['version']).status === 0

describe.skipIf(lacks('openssl', openssl))(
  'a service over https (where openssl can make a certificate)',
  () => {
    async function secure() {
      const dir = mkdtempSync(join(tmpdir(), 'homologa-tls-'))
      const files = ['-keyout', join(dir, 'key.pem'), '-out', join(dir, 'cert.pem')]
      const subject = [
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost,DNS:service.test,IP:127.0.0.1',
      ]
      const kind = [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ]
      spawnSync('openssl', [...kind, ...files, ...subject])
      const [key, cert] = [readFileSync(join(dir, 'key.pem')), readFileSync(join(dir, 'cert.pem'), 'utf8')]
      rmSync(dir, { recursive: true })
      const heads: (readonly string[])[] = []
      const server = createSecureServer({ key, cert }, (req, res) => {
        heads.push(req.rawHeaders)
        res.end('safe')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closers.push(() => void server.close())
      const { port } = server.address() as AddressInfo
      return { target: `https://localhost:${port}/Api/v3`, cert, port, heads }
    }

    /** A company's proxy that knows where `service.test` lies, and keeps what it sees. */
    async function company(port: number): Promise<{ readonly address: string; readonly seen: string[] }> {
      const seen: string[] = []
      const server = createServer((req, res) => {
        seen.push(`${req.method} ${req.url} ${req.rawHeaders.join(' ')}`)
        res.writeHead(500).end()
      })
      server.on('connect', (req, socket: Socket) => {
        seen.push(`CONNECT ${req.url} ${req.rawHeaders.join(' ')}`)
        const upstream = connect(port, '127.0.0.1')
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        socket.on('data', (data) => seen.push(data.toString('latin1')))
        socket.pipe(upstream).pipe(socket)
        for (const one of [socket, upstream]) one.on('error', () => undefined)
        closers.push(() => void upstream.destroy())
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closers.push(() => void server.close())
      return { address: `http://user:word@127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
    }

    it('is called only under a certificate that is trusted', async () => {
      const { target, cert } = await secure()
      const careful = await startRecorded({ target })
      const trusting = await startRecorded({ target, network: { ...directNetwork, ca: cert } })
      closers.push(
        () => careful.proxy.close(),
        () => trusting.proxy.close(),
      )
      const refused = await ask({ ...careful, origin: '' }, '/Api/v3/produtos')
      expect([refused.status, JSON.parse(refused.body.toString()).error.message]).toEqual([502, 'tls'])
      expect((await recorded({ ...careful, origin: '' }, 1))[0]?.failure?.kind).toBe('tls')
      const passed = await ask({ ...trusting, origin: '' }, '/Api/v3/produtos')
      expect([passed.status, passed.body.toString()]).toEqual([200, 'safe'])
    })

    it('is not asked for a client that left before the connection was there', async () => {
      const { port, cert, heads } = await secure()
      let arrived = () => {}
      const hasArrived = new Promise<void>((resolve) => {
        arrived = resolve
      })
      let connectNow = () => {}
      const slow = createNetServer((socket) => {
        connectNow = () => void socket.pipe(connect(port, '127.0.0.1')).pipe(socket)
        socket.on('error', () => undefined)
        arrived()
      })
      await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
      closers.push(() => void slow.close())
      const target = `https://localhost:${(slow.address() as AddressInfo).port}/Api/v3`
      const scene = await startRecorded({ target, network: { ...directNetwork, ca: cert } })
      closers.push(() => scene.proxy.close())
      const req = request(`${scene.proxy.url}/Api/v3/produtos`).on('error', () => undefined)
      req.end()
      await hasArrived
      const left = new Promise((resolve) => req.once('close', resolve))
      req.destroy()
      await left
      connectNow()
      const [exchange] = await recorded({ ...scene, origin: '' }, 1)
      expect([exchange?.failure?.kind, heads]).toEqual(['aborted', []])
    })

    it('is reached through the proxy of a company, which sees its name alone, every header as it came', async () => {
      const { cert, port, heads } = await secure()
      const { address, seen } = await company(port)
      const target = `https://localhost.test:${port}/Api/v3`
      const scene = await startRecorded({ target, network: { ca: cert, proxy: address, noProxy: '' } })
      closers.push(() => scene.proxy.close())
      const refused = await ask({ ...scene, origin: '' }, '/Api/v3/produtos')
      expect([refused.status, seen.length > 0]).toEqual([502, true])

      const named = { ca: cert, proxy: address, noProxy: '127.0.0.1' }
      const through = await startRecorded({
        target: target.replace('localhost.test', 'service.test'),
        network: named,
      })
      closers.push(() => through.proxy.close())
      const headers = {
        authorization: 'Bearer secret-token-1234',
        'proxy-authorization': 'Basic another',
        'x-two': ['a', 'b'],
      }
      const passed = await ask({ ...through, origin: '' }, '/Api/v3/produtos', { headers })
      expect([passed.status, passed.body.toString()]).toEqual([200, 'safe'])
      expect(seen.join('\n')).toContain(`CONNECT service.test:${port}`)
      expect(seen.join('\n')).toContain(`Basic ${Buffer.from('user:word').toString('base64')}`)
      expect(seen.join('\n')).not.toMatch(/secret-token|another|produtos/)
      const [head = []] = heads
      expect(head.join('\n')).toContain('x-two\na\nx-two\nb')
      expect(head.join('\n')).toContain(`service.test:${port}`)
      expect(head.join('\n')).not.toMatch(/proxy-auth|another/i)
      expect(head.filter((name) => name.toLowerCase() === 'host')).toHaveLength(1)
    })

    it('takes no proxy where NO_PROXY names the service', async () => {
      const { cert, port } = await secure()
      const { address, seen } = await company(port)
      const network = { ca: cert, proxy: address, noProxy: 'service.test' }
      const scene = await startRecorded({ target: `https://service.test:${port}/Api/v3`, network })
      closers.push(() => scene.proxy.close())
      expect((await ask({ ...scene, origin: '' }, '/')).status).toBe(502)
      expect(seen).toEqual([])
    })
  },
)

describe('a watched proxy', () => {
  const profile = { ...bling, spacing: { ...bling.spacing, reading: 'free' as const, intervalMs: 30 } }

  it('grades five steps that pass by as a run, renewal included', async () => {
    const service = createService({ profile, seed: 'p', invalidateAt: 3 })
    const listener = await listen(service)
    closers.push(() => listener.close())
    const watched = await watchProxy({
      target: listener.baseUrl,
      tokenUrl: listener.tokenUrl,
      profile,
      toleranceMs: 5,
      runs: 1,
      timeoutMs: null,
    })
    const { homologation } = await import('../../suites/homologation.js')
    const { runLive } = await import('../run/run-steps.js')
    const tokenUrl = watched.proxy.url + service.tokenPath
    await runLive({
      suite: homologation,
      profile,
      baseUrl: watched.proxy.baseUrl,
      credentials: { ...service.credentials, tokenCommand: null, tokenUrl },
      userAgent: 'test',
      store: null,
      lock: null,
      spacingMs: 0,
      onSecret: () => {},
      onExchange: () => {},
    })
    const { ending, graded } = await watched.done
    expect(ending).toBe('runs')
    const [run] = graded.runs
    expect(run?.judgement.findings.map(({ code }) => code)).toEqual([])
    expect(run?.judgement.verdict).toBe('pass')
    expect(run?.judgement.steps[2]?.exchanges.length).toBe(2)
  })

  it('grades every other route by the contract, and names paths of version 2', async () => {
    const scene = await behind(
      (_req, res) => void res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":null}'),
    )
    await scene.proxy.close()
    const watched = await watchProxy({
      target: `${scene.origin}/Api/v3`,
      profile: bling,
      toleranceMs: 5,
      runs: null,
      timeoutMs: null,
    })
    const headers = { authorization: 'Bearer abcdefgh12345678' }
    for (const path of ['/Api/v3/borderos/1', '/Api/v2/produtos/json/?apikey=0123456789abcdef'])
      await (await fetch(watched.proxy.url + path, { headers })).text()
    const { outside } = (await watched.stop()).graded
    const codes = outside.findings.map(({ requirement }) => requirement)
    expect(codes).toContain('envelope/data')
    expect(codes).toContain('versioning/v2-route')
    expect(outside.verdict).toBe('fail')
  })

  it('passes on, records and judges JSON that is nested 100,000 deep, in both directions', async () => {
    const deep = `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    let arrived = ''
    const scene = await behind(async (req, res) => {
      arrived = (await bodyOf(req)).toString()
      res.writeHead(200, { 'content-type': 'application/json' }).end(deep)
    })
    const exchanges: Exchange[] = []
    const watched = await watchProxy({
      target: `${scene.origin}/Api/v3`,
      profile: bling,
      toleranceMs: 5,
      runs: null,
      timeoutMs: null,
      onExchange: (exchange) => exchanges.push(exchange),
    })
    closers.push(() => watched.stop())
    const headers = { authorization: 'Bearer abcdefgh12345678', 'content-type': 'application/json' }
    for (const path of ['/contatos/1', '/homologacao/produtos/1']) {
      arrived = ''
      const sent = { method: 'PUT', headers, body: deep }
      expect(await (await fetch(watched.proxy.baseUrl + path, sent)).text()).toBe(deep)
      expect(arrived).toBe(deep)
    }
    const { graded, seen } = await watched.stop()
    expect(seen).toBe(2)
    const sizes = exchanges.map(({ request, response }) => [
      request.body?.sizeBytes,
      response?.body?.sizeBytes,
    ])
    expect(sizes).toEqual([
      [deep.length, deep.length],
      [deep.length, deep.length],
    ])
    expect(graded.outside.findings.map(({ requirement }) => requirement)).not.toEqual([])
  })

  it('accuses nobody of a packed answer that is longer than what is kept of it', async () => {
    const packed = gzipSync(randomBytes(2_000).toString('base64'))
    const scene = await behind(
      (_req, res) => void res.writeHead(404, { 'content-encoding': 'gzip' }).end(packed),
    )
    const watched = await watchProxy({
      target: scene.proxy.baseUrl,
      profile: bling,
      toleranceMs: 5,
      runs: null,
      timeoutMs: null,
      maxBodyBytes: 1_000,
    })
    const headers = { authorization: 'Bearer abcdefgh12345678' }
    await (await fetch(`${watched.proxy.baseUrl}/borderos/1`, { headers })).text()
    const { outside } = (await watched.stop()).graded
    expect(outside.findings.filter(({ requirement }) => requirement === 'service/answers')).toEqual([])
  })
})

/** Sends bytes as they are to the proxy, and tells all that came back. */
function bytesTo({ proxy }: Scene, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(proxy.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}

it('tells of a method that is not in capitals, which reached nobody', async () => {
  const scene = await behind((_req, res) => res.end('ok'))
  expect(await bytesTo(scene, 'put /Api/v3/homologacao/produtos/7 HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400/,
  )
  const [one] = await recorded(scene, 1)
  expect([one?.request.method, one?.response?.status]).toEqual(['put', 400])
  expect(one?.request.url).toBe(`${scene.origin}/Api/v3/homologacao/produtos/7`)
})
