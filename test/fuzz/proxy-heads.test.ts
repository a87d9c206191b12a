import { request } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../src/exchange/exchange.js'
import type { ProxyListener } from '../../src/proxy/proxy.js'
import { startRecorded } from '../../src/proxy/recorded.fixture.js'
import { patienceMs, tries } from './runs.js'

/** What the service writes next, whatever it is asked. */
let response = Buffer.alloc(0)
let service: Server
let proxy: ProxyListener
let exchanges: Exchange[] = []

beforeAll(async () => {
  service = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(response))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const target = `http://127.0.0.1:${(service.address() as AddressInfo).port}/Api/v3`
  ;({ proxy, exchanges } = await startRecorded({ target }))
})

afterAll(async () => {
  await proxy.close()
  service.close()
})

/** The status that the client sees; null where the connection ended instead. */
function asked(): Promise<number | null> {
  return new Promise((resolve) => {
    const req = request(`${proxy.url}/Api/v3/produtos`, { agent: false }, (res) => {
      res.on('error', () => resolve(null))
      res.on('close', () => resolve(res.complete ? (res.statusCode ?? null) : null))
      res.resume()
    })
    req.on('error', () => resolve(null))
    req.end()
  })
}

const sign = fc.string({ unit: 'binary', maxLength: 12 })
const status = fc.oneof(
  fc.integer({ min: 0, max: 1099 }).map(String),
  fc.constantFrom('200', '204', '304', '103', '100', '101', '999'),
)
const name = fc.oneof(
  fc.constantFrom(
    'Content-Length',
    'Transfer-Encoding',
    'Trailer',
    'Connection',
    'Content-Encoding',
    'Location',
    'Link',
    'Set-Cookie',
    'Upgrade',
    'Keep-Alive',
  ),
  fc.string({ minLength: 1, maxLength: 8 }),
)
const value = fc.oneof(
  fc.constantFrom(
    '0',
    '5',
    '-1',
    'chunked',
    'gzip',
    'close',
    'X-Sum',
    '</a>; rel=preload',
    '</a',
    '1e9',
    'h2c',
  ),
  sign,
)
const head = fc
  .record({
    first: fc.constantFrom(
      '',
      'HTTP/1.1 103 Early Hints\r\nLink: </a\r\n\r\n',
      'HTTP/1.1 100 Continue\r\n\r\n',
    ),
    status,
    reason: sign,
    headers: fc.array(fc.tuple(name, value), { maxLength: 5 }),
    body: fc.constantFrom('', 'hello', '5\r\nhello\r\n0\r\n\r\n', '0\r\nX-Sum: \u0001\r\n\r\n'),
  })
  .map(({ first, status: code, reason, headers, body }) => {
    const lines = headers.map(([key, text]) => `${key}: ${text}\r\n`).join('')
    return `${first}HTTP/1.1 ${code} ${reason}\r\n${lines}\r\n${body}`
  })

describe('a proxy before a service that answers anything', () => {
  it('ends each request, records it, and says nothing of its own insides', { timeout: patienceMs * 2 }, () =>
    fc.assert(
      fc.asyncProperty(head, async (bytes) => {
        response = Buffer.from(bytes, 'utf8')
        const before = exchanges.length
        await asked()
        for (let i = 0; i < 500 && exchanges.length === before; i++)
          await new Promise((resolve) => setImmediate(resolve))
        // an encoding is undone by another thread, which may have to wait for the machine
        for (let i = 0; i < 2_000 && exchanges.length === before; i++)
          await new Promise((resolve) => setTimeout(resolve, 5))
        expect(exchanges.length).toBe(before + 1)
        const { failure, response: recorded } = exchanges[before] as Exchange
        expect(failure?.message ?? '').not.toMatch(/assert|ERR_INTERNAL|ERR_HTTP_|ERR_INVALID_CHAR|TypeError/)
        expect(recorded !== null || failure !== null).toBe(true)
        expect(proxy.openRequests).toBe(0)
      }),
      tries,
    ),
  )
})
