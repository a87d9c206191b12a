import type { BodyFlaw, Exchange } from '../exchange.js'
import { type Masker, record } from '../masking.js'
import type { RawBody, RawExchange } from '../raw.js'
import { sourceNames } from '../sources.js'
import { NO_BYTES } from './entry-bodies.js'
import { messagesOf } from './entry-messages.js'
import type { OwnBody, OwnFields } from './har-type.js'
import { asLoose, number, type Parts, text } from './loose.js'

/** Our own entry: the format's fields hold texts and headers, ours the rest. Masked again, for files can be edited. */
export function ownExchange(parts: Parts, own: OwnFields, masker: Masker): Exchange {
  const { request, answer } = messagesOf(parts, own.channel, null)
  const body = restored(request.body, own.requestBody)
  const answerBody = restored(answer?.body ?? null, own.answerBody)
  const gaps = new Set(own.gaps)
  if (body?.flaw === 'not-recorded' && own.requestBody?.flaw === null) gaps.add('request-bodies')
  if (answerBody?.flaw === 'not-recorded' && own.answerBody?.flaw === null) gaps.add('answer-bodies')
  const raw: RawExchange = {
    id: own.id,
    source: own.source,
    channel: own.channel,
    session: own.session,
    step: own.step,
    ...(own.intent && { intent: own.intent }),
    ...(own.sentAgain && { sentAgain: true }),
    ...(own.rechecked && { rechecked: true }),
    ...(own.staged && { staged: own.staged }),
    ...(own.spoilt && { spoilt: true }),
    request: {
      method: text(parts.request.method),
      url: request.url,
      headers: request.headers,
      body,
    },
    answer:
      own.hasAnswer && answer
        ? {
            status: answer.status,
            headers: answer.headers,
            body: answerBody,
          }
        : null,
    failure: own.failure,
    startedAt: text(parts.entry.startedDateTime),
    sentAtMs: own.sentAtMs,
    answeredAtMs: own.answeredAtMs,
    gaps: [...gaps],
  }
  return withUnread(record(raw, masker), own)
}

/** Restores bodies that were not UTF-8 and came without their text. */
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

/** A body that had bytes, and has none in the file, was taken out by another tool since. */
function restored(body: RawBody | null, own: OwnBody | null): RawBody | null {
  if (!own) return null
  const isLeftOut = own.flaw === null && own.sizeBytes > 0 && (body === null || body.flaw === 'not-recorded')
  const flaw = own.flaw === 'not-utf8' || isLeftOut ? 'not-recorded' : own.flaw
  const text = body?.text === undefined ? {} : { text: body.text }
  return { bytes: body?.bytes ?? NO_BYTES, ...text, sizeBytes: own.sizeBytes, flaw }
}

function notUtf8(own: OwnBody | null) {
  return own?.flaw === 'not-utf8' ? { text: null, sizeBytes: own.sizeBytes, flaw: own.flaw } : null
}

const FLAWS: ReadonlySet<BodyFlaw | null> = new Set<BodyFlaw | null>([
  null,
  'truncated',
  'excerpt',
  'not-utf8',
  'undecodable',
  'not-recorded',
])

export function isOwn(value: unknown): value is OwnFields {
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
