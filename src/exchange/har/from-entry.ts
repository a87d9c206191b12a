import {
  type Body,
  type Exchange,
  type Failure,
  type FailureKind,
  type Gap,
  headerValue,
  type PlainFields,
  plainFieldsOf,
} from '../exchange.js'
import { type Masker, record } from '../masking.js'
import type { RawBody, RawExchange } from '../raw.js'
import { sourceNames } from '../sources.js'
import { channelOf, type EntryContext } from './entry-address.js'
import { asNumber, asObject, asText, type EntryParts } from './loose.js'
import { NO_BYTES, readMessages } from './messages.js'
import { isHiddenHash, isRedacted } from './redacted.js'
import { readTimes } from './times.js'

/** An entry of a HAR with its position and its time. */
export interface NumberedEntry extends EntryParts {
  /** Its position in the file, from 1. */
  readonly number: number
  /** Wall clock in milliseconds since 1970 with the written fraction; NaN if the entry has no time. */
  readonly startedMs: number
}

/**
 * Tells whether an entry becomes an exchange. `no-response`: a request to the service of which nobody knows whether it was sent. `ignored`: no
 * HTTP (`data:`, a web socket), a response from the browser's cache, or a request elsewhere without a response.
 */
export function usabilityOf(
  numbered: NumberedEntry,
  context: EntryContext,
): 'exchange' | 'no-response' | 'ignored' {
  const { entry, request, response } = numbered
  if (!/^https?:\/\//i.test(asText(request.url)) || asText(entry._fromCache) !== '') return 'ignored'
  const hasStatus = (asNumber(response.status) ?? 0) > 0
  if (hasStatus || isOwnEntry(entry._homologa) || failureOf(numbered) !== null) return 'exchange'
  return channelOf(request, context) === 'elsewhere' ? 'ignored' : 'no-response'
}

/** Returns the masked exchange of an entry. An entry of ours keeps its id and its times; `originMs` is the time of the first exchange. */
export function toExchange(
  numbered: NumberedEntry,
  context: EntryContext,
  { id, originMs, masker }: { readonly id: string; readonly originMs: number; readonly masker: Masker },
): Exchange {
  const own = numbered.entry._homologa
  if (isOwnEntry(own)) return readOwnExchange(numbered, own, masker)
  const channel = channelOf(numbered.request, context)
  const { request, response } = readMessages(numbered, channel, context)
  const { gaps: missingTimes, ...times } = readTimes(numbered.entry, numbered.startedMs, originMs)
  const gaps = new Set<Gap>()
  if (request.body?.flaw === 'not-recorded') gaps.add('request-bodies')
  if (response?.body?.flaw === 'not-recorded') gaps.add('answer-bodies')
  if (request.headers.length === 0 || response?.headers.length === 0) gaps.add('headers')
  if ([...request.headers, ...(response?.headers ?? [])].some(isHiddenHash)) gaps.add('headers')
  const credentials = headerValue(request.headers, 'authorization')
  const isAuthorizationUnknown = credentials === null ? !context.shows.authorization : isRedacted(credentials)
  if (isAuthorizationUnknown) gaps.add('authorization')
  const raw: RawExchange = {
    ...times,
    id,
    source: 'recording',
    channel,
    session: null,
    step: null,
    request: { ...request, method: request.method.toUpperCase() },
    response,
    failure: response ? null : failureOf(numbered),
    respondedAtMs: response && times.respondedAtMs,
    gaps: [...gaps, ...missingTimes],
  }
  return record(raw, masker)
}

type OwnBody = Pick<Body, 'sizeBytes' | 'flaw'>

/** What homologa adds to the entries that it writes. */
interface OwnFields extends PlainFields {
  readonly hasResponse: boolean
  /** null if there is no body. Its text is in the standard fields. */
  readonly requestBody: OwnBody | null
  readonly responseBody: OwnBody | null
}

/** Reads an entry that homologa wrote. It is masked again, and missing bodies are noted, because somebody may have edited the file. */
function readOwnExchange(parts: EntryParts, own: OwnFields, masker: Masker): Exchange {
  const { request, response } = readMessages(parts, own.channel, null) // an entry of ours needs no context
  const requestBody = restoreBody(request.body, own.requestBody)
  const responseBody = restoreBody(response?.body ?? null, own.responseBody)
  const gaps = new Set(own.gaps)
  if (requestBody?.flaw === 'not-recorded' && own.requestBody?.flaw === null) gaps.add('request-bodies')
  if (responseBody?.flaw === 'not-recorded' && own.responseBody?.flaw === null) gaps.add('answer-bodies')
  const fields = { ...plainFieldsOf(own), startedAt: asText(parts.entry.startedDateTime), gaps: [...gaps] }
  const received = own.hasResponse && response ? { ...response, body: responseBody } : null
  return record({ ...fields, request: { ...request, body: requestBody }, response: received }, masker)
}

/** Adds size and flaw to a body. If it should have bytes and the file has none, another tool has removed them. */
function restoreBody(body: RawBody | null, own: OwnBody | null): RawBody | null {
  if (!own) return null
  const isLeftOut = own.flaw === null && own.sizeBytes > 0 && (body === null || body.flaw === 'not-recorded')
  return { bytes: NO_BYTES, ...body, sizeBytes: own.sizeBytes, flaw: isLeftOut ? 'not-recorded' : own.flaw }
}

const FLAWS: readonly unknown[] = [null, 'truncated', 'excerpt', 'not-utf8', 'undecodable', 'not-recorded']

/** Whether homologa wrote an entry. Only the fields are checked without which reading it, or a rule, would throw. */
export function isOwnEntry(value: unknown): value is OwnFields {
  const { id, source, channel, sentAtMs, gaps, staged, requestBody, responseBody } = asObject(value)
  const isBody = (body: unknown) =>
    body === null || (asNumber(asObject(body).sizeBytes) !== null && FLAWS.includes(asObject(body).flaw))
  return (
    typeof id === 'string' &&
    (staged === undefined || typeof staged === 'string') &&
    (sourceNames as readonly string[]).includes(asText(source)) &&
    ['service', 'token', 'elsewhere'].includes(asText(channel)) &&
    Number.isFinite(sentAtMs) &&
    Array.isArray(gaps) &&
    isBody(requestBody) &&
    isBody(responseBody)
  )
}

/** The kinds of failures by words of the tool's message. The first match counts. */
const FAILURE_PATTERNS: readonly (readonly [RegExp, FailureKind])[] = [
  [/unconnected|connection_timed_out|(?:proxy|tunnel)_connection_failed/i, 'unconnected'],
  [/refused/i, 'refused'],
  [/name_not_resolved|enotfound|eai_again|getaddrinfo|dns/i, 'unresolved'],
  [/ssl|tls|cert/i, 'tls'],
  [/timed?[_ ]?out|etimedout/i, 'timeout'],
  [/abort|cancel|blocked_by/i, 'aborted'],
  [/malformed|invalid_(?:response|http|chunked)|parse|content_decoding/i, 'malformed'],
]

/** Returns the reason why no response came, in the words of the tool; null if there are none, because then a response may have come. */
function failureOf({ entry, response }: EntryParts): Failure | null {
  const reasons = [response._error, entry._error, response.statusText, entry._errorText].map(asText)
  const comments = [response.comment, entry.comment].map(asText).filter((text) => ERROR_CODE.test(text))
  const message = [...reasons, ...comments].find((text) => text !== '')
  if (message === undefined) return null
  // most other messages tell of a connection that ended: `socket hang up`, `net::ERR_EMPTY_RESPONSE`
  const [, kind = 'reset'] = FAILURE_PATTERNS.find(([pattern]) => pattern.test(message)) ?? []
  return { kind, message }
}

/** An error code of the network, which some tools write into the comment. Without one, a comment is a note of the user. */
const ERROR_CODE = /\b(?:net::)?ERR_[A-Z_]+|\bE(?:CONN|TIMEDOUT|NOTFOUND|AI_)[A-Z_]*|\bNS_ERROR_\w+/
