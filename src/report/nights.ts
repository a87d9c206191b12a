import { type ComparedRun, sideOf, wasTested } from './compare-runs.js'
import type { Report, ReportFinding } from './report.js'
import { alignFindings, joinFindings } from './same-findings.js'

/** How a finding stood in one run. `untested`: the run says nothing of it, and gone is not fixed. `accepted`: there, and borne with. */
export type Standing = 'there' | 'gone' | 'accepted' | 'untested'

/** A finding over the nights. */
export interface FindingHistory {
  /** As the newest run that shows it has it. */
  readonly finding: ReportFinding
  /** One standing for each run of the series, the oldest first. */
  readonly standings: readonly Standing[]
  /** When it came and went: ids of runs, the oldest first. What was accepted or not tested changes nothing. */
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
  /** Present findings come first, the gravest first. */
  readonly findings: readonly FindingHistory[]
  /** Findings that are errors of the newest run, and that the run before it did not have. */
  readonly newErrors: number
}

/** Lays runs side by side. Pure; the order of the reports does not matter, and a run given twice counts once. */
export function nightsOf(reports: readonly Report[]): Series[] {
  const unique = [...new Map(reports.map((report) => [report.run.id, report])).values()]
  const ordered = unique.sort((a, b) => a.run.startedAt.localeCompare(b.run.startedAt))
  const groups = new Map<string, Report[]>()
  for (const report of ordered) {
    const key = `${report.run.command} ${targetOf(report)}`
    groups.set(key, [...(groups.get(key) ?? []), report])
  }
  return [...groups.values()].map(seriesOf)
}

function targetOf({ run: { target } }: Report): string | null {
  return target.embedded ? null : target.baseUrl
}

function seriesOf(reports: readonly Report[]): Series {
  const [first] = reports
  const both = alignFindings([...reports, ...reports.map(({ accepted = [] }) => ({ findings: accepted }))])
  const [found, accepted] = [both.slice(0, reports.length), both.slice(reports.length)]
  const all = new Map(found.flatMap((findings) => [...findings]))
  const histories = [...all].map(([key, finding]): FindingHistory => {
    const alongside = reports.flatMap(({ findings }, i) => (found[i]?.has(key) ? findings : []))
    const standings = reports.map((report, i): Standing => {
      if (found[i]?.has(key)) return 'there'
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

/** When a finding came and went, from how it stood in each run. */
function changesIn(reports: readonly Report[], standings: readonly Standing[]): FindingHistory['changes'] {
  let before: Standing = 'gone'
  return reports.flatMap(({ run: { id, startedAt } }, i) => {
    const to = standings[i] ?? 'untested'
    if ((to !== 'there' && to !== 'gone') || to === before) return []
    before = to
    return [{ run: id, startedAt, to }]
  })
}

const ranks = { error: 0, warning: 1, info: 2 }

function byWeight(a: FindingHistory, b: FindingHistory): number {
  const isThere = ({ standings }: FindingHistory) => (standings.at(-1) === 'there' ? 0 : 1)
  return isThere(a) - isThere(b) || ranks[a.finding.severity] - ranks[b.finding.severity]
}
