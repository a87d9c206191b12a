import type { BodyFlaw, Exchange, HttpRequest, HttpResponse } from './exchange.js'
import { type Json, parseJson, valueIn } from './json.js'

/**
 * An exchange as it was seen, secrets and all. It lives in memory only, between the socket and `record` (masking.ts),
 * which turns it into the {@link Exchange} that everybody else sees.
 */
export interface RawExchange extends Omit<Exchange, 'request' | 'response'> {
  readonly request: Raw<HttpRequest>
  readonly response: Raw<HttpResponse> | null
}

type Raw<Message> = Omit<Message, 'body'> & { readonly body: RawBody | null }

export interface RawBody {
  /** After `Content-Encoding` was undone; the beginning only, where it was cut. */
  readonly bytes: Uint8Array
  /** The bytes as text, where the source has it already; it spares decoding. */
  readonly text?: string
  /** Bytes that arrived after decoding, also those not kept. */
  readonly sizeBytes: number
  readonly flaw: BodyFlaw | null
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A body's text; empty without a body. */
export function bodyText(body: Pick<RawBody, 'bytes'> | null | undefined): string {
  return body ? decoder.decode(body.bytes) : ''
}

/** A body's JSON; undefined if there is none or it cannot be read. */
export function bodyJson(body: Pick<RawBody, 'bytes'> | null | undefined): Json | undefined {
  return valueIn(parseJson(bodyText(body)))
}
