import type { PageData } from '../../report/page-data.js'
import type { Occurrence, Report } from '../../report/report.js'

/** The run that the report itself is about: the first with the verdict of all. */
export function reportedRun({ report }: PageData): number {
  return report.runs?.find(({ verdict }) => verdict === report.verdict)?.run ?? 1
}

/** The page's data with one of several runs in the place of the whole. */
export function runView(data: PageData, number: number): PageData {
  const { report, exchanges } = data
  const known = data.runs?.find(({ run }) => run === number)
  if (!known) return data
  const { steps, readings, because, procedure = [] } = known
  const ids = new Set(known.exchanges)
  return {
    ...data,
    procedure,
    exchanges: exchanges.filter(({ id }) => ids.has(id)),
    report: { ...report, steps: [...steps], readings: [...readings], findings: findingsOf(report, number) },
    ...(because && { because }),
  }
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

/** What an occurrence says itself; of the rest the first occurrence speaks for all. */
function definedOf(first: Occurrence) {
  const { values, message, actual, ...place } = first
  return { ...place, ...(values && { values }), ...(message && { message }), ...(actual && { actual }) }
}
