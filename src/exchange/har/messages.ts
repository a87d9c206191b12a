import { type Channel, type Header, headerValue } from '../exchange.js'
import { parseJson } from '../json.js'
import { decodeUtf8, fromBase64, toBase64, utf8 } from '../masking/bytes.js'
import type { RawBody, RawExchange } from '../raw.js'
import { trimValue } from '../raw-headers.js'
import type { EntryContext } from './entry-address.js'
import { asNumber, asObject, asText, type EntryParts, type LooseObject, readFormFields } from './loose.js'

export const NO_BYTES = new Uint8Array()

const NOT_RECORDED: RawBody = { bytes: NO_BYTES, sizeBytes: 0, flaw: 'not-recorded' }

/** `context`: null for an entry of ours, whose bodies stand in it. */
export function readMessages(
  { request, response }: EntryParts,
  channel: Channel,
  context: EntryContext | null,
): Pick<RawExchange, 'request' | 'response'> {
  const headers = readHeaders(request.headers)
  const method = asText(request.method)
  const body = readRequestBody(request, headers, context)
  const status = asNumber(response.status) ?? 0
  const recorded = () => {
    const given = readHeaders(response.headers)
    return { status, headers: given, body: readResponseBody(response, given, { method, channel, context }) }
  }
  return {
    request: { method, url: asText(request.url), headers, body },
    response: status > 0 ? recorded() : null,
  }
}

export function readHeaders(value: unknown): Header[] {
  // some tools write an object in place of a list
  const pairs = Array.isArray(value)
    ? value.map((one: unknown) => [asText(asObject(one).name), asText(asObject(one).value)] as const)
    : Object.entries(asObject(value)).map(([name, one]) => [name, asText(one)] as const)
  const headers: Header[] = []
  for (const [name, content] of pairs) {
    if (name === '' || name.startsWith(':')) continue
    const isSeveral = content.includes('\n') && name.toLowerCase() === 'set-cookie'
    for (const one of isSeveral ? content.split('\n') : [content]) headers.push([name, trimValue(one)])
  }
  return headers
}

function readRequestBody(
  request: LooseObject,
  headers: readonly Header[],
  context: EntryContext | null,
): RawBody | null {
  const data = withAttachedFile(request.postData, context)
  const size = asNumber(request.bodySize)
  const params = readFormFields(data)
  if (typeof data.text === 'string' && data.text !== '')
    return markIfCut(toRawBody(data.text, data.encoding ?? data._encoding, headers), size)
  if (params.length > 0) return toRawBody(new URLSearchParams(params).toString(), '', headers)
  const isNone = size === 0 || declaredBytes(headers) === 0 || typeof data.text === 'string'
  const isUsual = /^(?:POST|PUT|PATCH)$/i.test(asText(request.method))
  return notRecorded(size, headers) ?? (isNone || !isUsual ? null : NOT_RECORDED)
}

/** Longer bodies of other pages, pictures and scripts are left out, because they are not judged and fill memory. */
const MAX_ELSEWHERE_CHARS = 256 * 1024

interface ResponseContext {
  readonly method: string
  readonly channel: Channel
  readonly context: EntryContext | null
}

function readResponseBody(
  response: LooseObject,
  headers: readonly Header[],
  { method, channel, context }: ResponseContext,
): RawBody | null {
  const content = withAttachedFile(response.content, context)
  const size = asNumber(content.size)
  const status = asNumber(response.status) ?? 0
  if (typeof content.text === 'string' && content.text !== '') {
    if (channel === 'elsewhere' && content.text.length > MAX_ELSEWHERE_CHARS)
      return { ...NOT_RECORDED, sizeBytes: Math.max(size ?? 0, 0) }
    return markIfCut(toRawBody(content.text, content.encoding, headers), size)
  }
  const declared = declaredBytes(headers)
  const hasNone = declared === 0 || status === 204 || status === 304 || method.toUpperCase() === 'HEAD'
  // a tool that keeps the text of no response says of each that it was empty
  if (context?.shows.texts === false && !hasNone) return NOT_RECORDED
  const silent = notRecorded(size, headers)
  if (silent) return method.toUpperCase() === 'HEAD' ? null : silent
  return size === 0 || declared === 0 || status === 204 || status === 304 || content.text === ''
    ? null
    : NOT_RECORDED
}

function declaredBytes(headers: readonly Header[]): number {
  return Number(headerValue(headers, 'content-length') ?? Number.NaN)
}

/** A body of a known size whose text is missing; null if no size is known. */
function notRecorded(size: number | null, headers: readonly Header[]): RawBody | null {
  const sizeBytes = Math.max(size ?? 0, declaredBytes(headers) || 0)
  return sizeBytes > 0 ? { ...NOT_RECORDED, sizeBytes } : null
}

/** Bodies that a tool wrote into files next to the HAR (`_file`), as Playwright does with the option to attach them. */
function withAttachedFile(value: unknown, context: EntryContext | null): LooseObject {
  const body = asObject(value)
  const name = asText(body._file)
  if (context === null || typeof body.text === 'string' || name === '') return body
  const bytes = context.beside(name)
  if (bytes === null) context.attached.missing++
  if (bytes === null) return body
  const plain = decodeUtf8(bytes)
  return plain === null ? { ...body, text: toBase64(bytes), encoding: 'base64' } : { ...body, text: plain }
}

/**
 * JSON that ends too early and is shorter than its declared size was cut by the tool. Some tools count otherwise, so
 * JSON that can be read is whole, and a text that never began as JSON is not cut.
 */
function markIfCut(body: RawBody, size: number | null): RawBody {
  if (body.text === undefined || size === null || body.sizeBytes >= size) return body
  const parsed = /^\s*[[{"]/.test(body.text) ? parseJson(body.text) : null
  return parsed?.ok === false && parsed.flaw === 'broken'
    ? { ...body, sizeBytes: size, flaw: 'truncated' }
    : body
}

/** JSON may write half a character; bytes could not. */
const LONE_SURROGATES = /\p{Surrogate}/gu
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

function toRawBody(content: string, encoding: unknown, headers: readonly Header[]): RawBody {
  if (asText(encoding).toLowerCase() !== 'base64') {
    const sizeBytes = utf8(content).length
    return { bytes: NO_BYTES, text: content.replace(LONE_SURROGATES, '\ufffd'), sizeBytes, flaw: null }
  }
  const written = content.replaceAll(/\s+/g, '')
  if (!BASE64.test(written)) return { ...NOT_RECORDED, sizeBytes: content.length }
  const bytes = fromBase64(written)
  // some tools keep the compressed bytes in place of a text
  const isPacked = /gzip/i.test(headerValue(headers, 'content-encoding') ?? '') && bytes[0] === 0x1f
  return isPacked
    ? { ...NOT_RECORDED, sizeBytes: bytes.length }
    : { bytes, sizeBytes: bytes.length, flaw: null }
}
