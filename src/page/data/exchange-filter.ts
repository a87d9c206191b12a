import type { Exchange } from '../../exchange/exchange.js'
import type { ReportFinding } from '../../report/report.js'

export type StatusClass = '2xx' | '3xx' | '4xx' | '5xx' | 'none'
export type ExchangeVerdict = 'clean' | ReportFinding['severity']

/** The filter's criteria; an empty text or null matches everything. */
export interface ExchangeFilter {
  readonly text: string
  readonly run: number | null
  readonly step: string | null
  readonly route: string | null
  readonly status: StatusClass | null
  readonly verdict: ExchangeVerdict | null
}

export const noFilter: ExchangeFilter = {
  text: '',
  run: null,
  step: null,
  route: null,
  status: null,
  verdict: null,
}

/** Further facts about exchanges, by their id. */
export interface ExchangeIndex {
  readonly stepOf: ReadonlyMap<string, string>
  readonly routeOf: ReadonlyMap<string, string>
  /** The run of each exchange, if there were several. */
  readonly runOf: ReadonlyMap<string, number>
  readonly severityOf: ReadonlyMap<string, ReportFinding['severity']>
}

export function filterExchanges(
  exchanges: readonly Exchange[],
  filter: ExchangeFilter,
  index: ExchangeIndex,
): readonly Exchange[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && !filter.run && !filter.step && !filter.route && !filter.status && !filter.verdict)
    return exchanges
  return exchanges.filter(
    (exchange) =>
      (filter.run === null || index.runOf.get(exchange.id) === filter.run) &&
      (filter.step === null || index.stepOf.get(exchange.id) === filter.step) &&
      (filter.route === null || index.routeOf.get(exchange.id) === filter.route) &&
      (filter.status === null || statusClass(exchange) === filter.status) &&
      (filter.verdict === null || verdictOf(exchange, index) === filter.verdict) &&
      holdsAll(exchange, words),
  )
}

function statusClass({ response }: Exchange): StatusClass {
  if (!response) return 'none'
  const first = Math.floor(response.status / 100)
  return first >= 5 ? '5xx' : first === 4 ? '4xx' : first === 3 ? '3xx' : '2xx'
}

export function verdictOf(exchange: Exchange, { severityOf }: ExchangeIndex): ExchangeVerdict {
  return severityOf.get(exchange.id) ?? 'clean'
}

function holdsAll(exchange: Exchange, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = searchable(exchange)
  return words.every((word) => text.includes(word))
}

const texts = new WeakMap<Exchange, string>()

/** All that can be read of an exchange, in lower case; kept, as people type letter by letter. */
function searchable(exchange: Exchange): string {
  const known = texts.get(exchange)
  if (known !== undefined) return known
  const { id, request, response, failure, step } = exchange
  const headers = [...request.headers, ...(response?.headers ?? [])].map(
    ([name, value]) => `${name}: ${value}`,
  )
  const bodies = [request.body?.text, response?.body?.text]
  const parts = [
    id,
    step,
    `${request.method} ${request.url}`,
    response?.status,
    failure?.kind,
    failure?.message,
  ]
  const text = [...parts, ...headers, ...bodies].join('\n').toLowerCase()
  texts.set(exchange, text)
  return text
}
