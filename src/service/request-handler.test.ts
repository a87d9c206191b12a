import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { systemClock } from '../node/clock.js'
import { RequestHandler } from './request-handler.js'
import type { ServiceResponse } from './response.js'
import { createService } from './service.js'

it('records a client that leaves in the turn in which it asked once, with what the service decided', async () => {
  const service = createService({ seed: 'left', invalidateAt: 'never' })
  const seen: (ServiceResponse | null)[] = []
  const handler = new RequestHandler(service, {
    clock: systemClock,
    host: '127.0.0.1',
    hosts: [],
    publicUrl: null,
    originMs: 0,

    keptBodyBytes: 1000,
    maxBodyBytes: 1000,
    onMalformed: () => {},
    onFault: (fault) => expect.unreachable(String(fault)),
    onExchange: (_, response) => seen.push(response),
  })
  const [req, res] = asked(`${service.basePath}/homologacao/produtos`, service.credentials.accessToken)
  handler.onRequest(req, res)
  req.socket.emit('close')
  expect(seen).toEqual([])
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(seen).toMatchObject([{ status: 200, step: 1, session: 'app1' }])
})

function asked(url: string, token: string): [IncomingMessage, ServerResponse] {
  const req = new IncomingMessage(new Socket())
  const authorization = `Bearer ${token}`
  const headers = { host: '127.0.0.1', authorization }
  Object.assign(req, { method: 'GET', url, headers, rawHeaders: Object.entries(headers).flat() })
  const res = new ServerResponse(req)
  res.assignSocket(req.socket)
  return [req, res]
}
