import type { BodyFlaw, Exchange, Failure, Gap, Header, Intent } from '../exchange/exchange.js'

/** One request and its answer, in short. */
export interface Passing {
  /** `GET /produtos?limite=2`, below the base address; or with an absolute address. */
  readonly ask: string
  readonly body?: unknown
  readonly status?: number
  /** `data` of the answer. */
  readonly data?: unknown
  /** The whole answer's body: an object becomes JSON, a text stays. */
  readonly answer?: unknown
  readonly answerType?: string | null
  readonly answerHeaders?: readonly Header[]
  readonly headers?: readonly Header[]
  readonly intent?: Intent
  readonly sentAgain?: true
  readonly rechecked?: true
  readonly step?: string | null
  readonly source?: Exchange['source']
  readonly channel?: Exchange['channel']
  readonly failure?: Failure
  /** Of the answer's body, which then has no text. */
  readonly flaw?: BodyFlaw
  readonly session?: string
  readonly gaps?: readonly Gap[]
  /** Bytes beyond the length of the request's body, or of the answer's. */
  /** Default: the number of the exchange, in seconds. */
  readonly atMs?: number
}

export const baseUrl = 'https://api.exemplo.invalid/Api/v3'

const bearer: Header = ['Authorization', 'Bearer [access_token#1]']

/** An exchange of a run, well-formed unless told otherwise. */
export function passing(it: Passing, number = 1): Exchange {
  const [method = 'GET', target = '/'] = it.ask.split(' ')
  const sent = textOf(it.body)
  const text =
    it.answer === undefined
      ? it.data === undefined
        ? null
        : JSON.stringify({ data: it.data })
      : textOf(it.answer)
  const type = it.answerType === undefined ? 'application/json' : it.answerType
  const sentAtMs = it.atMs ?? number * 1000
  const json: readonly Header[] = sent === null ? [] : [['Content-Type', 'application/json']]
  return {
    id: `e${number}`,
    source: it.source ?? 'run',
    channel: it.channel ?? 'service',
    session: it.session ?? null,
    step: it.step === undefined ? 'contract/x' : it.step,
    ...(it.intent ? { intent: it.intent } : {}),
    ...(it.sentAgain ? { sentAgain: it.sentAgain } : {}),
    ...(it.rechecked ? { rechecked: it.rechecked } : {}),
    request: {
      method,
      url: target.startsWith('/') ? baseUrl + target : target,
      headers: it.headers ?? [bearer, ...json],
      body: sent === null ? null : { text: sent, sizeBytes: sent.length, flaw: null },
    },
    answer: it.failure
      ? null
      : {
          status: it.status ?? 200,
          headers: [
            ...(text === null || type === null ? [] : [['content-type', type] as const]),
            ...(it.answerHeaders ?? []),
          ],
          body:
            text === null
              ? null
              : { text: it.flaw ? null : text, sizeBytes: text.length, flaw: it.flaw ?? null },
        },
    failure: it.failure ?? null,
    startedAt: '2026-05-04T10:00:00.000Z',
    sentAtMs,
    answeredAtMs: it.failure ? null : sentAtMs + 5,
    gaps: it.gaps ?? [],
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
