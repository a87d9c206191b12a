import type { Exchange } from '../../exchange/exchange.js'
import type { PageData } from '../../report/page-data.js'
import type { Report, ReportStep } from '../../report/report.js'
import { homologationSteps, routeOf } from '../../specification/homologation.js'
import { isProcedure } from './procedure.js'
import { splitRuns } from './time-line.js'

/** One run of those that a command watched: what is drawn of it. */
export interface RunView {
  readonly exchanges: readonly Exchange[]
  /** The report with the steps and readings of this run. */
  readonly report: Report
}

/** The run that the report itself is about: the first with the verdict of all. */
export function reportedRun({ report }: PageData): number {
  return report.runs?.find(({ verdict }) => verdict === report.verdict)?.run ?? 1
}

/** Whether the single runs can be told apart. */
export function canChooseRun(data: PageData): boolean {
  return data.runs !== undefined || splitRuns(data.report, data.exchanges, data.profile).length > 1
}

export function runView(data: PageData, number: number): RunView {
  const { report, exchanges } = data
  const known = data.runs?.find(({ run }) => run === number)
  if (known) {
    const ids = new Set(known.exchanges)
    const ofRun = { ...report, steps: [...known.steps], readings: [...known.readings] }
    return { exchanges: exchanges.filter(({ id }) => ids.has(id)), report: ofRun }
  }
  const runs = splitRuns(report, exchanges, data.profile)
  const own = runs[number - 1] ?? runs[0] ?? []
  if (runs.length < 2 || number === reportedRun(data)) return { exchanges: own, report }
  return { exchanges: own, report: { ...report, steps: stepsSeen(own), readings: [] } }
}

/** Steps told by method and path alone, of a run whose judgement the page was not given. */
function stepsSeen(exchanges: readonly Exchange[]): ReportStep[] {
  const seen = exchanges.filter(isProcedure)
  return homologationSteps.map((step) => ({
    id: step.id,
    title: routeOf(step),
    route: routeOf(step),
    verdict: 'not-applicable',
    gapMs: null,
    durationMs: null,
    exchanges: seen.filter(({ request }) => request.method === step.method).map(({ id }) => id),
  }))
}
