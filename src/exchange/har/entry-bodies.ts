import { type Channel, type Header, headerValue } from '../exchange.js'
import { parseJson } from '../json.js'
import { fromBase64 } from '../masking/bytes.js'
import type { RawBody } from '../raw.js'
import { asLoose, type Loose, number, text } from './loose.js'

export const NO_BYTES = new Uint8Array()

export const NOT_RECORDED: RawBody = { bytes: NO_BYTES, sizeBytes: 0, flaw: 'not-recorded' }

export function requestBodyOf(request: Loose, headers: readonly Header[]): RawBody | null {
  const data = asLoose(request.postData)
  if (typeof data.text === 'string' && data.text !== '')
    return cutIfShort(bodyOf(data.text, text(data.encoding ?? data._encoding), headers), request.bodySize)
  const params = paramsOf(data)
  if (params.length > 0)
    return bodyOf(
      new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])).toString(),
      '',
      headers,
    )

  const size = number(request.bodySize) ?? -1
  const declared = Number(headerValue(headers, 'content-length') ?? Number.NaN)
  if (size > 0 || declared > 0) return { ...NOT_RECORDED, sizeBytes: Math.max(size, declared || 0, 0) }
  if (size === 0 || declared === 0 || typeof data.text === 'string') return null
  return /^(?:POST|PUT|PATCH)$/i.test(text(request.method)) ? NOT_RECORDED : null
}

export function paramsOf(data: Loose): (readonly [string, string])[] {
  if (!Array.isArray(data.params)) return []
  return data.params.map((param: unknown) => [text(asLoose(param).name), text(asLoose(param).value)] as const)
}

/** Longer bodies of other pages, pictures and scripts are left out, because they are not judged and fill memory. */
const MAX_ELSEWHERE_CHARS = 256 * 1024

export function answerBodyOf(
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
    return cutIfShort(bodyOf(content.text, text(content.encoding), headers), size)
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
 * JSON that ends too early and is shorter than its declared size was cut by the tool. Some tools count otherwise, so
 * JSON that can be read is whole, and a text that never began as JSON is not cut.
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

/** Whether a response without a text may still have had a body. */
export function isBodyOwed(status: number, headers: readonly Header[], method: string): boolean {
  const declared = headerValue(headers, 'content-length')
  return declared !== '0' && status !== 204 && status !== 304 && method.toUpperCase() !== 'HEAD'
}

/** JSON may write half a character; bytes could not. */
const LONE_SURROGATE = /\p{Surrogate}/u

const LONE_SURROGATES = /\p{Surrogate}/gu

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

function bodyOf(content: string, encoding: string, headers: readonly Header[]): RawBody {
  if (encoding.toLowerCase() === 'base64') {
    const written = content.replaceAll(/\s+/g, '')
    if (!BASE64.test(written)) return { bytes: NO_BYTES, sizeBytes: content.length, flaw: 'not-recorded' }
    const bytes = fromBase64(written)
    if (isPacked(bytes, headers)) return { ...NOT_RECORDED, sizeBytes: bytes.length }
    return { bytes, sizeBytes: bytes.length, flaw: null }
  }
  const text = LONE_SURROGATE.test(content) ? content.replaceAll(LONE_SURROGATES, '\ufffd') : content
  return { bytes: NO_BYTES, text, sizeBytes: sizeInBytes(content), flaw: null }
}

/** Whether the tool kept the compressed bytes, usually gzip, instead of a text. */
function isPacked([first, second]: Uint8Array, headers: readonly Header[]): boolean {
  const coding = headerValue(headers, 'content-encoding')
  return coding !== null && /gzip/i.test(coding) && first === 0x1f && second === 0x8b
}

/** Bytes of the text as UTF-8; half a character counts as U+FFFD, which is what bytes would hold. */
function sizeInBytes(text: string): number {
  let size = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) continue
    // a pair of surrogates is four bytes, a lone one is three
    const isPair = code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00
    if (isPair) i++
    size += code < 0x800 ? 1 : 2
  }
  return size
}
