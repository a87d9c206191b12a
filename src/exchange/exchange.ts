import type { LifeEvent } from './life-event.js'
import type { Source } from './sources.js'

/**
 * The record of one request and its response. All rules, verdicts and reports are computed from exchanges, whether they come from a run of
 * our own, from the embedded service, from the proxy or from a file.
 *
 * An exchange never holds a secret: tokens, client secrets and personal data were replaced by labels such as `[access_token#1]` when it
 * was recorded. Within a run equal values have equal labels, so the judge can compare values that it never sees.
 */

export type { LifeEvent, Source }

/** Which address was called: the API, the token address, or another one (a link, a redirect page). */
export type Channel = 'service' | 'token' | 'elsewhere'

/** A header with a masked value. Lists of headers keep the spelling, the order and repeated headers. */
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
  /** Size of the decoded body. If the transfer was cut, the bytes that arrived. */
  readonly sizeBytes: number
  readonly flaw: BodyFlaw | null
}

export interface HttpRequest {
  readonly method: string
  /** Absolute, masked. */
  readonly url: string
  readonly headers: readonly Header[]
  /** null if no body was sent. */
  readonly body: Body | null
}

/** A response, perhaps an incomplete one. */
export interface HttpResponse {
  readonly status: number
  readonly headers: readonly Header[]
  /** null if no body came. */
  readonly body: Body | null
}

/** Why no complete response arrived. */
export type FailureKind =
  | 'refused' // nobody listens at the address
  | 'unresolved' // the name has no address
  | 'tls' // the certificate or the handshake
  | 'unconnected' // no connection could be opened, so the request was never sent
  | 'timeout' // not complete within the time allowed
  | 'reset' // the connection ended early
  | 'too-large' // more bytes than allowed
  | 'malformed' // not HTTP, or a broken encoding
  | 'aborted' // one side gave up (an interrupt, a client that left)

/** Whether the service was not reached at all, so that the network is to blame. */
export function isUnreachable(kind: FailureKind): boolean {
  return kind === 'refused' || kind === 'unresolved' || kind === 'tls' || kind === 'unconnected'
}

/** A failure of the network or of the connection. It is recorded, never thrown. */
export interface Failure {
  readonly kind: FailureKind
  /** The transport's own words, masked. */
  readonly message: string
}

/** Why a request of ours should be refused: its body or query is wrong on purpose (`invalid`), its record does not exist, it has no valid token. */
export type Intent = 'invalid' | 'unknown-record' | 'without-token'

/** Facts that are missing in a recording. A rule that needs one of them does not judge the exchange. */
export type Gap =
  | 'request-bodies'
  /** The bodies of responses. Existing recordings contain this name, so it stays. */
  | 'answer-bodies'
  /** The request or the response has no headers at all, which real messages always have. */
  | 'headers'
  /** The credentials, which the tool left out or replaced by `***`. */
  | 'authorization'
  | 'times'
  /** When responses arrived. Unlike with `times`, it is known when requests were sent. */
  | 'durations'
  /** The fractions of milliseconds: times are whole milliseconds. */
  | 'whole-milliseconds'
  /** Entries before this one, which could not be read. */
  | 'exchanges'

export interface Exchange {
  /** Unique within the run: `e1`, `e2`, … in the order in which the requests were sent. */
  readonly id: string
  readonly source: Source
  readonly channel: Channel
  /** The session that it belongs to, if the source distinguishes several clients. */
  readonly session: string | null
  /** The step for which we sent the request, as `suite/step` (`homologation/1`); null if others sent it. */
  readonly step: string | null
  /** Left out if the request should succeed, or if others sent it. */
  readonly intent?: Intent
  /** Set if this read failed for a reason that may be temporary, so that the same request is sent again after it. */
  readonly sentAgain?: true
  /** Set if this response contradicts an earlier one, and the earlier request is repeated next, in case somebody else changed the record. */
  readonly rechecked?: true
  /** Set if the request was refused because of an event that we caused ourselves. Such a refusal is blamed on nobody. */
  readonly staged?: LifeEvent
  readonly request: HttpRequest
  /** null if no response arrived. An incomplete response comes together with a `failure`. */
  readonly response: HttpResponse | null
  readonly failure: Failure | null
  /** When the request was sent (run, proxy) or arrived (examine) by the wall clock: ISO 8601 with milliseconds. */
  readonly startedAt: string
  /** The same by a monotonic clock: milliseconds since the run's start, with fractions. */
  readonly sentAtMs: number
  /** When the last byte of the response arrived (run, proxy) or was sent (examine), by the same clock; null if it never was. */
  readonly respondedAtMs: number | null
  /** Set if a fault of the embedded service spoilt the response to a correct request. */
  readonly spoilt?: true
  readonly gaps: readonly Gap[]
}

/** All fields but request and response. */
export type PlainFields = Omit<Exchange, 'request' | 'response'>

/** Copies these fields and no others, because a field that is not known here may hold a secret. */
export function plainFieldsOf(exchange: PlainFields): PlainFields {
  const { id, source, channel, session, step, failure, startedAt, sentAtMs, respondedAtMs, gaps } = exchange
  const { intent, sentAgain, rechecked, staged, spoilt } = exchange
  const required = { id, source, channel, session, step, failure, startedAt, sentAtMs, respondedAtMs, gaps }
  return {
    ...required,
    ...(intent && { intent }),
    ...(sentAgain && { sentAgain }),
    ...(rechecked && { rechecked }),
    ...(staged && { staged }),
    ...(spoilt && { spoilt }),
  }
}

/** Whether the recording tells when responses arrived. */
export function hasEndTimes({ gaps }: Pick<Exchange, 'gaps'>): boolean {
  return !gaps.includes('times') && !gaps.includes('durations')
}

/** When the response ended, or when the request was sent if no end was seen. */
export function endMs({ respondedAtMs, sentAtMs }: Pick<Exchange, 'respondedAtMs' | 'sentAtMs'>): number {
  return respondedAtMs ?? sentAtMs
}

/** The values of a header, in order. The case of its name does not matter. */
export function headerValues(headers: readonly Header[], name: string): string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value)
}

/** The values of the request's `Authorization` headers. There should be one. */
export function authorizationOf({ request: { headers } }: Pick<Exchange, 'request'>): readonly string[] {
  return headerValues(headers, 'authorization')
}

/** The credentials as one text, by which requests are compared: the `Authorization` headers, joined with commas; '' if there is none. */
export function credentialsOf(exchange: Pick<Exchange, 'request'>): string {
  return authorizationOf(exchange).join()
}

/** The first value of a header, or null. */
export function headerValue(headers: readonly Header[], name: string): string | null {
  const wanted = name.toLowerCase()
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1] ?? null
}
