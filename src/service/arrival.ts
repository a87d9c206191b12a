import type { Failure, Header } from '../exchange/exchange.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import { bytesOf, type Delivered } from './deliver.js'
import type { ServiceResponse } from './response.js'

/** A request that arrived at the listener; it is filled in until the last byte of its response has left. */
export interface Arrival {
  readonly id: string
  readonly method: string
  /** Path with query, as it was sent. */
  readonly path: string
  readonly url: string
  readonly headers: readonly Header[]
  /** Monotonic milliseconds at which the head was complete. */
  readonly arrivedAtMs: number
  readonly startedAt: string
  body: RawBody | null
  /** Whether the request arrived whole, so that the service responds. Otherwise the listener does. */
  reachesService: boolean
  response: ServiceResponse | null
  delivered: Delivered | null
  respondedAtMs: number | null
}

/** Converts an arrival into an exchange, secrets included. `keptBytes` limits the bodies. */
export function toRawExchange(
  arrival: Arrival,
  session: string | null,
  originMs: number,
  keptBytes: number,
): RawExchange {
  const { id, method, url, headers, body, response, startedAt, respondedAtMs } = arrival
  return {
    id,
    source: 'examine',
    channel: response?.channel ?? 'elsewhere',
    session,
    // only our own runs know their steps; of a client's request the judge finds out
    step: null,
    ...(response?.staged && { staged: response.staged }),
    ...(response?.isSpoilt && { spoilt: true }),
    request: { method, url, headers, body },
    response: sentResponse(arrival, keptBytes),
    failure: failureOf(arrival),
    startedAt,
    sentAtMs: arrival.arrivedAtMs - originMs,
    respondedAtMs: respondedAtMs === null ? null : respondedAtMs - originMs,
    gaps: [],
  }
}

function sentResponse({ response, delivered }: Arrival, keptBytes: number): RawExchange['response'] {
  if (!response || !delivered) return null
  const { failure, sentBytes } = delivered
  // neither nothing nor bytes that a fault wrote by hand are an HTTP response
  if (failure !== null && (sentBytes === 0 || failure.kind === 'malformed')) return null
  const body = response.body === null ? null : sentBody(bytesOf(response), sentBytes, keptBytes)
  return { status: response.status, headers: delivered.headers, body }
}

/** The body as far as it was sent. The filler that a fault sends after it counts for its size, but is not kept. */
function sentBody(bytes: Uint8Array, sizeBytes: number, keptBytes: number): RawBody {
  const kept = bytes.subarray(0, Math.min(keptBytes, sizeBytes))
  return { bytes: kept, sizeBytes, flaw: kept.length < sizeBytes ? 'truncated' : null }
}

function failureOf({ delivered, respondedAtMs }: Arrival): Failure | null {
  if (delivered?.failure) return delivered.failure
  if (respondedAtMs !== null) return null
  return { kind: 'aborted', message: 'the client left before the answer was complete' }
}
