import type { OutgoingRequest, Sent, Transport } from '../../src/client/transport.js'
import type { Failure, Header } from '../../src/exchange/exchange.js'
import type { VirtualClock } from './virtual-clock.js'

/** What a scripted service responds with; left out: 200, no headers, no body. */
export interface ScriptedResponse {
  readonly status?: number
  readonly headers?: readonly Header[]
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown
  readonly failure?: Failure
  /** Whether the request never left, with `failure`. */
  readonly neverSent?: boolean
  readonly tookMs?: number
}

export interface ScriptedService {
  readonly transport: Transport
  readonly requests: readonly OutgoingRequest[]
}

/** For tests: a transport in virtual time whose responses a function writes. */
export function scriptedService(
  clock: VirtualClock,
  respond: (request: OutgoingRequest, count: number) => ScriptedResponse,
): ScriptedService {
  const requests: OutgoingRequest[] = []
  const send = async (request: OutgoingRequest): Promise<Sent> => {
    requests.push(request)
    const {
      status = 200,
      headers = [],
      body,
      failure = null,
      neverSent = false,
      tookMs = 40,
    } = respond(request, requests.length)
    const startedAt = clock.wall().toISOString()
    const sentAtMs = clock.now()
    clock.advance(tookMs)
    const bytes =
      body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    return {
      request: { ...request, body: asBody(request.body) },
      response: failure === null ? { status, headers, body: asBody(bytes) } : null,
      failure,
      startedAt,
      sentAtMs,
      respondedAtMs: failure === null ? clock.now() : null,
      mayBeProcessed: !neverSent,
    }
  }
  return { requests, transport: { send, prepare: () => undefined, close: () => undefined } }
}

function asBody(bytes: Uint8Array | null) {
  return bytes === null ? null : { bytes, sizeBytes: bytes.length, flaw: null }
}
