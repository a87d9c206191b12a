import type { BodyFlaw, Exchange, HttpRequest, HttpResponse } from './exchange.js'
import { type Json, parseJson, valueIn } from './json.js'

/** An exchange before masking. It exists only between the socket and `record` (masking.ts), which makes an {@link Exchange} of it. */
export interface RawExchange extends Omit<Exchange, 'request' | 'response'> {
  readonly request: Raw<HttpRequest>
  readonly response: Raw<HttpResponse> | null
}

type Raw<Message> = Omit<Message, 'body'> & { readonly body: RawBody | null }

export interface RawBody {
  /** The bytes after content decoding (gzip, br), or their beginning if the body was cut. */
  readonly bytes: Uint8Array
  /** The text, if the source has it already, as a HAR does. Then `bytes` is not used and may be empty. */
  readonly text?: string
  /** Size of the decoded body, including what was not kept. */
  readonly sizeBytes: number
  readonly flaw: BodyFlaw | null
}

/** Keeps a byte order mark in the text, in spite of the option's name. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Returns the text of a body that a socket received, so that it has no `text` yet; empty if there is none. */
export function bodyText(body: Pick<RawBody, 'bytes'> | null | undefined): string {
  return body ? decoder.decode(body.bytes) : ''
}

/** Returns the JSON value of a body; undefined if there is none or it is no JSON. */
export function bodyJson(body: Pick<RawBody, 'bytes'> | null | undefined): Json | undefined {
  return valueIn(parseJson(bodyText(body)))
}
