import type { BodyFlaw, Exchange, Failure, Gap, Header, Intent } from '../exchange/exchange.js'

/** One request and its response, in short. */
export interface Passing {
  /** `GET /produtos?limite=2`, below the base address; or with an absolute address. */
  readonly ask: string
  readonly body?: unknown
  readonly status?: number
  /** `data` of the response. */
  readonly data?: unknown
  /** The whole response's body: an object becomes JSON, a text stays. */
  readonly response?: unknown
  readonly responseType?: string | null
  readonly responseHeaders?: readonly Header[]
  readonly headers?: readonly Header[]
  readonly intent?: Intent
  readonly sentAgain?: true
  readonly rechecked?: true
  readonly step?: string | null
  readonly source?: Exchange['source']
  readonly channel?: Exchange['channel']
  readonly failure?: Failure
  /** The flaw of the response's body, which then has no text. */
  readonly flaw?: BodyFlaw
  readonly session?: string
  readonly gaps?: readonly Gap[]
  /** Default: the number of the exchange, in seconds. */
  readonly atMs?: number
}

export const baseUrl = 'https://api.exemplo.invalid/Api/v3'

const bearer: Header = ['Authorization', 'Bearer [access_token#1]']

/** An exchange of a run, well-formed unless told otherwise. */
export function passing(it: Passing, number = 1): Exchange {
  const [method = 'GET', target = '/'] = it.ask.split(' ')
  const sent = textOf(it.body)
  const enveloped = it.data === undefined ? null : JSON.stringify({ data: it.data })
  const text = it.response === undefined ? enveloped : textOf(it.response)
  const type = it.responseType === undefined ? 'application/json' : it.responseType
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
    response: it.failure
      ? null
      : {
          status: it.status ?? 200,
          headers: [
            ...(text === null || type === null ? [] : [['content-type', type] as const]),
            ...(it.responseHeaders ?? []),
          ],
          body:
            text === null
              ? null
              : { text: it.flaw ? null : text, sizeBytes: text.length, flaw: it.flaw ?? null },
        },
    failure: it.failure ?? null,
    startedAt: '2026-05-04T10:00:00.000Z',
    sentAtMs,
    respondedAtMs: it.failure ? null : sentAtMs + 5,
    gaps: it.gaps ?? [],
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
