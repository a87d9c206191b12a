import type { Exchange } from '../../exchange/exchange.js'
import type { ReportFinding } from '../../report/report.js'

/** The first digit of the status; `none` without a response. */
type StatusClass = '2xx' | '3xx' | '4xx' | '5xx' | 'none'
/** The worst severity of the findings about an exchange; `clean` without a finding. */
type ExchangeVerdict = 'clean' | ReportFinding['severity']

/** The criteria of the list of exchanges. An empty text or null matches everything. */
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

export function matchesAll(filter: ExchangeFilter): boolean {
  return Object.values(filter).every((criterion) => criterion === null || criterion === '')
}

/** Facts about each exchange, by its id. */
export interface ExchangeIndex {
  readonly stepOf: ReadonlyMap<string, string>
  readonly routeOf: ReadonlyMap<string, string>
  /** The number of its run, if there were several. */
  readonly runOf: ReadonlyMap<string, number>
  readonly severityOf: ReadonlyMap<string, ReportFinding['severity']>
}

/** Returns the exchanges that match every criterion. The text matches if each of its words occurs in the exchange. */
export function filterExchanges(
  exchanges: readonly Exchange[],
  filter: ExchangeFilter,
  index: ExchangeIndex,
): readonly Exchange[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return exchanges.filter(
    (exchange) =>
      (filter.run === null || index.runOf.get(exchange.id) === filter.run) &&
      (filter.step === null || index.stepOf.get(exchange.id) === filter.step) &&
      (filter.route === null || index.routeOf.get(exchange.id) === filter.route) &&
      (filter.status === null || statusClass(exchange) === filter.status) &&
      (filter.verdict === null || verdictOf(exchange, index) === filter.verdict) &&
      words.every((word) => textOf(exchange).includes(word)),
  )
}

function statusClass({ response }: Exchange): StatusClass {
  if (!response) return 'none'
  if (response.status >= 500) return '5xx'
  if (response.status >= 400) return '4xx'
  return response.status >= 300 ? '3xx' : '2xx'
}

export function verdictOf(exchange: Exchange, { severityOf }: ExchangeIndex): ExchangeVerdict {
  return severityOf.get(exchange.id) ?? 'clean'
}

const texts = new WeakMap<Exchange, string>()

/** The text of an exchange in lower case. It is cached, because the list is filtered anew with every typed letter. */
function textOf(exchange: Exchange): string {
  const known = texts.get(exchange)
  if (known !== undefined) return known
  const { id, request, response, failure, step } = exchange
  const headers = [...request.headers, ...(response?.headers ?? [])].map((header) => header.join(': '))
  const bodies = [request.body?.text, response?.body?.text]
  const failed = [failure?.kind, failure?.message]
  const parts = [id, step, `${request.method} ${request.url}`, response?.status, ...failed]
  const text = [...parts, ...headers, ...bodies].join('\n').toLowerCase()
  texts.set(exchange, text)
  return text
}
