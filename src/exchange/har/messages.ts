import { type Channel, type Header, headerValue } from '../exchange.js'
import { parseJson } from '../json.js'
import { decodeUtf8, fromBase64, toBase64, utf8 } from '../masking/bytes.js'
import { wellFormed } from '../masking/pairs.js'
import type { RawBody, RawExchange } from '../raw.js'
import { trimValue } from '../raw-headers.js'
import type { EntryContext } from './entry-address.js'
import { asNumber, asObject, asText, type EntryParts, type LooseObject, readPairs } from './loose.js'

/** Reads the request and the response of a HAR entry, with their headers and bodies. */

export const NO_BYTES = new Uint8Array()

/** A body that the message had and the HAR lacks. A body that is null instead means that the message had none. */
const NOT_RECORDED: RawBody = { bytes: NO_BYTES, sizeBytes: 0, flaw: 'not-recorded' }

/** @param context null for an entry that homologa wrote, which needs no facts about the other entries */
export function readMessages(
  { request, response }: EntryParts,
  channel: Channel,
  context: EntryContext | null,
): Pick<RawExchange, 'request' | 'response'> {
  const headers = readHeaders(request.headers)
  const method = asText(request.method)
  const body = readRequestBody(request, headers, context)
  const status = asNumber(response.status) ?? 0 // 0 means that no response came
  const sent = { method, url: asText(request.url), headers, body }
  if (status <= 0) return { request: sent, response: null }
  const received = readHeaders(response.headers)
  const responseBody = readResponseBody(response, received, { method, channel, context })
  return { request: sent, response: { status, headers: received, body: responseBody } }
}

/** Reads headers. A `Set-Cookie` of several lines becomes one header for each, and HTTP/2's `:method` and the like are left out. */
export function readHeaders(value: unknown): Header[] {
  // some tools write an object in place of a list
  const pairs = Array.isArray(value)
    ? readPairs(value)
    : Object.entries(asObject(value)).map(([name, text]) => [name, asText(text)] as const)
  const headers: Header[] = []
  for (const [name, content] of pairs) {
    if (name === '' || name.startsWith(':')) continue
    const values = name.toLowerCase() === 'set-cookie' ? content.split('\n') : [content]
    for (const value of values) headers.push([name, trimValue(value)])
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
  const params = readPairs(data.params)
  if (typeof data.text === 'string' && data.text !== '')
    return markIfCut(toRawBody(data.text, data.encoding ?? data._encoding, headers), size)
  if (params.length > 0) return toRawBody(new URLSearchParams(params).toString(), '', headers)
  const missingBody = bodyOfKnownSize(size, headers)
  if (missingBody !== null) return missingBody
  const isEmpty = size === 0 || declaredBytes(headers) === 0 || data.text === ''
  // of a POST without any sign of a body, it is likelier that the tool left the body out
  const usuallyHasBody = /^(?:POST|PUT|PATCH)$/i.test(asText(request.method))
  return usuallyHasBody && !isEmpty ? NOT_RECORDED : null
}

/** Longer bodies from elsewhere (pages, pictures, scripts) are left out: they are not judged and would fill the memory. */
const MAX_ELSEWHERE_CHARS = 256 * 1024

function readResponseBody(
  response: LooseObject,
  headers: readonly Header[],
  { method, channel, context }: { method: string; channel: Channel; context: EntryContext | null },
): RawBody | null {
  const content = withAttachedFile(response.content, context)
  const size = asNumber(content.size)
  const status = asNumber(response.status) ?? 0
  if (typeof content.text === 'string' && content.text !== '') {
    if (channel === 'elsewhere' && content.text.length > MAX_ELSEWHERE_CHARS)
      return { ...NOT_RECORDED, sizeBytes: Math.max(size ?? 0, 0) }
    return markIfCut(toRawBody(content.text, content.encoding, headers), size)
  }
  if (method.toUpperCase() === 'HEAD') return null // its headers announce a body that is never sent
  const missingBody = bodyOfKnownSize(size, headers)
  if (missingBody !== null) return missingBody
  if (declaredBytes(headers) === 0 || status === 204 || status === 304) return null
  // if no response in the HAR has a text, an empty text proves nothing
  const isEmpty = context?.shows.texts !== false && (size === 0 || content.text === '')
  return isEmpty ? null : NOT_RECORDED
}

/** The length in the headers; NaN if they have none. */
function declaredBytes(headers: readonly Header[]): number {
  return Number(headerValue(headers, 'content-length') ?? Number.NaN)
}

/** A body whose text is missing, if its size is known; else null. */
function bodyOfKnownSize(size: number | null, headers: readonly Header[]): RawBody | null {
  const sizeBytes = Math.max(size ?? 0, declaredBytes(headers) || 0)
  return sizeBytes > 0 ? { ...NOT_RECORDED, sizeBytes } : null
}

/** Adds the text of a body that the tool wrote to a file next to the HAR (`_file`), as Playwright does with `content: 'attach'`. */
function withAttachedFile(value: unknown, context: EntryContext | null): LooseObject {
  const body = asObject(value)
  const name = asText(body._file)
  if (context === null || typeof body.text === 'string' || name === '') return body
  const bytes = context.beside(name)
  if (bytes === null) {
    context.attached.missing++
    return body
  }
  const plain = decodeUtf8(bytes)
  return plain === null ? { ...body, text: toBase64(bytes), encoding: 'base64' } : { ...body, text: plain }
}

/** Marks a text as cut if it is broken JSON and shorter than its size in the HAR, which alone proves nothing: some tools count compressed bytes. */
function markIfCut(body: RawBody, size: number | null): RawBody {
  if (body.text === undefined || size === null || body.sizeBytes >= size) return body
  const parsed = /^\s*[[{"]/.test(body.text) ? parseJson(body.text) : null
  return parsed?.ok === false && parsed.flaw === 'broken'
    ? { ...body, sizeBytes: size, flaw: 'truncated' }
    : body
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

/** @param encoding `base64`, or nothing if `content` is the text itself */
function toRawBody(content: string, encoding: unknown, headers: readonly Header[]): RawBody {
  if (asText(encoding).toLowerCase() !== 'base64') {
    const sizeBytes = utf8(content).length
    return { bytes: NO_BYTES, text: wellFormed(content), sizeBytes, flaw: null }
  }
  const written = content.replaceAll(/\s+/g, '')
  if (!BASE64.test(written)) return { ...NOT_RECORDED, sizeBytes: content.length }
  const bytes = fromBase64(written)
  // some tools keep the compressed bytes, which begin with 0x1f, instead of the text
  const isPacked = /gzip/i.test(headerValue(headers, 'content-encoding') ?? '') && bytes[0] === 0x1f
  return isPacked
    ? { ...NOT_RECORDED, sizeBytes: bytes.length }
    : { bytes, sizeBytes: bytes.length, flaw: null }
}
