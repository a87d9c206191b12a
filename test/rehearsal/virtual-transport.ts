import type { OutgoingRequest, Sent, Transport } from '../../src/client/transport.js'
import { targetOf } from '../../src/exchange/address.js'
import { type Failure, type Header, headerValues } from '../../src/exchange/exchange.js'
import type { RawBody } from '../../src/exchange/raw.js'
import { contentEncodings, cutBody, decodeBody } from '../../src/node/decode.js'
import type { HttpResponse, ServiceRequest } from '../../src/service/response.js'
import type { VirtualClock } from './virtual-clock.js'

export interface VirtualTransportOptions {
  readonly clock: VirtualClock
  /** The service at the other end, in the same process. `nowMs`: when the request reached it, by the clock. */
  readonly respond: (request: ServiceRequest, nowMs: number) => HttpResponse
  /** Milliseconds that one way takes, drawn anew for each. */
  readonly latencyMs: () => number
  readonly timeoutMs: number
  readonly maxBodyBytes: number
}

/** A transport without sockets, for one request at a time: the service responds in virtual time. */
export function createVirtualTransport(options: VirtualTransportOptions): Transport {
  const { clock } = options
  return {
    async send(request) {
      const startedAt = clock.wall().toISOString()
      const sentAtMs = clock.now()
      clock.advance(options.latencyMs())
      const response = options.respond(asServed(request), clock.now())
      const { head, body, failure, tookMs } = await arrive(response, options)
      const restMs = sentAtMs + options.timeoutMs - clock.now()
      clock.advance(Math.min(tookMs + options.latencyMs(), Math.max(restMs, 0)))
      return {
        request: { ...request, body: whole(request.body) },
        response: head === null ? null : { ...head, body },
        failure,
        startedAt,
        sentAtMs,
        respondedAtMs: head === null ? null : clock.now(),
        mayBeProcessed: true,
      } satisfies Sent
    },
    prepare: () => undefined,
    close: () => undefined,
  }
}

interface VirtualArrival {
  readonly head: { readonly status: number; readonly headers: readonly Header[] } | null
  readonly body: RawBody | null
  readonly failure: Failure | null
  readonly tookMs: number
}

function asServed({ method, url, headers, body }: OutgoingRequest): ServiceRequest {
  return { method, path: targetOf(url), headers, body }
}

/** What a delivery comes to once it is over: whole, or ended by one side. */
async function arrive(response: HttpResponse, options: VirtualTransportOptions): Promise<VirtualArrival> {
  const { delivery, status, headers } = response
  const bytes = Buffer.from(response.body ?? '')
  const head = { status, headers }
  const failed = (kind: Failure['kind'], arrived: Buffer | null, tookMs: number): VirtualArrival => {
    const body = arrived === null ? null : cutBody(arrived, arrived.length)
    return { head: arrived === null ? null : head, body, failure: { kind, message: delivery.kind }, tookMs }
  }
  switch (delivery.kind) {
    case 'hang':
      return failed('timeout', null, options.timeoutMs)
    case 'raw':
      return failed('malformed', null, 0)
    case 'endless':
      return failed('too-large', bytes, 0)
    case 'reset':
      return failed('reset', delivery.afterBytes === 0 ? null : bytes.subarray(0, delivery.afterBytes), 0)
    case 'drip': {
      const tookMs = (bytes.length / delivery.bytesPerSecond) * 1000
      return tookMs > options.timeoutMs
        ? failed('timeout', bytes, tookMs)
        : complete(head, bytes, tookMs, options)
    }
    case 'whole': {
      const tookMs = delivery.delayMs ?? 0
      return tookMs > options.timeoutMs
        ? failed('timeout', null, tookMs)
        : complete(head, bytes, tookMs, options)
    }
  }
}

async function complete(
  head: { readonly status: number; readonly headers: readonly Header[] },
  bytes: Buffer,
  tookMs: number,
  { maxBodyBytes }: VirtualTransportOptions,
): Promise<VirtualArrival> {
  const encodings = contentEncodings(headerValues(head.headers, 'content-encoding'))
  const body = bytes.length === 0 ? null : await decodeBody(bytes, encodings, maxBodyBytes)
  return { head, body, failure: null, tookMs }
}

function whole(bytes: Uint8Array | null): RawBody | null {
  return bytes === null ? null : { bytes, sizeBytes: bytes.length, flaw: null }
}
