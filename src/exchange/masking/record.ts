import { type Body, type Exchange, type Header, headerValue, plainFieldsOf } from '../exchange.js'
import type { RawBody, RawExchange } from '../raw.js'
import { decodeUtf8 } from './bytes.js'
import { looksLikeJson } from './json.js'
import type { Masker } from './masker.js'

/** Masks a raw exchange, so that it may be kept. A secret that one part shows is masked in all parts, also in earlier ones. */
export function record(raw: RawExchange, masker: Masker): Exchange {
  const { request, response, failure, channel } = raw
  const requestBody = bodyAsText(request.body, masker.maxBodyBytes)
  const responseBody = bodyAsText(response?.body ?? null, masker.maxBodyBytes)
  return masker.maskTogether(() => ({
    ...plainFieldsOf(raw),
    request: {
      method: masker.maskText(request.method), // a HAR may have any text here
      url: masker.maskUrl(request.url, channel !== 'service'), // a redirect back to the application has a code
      headers: masker.maskHeaders(request.headers),
      body: maskBody(requestBody, request.headers, masker, { hasCodes: channel === 'token' }),
    },
    response: response && {
      status: response.status,
      headers: masker.maskHeaders(response.headers),
      body: maskBody(responseBody, response.headers, masker),
    },
    failure: failure && { kind: failure.kind, message: masker.maskText(failure.message) },
  }))
}

/** Reads a body as text, which is not masked yet. A body without a text stays so, and a long one is cut. */
function bodyAsText(body: RawBody | null, maxBytes: number): Body | null {
  if (body === null) return null
  const { bytes, text, sizeBytes, flaw } = body
  const hasText = flaw === null || flaw === 'truncated' || flaw === 'excerpt'
  if (!hasText) return { text: null, sizeBytes, flaw }
  const isCut = (text ?? bytes).length > maxBytes
  const beginning = () => decodeCutUtf8(bytes.subarray(0, maxBytes), isCut || flaw !== null)
  const kept = text === undefined ? beginning() : text.slice(0, maxBytes)
  if (kept === null) return { text: null, sizeBytes, flaw: 'not-utf8' }
  return { text: kept, sizeBytes, flaw: isCut ? 'truncated' : flaw }
}

/** This mark is kept, because a client may fail on it, but the text after it is masked without it. */
const BYTE_ORDER_MARK = '\uFEFF'

function maskBody(
  body: Body | null,
  headers: readonly Header[],
  masker: Masker,
  { hasCodes = false } = {},
): Body | null {
  if (body === null || body.text === null) return body
  const mark = body.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const bare = body.text.slice(mark.length)
  const isCut = body.flaw === 'truncated'
  const { text, isExcerpt } = masker.maskBody(bare, { isForm: isForm(bare, headers), hasCodes, isCut })
  return { text: mark + text, sizeBytes: body.sizeBytes, flaw: isExcerpt && !isCut ? 'excerpt' : body.flaw }
}

/** Whether a body is a form, by its type or by its look: `a=1&b=2`, which clients also send without a type or with a wrong one. */
function isForm(text: string, headers: readonly Header[]): boolean {
  if (looksLikeJson(text)) return false
  const type = headerValue(headers, 'content-type') ?? ''
  return /x-www-form-urlencoded/i.test(type) || /^[\w.[\]%+-]+=[^\s{}<>"]*$/.test(text.slice(0, 4096))
}

/** Decodes UTF-8; null if the bytes are not UTF-8. A cut text may end with up to three bytes of an incomplete character. */
function decodeCutUtf8(bytes: Uint8Array, isCut: boolean): string | null {
  for (let trim = 0; trim <= (isCut ? 3 : 0); trim++) {
    const text = decodeUtf8(bytes.subarray(0, Math.max(0, bytes.length - trim)))
    if (text !== null) return text
  }
  return null
}
