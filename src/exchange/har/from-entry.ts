import {
  type Body,
  type BodyFlaw,
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
import type { RawBody } from '../raw.js'
import { sourceNames } from '../sources.js'
import { channelOf, type EntryContext } from './entry-address.js'
import { asNumber, asObject, asText, type EntryParts, type LooseObject } from './loose.js'
import { NO_BYTES, readMessages } from './messages.js'

/** An entry before it got its place in the order. */
export interface NumberedEntry extends EntryParts {
  /** Its place in the file, from 1. */
  readonly number: number
  /** Wall clock in milliseconds, fractions as written; NaN where the entry tells none. */
  readonly startedMs: number
}

/** Makes the exchange, masked. `originMs` is the first request's wall clock. */
export type ToExchange = (id: string, originMs: number, masker: Masker) => Exchange

/**
 * Reads one entry. null: it is not an HTTP exchange (`data:`, `chrome-extension:`, a web socket, a response from the
 * browser's own cache), or it is a request to another service that has no response. `no-response`: a request to the
 * service that may never have been sent, or may have had any response.
 */
export function readEntry(placed: NumberedEntry, context: EntryContext): ToExchange | 'no-response' | null {
  const { entry, request, response } = placed
  const own = entry._homologa
  if (!/^https?:\/\//i.test(asText(request.url)) || asText(entry._fromCache) !== '') return null
  if (isOwnEntry(own)) return (_id, _originMs, masker) => readOwnExchange(placed, own, masker)
  const hasStatus = (asNumber(response.status) ?? 0) > 0
  if (!hasStatus && failureOf(placed) === null)
    return channelOf(request, context) === 'elsewhere' ? null : 'no-response'
  return readForeignExchange(placed, context)
}

function readForeignExchange(placed: NumberedEntry, context: EntryContext): ToExchange {
  return (id, originMs, masker) => {
    const channel = channelOf(placed.request, context)
    const { request, response } = readMessages(placed, channel, context)
    const { gaps: unseen, respondedAtMs, ...times } = readTimes(placed, originMs)
    const gaps = new Set<Gap>()
    if (request.body?.flaw === 'not-recorded') gaps.add('request-bodies')
    if (response?.body?.flaw === 'not-recorded') gaps.add('answer-bodies')
    if (request.headers.length === 0 || response?.headers.length === 0) gaps.add('headers')
    if ([...request.headers, ...(response?.headers ?? [])].some(isHiddenHash)) gaps.add('headers')
    const credentials = headerValue(request.headers, 'authorization')
    if (credentials === null ? !context.shows.authorization : isRedacted(credentials))
      gaps.add('authorization')
    for (const gap of unseen) gaps.add(gap)
    return record(
      {
        id,
        source: 'recording',
        channel,
        session: null,
        step: null,
        request: { ...request, method: request.method.toUpperCase() },
        response,
        failure: response ? null : failureOf(placed),
        ...times,
        respondedAtMs: response ? respondedAtMs : null,
        gaps: [...gaps],
      },
      masker,
    )
  }
}

type OwnBody = Pick<Body, 'sizeBytes' | 'flaw'>

/** Our part of an entry of ours. */
interface OwnFields extends PlainFields {
  readonly hasResponse: boolean
  /** null if there is no body. The format's own fields contain its text. */
  readonly requestBody: OwnBody | null
  readonly responseBody: OwnBody | null
}

/** Our own entry: the format's fields hold texts and headers, ours the rest. Masked again, because files can be edited. */
function readOwnExchange(parts: EntryParts, own: OwnFields, masker: Masker): Exchange {
  const { request, response } = readMessages(parts, own.channel, null)
  const body = restoreBody(request.body, own.requestBody)
  const responseBody = restoreBody(response?.body ?? null, own.responseBody)
  const gaps = new Set(own.gaps)
  if (body?.flaw === 'not-recorded' && own.requestBody?.flaw === null) gaps.add('request-bodies')
  if (responseBody?.flaw === 'not-recorded' && own.responseBody?.flaw === null) gaps.add('answer-bodies')
  return record(
    {
      ...plainFieldsOf(own),
      request: { ...request, body },
      response: own.hasResponse && response ? { ...response, body: responseBody } : null,
      startedAt: asText(parts.entry.startedDateTime),
      gaps: [...gaps],
    },
    masker,
  )
}

/** A body that had bytes, and has none in the file, was taken out by another tool since. */
function restoreBody(body: RawBody | null, own: OwnBody | null): RawBody | null {
  if (!own) return null
  const isLeftOut = own.flaw === null && own.sizeBytes > 0 && (body === null || body.flaw === 'not-recorded')
  return { bytes: NO_BYTES, ...body, sizeBytes: own.sizeBytes, flaw: isLeftOut ? 'not-recorded' : own.flaw }
}

const FLAWS: ReadonlySet<unknown> = new Set<BodyFlaw | null>([
  null,
  'truncated',
  'excerpt',
  'not-utf8',
  'undecodable',
  'not-recorded',
])

export function isOwnEntry(value: unknown): value is OwnFields {
  const { id, source, channel, sentAtMs, gaps, staged, requestBody, responseBody } = asObject(value)
  const isBody = (body: unknown) =>
    body === null || (asNumber(asObject(body).sizeBytes) !== null && FLAWS.has(asObject(body).flaw))
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

/** Some tools take the hash of the procedure for a secret. */
function isHiddenHash([name, value]: Header): boolean {
  return /-homologacao$/i.test(name) && isRedactionMark(value.trim())
}

const FAILURE_PATTERNS: readonly (readonly [RegExp, FailureKind])[] = [
  [/unconnected|connection_timed_out|(?:proxy|tunnel)_connection_failed/i, 'unconnected'],
  [/refused/i, 'refused'],
  [/name_not_resolved|enotfound|eai_again|getaddrinfo|dns/i, 'unresolved'],
  [/ssl|tls|cert/i, 'tls'],
  [/timed?[_ ]?out|etimedout/i, 'timeout'],
  [/abort|cancel|blocked_by/i, 'aborted'],
  [/malformed|invalid_(?:response|http|chunked)|parse|content_decoding/i, 'malformed'],
]

/**
 * The reason why no response came, as the tool gives it; null if it gives none, because then a response may have
 * come.
 */
function failureOf({ entry, response }: EntryParts): Failure | null {
  const said = [response._error, entry._error, response.statusText, entry._errorText].map(asText)
  const comments = [response.comment, entry.comment].map(asText).filter((one) => ERROR_CODE.test(one))
  const message = [...said, ...comments].find((one) => one !== '')
  return message === undefined
    ? null
    : { kind: FAILURE_PATTERNS.find(([form]) => form.test(message))?.[1] ?? 'reset', message }
}

/** A comment is the user's own note about the request, unless a tool wrote the network's error code there. */
const ERROR_CODE = /\b(?:net::)?ERR_[A-Z_]+|\bE(?:CONN|TIMEDOUT|NOTFOUND|AI_)[A-Z_]*|\bNS_ERROR_\w+/

type Times = Pick<Exchange, 'startedAt' | 'sentAtMs' | 'respondedAtMs' | 'gaps'>

/** When the request went out and the response had come, after the first request of the recording. */
function readTimes({ entry, startedMs }: NumberedEntry, originMs: number): Times {
  const written = asText(entry.startedDateTime)
  if (Number.isNaN(startedMs))
    return { startedAt: new Date(0).toISOString(), sentAtMs: 0, respondedAtMs: null, gaps: ['times'] }
  const duration = readDurationMs(entry)
  const { blocked, dns, connect } = asObject(entry.timings)
  // milliseconds that a browser spent on queues, names and connections before the request went out
  const before = positive(blocked) + positive(dns) + positive(connect)
  const waited = Math.min(before, Math.max(duration ?? 0, 0))
  const isCanonical = CANONICAL.test(written)
  const digits = isCanonical ? 3 : fractionOf(written).length
  return {
    startedAt: isCanonical ? written : new Date(Math.floor(startedMs)).toISOString(),
    sentAtMs: roundToMicroseconds(startedMs - originMs + waited),
    respondedAtMs: duration === null ? null : roundToMicroseconds(startedMs - originMs + duration),
    gaps: timeGaps(digits, duration),
  }
}

/** `digits`: of the fraction of a second. */
function timeGaps(digits: number, duration: number | null): readonly Gap[] {
  if (digits === 0) return ['times']
  const ends = duration === null ? (['durations'] as const) : []
  return digits <= 3 ? ['whole-milliseconds', ...ends] : ends
}

/** `time`, else the sum of the timings, of which `connect` holds `ssl`; null where neither tells it. */
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

/** As nearly every tool writes a time, and as an exchange keeps it. */
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Milliseconds since 1970 with the fraction that the text shows, finer than a `Date` holds. */
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

/**
 * Whether a tool put this value in place of a credential before it wrote a recording: it says nothing of what was sent. A client that sends
 * a name of nothing (`undefined`) or the place of a variable (`${TOKEN}`) made a mistake of its own, which must be seen.
 */
function isRedacted(value: string): boolean {
  const [, scheme = '', rest = ''] = /^\s*(bearer\s|basic\s)?\s*(.*?)\s*$/is.exec(value) ?? []
  if (CLIENT_MISTAKE.test(rest)) return false
  return isRedactionMark(rest) || (scheme === '' ? isSingleWord(rest) : PLACEHOLDER_WORD.test(rest))
}

/** The same of a value that may be a word by itself. */
function isRedactionMark(value: string): boolean {
  if (value === '' || LABEL.test(value)) return false
  return (
    PICTOGRAPH.test(value) ||
    BRACKETED.test(value) ||
    REPEATED_CHARACTER.test(value) ||
    REDACTION_WORD.test(value)
  )
}

/** A label from our own masking, in a recording that another tool saved again. */
const LABEL = /^\[\w+#\d+\]$/
const CLIENT_MISTAKE = /^(?:undefined|null|nil|none|nan|true|false|\[object \w+\])?$/i
/** Dots and ellipses, which no client sends in a header. */
const PICTOGRAPH = /[•●∙▪█…]/
/** Anything in brackets; words between strokes or stars. */
const BRACKETED = /^(?:\[.*\]|<.*>|\(.*\)|«.*»|([_*#~=-]+)[\p{L} :._-]+\1)$/u
/** The same character repeated. */
const REPEATED_CHARACTER = /^([*x.#_-])\1{2,}$/i
/** Tools describe what they did. No generated value is such a sentence. */
const REDACTION_WORD =
  /^(?=.{0,80}$)(?!.*\b(?=\w{10})\w*\d).*(?<![\p{L}\d])(?:redact|mask|hidden|remov|filter|saniti[sz]|omit|scrub|strip|censor|obfusc|anonymi[sz]|ocult|mascar|suprimid|apagad|sigilos)/iu
/** Other words that tools put after `Bearer` in place of every token. */
const PLACEHOLDER_WORD =
  /^(?:(?:access_?)?token|secret|private|protected|sensitive|confidential|credentials?|value|password|senha|segredo)$/i

/**
 * True if a single word replaces everything: only letters, all of them small or all capital. A token without its
 * scheme is not such a word.
 */
function isSingleWord(text: string): boolean {
  return text.length <= 20 && /^(?:\p{Ll}+(?:[ _-]\p{Ll}+)*|\p{Lu}+(?:[ _-]\p{Lu}+)*)$/u.test(text)
}
