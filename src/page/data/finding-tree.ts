import type { ReportFinding } from '../../report/report.js'
import { groupBy } from '../../specification/plain-object.js'

/** A root cause with all that it brought about, however indirectly. */
export interface FindingGroup {
  readonly finding: ReportFinding
  readonly consequences: readonly ReportFinding[]
  /** Further warnings or notices that say the same of other fields. */
  readonly alike: readonly ReportFinding[]
}

const rank = { error: 0, warning: 1, info: 2 } as const

/** Root causes, errors before warnings before information, otherwise in the order of the report. */
export function groupFindings(findings: readonly ReportFinding[]): FindingGroup[] {
  const byFingerprint = new Map(findings.toReversed().map((finding) => [finding.fingerprint, finding]))
  const groups = groupBy(findings, (finding) => rootOf(finding, byFingerprint))
  const all = [...groups].map(([finding, some]) => {
    return { finding, consequences: some.filter((one) => one !== finding), alike: [] }
  })
  return joinAlike(all).sort((a, b) => rank[a.finding.severity] - rank[b.finding.severity])
}

/** More warnings alike than this are one card, because nobody reads the same sentence fourteen times. */
const MOST_ALIKE = 3

/** Errors stay apart: each shows its own evidence. */
function joinAlike(groups: readonly FindingGroup[]): FindingGroup[] {
  const byKind = groupBy(groups, ({ finding, consequences }) => {
    const { code, severity, blame, since, run } = finding
    const isAlone = severity === 'error' || consequences.length > 0
    return isAlone ? finding : JSON.stringify([code, severity, blame, since, run])
  })
  return [...byKind.values()].flatMap((some) => {
    const [first, ...rest] = some
    if (!first || some.length <= MOST_ALIKE) return some
    return [{ ...first, alike: rest.map(({ finding }) => finding) }]
  })
}

function rootOf(finding: ReportFinding, byFingerprint: ReadonlyMap<string, ReportFinding>): ReportFinding {
  const seen = new Set<ReportFinding>()
  let root = finding
  while (root.consequenceOf !== null && !seen.has(root)) {
    seen.add(root)
    const cause = byFingerprint.get(root.consequenceOf)
    if (!cause) return root
    if (seen.has(cause)) return finding
    root = cause
  }
  return root
}

/** The gravest severity that findings give to each exchange. */
export function severityByExchange(
  findings: readonly ReportFinding[],
): Map<string, ReportFinding['severity']> {
  const found = new Map<string, ReportFinding['severity']>()
  for (const { exchange, severity, places } of findings) {
    for (const id of [exchange, ...(places ?? []).map((place) => place.exchange)]) {
      if (id === null) continue
      const other = found.get(id)
      if (!other || rank[severity] < rank[other]) found.set(id, severity)
    }
  }
  return found
}
