import { type Body, type BodyFlaw, type Exchange, type PlainFields, plainFieldsOf } from '../exchange.js'
import { type Masker, record } from '../masking.js'
import type { RawBody } from '../raw.js'
import { sourceNames } from '../sources.js'
import { asLoose, number, type Parts, text } from './loose.js'
import { messagesOf, NO_BYTES } from './messages.js'

type OwnBody = Pick<Body, 'sizeBytes' | 'flaw'>

/** Our part of an entry of ours. */
interface OwnFields extends PlainFields {
  readonly hasAnswer: boolean
  /** null if there is no body. The format's own fields contain its text. */
  readonly requestBody: OwnBody | null
  readonly answerBody: OwnBody | null
}

/** Our own entry: the format's fields hold texts and headers, ours the rest. Masked again, because files can be edited. */
export function ownExchange(parts: Parts, own: OwnFields, masker: Masker): Exchange {
  const { request, answer } = messagesOf(parts, own.channel, null)
  const body = restored(request.body, own.requestBody)
  const answerBody = restored(answer?.body ?? null, own.answerBody)
  const gaps = new Set(own.gaps)
  if (body?.flaw === 'not-recorded' && own.requestBody?.flaw === null) gaps.add('request-bodies')
  if (answerBody?.flaw === 'not-recorded' && own.answerBody?.flaw === null) gaps.add('answer-bodies')
  const exchange = record(
    {
      ...plainFieldsOf(own),
      request: { ...request, body },
      answer: own.hasAnswer && answer ? { ...answer, body: answerBody } : null,
      startedAt: text(parts.entry.startedDateTime),
      gaps: [...gaps],
    },
    masker,
  )
  return {
    ...exchange,
    request: { ...exchange.request, body: notUtf8(own.requestBody) ?? exchange.request.body },
    answer: exchange.answer && {
      ...exchange.answer,
      body: notUtf8(own.answerBody) ?? exchange.answer.body,
    },
  }
}

/** A body that had bytes, and has none in the file, was taken out by another tool since. */
function restored(body: RawBody | null, own: OwnBody | null): RawBody | null {
  if (!own) return null
  const isLeftOut = own.flaw === null && own.sizeBytes > 0 && (body === null || body.flaw === 'not-recorded')
  const flaw = own.flaw === 'not-utf8' || isLeftOut ? 'not-recorded' : own.flaw
  return { bytes: NO_BYTES, ...body, sizeBytes: own.sizeBytes, flaw }
}

/** A body that was not UTF-8 came without its text. */
function notUtf8(own: OwnBody | null): Body | null {
  return own?.flaw === 'not-utf8' ? { text: null, sizeBytes: own.sizeBytes, flaw: own.flaw } : null
}

const FLAWS: ReadonlySet<unknown> = new Set<BodyFlaw | null>([
  ...([null, 'truncated', 'excerpt', 'not-utf8', 'undecodable', 'not-recorded'] as const),
])

export function isOwn(value: unknown): value is OwnFields {
  const { id, source, channel, sentAtMs, gaps, staged, requestBody, answerBody } = asLoose(value)
  const isBody = (body: unknown) =>
    body === null || (number(asLoose(body).sizeBytes) !== null && FLAWS.has(asLoose(body).flaw))
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
