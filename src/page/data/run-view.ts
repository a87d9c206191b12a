import type { Exchange } from '../../exchange/exchange.js'
import { isProcedure } from '../../report/diff/procedure.js'
import type { PageData } from '../../report/page-data.js'
import type { Occurrence, Report, ReportStep } from '../../report/report.js'
import { homologationSteps, routeOf } from '../../specification/homologation.js'
import { splitRuns } from './time-line.js'

/** A run as the page draws it, if the command watched several. */
export interface RunView {
  readonly exchanges: readonly Exchange[]
  /** The report with the steps, the readings and the findings of this run. */
  readonly report: Report
  /** Why its readings came out as they did. */
  readonly because: PageData['because']
}

/** The run that the report itself is about: the first with the verdict of all. */
export function reportedRun({ report }: PageData): number {
  return report.runs?.find(({ verdict }) => verdict === report.verdict)?.run ?? 1
}

/** True if there are several runs to choose from. */
export function canChooseRun(data: PageData): boolean {
  return data.runs !== undefined || splitRuns(data.report, data.exchanges, data.profile).length > 1
}

export function runView(data: PageData, number: number): RunView {
  const { report, exchanges } = data
  const known = data.runs?.find(({ run }) => run === number)
  if (known) {
    const ids = new Set(known.exchanges)
    const ofRun = {
      ...report,
      steps: [...known.steps],
      readings: [...known.readings],
      findings: findingsOf(report, number),
    }
    const because = known.because ?? data.because
    return { exchanges: exchanges.filter(({ id }) => ids.has(id)), report: ofRun, because }
  }
  const runs = splitRuns(report, exchanges, data.profile)
  const own = runs[number - 1] ?? runs[0] ?? []
  if (runs.length < 2 || number === reportedRun(data))
    return { exchanges: own, report, because: data.because }
  return { exchanges: own, report: { ...report, steps: stepsSeen(own), readings: [] }, because: [] }
}

/** The findings of a run, each with the places of that run alone. */
function findingsOf({ findings }: Report, number: number): Report['findings'] {
  return findings.flatMap((finding) => {
    if (finding.run === undefined) return [finding]
    const { occurrences = [finding], values, message, actual } = finding
    const [first, ...rest] = occurrences.filter(({ run }) => run === number)
    if (!first) return []
    const places = rest.map(({ route, step, exchange }) => ({ route, step, exchange }))
    const ofRun = { ...finding, values, message, actual, ...definedOf(first) }
    return [{ ...ofRun, places, occurrences: [first, ...rest] }]
  })
}

/** The run of each exchange, where the runs are known. */
export function runOfExchanges({ runs = [] }: PageData): ReadonlyMap<string, number> {
  return new Map(runs.flatMap(({ run, exchanges }) => exchanges.map((id) => [id, run] as const)))
}

/** A row of the matrix: a death that a run met, or that none met. */
export interface DeathRow {
  readonly death: number | 'never'
  readonly run: NonNullable<Report['runs']>[number] | null
}

const deaths = [1, 2, 3, 4, 5, 'never'] as const

/** Every run by the death of its token, and the deaths that no run met; empty where deaths were not tried. */
export function deathRows({ runs = [] }: Pick<Report, 'runs'>): DeathRow[] {
  if (runs.every(({ death }) => death === undefined)) return []
  const met = runs.flatMap((run): DeathRow[] => (run.death === undefined ? [] : [{ death: run.death, run }]))
  const untried = deaths.filter((death) => met.every((row) => row.death !== death))
  return [...met, ...untried.map((death): DeathRow => ({ death, run: null }))].sort(byDeath)
}

function byDeath(a: DeathRow, b: DeathRow): number {
  const place = ({ death }: DeathRow) => deaths.indexOf(death as (typeof deaths)[number])
  return place(a) - place(b) || (a.run?.run ?? 0) - (b.run?.run ?? 0)
}

/** Steps recognised by method and path, for a run without a judgement. */
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

/** What an occurrence says itself; of the rest the first occurrence speaks for all. */
function definedOf(first: Occurrence) {
  const { values, message, actual, ...place } = first
  return { ...place, ...(values && { values }), ...(message && { message }), ...(actual && { actual }) }
}
