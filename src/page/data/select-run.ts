import { everyRevocation } from '../../judging/graded-traffic.js'
import type { PageData } from '../../report/page-data.js'
import type { Report } from '../../report/report.js'

/** The number of the run that the report is about: the first that has the report's verdict. */
export function findReportedRun({ report }: PageData): number {
  return report.runs?.find(({ verdict }) => verdict === report.verdict)?.run ?? 1
}

/** Returns the page's data with one of several runs in place of the whole. */
export function selectRun(data: PageData, number: number): PageData {
  const { report, exchanges } = data
  const run = data.runs?.find((known) => known.run === number)
  if (!run) return data
  const { steps, readings, because = [], procedure = [] } = run
  const ids = new Set(run.exchanges)
  return {
    ...data,
    because,
    procedure,
    exchanges: exchanges.filter(({ id }) => ids.has(id)),
    report: { ...report, steps: [...steps], readings: [...readings], findings: findingsOf(report, number) },
  }
}

/** The findings of one run. Of a finding with several occurrences only those in this run remain. */
function findingsOf({ findings }: Report, number: number): Report['findings'] {
  return findings.flatMap((finding) => {
    if (finding.run === undefined) return [finding]
    const { occurrences = [finding], values, message, actual } = finding
    const [first, ...rest] = occurrences.filter(({ run }) => run === number)
    if (!first) return []
    return [
      {
        ...finding,
        ...first,
        // an occurrence only has its own evidence and words if they differ from the finding's
        values: first.values ?? values,
        message: first.message ?? message,
        actual: first.actual ?? actual,
        places: rest.map(({ route, step, exchange }) => ({ route, step, exchange })),
        occurrences: [first, ...rest],
      },
    ]
  })
}

/** The number of the run of each exchange, by the exchange's id; empty if there is only one run. */
export function runByExchange({ runs = [] }: PageData): ReadonlyMap<string, number> {
  return new Map(runs.flatMap(({ run, exchanges }) => exchanges.map((id) => [id, run] as const)))
}

/** A row of the matrix for `--invalidate-at each`, which revokes the token at another step in each run. */
export interface RevocationRow {
  readonly death: number | 'never'
  /** A run in which the token was revoked there; null if there was none. */
  readonly run: NonNullable<Report['runs']>[number] | null
}

/** The rows of the matrix, in the order of the steps; empty if no token was revoked. */
export function revocationRows({ runs = [] }: Pick<Report, 'runs'>): RevocationRow[] {
  if (runs.every(({ death }) => death === undefined)) return []
  return everyRevocation.flatMap((death): RevocationRow[] => {
    const rows = runs.filter((run) => run.death === death).map((run) => ({ death, run }))
    return rows.length > 0 ? rows : [{ death, run: null }]
  })
}
