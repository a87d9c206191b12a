import { connect } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type Header, headerValue } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import { spec } from '../specification/profile.js'
import { headText } from './deliver.js'
import { type Fault, type FaultName, faults } from './faults/index.js'
import { type Listener, type ListenOptions, listen } from './listen.js'
import type { HttpResponse } from './response.js'
import { createService, type Service, type ServiceOptions } from './service.js'

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()))
})

interface Display {
  readonly listener: Listener
  readonly token: string
  /** Resolves with the next exchange that ends. */
  next(): Promise<RawExchange>
}

async function stage(service: ServiceOptions = {}, options: ListenOptions = {}): Promise<Display> {
  const served = createService({ seed: 'listen', invalidateAt: 'never', ...service })
  let told: ((exchange: RawExchange) => void) | null = null
  const onExchange = (exchange: RawExchange) => told?.(exchange)
  const listener = await listen(served, { onExchange, ...options })
  open.push(listener)
  const next = () => new Promise<RawExchange>((resolve) => (told = resolve))
  return { listener, token: served.credentials.accessToken, next }
}

function get({ listener, token }: Display, init: RequestInit = {}): Promise<Response> {
  return fetch(`${listener.baseUrl}/homologacao/produtos`, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...init.headers },
  })
}

/** Sends bytes as they are and tells everything that came back until the connection ended. */
function exchangeBytes(port: number, bytes: string): Promise<{ text: string; error: string | null }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let error: string | null = null
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (reason: NodeJS.ErrnoException) => (error = reason.code ?? reason.message))
    socket.on('close', () => resolve({ text: Buffer.concat(chunks).toString('latin1'), error }))
  })
}

async function dataOf(response: Response): Promise<Record<string, unknown>> {
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

function requestText(token: string, rest = ''): string {
  return `GET /Api/v3/homologacao/produtos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${rest}\r\n`
}

function faulty(name: FaultName, options: ListenOptions = {}): Promise<Display> {
  return stage({ faults: [faults[name]] }, options)
}

describe('listen', () => {
  it('reads a target in absolute form as any other', async () => {
    const on = await stage()
    const ended = on.next()
    const text = requestText(on.token, 'Connection: close\r\n').replace(
      'GET /',
      'GET http://other.invalid:1/',
    )
    expect((await exchangeBytes(on.listener.port, text)).text).toContain('200 OK')
    const { request, session } = await ended
    expect([request.url, session]).toEqual([`${on.listener.url}/Api/v3/homologacao/produtos`, 'app1'])
  })

  it('answers over HTTP on a free port of this machine', async () => {
    const on = await stage()
    const response = await get(on)
    expect(on.listener.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(response.status).toBe(200)
    expect(Object.keys(await dataOf(response))).toEqual(['nome', 'preco', 'codigo'])
    expect(response.headers.get('x-service-homologacao')).toMatch(/^[0-9a-f]{40}$/)
  })

  it('tells each exchange as it passed: spelling, order and repetition of headers, bytes of the body', async () => {
    const on = await stage()
    const ended = on.next()
    const text = `POST /Api/v3/homologacao/produtos?a=1 HTTP/1.1\r\nhost: x\r\nAUTHORIZATION: Bearer ${on.token}\r\nX-Two: 1\r\nx-two: 2\r\nContent-Length: 3\r\nConnection: close\r\n\r\n{ }`
    await exchangeBytes(on.listener.port, text)
    const { request, response, id, source, channel, session, sentAtMs, respondedAtMs, failure } = await ended
    expect({ id, source, channel, session, failure }).toEqual({
      id: 'e1',
      source: 'examine',
      channel: 'service',
      session: 'app1',
      failure: null,
    })
    expect(request.url).toBe(`${on.listener.url}/Api/v3/homologacao/produtos?a=1`)
    expect(request.headers.map(([name]) => name)).toEqual([
      'host',
      'AUTHORIZATION',
      'X-Two',
      'x-two',
      'Content-Length',
      'Connection',
    ])
    expect(Buffer.from(request.body?.bytes ?? '').toString()).toBe('{ }')
    expect(response?.status).toBe(201)
    expect(response?.body?.sizeBytes).toBe(Number(headerValue(response?.headers ?? [], 'content-length')))
    expect(respondedAtMs).toBeGreaterThanOrEqual(sentAtMs)
    expect(sentAtMs).toBeGreaterThan(0)
  })

  it('tells of a client that left amid its request', async () => {
    const on = await stage()
    const socket = connect(on.listener.port, '127.0.0.1')
    socket.write(
      `POST /Api/v3/homologacao/produtos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${on.token}\r\nContent-Length: 50\r\n\r\n{"nome"`,
    )
    const other = on.next()
    await get(on)
    await other
    const ended = on.next()
    socket.destroy()
    const { response, failure, request, session } = await ended
    expect({ response, kind: failure?.kind, session }).toEqual({
      response: null,
      kind: 'aborted',
      session: 'app1',
    })
    expect(request.body).toMatchObject({ sizeBytes: 7, flaw: 'truncated' })
  })

  it('keeps no bytes of a packed body that was broken off, for they are no text', async () => {
    const on = await stage()
    const socket = connect(on.listener.port, '127.0.0.1')
    const head = `POST /Api/v3/homologacao/produtos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${on.token}\r\nContent-Encoding: gzip`
    socket.write(`${head}\r\nContent-Length: 50\r\n\r\n`)
    socket.write(gzipSync('{"nome":"Copo"}').subarray(0, 12))
    const other = on.next()
    await get(on)
    await other
    const ended = on.next()
    socket.destroy()
    expect((await ended).request.body).toEqual({ bytes: new Uint8Array(), sizeBytes: 12, flaw: 'truncated' })
  })

  it('keeps no bytes of a packed body that is longer than what is kept of any', async () => {
    const on = await stage({}, { keptBodyBytes: 10 })
    const packed = gzipSync('{"nome":"Copo"}')
    const ended = on.next()
    await get(on, { method: 'POST', headers: { 'Content-Encoding': 'gzip' }, body: new Uint8Array(packed) })
    expect((await ended).request.body).toEqual({
      bytes: new Uint8Array(),
      sizeBytes: packed.length,
      flaw: 'truncated',
    })
  })

  it('answers garbage with a clean 400, counts it, and serves on', async () => {
    const reasons: string[] = []
    const on = await stage({}, { onMalformed: ({ reason, status }) => reasons.push(`${status} ${reason}`) })
    const { text } = await exchangeBytes(on.listener.port, '\x16\x03\x01garbage\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(text).toContain('Connection: close')
    expect(on.listener.malformed).toBe(1)
    expect(reasons).toEqual(['400 HPE_INVALID_METHOD'])
    expect((await get(on)).status).toBe(200)
    const socket = connect(on.listener.port, '127.0.0.1')
    const left = on.next()
    socket.end('POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{')
    expect((await left).failure?.kind).toBe('aborted')
    expect(on.listener.malformed).toBe(1)
  })

  it.each([
    ['1.1', '400 Bad Request', ['400 HOST_MISSING null']],
    ['1.0', '401 Unauthorized', []],
  ])('tells of a request of HTTP/%s without a Host: %s', async (version, status, told) => {
    const malformed: string[] = []
    const on = await stage(
      {},
      { onMalformed: ({ reason, status, host }) => malformed.push(`${status} ${reason} ${host}`) },
    )
    const { text } = await exchangeBytes(
      on.listener.port,
      `GET /Api/v3/homologacao/produtos HTTP/${version}\r\nConnection: close\r\n\r\n`,
    )
    expect(text).toMatch(`HTTP/1.1 ${status}\r\n`)
    expect(malformed).toEqual(told)
  })

  it('tells of a method that is not in capitals as it was written, and of its refusal', async () => {
    const scene = await stage()
    const next = scene.next()
    const text = requestText(scene.token).replace('GET', 'get')
    expect((await exchangeBytes(scene.listener.port, text)).text).toMatch(/^HTTP\/1\.1 400/)
    const { request, response, session, channel } = await next
    expect([request.method, response?.status, channel]).toEqual(['get', 400, 'service'])
    expect(request.url).toBe(`${scene.listener.baseUrl}/homologacao/produtos`)
    expect(session).not.toBeNull()
  })

  it('answers a head beyond 64 kB with 431', async () => {
    const on = await stage()
    const { text } = await exchangeBytes(
      on.listener.port,
      requestText(on.token, `X: ${'x'.repeat(70_000)}\r\n`),
    )
    expect(text).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('does not wait for ever for a head', async () => {
    const on = await stage({}, { headersTimeoutMs: 100 })
    const { text } = await exchangeBytes(on.listener.port, 'GET / HTTP/1.1\r\nHost:')
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('throws what listening throws where the port is taken', async () => {
    const { listener } = await stage()
    await expect(stage({}, { port: listener.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      syscall: 'listen',
      port: listener.port,
    })
  })

  it('names the answer of the service, and none where it was not asked', async () => {
    const responses: (number | undefined)[] = []
    const onExchange = (_: RawExchange, response: HttpResponse | null) => responses.push(response?.status)
    const on = await stage({}, { maxBodyBytes: 10, onExchange })
    await get(on)
    await get(on, { method: 'POST', body: 'x'.repeat(20) }).catch(() => undefined)
    await exchangeBytes(on.listener.port, requestText(on.token).replace('GET', 'get'))
    await on.listener.close()
    expect(responses).toEqual([200, undefined, undefined])
  })

  it('tells of a request that never ended before it is closed', async () => {
    const heard: RawExchange[] = []
    const { listener } = await stage({}, { onExchange: (exchange) => heard.push(exchange) })
    const sockets = [1, 2, 3].map(() => {
      const socket = connect(listener.port, '127.0.0.1')
      socket.on('error', () => undefined)
      return socket
    })
    for (const socket of sockets) {
      socket.write(requestText('x', 'Transfer-Encoding: chunked\r\n'))
      await new Promise((resolve) => socket.once('ready', resolve))
    }
    // read by the listener once it responded to another
    await get({ listener, token: 'x', next: () => Promise.reject() })
    heard.length = 0
    await listener.close()
    expect(heard).toHaveLength(3)
  })

  it('tells the service when an answer had left', async () => {
    const served = createService({ seed: 'left', invalidateAt: 'never', latencyMs: [40, 40] })
    const told: { at: number; left: number | null }[] = []
    const heard: Service = {
      ...served,
      respond(request, nowMs) {
        told.push({ at: nowMs, left: null })
        return served.respond(request, nowMs)
      },
      responded(_answer, atMs) {
        Object.assign(told[0] ?? {}, { left: atMs })
      },
    }
    const listener = await listen(heard)
    await fetch(`${listener.baseUrl}/homologacao/produtos`, {
      headers: { Authorization: `Bearer ${served.credentials.accessToken}` },
    })
    await listener.close()
    const [one] = told
    expect(told).toHaveLength(1)
    expect((one?.left ?? 0) - (one?.at ?? 0)).toBeGreaterThanOrEqual(39)
  })

  it('refuses a body beyond the limit with 413', async () => {
    const on = await stage({}, { maxBodyBytes: 1000 })
    const head = `POST /Api/v3/homologacao/produtos HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n`
    const ended = on.next()
    const { text } = await exchangeBytes(on.listener.port, head + 'x'.repeat(2000))
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect((await ended).response?.status).toBe(413)
  })

  it.each([
    ['plain', 'x'.repeat(5_000), {}],
    ['packed', gzipSync('x'.repeat(5_000)), { 'Content-Encoding': 'gzip' }],
  ])('refuses a long body with a sentence about its size: %s', async (_, sent, headers) => {
    const on = await stage({}, { keptBodyBytes: 1_000 })
    const response = await get(on, { method: 'POST', body: sent, headers })
    expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('1000 bytes')])
  })

  it('responds with 500 to a request that it fails on, and goes on', async () => {
    const served = createService({ seed: 'listen' })
    const respond: Service['respond'] = (request, nowMs) => {
      if (request.path.endsWith('/boom')) throw new RangeError('boom')
      return served.respond(request, nowMs)
    }
    const faults: unknown[] = []
    const exchanges: RawExchange[] = []
    const listener = await listen(Object.create(served, { respond: { value: respond } }), {
      onFault: (fault) => faults.push(fault),
      onExchange: (exchange) => exchanges.push(exchange),
    })
    open.push(listener)
    const statuses = [
      (await fetch(`${listener.baseUrl}/boom`)).status,
      (await fetch(listener.baseUrl)).status,
    ]
    expect(statuses).toEqual([500, 404])
    expect(faults).toEqual([new RangeError('boom')])
    expect(exchanges[0]?.response?.status).toBe(500)
  })

  it('keeps the beginning of a long body only', async () => {
    const on = await stage({}, { keptBodyBytes: 10 })
    const ended = on.next()
    await get(on, { method: 'POST', body: 'x'.repeat(5000) })
    expect((await ended).request.body).toMatchObject({ sizeBytes: 5000, flaw: 'truncated' })
    expect((await ended).request.body?.bytes).toHaveLength(10)
  })

  it.each(['Content-Length: 0', 'Transfer-Encoding: chunked'])(
    'takes an announced body of no bytes for none, and not for the beginning of one: %s',
    async (announced) => {
      const on = await stage()
      const ended = on.next()
      const text = requestText(on.token, `${announced}\r\nConnection: close\r\n`).replace('GET', 'POST')
      await exchangeBytes(on.listener.port, announced.endsWith('0') ? text : `${text}0\r\n\r\n`)
      expect((await ended).request.body).toBeNull()
    },
  )

  it('reads bodies that come in chunks', async () => {
    const on = await stage()
    const ended = on.next()
    const text = requestText(on.token, 'Transfer-Encoding: chunked\r\nConnection: close\r\n').replace(
      'GET',
      'POST',
    )
    await exchangeBytes(on.listener.port, `${text}2\r\n{"\r\n3\r\na":\r\n2\r\n1}\r\n0\r\n\r\n`)
    expect(Buffer.from((await ended).request.body?.bytes ?? '').toString()).toBe('{"a":1}')
  })

  it.each<[string, (bytes: Buffer) => Buffer, string | null, number]>([
    ['gzip', gzipSync, null, 201],
    ['br', brotliCompressSync, null, 201],
    ['compress', gzipSync, 'undecodable', 400],
  ])('reads a body in %s, and tells the plain one', async (encoding, encode, flaw, status) => {
    const on = await stage({
      enforce: true,
      profile: { ...spec, spacing: { ...spec.spacing, reading: 'free' } },
    })
    const { data } = (await (await get(on)).json()) as { data: object }
    const ended = on.next()
    const plain = Buffer.from(JSON.stringify(data))
    const response = await get(on, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
      body: new Uint8Array(encode(plain)),
    })
    const { body } = (await ended).request
    expect([body?.flaw, response.status]).toEqual([flaw, status])
    expect(Buffer.from(body?.bytes ?? '').equals(plain)).toBe(flaw === null)
  })

  it.each(['hang', 'slow-drip', 'endless-body', 'late'] as const)(
    'closes at once amid "%s"',
    async (name) => {
      const fault = { ...faults[name], where: 1 as const }
      let strike = () => {}
      const struck = new Promise<void>((resolve) => {
        strike = resolve
      })
      const change: typeof fault.change = (response, moment) => {
        strike()
        return fault.change(response, moment)
      }
      const on = await stage({ faults: [{ ...fault, change }] })
      const pending = exchangeBytes(on.listener.port, requestText(on.token))
      const idle = exchangeBytes(on.listener.port, '')
      await struck
      await on.listener.close()
      const [cut, unused] = await Promise.all([pending, idle])
      expect(cut.text).not.toMatch(/\}\}\s*$/)
      expect(unused.text).toBe('')
    },
  )
})

describe('a spoilt delivery', () => {
  it('resets the connection before the answer', async () => {
    const on = await stage({ faults: [{ ...faults['reset-before-answer'], where: 1 }] })
    const ended = on.next()
    const { text, error } = await exchangeBytes(on.listener.port, requestText(on.token))
    expect({ text, error }).toEqual({ text: '', error: 'ECONNRESET' })
    expect(await ended).toMatchObject({ response: null, failure: { kind: 'reset' } })
  })

  it('resets the connection amid the body', async () => {
    const on = await faulty('reset-mid-body')
    const { text, error } = await exchangeBytes(on.listener.port, requestText(on.token))
    expect(error).toBe('ECONNRESET')
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(text.split('\r\n\r\n')[1]).toHaveLength(12)
  })

  it.each(['hang', 'late', 'slow-drip', 'endless-body', 'huge-content-length'] as const)(
    'tells that it kept the answer from who leaves amid "%s"',
    async (name) => {
      const on = await stage({ faults: [{ ...faults[name], where: 1 }], latencyMs: [1, 2] })
      const ended = on.next()
      // who leaves sooner may have closed its half alone, and is waited for
      const response = get(on, { signal: AbortSignal.timeout(400) })
      await expect(response.then((it) => it.text())).rejects.toThrow()
      expect(await ended).toMatchObject({ failure: { kind: 'timeout' } })
    },
  )

  it('tells nothing of what was late where the client waited', async () => {
    const late = { ...faults['slow-drip'], where: 1 as const }
    const change: typeof late.change = (response) => ({
      ...response,
      delivery: { kind: 'drip', bytesPerSecond: 5000 },
    })
    const on = await stage({ faults: [{ ...late, change }] })
    const ended = on.next()
    await (await get(on)).json()
    expect(await ended).toMatchObject({ failure: null, response: { body: { flaw: null } } })
  })

  it('lets the body crawl', async () => {
    const on = await stage({ faults: [{ ...faults['slow-drip'], where: 1 }] })
    const response = await get(on)
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(first?.value).toHaveLength(1)
    await reader?.cancel()
  })

  it.each(['endless-body', 'huge-content-length'] as const)(
    'pours "%s" until the client leaves',
    async (name) => {
      const on = await faulty(name)
      const ended = on.next()
      const reader = (await get(on)).body?.getReader()
      let bytes = 0
      while (bytes < 3_000_000) bytes += (await reader?.read())?.value?.length ?? 0
      await reader?.cancel()
      const { response } = await ended
      expect(response?.body?.flaw).toBe('truncated')
      expect(response?.body?.sizeBytes).toBeGreaterThanOrEqual(3_000_000)
    },
  )

  it('sends a header of 10 MB', async () => {
    const on = await faulty('huge-header')
    const { text } = await exchangeBytes(on.listener.port, requestText(on.token, 'Connection: close\r\n'))
    expect(text.length).toBeGreaterThan(10_000_000)
  })

  it('sends a body with 204', async () => {
    const on = await stage({ faults: [{ ...faults['put-204-body'], where: 5 }] })
    const text = requestText(on.token).replace('GET', 'DELETE').replace('produtos', 'produtos/1')
    const ended = on.next()
    const response = await exchangeBytes(on.listener.port, text)
    expect(response.text).toMatch(/^HTTP\/1\.1 204 No Content\r\n/)
    expect(response.text).toMatch(/Content-Length: 26\r\n[\s\S]*\r\n\r\n\{"data"/)
    expect(await ended).toMatchObject({ response: { status: 204, body: { sizeBytes: 26 } }, failure: null })
  })

  it('sends bytes that are no HTTP', async () => {
    const on = await faulty('not-http')
    const ended = on.next()
    const { text } = await exchangeBytes(on.listener.port, requestText(on.token))
    expect(text).toBe('SSH-2.0-OpenSSH_9.6\r\n')
    expect(await ended).toMatchObject({ response: null, failure: { kind: 'malformed' } })
  })
})

const stepLines = {
  1: 'GET /Api/v3/homologacao/produtos',
  2: 'POST /Api/v3/homologacao/produtos',
  3: 'PUT /Api/v3/homologacao/produtos/1',
  4: 'PATCH /Api/v3/homologacao/produtos/1/situacoes',
  5: 'DELETE /Api/v3/homologacao/produtos/1',
} as const

interface StepFault {
  readonly fault: Fault
  readonly name: string
  readonly line: string
}

/** Faults of one step whose response arrives whole; the others are tried above, kind by kind. */
const stepFaults: StepFault[] = Object.values(faults).flatMap((fault) => {
  if (typeof fault.where !== 'number' || fault.name === 'huge-header') return []
  const found = { fault, name: fault.name, line: stepLines[fault.where] }
  const { delivery } = spoiltResponse(found)
  return delivery.kind === 'whole' && !delivery.delayMs ? [found] : []
})

describe('every fault', () => {
  it.each(stepFaults)('$name leaves through the socket as its data says', async (found) => {
    const on = await stage({ faults: [found.fault] })
    const expected = spoiltResponse(found)
    const text = `${found.line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${on.token}\r\n\r\n`
    const { text: received } = await exchangeBytes(on.listener.port, text)
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${expected.status} `))
    for (const [header, value] of expected.headers) expect(received).toContain(`${header}: ${value}\r\n`)
    const body = expected.body === null ? '' : Buffer.from(expected.body).toString('latin1')
    expect(received.slice(received.indexOf('\r\n\r\n') + 4)).toBe(body)
  })
})

/** As plain data, from a service with the same seed. */
function spoiltResponse({ fault, line }: StepFault): HttpResponse {
  const service = createService({ seed: 'listen', invalidateAt: 'never', faults: [fault] })
  const [method = '', path = ''] = line.split(' ')
  const { accessToken } = service.credentials
  const headers: Header[] = [
    ['Host', 'x'],
    ['Connection', 'close'],
    ['Authorization', `Bearer ${accessToken}`],
  ]
  return service.respond({ method, path, headers, body: null }, 0)
}

describe('headText', () => {
  it('writes a head as HTTP/1.1 has it', () => {
    expect(headText(404, [['A', '1']])).toBe('HTTP/1.1 404 Not Found\r\nA: 1\r\n\r\n')
  })
})
