import {
  type Body,
  type Exchange,
  type Failure,
  type FailureKind,
  type Gap,
  type Header,
  headerValue,
  type PlainFields,
  plainFieldsOf,
} from '../exchange.js'
import { type Masker, record } from '../masking.js'
import type { RawBody, RawExchange } from '../raw.js'
import { sourceNames } from '../sources.js'
import { channelOf, type EntryContext } from './entry-address.js'
import { asNumber, asObject, asText, type EntryParts, type LooseObject } from './loose.js'
import { NO_BYTES, readMessages } from './messages.js'

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
  const { gaps: missingTimes, ...times } = readTimes(numbered, originMs)
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

/** Whether an entry has the fields of homologa, complete and of the right types. */
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

/** Whether a tool hid the homologation's hash, which some take for a secret. */
function isHiddenHash([name, value]: Header): boolean {
  return /-homologacao$/i.test(name) && isRedactionMark(value.trim())
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

type Times = Pick<Exchange, 'startedAt' | 'sentAtMs' | 'respondedAtMs' | 'gaps'>

/** Reads when the request was sent and when its response had arrived, both counted from the first request of the recording. */
function readTimes({ entry, startedMs }: NumberedEntry, originMs: number): Times {
  const written = asText(entry.startedDateTime)
  if (Number.isNaN(startedMs))
    return { startedAt: new Date(0).toISOString(), sentAtMs: 0, respondedAtMs: null, gaps: ['times'] }
  const duration = readDurationMs(entry)
  const { blocked, dns, connect } = asObject(entry.timings)
  // the time of a browser's entry is that of the click: then it waited in a queue, looked up the name and connected
  const beforeSending = positive(blocked) + positive(dns) + positive(connect)
  const waited = Math.min(beforeSending, duration ?? 0)
  const isCanonical = CANONICAL.test(written)
  const digits = isCanonical ? 3 : fractionOf(written).length
  return {
    startedAt: isCanonical ? written : new Date(Math.floor(startedMs)).toISOString(),
    sentAtMs: roundToMicroseconds(startedMs - originMs + waited),
    respondedAtMs: duration === null ? null : roundToMicroseconds(startedMs - originMs + duration),
    gaps: timeGaps(digits, duration),
  }
}

/** Returns what the times lack. `digits` is how many digits the fraction of a second has; whole seconds are too coarse to be used. */
function timeGaps(digits: number, duration: number | null): readonly Gap[] {
  if (digits === 0) return ['times']
  const ends = duration === null ? (['durations'] as const) : []
  return digits <= 3 ? ['whole-milliseconds', ...ends] : ends
}

/** Returns `time`, or the sum of the timings (`connect` includes `ssl`); null if both are missing. */
function readDurationMs({ time, timings }: LooseObject): number | null {
  const whole = asNumber(time)
  if (whole !== null && whole >= 0) return whole
  const parts = asObject(timings)
  const known = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map((name) => positive(parts[name]))
  return positive(parts.wait) === 0 ? null : known.reduce((sum, part) => sum + part, 0)
}

function positive(value: unknown): number {
  return Math.max(asNumber(value) ?? 0, 0)
}

/** `2026-05-04T03:10:00.123Z`, the form of nearly every tool and of an exchange. */
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Milliseconds since 1970 with the written fraction, which may be finer than a `Date`: `…00.1234567Z` ends in `.4567`. */
export function parseWallMs(written: string): number {
  if (CANONICAL.test(written)) return Date.parse(written)
  const whole = Date.parse(written.replace(/\.\d+/, ''))
  const fraction = fractionOf(written)
  return fraction === '' ? whole : whole + Number(`0.${fraction}`) * 1000
}

function fractionOf(written: string): string {
  return /\d\.(\d+)/.exec(written)?.[1] ?? ''
}

function roundToMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

/** Whether the tool hid a credential (`Bearer ***`), so that nobody knows it. `undefined` and `${TOKEN}` are the client's mistakes: the judge sees them. */
function isRedacted(value: string): boolean {
  const [, scheme = '', rest = ''] = /^\s*(bearer\s|basic\s)?\s*(.*?)\s*$/is.exec(value) ?? []
  if (CLIENT_MISTAKE.test(rest)) return false
  return isRedactionMark(rest) || (scheme === '' ? isShortPhrase(rest) : PLACEHOLDER_WORD.test(rest))
}

/** Whether a value is what tools write in place of something secret: `***`, `<hidden>`, `[REDACTED]`, `masked by proxy`. */
function isRedactionMark(value: string): boolean {
  if (value === '' || LABEL.test(value)) return false
  return [PICTOGRAPH, BRACKETED, REPEATED_CHARACTER, REDACTION_WORD].some((mark) => mark.test(value))
}

/** A label of our masking, in a recording that another tool saved again. */
const LABEL = /^\[\w+#\d+\]$/
/** Values that clients send by mistake instead of a token. */
const CLIENT_MISTAKE = /^(?:undefined|null|nil|none|nan|true|false|\[object \w+\])?$/i
/** Dots and ellipses, which no client sends in a header. */
const PICTOGRAPH = /[•●∙▪█…]/
/** Anything in brackets, or words between dashes or stars: `<token>`, `***removed***`. */
const BRACKETED = /^(?:\[.*\]|<.*>|\(.*\)|«.*»|([_*#~=-]+)[\p{L} :._-]+\1)$/u
/** The same character repeated: `xxxx`. */
const REPEATED_CHARACTER = /^([*x.#_-])\1{2,}$/i
/** A word for what the tool did, in English or Portuguese, in a short text without anything that looks generated. */
const REDACTION_WORD =
  /^(?=.{0,80}$)(?!.*\b(?=\w{10})\w*\d).*(?<![\p{L}\d])(?:redact|mask|hidden|remov|filter|saniti[sz]|omit|scrub|strip|censor|obfusc|anonymi[sz]|ocult|mascar|suprimid|apagad|sigilos)/iu
/** Other words that tools write after `Bearer` in place of a token. */
const PLACEHOLDER_WORD =
  /^(?:(?:access_?)?token|secret|private|protected|sensitive|confidential|credentials?|value|password|senha|segredo)$/i

/** Whether the value is a short phrase in one case, such as `HIDDEN` or `not shown`, which a token is not. */
function isShortPhrase(text: string): boolean {
  return text.length <= 20 && /^(?:\p{Ll}+(?:[ _-]\p{Ll}+)*|\p{Lu}+(?:[ _-]\p{Lu}+)*)$/u.test(text)
}
