import type { LifeEvent } from './life-event.js'
import type { Source } from './sources.js'

/**
 * The record: one request and its response, masked before it is kept.
 *
 * Everything the harness reports rests on exchanges, whatever their source. An exchange never holds a secret: tokens,
 * client secrets and personal data were replaced by labels such as `[access_token#1]` when it was recorded. Equal
 * labels stand for equal values within one run, so the judge can still compare values that it never sees.
 */

export type { LifeEvent, Source }

/** The address that was called: the API itself, the token address, or one that is neither (a link, a redirect page). */
export type Channel = 'service' | 'token' | 'elsewhere'

/** A header as it passed: spelling, order and repetition kept; the value masked. */
export type Header = readonly [name: string, value: string]

/** Why a body's text is missing or partial. */
export type BodyFlaw =
  /** more bytes than allowed arrived; `text` holds the beginning */
  | 'truncated'
  /** the body is neither JSON nor a form; `text` holds its first 500 characters */
  | 'excerpt'
  /** the bytes are not UTF-8 */
  | 'not-utf8'
  /** `Content-Encoding` could not be undone */
  | 'undecodable'
  /** the recording left the body out */
  | 'not-recorded'

/** A body after `Content-Encoding` was undone. */
export interface Body {
  /** The masked text; null if there is none, and then `flaw` says why. */
  readonly text: string | null
  /** Bytes after decoding; of what arrived, where the body was cut. */
  readonly sizeBytes: number
  readonly flaw: BodyFlaw | null
}

export interface HttpRequest {
  readonly method: string
  /** Absolute, masked. */
  readonly url: string
  readonly headers: readonly Header[]
  /** null where no body was sent. */
  readonly body: Body | null
}

/** The response, as far as it arrived. */
export interface HttpResponse {
  readonly status: number
  readonly headers: readonly Header[]
  /** null where no body came. */
  readonly body: Body | null
}

/** Why a response did not arrive whole. */
export type FailureKind =
  | 'refused' // nobody listens at the address
  | 'unresolved' // the name has no address
  | 'tls' // the certificate or the handshake
  | 'unconnected' // no connection came about, so that the request never left
  | 'timeout' // not complete within the time allowed
  | 'reset' // the connection ended early
  | 'too-large' // more bytes than allowed
  | 'malformed' // not HTTP, or a broken encoding
  | 'aborted' // one side gave up (an interrupt, a client that left)

/** Whether nothing was reached: the network's affair, and no response of the service. */
export function isUnreachable(kind: FailureKind): boolean {
  return kind === 'refused' || kind === 'unresolved' || kind === 'tls' || kind === 'unconnected'
}

/** A transport failure: the world's, never an exception. */
export interface Failure {
  readonly kind: FailureKind
  /** The transport's own words, masked. */
  readonly message: string
}

/**
 * How the harness meant a request that is not meant to succeed: `invalid`, its body or query is wrong on purpose;
 * `unknown-record`, its identifier does not exist; `without-token`, it carries no valid token.
 */
export type Intent = 'invalid' | 'unknown-record' | 'without-token'

/** Facts that a recording could not hold, so that no rule may rest on them. */
export type Gap =
  | 'request-bodies'
  | 'answer-bodies'
  /** The headers of the request or of the response are missing, because no message has none at all. */
  | 'headers'
  | 'authorization'
  | 'times'
  /** When responses came; when requests went out is known. */
  | 'durations'
  | 'whole-milliseconds'
  /** Exchanges before this one: entries of the recording that cannot be read. */
  | 'exchanges'

/** A request and its outcome. Secrets and personal data are labels; equal values of a run have equal labels. */
export interface Exchange {
  /** Unique within the run: `e1`, `e2`, … in the order in which the requests were sent. */
  readonly id: string
  readonly source: Source
  readonly channel: Channel
  /** The session that it belongs to, if the source distinguishes several clients. */
  readonly session: string | null
  /** The step that the harness meant, as `suite/step` (`homologation/1`); null for traffic of others. */
  readonly step: string | null
  /** Missing if the request was meant to succeed, or if its intent is unknown. */
  readonly intent?: Intent
  /** Set where the run met a failure that may pass, and so means to send the same read once more. */
  readonly sentAgain?: true
  /** Set where the response contradicts an earlier one of the run, which is asked for anew right after: then shows whether anybody wrote meanwhile. */
  readonly rechecked?: true
  /**
   * Set if the response refuses because of an event that the harness caused itself. The refusal is blamed on neither
   * side.
   */
  readonly staged?: LifeEvent
  readonly request: HttpRequest
  /** null if no response arrived; then `failure` says why. A partial response may come together with a failure. */
  readonly response: HttpResponse | null
  readonly failure: Failure | null
  /** Wall clock when the request was sent (run, proxy) or arrived (examine), ISO 8601 with milliseconds. */
  readonly startedAt: string
  /** Monotonic milliseconds since the run's start when the request was sent or arrived; fractions kept. */
  readonly sentAtMs: number
  /** Monotonic milliseconds when the response's last byte arrived (run, proxy) or left (examine); null if none did. */
  readonly respondedAtMs: number | null
  /** Set if a fault of the embedded service changed this response, although the request was right. */
  readonly spoilt?: true
  /** Facts that the source could not see. */
  readonly gaps: readonly Gap[]
}

/** All fields but request and response. */
export type PlainFields = Omit<Exchange, 'request' | 'response'>

/** Copies these fields and no other, because one that somebody added may hold a secret. */
export function plainFieldsOf(exchange: PlainFields): PlainFields {
  const { id, source, channel, session, step, failure, startedAt, sentAtMs, respondedAtMs, gaps } = exchange
  const { intent, sentAgain, rechecked, staged, spoilt } = exchange
  return {
    id,
    source,
    channel,
    session,
    step,
    failure,
    startedAt,
    sentAtMs,
    respondedAtMs,
    gaps,
    ...(intent && { intent }),
    ...(sentAgain && { sentAgain }),
    ...(rechecked && { rechecked }),
    ...(staged && { staged }),
    ...(spoilt && { spoilt }),
  }
}

/** Whether it tells when the response came, as far as one did. */
export function tellsEnd({ gaps }: Pick<Exchange, 'gaps'>): boolean {
  return !gaps.includes('times') && !gaps.includes('durations')
}

/** When the response ended; when the request was sent if its end was not seen. */
export function endMs({ respondedAtMs, sentAtMs }: Pick<Exchange, 'respondedAtMs' | 'sentAtMs'>): number {
  return respondedAtMs ?? sentAtMs
}

/** The values of a header, in order. The case of its name does not matter. */
export function headerValues(headers: readonly Header[], name: string): string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value)
}

/** The values of a request's `Authorization`. */
export function authorizationOf({ request: { headers } }: Pick<Exchange, 'request'>): readonly string[] {
  return headerValues(headers, 'authorization')
}

/** The same as one text. */
export function credentialsOf(exchange: Pick<Exchange, 'request'>): string {
  const values = authorizationOf(exchange)
  return values.length === 1 ? (values[0] ?? '') : values.join()
}

/** The first value of a header, or null. */
export function headerValue(headers: readonly Header[], name: string): string | null {
  const wanted = name.toLowerCase()
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1] ?? null
}
