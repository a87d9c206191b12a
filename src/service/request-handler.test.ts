import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { RawExchange } from '../exchange/raw.js'
import { systemClock } from '../node/clock.js'
import { type OnExchange, RequestHandler } from './request-handler.js'
import type { ServiceResponse } from './response.js'
import { createService, type Service } from './service.js'

it('records a client that leaves in the turn in which it asked once, with what the service decided', async () => {
  const service = createService({ seed: 'left', invalidateAt: 'never' })
  const seen: (ServiceResponse | null)[] = []
  const handler = handlerOf(service, (_, response) => seen.push(response))
  const [req, res] = asked(service)
  handler.onRequest(req, res)
  req.socket.emit('close')
  expect(seen).toEqual([])
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(seen).toMatchObject([{ status: 200, step: 1, session: 'app1' }])
})

it('records a client that leaves while its body is decompressed once, without the compressed bytes', async () => {
  const service = createService({ seed: 'left', invalidateAt: 'never' })
  const seen: RawExchange[] = []
  const handler = handlerOf(service, (exchange) => seen.push(exchange))
  const body = gzipSync('{"nome":"Copo"}')
  const [req, res] = asked(service, { 'content-length': String(body.length), 'content-encoding': 'gzip' })
  handler.onRequest(req, res)
  req.emit('data', body)
  req.emit('end')
  req.socket.emit('close')
  await new Promise<void>((resolve) => setTimeout(resolve, 50))
  const cut = { bytes: new Uint8Array(), sizeBytes: body.length, flaw: 'truncated' }
  expect(seen).toMatchObject([{ request: { body: cut }, response: null }])
})

function handlerOf(service: Service, onExchange: OnExchange): RequestHandler {
  return new RequestHandler(service, {
    clock: systemClock,
    host: '127.0.0.1',
    hosts: [],
    publicUrl: null,
    originMs: 0,
    keptBodyBytes: 1000,
    maxBodyBytes: 1000,
    onMalformed: () => {},
    onFault: (fault) => expect.unreachable(String(fault)),
    onExchange,
  })
}

function asked(
  { basePath, credentials }: Service,
  further: Readonly<Record<string, string>> = {},
): [IncomingMessage, ServerResponse] {
  const req = new IncomingMessage(new Socket())
  const headers = { host: '127.0.0.1', authorization: `Bearer ${credentials.accessToken}`, ...further }
  const url = `${basePath}/homologacao/produtos`
  Object.assign(req, { method: 'GET', url, headers, rawHeaders: Object.entries(headers).flat() })
  const res = new ServerResponse(req)
  res.assignSocket(req.socket)
  return [req, res]
}
