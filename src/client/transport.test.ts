import { once } from 'node:events'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../node/clock.js'
import { ForeignOriginError, InsecureAddressError } from './address.js'
import { createTransport, type OutgoingRequest, type Sent, type TransportOptions } from './transport.js'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A service of raw bytes: `response` is called for each request's header. */
async function rawService(respond: (socket: Socket, head: string, count: number) => void) {
  let count = 0
  const heads: string[] = []
  const server: Server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      const text = data.toString('latin1')
      if (!/^[A-Z]+ \//.test(text)) return
      heads.push(text)
      respond(socket, text, ++count)
    })
    open.push(() => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, heads, server }
}

const get = (url: string): OutgoingRequest => ({ method: 'GET', url, headers: [], body: null })

async function sendTo(
  url: string,
  options: Partial<TransportOptions> = {},
  request?: OutgoingRequest,
): Promise<Sent> {
  const transport = createTransport({ clock: systemClock, credentialOrigins: [url], ...options })
  open.push(() => transport.close())
  return transport.send(request ?? get(`${url}/thing`))
}

const http = (head: string, body: string | Buffer = '') =>
  Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\n\r\n`, 'latin1'), Buffer.from(body as string)])

const textOf = (sent: Sent) => Buffer.from(sent.response?.body?.bytes ?? []).toString()

describe('a request', () => {
  it('arrives as it was recorded, header for header', async () => {
    const service = await rawService((socket) => socket.end(http('201 Created\r\nContent-Length: 2', 'ok')))
    const body = Buffer.from('{"a":1e2}')
    const request: OutgoingRequest = {
      method: 'POST',
      url: `${service.url}/a/%2e%2e/b?x=1#frag`,
      headers: [
        ['Authorization', 'Bearer t'],
        ['X-Odd-CASE', 'caf\u00e9'],
      ],
      body,
    }
    const sent = await sendTo(service.url, {}, request)
    const [line, ...lines] = (service.heads[0] ?? '').split('\r\n\r\n')[0]?.split('\r\n') ?? []
    expect(line).toBe('POST /a/%2e%2e/b?x=1 HTTP/1.1')
    expect(lines).toEqual(sent.request.headers.map(([name, value]) => `${name}: ${value}`))
    expect(service.heads[0]).toContain('{"a":1e2}')
    expect(sent.request.body).toEqual({ bytes: body, sizeBytes: body.length, flaw: null })
    expect(sent.mayBeProcessed).toBe(true)
    expect(sent.failure).toBeNull()
  })

  it('says on the wire that a POST without a body is empty, and records it', async () => {
    const service = await rawService((socket) => socket.end(http('204 No Content')))
    const sent = await sendTo(service.url, {}, { ...get(`${service.url}/`), method: 'POST' })
    expect(service.heads[0]?.toLowerCase()).toContain('content-length: 0')
    expect(sent.request.headers).toContainEqual(['content-length', '0'])
    const read = await sendTo(service.url)
    expect(read.request.headers.map(([name]) => name)).toEqual(['host', 'connection'])
  })

  it('is timed from its first byte to the last of the answer', async () => {
    const service = await rawService((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na')
      setTimeout(() => socket.end('b'), 30)
    })
    const sent = await sendTo(service.url, { originMs: 0 })
    expect((sent.respondedAtMs ?? 0) - sent.sentAtMs).toBeGreaterThanOrEqual(29)
    expect(new Date(sent.startedAt).toISOString()).toBe(sent.startedAt)
  })

  it('is over when its last byte came, though the connection ends later', async () => {
    const service = await rawService((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nab')
      setTimeout(() => socket.end(), 600)
    })
    const sent = await sendTo(service.url, { originMs: 0 })
    expect(textOf(sent)).toBe('ab')
    expect((sent.respondedAtMs ?? 0) - sent.sentAtMs).toBeLessThan(500)
  })

  it('is timed from the beginning of its run, and by the time of day at which it left', async () => {
    const service = await rawService((socket) => socket.end(http('204 No Content')))
    const wall = () => new Date('2026-11-22T12:00:00.000Z')
    const still = { ...systemClock, wall, now: () => 500 }
    const sent = await sendTo(service.url, { clock: still, originMs: 500 })
    expect(sent).toMatchObject({ sentAtMs: 0, respondedAtMs: 0, startedAt: wall().toISOString() })
    let nowMs = 1_000_000
    const slow = { ...still, now: () => (nowMs += 1_000) }
    const late = await sendTo(service.url, { clock: slow })
    const waitedMs = Date.parse(late.startedAt) - wall().getTime()
    expect(waitedMs).toBeGreaterThan(0)
    expect(waitedMs).toBeLessThan(nowMs - 1_000_000)
    expect(late.respondedAtMs).toBeGreaterThan(late.sentAtMs)
  })

  it('that HTTP cannot carry is an error of the caller', async () => {
    const service = await rawService((socket) => socket.end(http('200 OK')))
    const request: OutgoingRequest = { ...get(`${service.url}/`), headers: [['x', 'a\r\nb: c']] }
    await expect(sendTo(service.url, {}, request)).rejects.toThrow(/invalid/)
    expect(service.heads).toEqual([])
  })
})

describe('an answer', () => {
  it('keeps the order, case and repetition of its headers, byte for byte', async () => {
    const service = await rawService((socket) =>
      socket.end(http('200 OK\r\nX-B: 1\r\nx-a: caf\u00e9\r\nX-B: 2\r\nContent-Length: 0')),
    )
    const sent = await sendTo(service.url)
    expect(sent.response?.headers).toEqual([
      ['X-B', '1'],
      ['x-a', 'caf\u00e9'],
      ['X-B', '2'],
      ['Content-Length', '0'],
    ])
    expect(sent.response?.body).toBeNull()
  })

  it('of many bytes is whole', async () => {
    const bytes = Buffer.from(Array.from({ length: 30_000 }, (_, i) => `${i},`).join(''))
    const service = await rawService((socket) =>
      socket.end(http(`200 OK\r\nContent-Length: ${bytes.length}`, bytes)),
    )
    expect(textOf(await sendTo(service.url))).toBe(bytes.toString())
  })

  it.each([
    ['gzip', gzipSync('{"data":1}')],
    ['x-gzip', gzipSync('{"data":1}')],
    ['br', brotliCompressSync('{"data":1}')],
    ['deflate', deflateSync('{"data":1}')],
    ['deflate', deflateRawSync('{"data":1}')],
    ['gzip, br', brotliCompressSync(gzipSync('{"data":1}'))],
    ['identity', Buffer.from('{"data":1}')],
  ])('in %s is decoded', async (encoding, bytes) => {
    const service = await rawService((socket) =>
      socket.end(http(`200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}`, bytes)),
    )
    const sent = await sendTo(service.url)
    expect(textOf(sent)).toBe('{"data":1}')
    expect(sent.response?.body).toMatchObject({ sizeBytes: 10, flaw: null })
  })

  it.each([
    ['gzip', 'not gzip at all'],
    ['zstd', 'who knows'],
  ])('whose %s cannot be undone says so', async (encoding, bytes) => {
    const service = await rawService((socket) =>
      socket.end(http(`200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}`, bytes)),
    )
    const sent = await sendTo(service.url)
    expect(sent.response?.body?.flaw).toBe('undecodable')
    expect(sent.failure).toBeNull()
  })

  it('of a redirect is an answer like any other', async () => {
    const service = await rawService((socket) =>
      socket.end(http('302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0')),
    )
    const sent = await sendTo(service.url)
    expect(sent.response?.status).toBe(302)
    expect(service.heads).toHaveLength(1)
  })

  it.each([
    ['is longer than it says', '200 OK\r\nContent-Length: 2', 'ok and more'],
    ['comes after interim ones', '103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2', 'okay'],
  ])('that %s is read to its length', async (_what, head, body) => {
    const service = await rawService((socket) => socket.end(http(head, body)))
    const sent = await sendTo(service.url)
    expect([sent.failure, textOf(sent)]).toEqual([null, 'ok'])
  })

  it('that announces a body with 204 keeps the trace of it', async () => {
    const service = await rawService((socket) =>
      socket.end(http('204 No Content\r\nContent-Length: 5', 'hello')),
    )
    const sent = await sendTo(service.url)
    expect(sent.response?.status).toBe(204)
    expect(sent.response?.body).toMatchObject({ sizeBytes: 5, flaw: 'truncated' })
    expect(sent.failure).toBeNull()
  })

  it('whose encoded body ends early is malformed, though its message came whole', async () => {
    const half = gzipSync(`{"data":"${'x'.repeat(40)}"}`).subarray(0, 20)
    const service = await rawService((socket) =>
      socket.end(http(`200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${half.length}`, half)),
    )
    const sent = await sendTo(service.url)
    expect(sent.failure?.kind).toBe('malformed')
    expect(sent.response?.body?.flaw).toBe('truncated')
  })
})

describe('a limit', () => {
  const small = { maxBodyBytes: 10_000 }

  it('refuses an announced 2 GB at once', async () => {
    const service = await rawService((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n'),
    )
    const sent = await sendTo(service.url)
    expect(sent.failure?.kind).toBe('too-large')
    expect(sent.response).toMatchObject({ status: 200, body: { flaw: 'truncated', sizeBytes: 2147483648 } })
  })

  it.each([
    ['Transfer-Encoding: chunked', '2\r\nok\r\n0\r\n\r\n'],
    ['Content-Length: 2', 'ok'],
  ])('lets pass what is just as long: %s', async (framing, body) => {
    const service = await rawService((socket) => socket.end(http(`200 OK\r\n${framing}`, body)))
    const sent = await sendTo(service.url, { maxBodyBytes: 2 })
    expect([sent.failure, textOf(sent)]).toEqual([null, 'ok'])
  })

  it('ends an endless body', async () => {
    const service = await rawService((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(`3e8\r\n${'x'.repeat(1000)}\r\n`));
      }
      socket.on('drain', more)
      more()
    })
    const sent = await sendTo(service.url, small)
    expect(sent.failure?.kind).toBe('too-large')
    expect(sent.response?.body?.bytes.length).toBeGreaterThan(9_000)
  })

  it('ends a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const service = await rawService((socket) =>
      socket.end(http(`200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}`, bomb)),
    )
    const sent = await sendTo(service.url, small)
    expect(sent.failure?.kind).toBe('too-large')
    expect(sent.response?.body?.flaw).toBe('truncated')
    expect(sent.response?.body?.sizeBytes).toBeLessThan(200_000)
  })

  it('ends a header of megabytes', async () => {
    const service = await rawService((socket) =>
      socket.end(http(`200 OK\r\nX-Big: ${'x'.repeat(10_000_000)}`)),
    )
    const sent = await sendTo(service.url)
    expect(sent.failure?.kind).toBe('too-large')
    expect(sent.response).toBeNull()
  })

  it('ends a slow drip, and keeps what came', async () => {
    const service = await rawService((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      const drip = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => clearInterval(drip))
    })
    const sent = await sendTo(service.url, { timeoutMs: 80 })
    expect(sent.failure?.kind).toBe('timeout')
    expect(sent.response?.status).toBe(200)
    expect(sent.response?.body?.flaw).toBe('truncated')
  })

  it('ends a service that never answers', async () => {
    const service = await rawService(() => undefined)
    const sent = await sendTo(service.url, { timeoutMs: 40 })
    expect(sent).toMatchObject({ response: null, respondedAtMs: null, mayBeProcessed: true })
    expect(sent.failure?.kind).toBe('timeout')
  })
})

describe('trouble of the network', () => {
  it('names a refused connection, and that nothing was processed', async () => {
    const service = await rawService(() => undefined)
    await new Promise((resolve) => service.server.close(resolve))
    const sent = await sendTo(service.url)
    expect(sent.failure?.kind).toBe('refused')
    expect(sent.mayBeProcessed).toBe(false)
  })

  it('names a host without an address', async () => {
    const sent = await sendTo('https://no-such-host.invalid')
    expect(sent.failure?.kind).toBe('unresolved')
  })

  it('names a failed handshake', async () => {
    const service = await rawService(() => undefined)
    service.server.on('connection', (socket) =>
      socket.once('data', () => socket.end(http('400 Bad Request'))),
    )
    const sent = await sendTo(service.url.replace('http:', 'https:'))
    expect(sent.failure?.kind).toBe('tls')
    expect(sent.mayBeProcessed).toBe(false)
  })

  it.each([
    ['before the header', ''],
    ['within the header', 'HTTP/1.1 200 OK\r\nContent-'],
    ['within the body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'],
    ['within a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nabc'],
  ])('names an end %s', async (_where, bytes) => {
    const service = await rawService((socket) => socket.end(bytes))
    const sent = await sendTo(service.url)
    expect(sent.failure?.kind).toBe('reset')
    expect(sent.mayBeProcessed).toBe(true)
  })

  it('before the first byte of a body leaves one that is cut, not none', async () => {
    const service = await rawService((socket) => socket.end(http('200 OK\r\nContent-Length: 100')))
    const sent = await sendTo(service.url)
    expect(sent.failure?.kind).toBe('reset')
    expect(sent.response?.body).toMatchObject({ sizeBytes: 0, flaw: 'truncated' })
  })

  it('names what is not HTTP', async () => {
    const service = await rawService((socket) => socket.end('SMTP ready\r\n\r\n'))
    expect((await sendTo(service.url)).failure).toMatchObject({ kind: 'malformed' })
  })

  it('names what the caller gave up, also before it left', async () => {
    const control = new AbortController()
    const service = await rawService(() => control.abort())
    const transport = createTransport({ clock: systemClock, credentialOrigins: [] })
    const under = transport.send(get(`${service.url}/`), control.signal)
    expect((await under).failure?.kind).toBe('aborted')
    const late = await transport.send(get(`${service.url}/`), control.signal)
    expect(late).toMatchObject({ failure: { kind: 'aborted' }, mayBeProcessed: false })
    expect(service.heads).toHaveLength(1)
  })
})

describe('a connection opened beforehand', () => {
  /** What the service does with each connection before anything was asked, and how it responds. */
  async function prepared(greet: (socket: Socket, count: number) => void) {
    const used: number[] = []
    let count = 0
    const service = await rawService((socket) => {
      used.push(numbers.get(socket) ?? 0)
      socket.write(http('200 OK\r\nContent-Length: 2', 'ok'))
    })
    const numbers = new Map<Socket, number>()
    const accepted = new Promise<Socket>((resolve) =>
      service.server.on('connection', (socket) => {
        numbers.set(socket, ++count)
        greet(socket, count)
        resolve(socket)
      }),
    )
    const transport = createTransport({ clock: systemClock, credentialOrigins: [] })
    open.push(() => transport.close())
    transport.prepare(`${service.url}/v3`)
    return {
      transport,
      used,
      first: await accepted,
      numbers,
      send: () => transport.send(get(`${service.url}/`)),
    }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 30))

  it('is the one that the request takes, and the next request too', async () => {
    const { transport, send, used, numbers } = await prepared(() => undefined)
    transport.prepare((await send()).request.url)
    await settled()
    expect(textOf(await send())).toBe('ok')
    expect(used).toEqual([1, 1])
    expect(numbers.size).toBe(1)
  })

  it('is opened anew where the service closed it behind an answer', async () => {
    const { send, used, first } = await prepared(() => undefined)
    await send()
    first.destroy()
    await settled()
    expect(textOf(await send())).toBe('ok')
    expect(used).toEqual([1, 2])
  })

  it('is taken while it is still opening', async () => {
    const service = await rawService((socket) => socket.write(http('200 OK\r\nContent-Length: 2', 'ok')))
    let connections = 0
    service.server.on('connection', () => connections++)
    const transport = createTransport({ clock: systemClock, credentialOrigins: [] })
    open.push(() => transport.close())
    transport.prepare(service.url)
    expect(textOf(await transport.send(get(service.url)))).toBe('ok')
    expect(connections).toBe(1)
  })

  it.each<[string, (socket: Socket) => unknown]>([
    ['ended', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
    ['spoken over unasked', (socket) => socket.end(http('408 Request Timeout\r\nContent-Length: 0'))],
    ['spoken over unasked and left open', (socket) => socket.write(http('200 OK\r\nContent-Length: 1', '!'))],
  ])('is replaced where it was %s', async (_how, spoil) => {
    const { send, used } = await prepared((socket, count) => count === 1 && spoil(socket))
    await settled()
    expect(await send()).toMatchObject({ response: { status: 200 }, failure: null })
    expect(used).toEqual([2])
  })

  it('that was refused is tried again by the request', async () => {
    const service = await rawService((socket) => socket.write(http('200 OK\r\nContent-Length: 2', 'ok')))
    const { port } = service.server.address() as { port: number }
    await new Promise((resolve) => service.server.close(resolve))
    const transport = createTransport({ clock: systemClock, credentialOrigins: [] })
    open.push(() => transport.close())
    transport.prepare(service.url)
    await settled()
    await new Promise<void>((resolve) => service.server.listen(port, '127.0.0.1', resolve))
    expect(textOf(await transport.send(get(service.url)))).toBe('ok')
  })

  it('is closed with the transport, though nobody took it', async () => {
    const { transport, first } = await prepared((socket) => socket.resume())
    transport.close()
    await expect(once(first, 'close')).resolves.toBeDefined()
  })

  it('is not kept for another request after the transport was closed', async () => {
    const { transport, send, used } = await prepared(() => undefined)
    transport.close()
    await send()
    await send()
    expect(used).toEqual([2, 3])
  })

  it('is not opened any more after the transport was closed', async () => {
    const { transport, send, numbers } = await prepared(() => undefined)
    const { url } = (await send()).request
    transport.close()
    transport.prepare(url)
    await settled()
    expect(numbers.size).toBe(1)
  })
})

describe('a connection', () => {
  it('is used again while it is fresh, and never once it idled for a second', async () => {
    const sockets = new Set<Socket>()
    const service = await rawService((socket) => {
      sockets.add(socket)
      socket.write(http('200 OK\r\nContent-Length: 0'))
    })
    let nowMs = 0
    const clock = { ...systemClock, now: () => nowMs }
    const transport = createTransport({ clock, credentialOrigins: [] })
    open.push(() => transport.close())
    const seen: number[] = []
    for (const atMs of [0, 999, 1_998, 2_998]) {
      nowMs = atMs
      await transport.send(get(`${service.url}/`))
      seen.push(sockets.size)
    }
    expect(seen).toEqual([1, 1, 1, 2])
  })

  it('whose end lies there unread is not used again', async () => {
    // in a thread of its own: it hangs up, without a word, while ours is busy
    const service = new Worker(
      `const { parentPort } = require('node:worker_threads')
      const server = require('node:net').createServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok')
          setTimeout(() => socket.end(), 20)
        })
      })
      server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
      { eval: true },
    )
    open.push(() => void service.terminate())
    const [port] = (await once(service, 'message')) as [number]
    const url = `http://127.0.0.1:${port}`
    const transport = createTransport({ clock: systemClock, credentialOrigins: [url] })
    open.push(() => transport.close())
    await transport.send(get(url))
    for (let i = 0; i < 2; i++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
      const sent = await transport.send({ ...get(url), method: 'POST' })
      expect(sent).toMatchObject({ response: { status: 200 }, failure: null })
    }
  })

  it('that the service closed is replaced', async () => {
    const service = await rawService((socket) => {
      socket.write(http('200 OK\r\nContent-Length: 0'))
      setImmediate(() => socket.destroy())
    })
    const transport = createTransport({ clock: systemClock, credentialOrigins: [] })
    open.push(() => transport.close())
    await transport.send(get(`${service.url}/`))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect((await transport.send(get(`${service.url}/`))).response?.status).toBe(200)
  })

  it('ends with its transport, whatever is under way', async () => {
    const service = await rawService(() => transport.close())
    const transport = createTransport({ clock: systemClock, credentialOrigins: [], timeoutMs: 2_000 })
    const sent = await transport.send(get(`${service.url}/`))
    expect(sent.failure?.kind).not.toBe('timeout')
    expect(sent.response).toBeNull()
  })

  it('that was given up is not used again', async () => {
    const control = new AbortController()
    const service = await rawService((socket, _head, count) => {
      if (count === 1) control.abort()
      else socket.end(http('204 No Content'))
    })
    const transport = createTransport({ clock: systemClock, credentialOrigins: [] })
    open.push(() => transport.close())
    expect((await transport.send(get(service.url), control.signal)).failure?.kind).toBe('aborted')
    expect((await transport.send(get(service.url))).response?.status).toBe(204)
  })

  it('serves one request at a time', async () => {
    const waiting: Socket[] = []
    const service = await rawService((socket) => {
      waiting.push(socket)
      if (waiting.length === 2) for (const one of waiting) one.write(http('200 OK\r\nContent-Length: 0'))
    })
    const transport = createTransport({ clock: systemClock, credentialOrigins: [] })
    open.push(() => transport.close())
    const both = await Promise.all([1, 2].map(() => transport.send(get(`${service.url}/`))))
    expect(both.map((sent) => sent.response?.status)).toEqual([200, 200])
    expect(new Set(waiting).size).toBe(2)
  })
})

describe('credentials', () => {
  const bearer: OutgoingRequest['headers'] = [['authorization', 'Bearer t']]

  it.each(['http://example.com/', 'http://127.0.0.1.example.com/', 'ftp://localhost/'])(
    'never go to %s',
    async (url) => {
      await expect(sendTo('https://example.com', {}, get(url))).rejects.toThrow(InsecureAddressError)
    },
  )

  it('never go to another origin, in a header or in a form', async () => {
    const transport = createTransport({
      clock: systemClock,
      credentialOrigins: ['https://api.example.com/Api/v3'],
    })
    const elsewhere = { ...get('https://other.example.com/'), headers: bearer }
    await expect(transport.send(elsewhere)).rejects.toThrow(ForeignOriginError)
    const form = { ...get('http://localhost:1/'), method: 'POST', body: Buffer.from('a=b&refresh_token=x') }
    await expect(transport.send(form)).rejects.toThrow(ForeignOriginError)
  })

  it('go to each origin that may have them', async () => {
    const service = await rawService((socket) => socket.end(http('204 No Content')))
    const credentialOrigins = ['https://api.example.com/Api/v3', service.url]
    const sent = await sendTo(service.url, { credentialOrigins }, { ...get(service.url), headers: bearer })
    expect(sent.response?.status).toBe(204)
  })
})
