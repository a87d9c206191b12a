import { begunOf, contentEncodings, decodeBody } from '../decode.js'
import { oauthChannel } from '../exchange/address.js'
import { type Channel, headerValues } from '../exchange/exchange.js'
import type { RawBody, RawExchange } from '../exchange/raw.js'
import { headerPairs } from '../exchange/raw-headers.js'
import { type RawHeaders, rawHeader } from './headers.js'
import type { Passed, PassedBody } from './passed.js'

/** Where the traffic went. */
export interface Way {
  /** Origin of the service. */
  readonly origin: string
  readonly channelOf: (path: string) => Channel
}

/** What passed as the exchange that masking takes, `Content-Encoding` undone. */
export function rawOf(passed: Passed, way: Way): RawExchange | Promise<RawExchange> {
  const sent = read(passed.sent, passed.requestHeaders)
  const received = read(passed.received, passed.answerHeaders)
  if (sent instanceof Promise || received instanceof Promise)
    return Promise.all([sent, received]).then(([a, b]) => assemble(passed, way, a, b))
  return assemble(passed, way, sent, received)
}

function assemble(passed: Passed, way: Way, sent: RawBody | null, received: RawBody | null): RawExchange {
  const { number, method, path, status, failure, sentAtMs, answeredAtMs } = passed
  return {
    id: idOf(number),
    source: 'proxy',
    channel: way.channelOf(path),
    session: null,
    step: null,
    request: {
      ...{ method, url: way.origin + path, headers: pairsAsked(passed.requestHeaders), body: sent },
      ...surplusOf(passed.sent),
    },
    answer:
      status === null
        ? null
        : {
            status,
            headers: pairsAnswered(passed.answerHeaders),
            body: received,
            ...surplusOf(passed.received),
          },
    failure,
    startedAt: isoOf(passed.startedAtMs),
    sentAtMs,
    answeredAtMs,
    gaps: [],
  }
}

export function idOf(number: number): string {
  return `e${number}`
}

let second = { at: Number.NaN, text: '' }

/** ISO 8601 of a moment in whole milliseconds. Of a busy second the most is written once. */
export function isoOf(ms: number): string {
  const at = Math.floor(ms / 1000)
  if (second.at !== at) second = { at, text: new Date(at * 1000).toISOString().slice(0, -4) }
  return `${second.text}${String(ms - at * 1000).padStart(3, '0')}Z`
}

const pairsAsked = pairsOnce()

const pairsAnswered = pairsOnce()

/** Makes the pairs of the very same headers once. */
function pairsOnce(): typeof headerPairs {
  let last: { readonly raw: RawHeaders; readonly made: ReturnType<typeof headerPairs> } | null = null
  return (raw) => {
    if (last?.raw !== raw) last = { raw, made: headerPairs(raw) }
    return last.made
  }
}

function surplusOf({ surplusBytes }: PassedBody): { readonly surplusBytes?: number } {
  return surplusBytes > 0 ? { surplusBytes } : {}
}

/** A small body may unpack to a very large one. */
const MOST_DECODED_BYTES = 4_000_000

function read(body: PassedBody, headers: RawHeaders): RawBody | null | Promise<RawBody> {
  const { chunks, keptBytes, sizeBytes, isWhole } = body
  if (sizeBytes === 0 && isWhole) return null
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  const encodings = encodingsOf(headers)
  const isCut = keptBytes < sizeBytes || !isWhole
  if (isCut) return begunOf({ bytes, sizeBytes, flaw: 'truncated' }, encodings)
  if (encodings.length === 0) return { bytes, sizeBytes, flaw: null }
  return decodeBody(Buffer.from(bytes), encodings, MOST_DECODED_BYTES)
}

function encodingsOf(raw: RawHeaders): string[] {
  return rawHeader(raw, 'content-encoding') === null
    ? []
    : contentEncodings(headerValues(headerPairs(raw), 'content-encoding'))
}

/** Which paths of the target are those of tokens. */
export function wayTo(target: string, tokenUrl: string | null): Way {
  const { origin } = new URL(target)
  const tokenPath =
    tokenUrl !== null && new URL(tokenUrl).origin === origin ? new URL(tokenUrl).pathname : null
  return {
    origin,
    channelOf(path) {
      const [whole = ''] = path.split(/[?#]/, 1)
      return whole === tokenPath ? 'token' : (oauthChannel(whole) ?? 'service')
    },
  }
}
