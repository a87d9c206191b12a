import type { Exchange } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/journal.js'
import type { Judgement } from '../rules/finding.js'
import { readingReasons } from './build-report.js'
import type { PageData, PageRun, TrendPoint } from './page-data.js'
import type { Report } from './report.js'
import { everyPlace } from './same-findings.js'

/** A run with what its page is made of. */
export interface PagedRun {
  readonly report: Report
  readonly judgement: Pick<Judgement, 'readings' | 'procedure'>
  /** The single runs, if traffic was watched. */
  readonly runs?: readonly PageRun[]
  readonly header: Pick<RunHeader, 'profile'>
  /** Reads the exchanges from the first one, anew at each call: from an array, or from the journal. */
  readonly exchanges: () => Iterable<Exchange> | AsyncIterable<Exchange>
  readonly repeatCommand: string | null
  readonly trend?: readonly TrendPoint[]
}

/** Most exchanges that a page holds because a step or a finding names them. */
const MAX_NAMED = 2_000
/** Most characters of the other exchanges in a page. */
const MAX_PAGE_CHARS = 2_000_000
const MAX_BODY_CHARS = 20_000

/** Collects the data for a run's page. Of a very long run the page holds the exchanges that matter; the journal has all. */
export async function collectPageData(run: PagedRun): Promise<PageData> {
  const { report, judgement, header, repeatCommand, runs, trend } = run
  const named = namedBy(report)
  const kept: Exchange[] = []
  let chars = 0
  let leftOut = 0
  for await (const exchange of run.exchanges()) {
    const shown = shortenBodies(exchange)
    const isNamed = named.has(exchange.id)
    const size = isNamed ? 0 : sizeOf(shown)
    if (!isNamed && chars + size > MAX_PAGE_CHARS) {
      leftOut++
      continue
    }
    kept.push(shown)
    chars += size
  }
  const ids = new Set(kept.map(({ id }) => id))
  const shownOf = (all: PageData['procedure'] = []) => all.filter(({ exchange }) => ids.has(exchange))
  return {
    report,
    exchanges: kept,
    exchangesLeftOut: leftOut,
    profile: header.profile,
    lang: report.run.lang,
    repeatCommand,
    because: readingReasons(judgement),
    procedure: shownOf(judgement.procedure),
    ...(runs &&
      runs.length > 0 && { runs: runs.map((run) => ({ ...run, procedure: shownOf(run.procedure) })) }),
    ...(trend && { trend }),
  }
}

/** Ids of the exchanges that findings and steps name: those of failures first, because there is a limit. */
function namedBy({ findings, steps }: Report): Set<string> {
  const ids = new Set([
    ...findings.flatMap(everyPlace).map(({ exchange }) => exchange),
    ...steps.filter(({ verdict }) => verdict === 'fail').flatMap(({ exchanges }) => exchanges),
    ...steps.flatMap(({ exchanges }) => exchanges),
  ])
  return new Set([...ids].filter((id) => id !== null).slice(0, MAX_NAMED))
}

/** Characters of an exchange as JSON without its texts, and of a header without name and value. */
const EXCHANGE_CHARS = 400
const HEADER_CHARS = 8

/** The approximate number of characters that an exchange takes on a page, or in memory. */
export function sizeOf({ request, response }: Exchange): number {
  const headers = [...request.headers, ...(response?.headers ?? [])]
  const texts = [request.url, request.body?.text ?? '', response?.body?.text ?? '', ...headers.flat()]
  const chars = texts.reduce((sum, text) => sum + text.length, 0)
  return EXCHANGE_CHARS + headers.length * HEADER_CHARS + chars
}

function shortenBodies(exchange: Exchange): Exchange {
  const cut = <T extends Pick<Exchange['request'], 'body'>>(side: T): T => {
    const text = side.body?.text ?? ''
    if (!side.body || text.length <= MAX_BODY_CHARS) return side
    return { ...side, body: { ...side.body, text: text.slice(0, MAX_BODY_CHARS), flaw: 'truncated' } }
  }
  return {
    ...exchange,
    request: cut(exchange.request),
    response: exchange.response && cut(exchange.response),
  }
}
