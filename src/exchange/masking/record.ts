import type { Body, Exchange, Gap, Header } from '../exchange.js'
import type { RawBody, RawExchange } from '../raw.js'
import { strictTextOf } from './bytes.js'
import type { MaskingContext } from './context.js'
import { looksLikeJson } from './json-values.js'
import type { Masker } from './masker.js'
import { beginLimit, OutOfTime } from './time-limit.js'

/**
 * Makes a raw exchange safe. A value found anywhere in it is masked everywhere in it, also where it came first: bodies are read before
 * anything is masked, and masked last, once; what stands around them is small and is masked again where it taught something.
 */
export function record(raw: RawExchange, masker: Masker): Exchange {
  const between = beginLimit(masker.time)
  const requestBody = inTime(raw.request.body, masker, (body) =>
    readBody(body, { headers: raw.request.headers, codes: raw.channel === 'token', between }, masker),
  )
  const answerBody = inTime(raw.answer?.body, masker, (body) =>
    readBody(body, { headers: raw.answer?.headers ?? [], codes: false, between }, masker),
  )
  const before = masker.epoch
  const once = maskHead(raw, masker)
  const head = masker.epoch === before ? once : maskHead(raw, masker)
  head.request.body = requestBody()
  if (head.answer) head.answer.body = answerBody()
  const gaps = gapsOf(raw, head)
  return gaps.length === 0 ? head : { ...head, gaps: [...head.gaps, ...gaps] }
}

type BodyMaker = () => Body | null

/** What reads a body, and what masks it later; out of time, nothing of it is kept. */
function inTime(
  body: RawBody | null | undefined,
  masker: Masker,
  read: (body: RawBody) => BodyMaker,
): BodyMaker {
  if (!body) return () => null
  const nothing: Body = { text: null, sizeBytes: body.sizeBytes, flaw: 'not-recorded' }
  const trying = <Made>(make: () => Made, instead: Made): Made => {
    try {
      return make()
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error
      masker.giveUp()
      return instead
    }
  }
  const mask = trying(
    () => read(body),
    () => nothing,
  )
  return () => trying(mask, nothing)
}

/** The bodies that came and were not kept. */
function gapsOf(raw: RawExchange, kept: Exchange): Gap[] {
  const isGap = (from: RawBody | null | undefined, to: Body | null | undefined) =>
    to?.flaw === 'not-recorded' && from?.flaw !== 'not-recorded'
  const gaps: Gap[] = []
  if (isGap(raw.request.body, kept.request.body)) gaps.push('request-bodies')
  if (isGap(raw.answer?.body, kept.answer?.body)) gaps.push('answer-bodies')
  return gaps
}

/** An exchange whose bodies are still to come. */
type Head = Exchange & {
  readonly request: { body: Body | null }
  readonly answer: { body: Body | null } | null
}

function maskHead(raw: RawExchange, masker: Masker): Head {
  const { request, answer, failure } = raw
  return {
    id: raw.id,
    source: raw.source,
    channel: raw.channel,
    session: raw.session,
    step: raw.step,
    ...(raw.intent && { intent: raw.intent }),
    ...(raw.sentAgain && { sentAgain: true }),
    ...(raw.rechecked && { rechecked: true }),
    ...(raw.staged && { staged: raw.staged }),
    request: {
      method: masker.maskText(request.method, { form: 'text' }),
      url: masker.maskUrl(request.url, raw.channel !== 'service'),
      headers: masker.maskHeaders(request.headers),
      body: null,
    },
    answer: answer && {
      status: answer.status,
      headers: masker.maskHeaders(answer.headers),
      body: null,
    },
    failure: failure && { kind: failure.kind, message: masker.maskText(failure.message) },
    startedAt: raw.startedAt,
    sentAtMs: raw.sentAtMs,
    answeredAtMs: raw.answeredAtMs,
    ...(raw.spoilt && { spoilt: true }),
    gaps: raw.gaps,
  }
}

interface Reading extends Required<Pick<MaskingContext, 'codes' | 'between'>> {
  readonly headers: readonly Header[]
}

/** Reads the body at once and answers with what masks it later, when all of the exchange is known. */
function readBody(body: RawBody, { headers, codes, between }: Reading, masker: Masker): BodyMaker {
  const kept = cutAt(body, masker.maxBodyBytes)
  const { sizeBytes, flaw } = kept
  if (flaw === 'not-recorded' || flaw === 'undecodable') return () => ({ text: null, sizeBytes, flaw })
  const text = kept.text ?? decodeUtf8(kept.bytes, flaw === 'truncated')
  if (text === null) return () => ({ text: null, sizeBytes, flaw: 'not-utf8' })
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const bare = text.slice(mark.length)
  const context = { form: formOf(bare, headers), codes, cut: flaw === 'truncated', between }
  const mask = learningFrom(bare, context, masker)
  return () => ({ text: mark + mask(), sizeBytes, flaw })
}

/** Of a body that takes too long, its beginning is read all the same: a token in it may pass again where nothing tells what it is. */
const ALWAYS_LEARNED_CHARS = 65_536

function learningFrom(text: string, context: MaskingContext, masker: Masker): () => string {
  try {
    return masker.read(text, context)
  } catch (error) {
    const cut = context.cut === true || text.length > ALWAYS_LEARNED_CHARS
    const { between: _, ...untimed } = context
    if (error instanceof OutOfTime) masker.read(text.slice(0, ALWAYS_LEARNED_CHARS), { ...untimed, cut })
    throw error
  }
}

/** Kept, for whoever reads JSON stumbles over it, and no part of what is masked. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The body, or its beginning and that it was cut. */
function cutAt(body: RawBody, mostBytes: number): RawBody {
  const { bytes, text, flaw } = body
  if (flaw === 'not-recorded' || flaw === 'undecodable') return body
  if (text !== undefined && text.length > mostBytes)
    return { ...body, text: text.slice(0, mostBytes), flaw: 'truncated' }
  if (bytes.length <= mostBytes) return body
  return { ...body, bytes: bytes.subarray(0, mostBytes), flaw: 'truncated' }
}

function formOf(text: string, headers: readonly Header[]): NonNullable<MaskingContext['form']> {
  if (looksLikeJson(text)) return 'json'
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? ''
  const isForm =
    type.includes('x-www-form-urlencoded') || /^[\w.[\]%+-]+=[^\s{}<>"]*$/.test(text.slice(0, 4096))
  return isForm ? 'form' : 'text'
}

/** null where the bytes are not UTF-8. Of a cut text the last character may be in parts. */
function decodeUtf8(bytes: Uint8Array, cut: boolean): string | null {
  for (let trim = 0; trim <= (cut ? 3 : 0); trim++) {
    const text = strictTextOf(bytes.subarray(0, Math.max(0, bytes.length - trim)))
    if (text !== null) return text
  }
  return null
}
