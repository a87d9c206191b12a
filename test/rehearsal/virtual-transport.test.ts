import { expect, it } from 'vitest'
import { type Delivery, type HttpResponse, wholeDelivery } from '../../src/service/response.js'
import { createVirtualClock } from './virtual-clock.js'
import { createVirtualTransport } from './virtual-transport.js'

/** What becomes of a response of ten bytes, each way taking 10 ms: failure, bytes that arrived, milliseconds until it was over. */
async function deliver(delivery: Delivery) {
  const clock = createVirtualClock()
  const response: HttpResponse = { status: 200, headers: [], body: '0123456789', delivery }
  const timing = { clock, latencyMs: () => 10, timeoutMs: 1000, maxBodyBytes: 100 }
  const transport = createVirtualTransport({ ...timing, respond: () => response })
  const sent = await transport.send({ method: 'GET', url: 'http://localhost/', headers: [], body: null })
  return [sent.failure?.kind ?? null, sent.response?.body?.bytes?.length ?? null, clock.now()]
}

it.each<[string, Delivery, unknown[]]>([
  ['is whole', wholeDelivery, [null, 10, 20]],
  ['is whole after a while', { kind: 'whole', delayMs: 300 }, [null, 10, 320]],
  ['comes too late', { kind: 'whole', delayMs: 1001 }, ['timeout', null, 1000]],
  ['never comes', { kind: 'hang' }, ['timeout', null, 1000]],
  ['is no HTTP', { kind: 'raw', bytes: new Uint8Array() }, ['malformed', null, 20]],
  ['never ends', { kind: 'endless', chunk: 'x' }, ['too-large', 10, 20]],
  ['is reset before it began', { kind: 'reset', afterBytes: 0 }, ['reset', null, 20]],
  ['is reset within', { kind: 'reset', afterBytes: 4 }, ['reset', 4, 20]],
  ['crawls', { kind: 'drip', bytesPerSecond: 20 }, [null, 10, 520]],
  ['crawls for too long', { kind: 'drip', bytesPerSecond: 5 }, ['timeout', 10, 1000]],
])('an answer that %s is told as that, in virtual time', async (_what, delivery, expected) => {
  expect(await deliver(delivery)).toEqual(expected)
})
