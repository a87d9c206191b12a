import { groupBy } from '../specification/plain-object.js'
import { type ComparedRun, sideOf, wasTested } from './compare-runs.js'
import type { Report, ReportFinding } from './report.js'
import { alignFindings, joinFindings, severityRanks } from './same-findings.js'

/** The history of findings over many runs, such as those of every night. `compare FOLDER` prints it and the page draws it. */

/** A finding in one run. `accepted`: there, but the user accepted it. `untested`: the run did not test for it. */
export type Standing = 'there' | 'gone' | 'accepted' | 'untested'

export interface FindingHistory {
  /** The finding of the newest run that has it. */
  readonly finding: ReportFinding
  /** One for each run of the series, the oldest first. */
  readonly standings: readonly Standing[]
  /** The runs in which the finding appeared or disappeared, the oldest first. `accepted` and `untested` change nothing. */
  readonly changes: readonly {
    readonly run: string
    readonly startedAt: string
    readonly to: 'there' | 'gone'
  }[]
}

/** Runs that can be compared: of one command, against one service. */
export interface Series {
  readonly command: string
  /** null: the embedded service, which has another address each time. */
  readonly baseUrl: string | null
  /** The oldest first. */
  readonly runs: readonly ComparedRun[]
  /** Findings of the newest run come first, the gravest first. */
  readonly findings: readonly FindingHistory[]
  /** Number of errors of the newest run that the run before it did not have. */
  readonly newErrors: number
}

/** Groups the runs that can be compared. The order of the reports does not matter, and a run that is given twice counts once. */
export function nightsOf(reports: readonly Report[]): Series[] {
  const unique = [...new Map(reports.map((report) => [report.run.id, report])).values()]
  const ordered = unique.sort((a, b) => a.run.startedAt.localeCompare(b.run.startedAt))
  return [...groupBy(ordered, (report) => `${report.run.command} ${targetOf(report)}`).values()].map(seriesOf)
}

function targetOf({ run: { target } }: Report): string | null {
  return target.embedded ? null : target.baseUrl
}

function seriesOf(reports: readonly Report[]): Series {
  const [first] = reports
  const acceptedOnes = reports.map(({ accepted = [] }) => ({ findings: accepted }))
  const aligned = alignFindings([...reports, ...acceptedOnes])
  const open = aligned.slice(0, reports.length)
  const accepted = aligned.slice(reports.length)
  // A later run replaces the finding of an earlier one.
  const newest = new Map(open.flatMap((findings) => [...findings]))
  const histories = [...newest].map(([key, finding]): FindingHistory => {
    const alongside = reports.flatMap(({ findings }, i) => (open[i]?.has(key) ? findings : []))
    const standings = reports.map((report, i): Standing => {
      if (open[i]?.has(key)) return 'there'
      if (accepted[i]?.has(key)) return 'accepted'
      return wasTested(finding, report, alongside) ? 'gone' : 'untested'
    })
    return { finding, standings, changes: changesIn(reports, standings) }
  })
  const findings = joinFindings(histories, ({ standings }) => standings.join(' ')).sort(byWeight)
  const isNew = ({ finding, standings }: FindingHistory) =>
    finding.severity === 'error' && standings.at(-1) === 'there' && standings.at(-2) !== 'there'
  return {
    command: first?.run.command ?? '',
    baseUrl: first ? targetOf(first) : null,
    runs: reports.map(sideOf),
    findings,
    newErrors: reports.length < 2 ? 0 : findings.filter(isNew).length,
  }
}

function changesIn(reports: readonly Report[], standings: readonly Standing[]): FindingHistory['changes'] {
  let last: Standing = 'gone' // so that the first run with the finding counts as a change
  return reports.flatMap(({ run: { id, startedAt } }, i) => {
    const to = standings[i] ?? 'untested'
    if ((to !== 'there' && to !== 'gone') || to === last) return []
    last = to
    return [{ run: id, startedAt, to }]
  })
}

function byWeight(a: FindingHistory, b: FindingHistory): number {
  const isThere = ({ standings }: FindingHistory) => Number(standings.at(-1) === 'there')
  return isThere(b) - isThere(a) || severityRanks[b.finding.severity] - severityRanks[a.finding.severity]
}
