import { type Body, type Exchange, type Header, headerValue, plainFieldsOf } from '../exchange.js'
import type { RawBody, RawExchange } from '../raw.js'
import { strictTextOf } from './bytes.js'
import { looksLikeJson } from './json.js'
import type { Masker } from './masker.js'

/** Makes a raw exchange safe. A value that is found anywhere in it is masked everywhere in it, also where it came first. */
export function record(raw: RawExchange, masker: Masker): Exchange {
  const { request, response, failure } = raw
  const requestBody = readBody(request.body, masker.maxBodyBytes)
  const responseBody = readBody(response?.body ?? null, masker.maxBodyBytes)
  return masker.together(() => ({
    ...plainFieldsOf(raw),
    request: {
      method: masker.maskText(request.method, { form: 'text' }),
      url: masker.maskUrl(request.url, raw.channel !== 'service'),
      headers: masker.maskHeaders(request.headers),
      body: masked(requestBody, request.headers, raw.channel === 'token', masker),
    },
    response: response && {
      status: response.status,
      headers: masker.maskHeaders(response.headers),
      body: masked(responseBody, response.headers, false, masker),
    },
    failure: failure && { kind: failure.kind, message: masker.maskText(failure.message) },
  }))
}

/** A body as text, still with its secrets. */
function readBody(body: RawBody | null, mostBytes: number): Body | null {
  if (body === null) return null
  const { bytes, text, sizeBytes, flaw } = body
  if (flaw === 'not-recorded' || flaw === 'undecodable' || flaw === 'not-utf8')
    return { text: null, sizeBytes, flaw }
  const isCut = (text ?? bytes).length > mostBytes
  const kept =
    text === undefined
      ? decodeUtf8(bytes.subarray(0, mostBytes), isCut || flaw !== null)
      : text.slice(0, mostBytes)
  return kept === null
    ? { text: null, sizeBytes, flaw: 'not-utf8' }
    : { text: kept, sizeBytes, flaw: isCut ? 'truncated' : flaw }
}

/** A byte order mark is kept, because readers of JSON fail on it, but it is not masked. */
const BYTE_ORDER_MARK = '\uFEFF'

function masked(body: Body | null, headers: readonly Header[], codes: boolean, masker: Masker): Body | null {
  if (body === null || body.text === null) return body
  const mark = body.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const bare = body.text.slice(mark.length)
  const isCut = body.flaw === 'truncated'
  const form = isForm(bare, headers) ? 'form' : undefined
  const { text, isExcerpt } = masker.maskBody(bare, { ...(form && { form }), codes, isCut })
  return { text: mark + text, sizeBytes: body.sizeBytes, flaw: isExcerpt && !isCut ? 'excerpt' : body.flaw }
}

function isForm(text: string, headers: readonly Header[]): boolean {
  if (looksLikeJson(text)) return false
  const type = headerValue(headers, 'content-type') ?? ''
  return /x-www-form-urlencoded/i.test(type) || /^[\w.[\]%+-]+=[^\s{}<>"]*$/.test(text.slice(0, 4096))
}

/** null if the bytes are not UTF-8. Of a cut text the last character may be in parts. */
function decodeUtf8(bytes: Uint8Array, isCut: boolean): string | null {
  for (let trim = 0; trim <= (isCut ? 3 : 0); trim++) {
    const text = strictTextOf(bytes.subarray(0, Math.max(0, bytes.length - trim)))
    if (text !== null) return text
  }
  return null
}
