import { oauthChannel, readAddress } from '../address.js'
import {
  type BodyFlaw,
  type Channel,
  type Exchange,
  type Failure,
  type FailureKind,
  type Gap,
  type Header,
  headerValue,
} from '../exchange.js'
import { parseJson } from '../json.js'
import { fromBase64 } from '../masking/bytes.js'
import { type Masker, record } from '../masking.js'
import type { RawBody, RawExchange } from '../raw.js'
import { sourceNames } from '../sources.js'
import type { OwnBody, OwnFields } from './har-type.js'

/** Any entry, as others write them: everything may be missing, of another type, or in another case. */
type Loose = { readonly [name: string]: unknown }

/** What the whole recording tells about each of its entries. */
export interface EntryContext {
  /** Host of the service's base address, or null where it is unknown. */
  readonly host: string | null
  /** Without query and fragment. */
  readonly tokenAddress: string | null
  readonly shows: Shown
}

/** What a recording shows somewhere. What it shows nowhere, its tool left out. */
export interface Shown {
  /** Credentials of a request; browsers leave them out of what they export. */
  readonly authorization: boolean
  /** Text of an answer's body. */
  readonly texts: boolean
  readonly answers: boolean
}

export function entryContext(baseUrl: string | null, tokenUrl: string | null, shows: Shown): EntryContext {
  const tokenAddress = tokenUrl === null ? null : bareOf(tokenUrl)
  return { host: baseUrl === null ? null : hostOf(baseUrl), tokenAddress, shows }
}

/** A foreign or own entry before it got its place in the order. */
export interface ReadEntry {
  /** Wall clock in milliseconds, fractions as written; NaN where the entry tells none. */
  readonly startedMs: () => number
  /** Makes the exchange, masked. `originMs` is the first request's wall clock. */
  toExchange(id: string, originMs: number, masker: Masker): Exchange
}

/**
 * Reads one entry; null where it is no HTTP exchange at all (`data:`, `chrome-extension:`, a web socket), or a mere request of a
 * recording of requests, which nobody sent.
 */
export function readEntry(entry: unknown, context: EntryContext): ReadEntry | null {
  const { request, response, startedDateTime, _homologa } = asLoose(entry)
  const parts = { entry: asLoose(entry), request: asLoose(request), response: asLoose(response) }
  const url = text(parts.request.url)
  if (!/^https?:\/\//i.test(url) || isFromCache(parts.entry)) return null
  if (!context.shows.answers && !isOwn(_homologa) && saidInPlaceOfAnswer(parts) === undefined) return null
  const startedMs = () => wallMs(text(startedDateTime))
  if (isOwn(_homologa)) return { startedMs, toExchange: ownExchange(parts, _homologa) }
  return { startedMs, toExchange: foreignExchange(parts, context, startedMs()) }
}

/** Whether a browser took the answer from its own cache, so that nothing was sent. */
function isFromCache({ _fromCache }: Loose): boolean {
  return text(_fromCache) !== ''
}

/** The parts of an entry that are read. */
interface Parts {
  readonly entry: Loose
  readonly request: Loose
  readonly response: Loose
}

/** Our own entry: the format's fields hold texts and headers, ours the rest. Masked again, for files can be edited. */
function ownExchange(parts: Parts, own: OwnFields): ReadEntry['toExchange'] {
  return (_id, _originMs, masker) => {
    const { request, answer } = messagesOf(parts, own.channel, null)
    const raw: RawExchange = {
      id: own.id,
      source: own.source,
      channel: own.channel,
      session: own.session,
      step: own.step,
      ...(own.intent && { intent: own.intent }),
      ...(own.sentAgain && { sentAgain: true }),
      ...(own.staged && { staged: own.staged }),
      ...(own.lateMs !== undefined && { lateMs: own.lateMs }),
      request: {
        method: text(parts.request.method),
        url: request.url,
        headers: request.headers,
        body: restored(request.body, own.requestBody),
        ...surplus(own.requestSurplus),
      },
      answer:
        own.hasAnswer && answer
          ? {
              status: answer.status,
              headers: answer.headers,
              body: restored(answer.body, own.answerBody),
              ...surplus(own.answerSurplus),
            }
          : null,
      failure: own.failure,
      startedAt: text(parts.entry.startedDateTime),
      sentAtMs: own.sentAtMs,
      answeredAtMs: own.answeredAtMs,
      gaps: own.gaps,
    }
    return withUnread(record(raw, masker), own)
  }
}

/** Bodies that are no UTF-8 came without their text. */
function withUnread(exchange: Exchange, own: OwnFields): Exchange {
  const requestBody = notUtf8(own.requestBody)
  const answerBody = notUtf8(own.answerBody)
  if (!requestBody && !answerBody) return exchange
  const { request, answer } = exchange
  return {
    ...exchange,
    request: { ...request, body: requestBody ?? request.body },
    answer: answer && { ...answer, body: answerBody ?? answer.body },
  }
}

function surplus(bytes: number | undefined): { readonly surplusBytes?: number } {
  return typeof bytes === 'number' && bytes > 0 ? { surplusBytes: bytes } : {}
}

function restored(body: RawBody | null, own: OwnBody | null): RawBody | null {
  if (!own) return null
  const flaw = own.flaw === 'not-utf8' ? 'not-recorded' : own.flaw
  const text = body?.text === undefined ? {} : { text: body.text }
  return { bytes: body?.bytes ?? NO_BYTES, ...text, sizeBytes: own.sizeBytes, flaw }
}

function notUtf8(own: OwnBody | null) {
  return own?.flaw === 'not-utf8' ? { text: null, sizeBytes: own.sizeBytes, flaw: own.flaw } : null
}

function foreignExchange(parts: Parts, context: EntryContext, startedMs: number): ReadEntry['toExchange'] {
  return (id, originMs, masker) => {
    const channel = channelOf(parts.request, context)
    const { request, answer } = messagesOf(parts, channel, context)
    const times = timesOf(parts.entry, startedMs, originMs)
    const gaps = new Set<Gap>()
    if (request.body?.flaw === 'not-recorded') gaps.add('request-bodies')
    if (answer?.body?.flaw === 'not-recorded') gaps.add('answer-bodies')
    if (request.headers.length === 0 || answer?.headers.length === 0) gaps.add('headers')
    if (hidesAuthorization(request.headers, context)) gaps.add('authorization')
    for (const gap of times.gaps) gaps.add(gap)
    const raw: RawExchange = {
      id,
      source: 'recording',
      channel,
      session: null,
      step: null,
      request: { ...request, method: request.method.toUpperCase() },
      answer,
      failure: answer ? null : failureOf(parts),
      startedAt: times.startedAt,
      sentAtMs: times.sentAtMs,
      answeredAtMs: answer ? times.answeredAtMs : null,
      gaps: [...gaps],
    }
    return record(raw, masker)
  }
}

/** `context`: of another's recording. */
function messagesOf(
  { request, response }: Parts,
  channel: Channel,
  context: EntryContext | null,
): Pick<RawExchange, 'request' | 'answer'> {
  const headers = headersOf(request.headers)
  const method = text(request.method)
  const body = requestBodyOf(request, headers)
  const status = number(response.status) ?? 0
  const answerHeaders = status > 0 ? headersOf(response.headers) : []
  return {
    request: { method, url: text(request.url), headers, body },
    answer:
      status > 0
        ? {
            status,
            headers: answerHeaders,
            body:
              context?.shows.texts === false && isBodyOwed(status, answerHeaders, method)
                ? NOT_RECORDED
                : answerBodyOf(response, answerHeaders, method, channel),
          }
        : null,
  }
}

/** Which address a request was meant for. Without a base address, whatever is no token request is the service's. */
export function channelOf(request: Loose, context: EntryContext): Channel {
  const address = bareOf(text(request.url))
  if (address === context.tokenAddress) return 'token'
  const channel = oauthChannel(address)
  if (channel !== null) return channel
  if (asksForToken(asLoose(request.postData)) || /[?&]grant_type=/.test(text(request.url))) return 'token'
  return context.host === null || hostOf(address) === context.host ? 'service' : 'elsewhere'
}

function asksForToken(data: Loose): boolean {
  if (/(?:^|[&{,"\s])"?grant_type"?\s*[=:]/.test(text(data.text).slice(0, 2000))) return true
  return paramsOf(data).some(([name]) => name === 'grant_type')
}

/** An address without query and fragment. */
function bareOf(address: string): string {
  const end = address.search(/[?#]/)
  return end < 0 ? address : address.slice(0, end)
}

/** Most requests go where the one before went. */
let last: { readonly beginning: string; readonly host: string } | null = null

/** The scheme is no part of it: what went to the service over plain http went to the service. */
function hostOf(address: string): string {
  const beginning = address.slice(0, address.indexOf('/', 'https://'.length) + 1) || address
  if (last?.beginning !== beginning)
    last = { beginning, host: readAddress(beginning).origin.replace(/^https?:\/\//, '') }
  return last.host
}

// --- headers ---

function headersOf(value: unknown): Header[] {
  const headers: Header[] = []
  for (const header of Array.isArray(value) ? value : Object.entries(asLoose(value)).map(named)) {
    const name = text(asLoose(header).name)
    if (name === '' || name.startsWith(':')) continue
    const content = text(asLoose(header).value)
    const isSeveral = content.includes('\n') && name.toLowerCase() === 'set-cookie'
    for (const one of isSeveral ? content.split('\n') : [content]) headers.push([name, one])
  }
  return headers
}

/** Some write an object in place of a list. */
function named([name, value]: [string, unknown]): Loose {
  return { name, value }
}

const REDACTED = /^(?:\w+\s+)?(?:[*•x.]{3,}|[<[(]?\s*(?:redacted|masked|hidden|removed)\s*[>\])]?)$/i

function hidesAuthorization(headers: readonly Header[], context: EntryContext): boolean {
  const value = headerValue(headers, 'authorization')
  return value === null ? !context.shows.authorization : REDACTED.test(value)
}

// --- bodies ---

const NO_BYTES = new Uint8Array()
const NOT_RECORDED: RawBody = { bytes: NO_BYTES, sizeBytes: 0, flaw: 'not-recorded' }

function requestBodyOf(request: Loose, headers: readonly Header[]): RawBody | null {
  const data = asLoose(request.postData)
  if (typeof data.text === 'string' && data.text !== '')
    return cutIfShort(bodyOf(data.text, text(data.encoding ?? data._encoding)), request.bodySize)
  const params = paramsOf(data)
  if (params.length > 0)
    return bodyOf(
      new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])).toString(),
      '',
    )

  const size = number(request.bodySize) ?? -1
  const declared = Number(headerValue(headers, 'content-length') ?? Number.NaN)
  if (size > 0 || declared > 0) return { ...NOT_RECORDED, sizeBytes: Math.max(size, declared || 0, 0) }
  if (size === 0 || declared === 0 || typeof data.text === 'string') return null
  return /^(?:POST|PUT|PATCH)$/i.test(text(request.method)) ? NOT_RECORDED : null
}

function paramsOf(data: Loose): (readonly [string, string])[] {
  if (!Array.isArray(data.params)) return []
  return data.params.map((param: unknown) => [text(asLoose(param).name), text(asLoose(param).value)] as const)
}

/** Bodies of pages, pictures and scripts beside the service: nobody judges them, and they fill memory. */
const MAX_ELSEWHERE_CHARS = 256 * 1024

function answerBodyOf(
  response: Loose,
  headers: readonly Header[],
  method: string,
  channel: Channel,
): RawBody | null {
  const content = asLoose(response.content)
  const size = number(content.size) ?? -1
  if (typeof content.text === 'string' && content.text !== '') {
    if (channel === 'elsewhere' && content.text.length > MAX_ELSEWHERE_CHARS) {
      return { ...NOT_RECORDED, sizeBytes: Math.max(size, 0) }
    }
    return cutIfShort(bodyOf(content.text, text(content.encoding)), size)
  }
  const status = number(response.status) ?? 0
  const declared = Number(headerValue(headers, 'content-length') ?? Number.NaN)
  if (size > 0 || declared > 0) {
    return method.toUpperCase() === 'HEAD'
      ? null
      : { ...NOT_RECORDED, sizeBytes: Math.max(size, declared || 0, 0) }
  }
  if (size === 0 || declared === 0 || status === 204 || status === 304 || content.text === '') return null
  return NOT_RECORDED
}

/**
 * JSON that is shorter than it says, and ends too early, was cut by the tool. Some count otherwise: what can be read is whole, and
 * what never began as JSON is no part of any.
 */
function cutIfShort(body: RawBody, declared: unknown): RawBody {
  const size = number(declared) ?? 0
  if (body.text === undefined || body.sizeBytes >= size || !isTornJson(body.text)) return body
  return { ...body, sizeBytes: size, flaw: 'truncated' }
}

function isTornJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false
  const parsed = parseJson(text)
  return !parsed.ok && parsed.flaw === 'broken'
}

/** An answer of which nobody but its text could tell whether it had a body. */
function isBodyOwed(status: number, headers: readonly Header[], method: string): boolean {
  const declared = headerValue(headers, 'content-length')
  return declared !== '0' && status !== 204 && status !== 304 && method.toUpperCase() !== 'HEAD'
}

/** JSON may write half a character; bytes could not. */
const LONE_SURROGATE = /\p{Surrogate}/u
const LONE_SURROGATES = /\p{Surrogate}/gu

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

function bodyOf(content: string, encoding: string): RawBody {
  if (encoding.toLowerCase() === 'base64') {
    const written = content.replaceAll(/\s+/g, '')
    if (!BASE64.test(written)) return { bytes: NO_BYTES, sizeBytes: content.length, flaw: 'not-recorded' }
    const bytes = fromBase64(written)
    return { bytes, sizeBytes: bytes.length, flaw: null }
  }
  const text = LONE_SURROGATE.test(content) ? content.replaceAll(LONE_SURROGATES, '\ufffd') : content
  return { bytes: NO_BYTES, text, sizeBytes: sizeInBytes(content), flaw: null }
}

/** Bytes of the text as UTF-8; half a character counts as U+FFFD, which is what bytes would hold. */
function sizeInBytes(text: string): number {
  let size = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) continue
    // a pair of surrogates makes four bytes, one alone three
    const isPair = code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00
    if (isPair) i++
    size += code < 0x800 ? 1 : 2
  }
  return size
}

// --- times ---

interface Times {
  readonly startedAt: string
  readonly sentAtMs: number
  readonly answeredAtMs: number | null
  readonly gaps: readonly Gap[]
}

function timesOf(entry: Loose, startedMs: number, originMs: number): Times {
  const written = text(entry.startedDateTime)
  if (Number.isNaN(startedMs))
    return { startedAt: new Date(0).toISOString(), sentAtMs: 0, answeredAtMs: null, gaps: ['times'] }
  const duration = durationOf(entry)
  const waited = Math.min(beforeSending(asLoose(entry.timings)), Math.max(duration ?? 0, 0))
  const isCanonical = CANONICAL.test(written)
  const digits = isCanonical ? 3 : fractionOf(written).length
  return {
    startedAt: isCanonical ? written : new Date(Math.floor(startedMs)).toISOString(),
    sentAtMs: round(startedMs - originMs + waited),
    answeredAtMs: duration === null ? null : round(startedMs - originMs + duration),
    gaps: gapsOf(digits, duration),
  }
}

/** `digits`: of the fraction of a second. */
function gapsOf(digits: number, duration: number | null): readonly Gap[] {
  if (digits === 0) return ['times']
  const ends = duration === null ? (['durations'] as const) : []
  return digits <= 3 ? ['whole-milliseconds', ...ends] : ends
}

/** `time`, else the sum of the timings, of which `connect` holds `ssl`; null where neither tells it. */
function durationOf({ time, timings }: Loose): number | null {
  const whole = number(time)
  if (whole !== null && whole >= 0) return whole
  const parts = asLoose(timings)
  const known = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map((name) => positive(parts[name]))
  return positive(parts.wait) === 0 ? null : known.reduce((sum, part) => sum + part, 0)
}

/** Milliseconds that a browser spent on queues, names and connections before the request went out. */
function beforeSending(timings: Loose): number {
  return positive(timings.blocked) + positive(timings.dns) + positive(timings.connect)
}

function positive(value: unknown): number {
  return Math.max(number(value) ?? 0, 0)
}

/** As nearly every tool writes a time, and as an exchange keeps it. */
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Milliseconds since 1970 with the fraction that the text shows, finer than a `Date` holds. */
export function wallMs(written: string): number {
  if (CANONICAL.test(written)) return midnightOf(written.slice(0, 10)) + msOfDay(written)
  const whole = Date.parse(written.replace(/\.\d+/, ''))
  const fraction = fractionOf(written)
  return fraction === '' ? whole : whole + Number(`0.${fraction}`) * 1000
}

/** Most entries are of the day of the one before. */
let day = { written: '', midnightMs: Number.NaN }

function midnightOf(written: string): number {
  if (day.written !== written) day = { written, midnightMs: Date.parse(`${written}T00:00:00.000Z`) }
  return day.midnightMs
}

/** Of a canonical time; NaN where there is none such. */
function msOfDay(written: string): number {
  const [hours, minutes, seconds] = [twoDigits(written, 11), twoDigits(written, 14), twoDigits(written, 17)]
  if (hours > 23 || minutes > 59 || seconds > 59) return Date.parse(`1970-01-01${written.slice(10)}`)
  const ms = (written.charCodeAt(20) - 48) * 100 + twoDigits(written, 21)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
}

function fractionOf(written: string): string {
  return /\d\.(\d+)/.exec(written)?.[1] ?? ''
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

// --- failures ---

const KINDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/unconnected|connection_timed_out|(?:proxy|tunnel)_connection_failed/i, 'unconnected'],
  [/refused/i, 'refused'],
  [/name_not_resolved|enotfound|eai_again|getaddrinfo|dns/i, 'unresolved'],
  [/ssl|tls|cert/i, 'tls'],
  [/timed?[_ ]?out|etimedout/i, 'timeout'],
  [/abort|cancel|blocked_by/i, 'aborted'],
  [/malformed|invalid_(?:response|http|chunked)|parse|content_decoding/i, 'malformed'],
]

function failureOf(parts: Parts): Failure {
  const message = saidInPlaceOfAnswer(parts) ?? 'the recording holds no answer'
  return { kind: KINDS.find(([form]) => form.test(message))?.[1] ?? 'reset', message }
}

function saidInPlaceOfAnswer({ entry, response }: Parts): string | undefined {
  const said = [
    response._error,
    entry._error,
    response.statusText,
    response.comment,
    entry.comment,
    entry._errorText,
  ]
  return said.map(text).find((one) => one !== '')
}

// --- reading without trust ---

function asLoose(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {}
}

function text(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function number(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null
  const parsed = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(parsed) ? parsed : null
}

const FLAWS: ReadonlySet<BodyFlaw | null> = new Set<BodyFlaw | null>([
  null,
  'truncated',
  'not-utf8',
  'undecodable',
  'not-recorded',
])

function isOwn(value: unknown): value is OwnFields {
  const { id, source, channel, sentAtMs, gaps, staged, requestBody, answerBody } = asLoose(value)
  const isBody = (body: unknown) =>
    body === null ||
    (number(asLoose(body).sizeBytes) !== null && FLAWS.has(asLoose(body).flaw as BodyFlaw | null))
  return (
    typeof id === 'string' &&
    (staged === undefined || typeof staged === 'string') &&
    (sourceNames as readonly string[]).includes(text(source)) &&
    ['service', 'token', 'elsewhere'].includes(text(channel)) &&
    Number.isFinite(sentAtMs) &&
    Array.isArray(gaps) &&
    isBody(requestBody) &&
    isBody(answerBody)
  )
}
