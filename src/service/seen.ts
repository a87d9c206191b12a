import type { Failure, Gap, Header } from '../exchange/exchange.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import type { Delivered } from './deliver.js'
import type { ServiceResponse } from './response.js'

/** A request at the listener, from its head to the last byte of its response. */
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
  /** Whether it came whole, so that the service was asked for the response; else it is the listener's own. */
  isAsked: boolean
  response: ServiceResponse | null
  delivered: Delivered | null
  respondedAtMs: number | null
}

/** The exchange as the service's side saw it, with secrets. `keptBytes` limits the bodies. */
export function seenExchange(
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
    step: null,
    ...(response?.staged && { staged: response.staged }),
    ...(response?.isSpoilt && { spoilt: true }),
    request: { method, url, headers, body },
    response: seenResponse(arrival, keptBytes),
    failure: failureOf(arrival),
    startedAt,
    sentAtMs: arrival.arrivedAtMs - originMs,
    respondedAtMs: respondedAtMs === null ? null : respondedAtMs - originMs,
    gaps: noGaps,
  }
}

const noGaps: readonly Gap[] = []

function seenResponse({ response, delivered }: Arrival, keptBytes: number): RawExchange['response'] {
  if (!response || !delivered) return null
  const isSilent = delivered.failure !== null && delivered.sentBytes === 0
  if (isSilent || delivered.failure?.kind === 'malformed') return null
  const body = response.body === null ? null : seenBody(response.body, delivered, keptBytes)
  return { status: response.status, headers: delivered.headers, body }
}

/** The body as it was before it was compressed, as far as it went out. */
function seenBody(
  body: string | Uint8Array,
  { sentBytes, headers, failure }: Delivered,
  keptBytes: number,
): RawBody {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const isPacked = headers.some(([name]) => name === 'Content-Encoding')
  const sizeBytes = isPacked && failure === null ? bytes.length : sentBytes
  const kept = bytes.subarray(0, Math.min(keptBytes, sizeBytes))
  return { bytes: kept, sizeBytes, flaw: kept.length < sizeBytes ? 'truncated' : null }
}

function failureOf({ delivered, respondedAtMs }: Arrival): Failure | null {
  if (delivered?.failure) return delivered.failure
  if (respondedAtMs !== null) return null
  return { kind: 'aborted', message: 'the client left before the answer was complete' }
}
